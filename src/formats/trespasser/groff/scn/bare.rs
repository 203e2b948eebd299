//! Makes a scene with nothing but its header: the game creates the rest (format document, section 9).

use super::saved::{Path, SaveHeader, VERSIONS};
use crate::bytes::cp1252;
use crate::bytes::layout::Text;
use crate::formats::trespasser::groff::body::Body;
use crate::formats::trespasser::groff::directory::{Name, kind};
use crate::formats::trespasser::groff::records::{Groff, Section};
use crate::formats::{EditResult, Refusal};

/// Bytes of a path, with its NUL.
const PATH: usize = 256;
/// Number of paths.
const PATHS: usize = 5;
/// Reserved bytes at the end of the header.
const SPARE: usize = 48;
/// Version of the animals' data in all shipped scenes.
const ANIMALS: i32 = 10;
/// Handle of the only name.
const HANDLE: u32 = 0x00C4_1010;

/// Writes a scene of the level at `path`, such as `C:\Trespasser\data\island.grf`.
///
/// # Errors
/// When the path is too long, or the game would refuse it: it needs a drive and a folder.
pub fn bare_scene(path: &str) -> EditResult<Vec<u8>> {
    let bytes = cp1252::encode(path);
    if bytes.len() >= PATH || bytes.contains(&0) {
        let most = PATH - 1;
        return Err(Refusal(format!(
            "expected a path of at most {most} bytes, found {}",
            bytes.len()
        )));
    }
    let file = path.rsplit_once(['/', '\\']);
    if !file.is_some_and(|(folder, file)| folder.contains(':') && !file.is_empty()) {
        let why = "the game needs a drive and a folder, such as C:\\Trespasser\\data\\level.grf";
        return Err(Refusal(format!("{path}: {why}")));
    }
    let mut first = [0; PATH];
    first.iter_mut().zip(&bytes).for_each(|(to, from)| *to = *from);
    let mut paths = vec![Path { text: Text(first) }];
    paths.resize_with(PATHS, Path::default);
    let header = SaveHeader {
        version: *VERSIONS.end(),
        paths,
        brief: 1,
        animal_version: ANIMALS,
        spare: vec![0; SPARE],
        ..SaveHeader::default()
    };
    let groff = Groff {
        sections: vec![Section {
            name: HANDLE,
            kind: kind::SPECIAL,
            body: Body::SaveHeader(header),
            ..Section::default()
        }],
        names: vec![Name { handle: HANDLE, references: 1, bytes: b"Header\0".to_vec() }],
        ..Groff::default()
    };
    groff.write()
}
