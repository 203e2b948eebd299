//! Bytes and sounds of a comparison in pairs. Comparing them takes longer than comparing the fields.

use std::sync::Arc;

use super::compared_sounds::ComparedSounds;
use super::comparison::{CANCELLED, Comparison, OpenFile};
use crate::edit::{BytePairs, MAX_PAIRED};
use crate::library::Opened;

/// See the [module](self).
pub struct ComparedContents {
    /// The other file.
    pub other: Arc<Opened>,
    /// The open file.
    pub own: OpenFile,
    /// The bytes of both files, or the reason why they were not compared.
    pub bytes: Result<BytePairs, String>,
    /// Sounds that differ.
    pub sounds: ComparedSounds,
}

impl ComparedContents {
    /// Compares the bytes and sounds of the files of a comparison. Slow.
    ///
    /// # Errors
    /// If `go_on` returns `false`, or no two files were compared.
    pub fn of(comparison: &Comparison, go_on: &(dyn Fn() -> bool + Sync)) -> Result<Self, String> {
        let files = comparison.files_of_bytes().ok_or("expected a comparison of two files")?;
        let (other, own) = (files.0.clone(), files.1.clone());
        let scenes = comparison.other.as_ref().zip(own.scene.as_ref());
        let sounds = scenes.map(|(other, scene)| {
            ComparedSounds::of(other.scene.clone(), scene.clone(), own.generation, go_on)
        });
        let sounds = sounds.unwrap_or_else(|| Some(ComparedSounds::default())).ok_or(CANCELLED)?;
        let bytes = byte_pairs(&other, &own.opened, go_on).ok_or(CANCELLED)?;
        Ok(Self { other, own, bytes, sounds })
    }
}

/// The bytes of two files in pairs, or the reason why they are not compared; `None` if `go_on` returns `false`.
fn byte_pairs(
    a: &Opened,
    b: &Opened,
    go_on: &dyn Fn() -> bool,
) -> Option<Result<BytePairs, String>> {
    let [one, two] = [a, b].map(|opened| &opened.document.source);
    if one.len() + two.len() > 2 * MAX_PAIRED {
        let most = MAX_PAIRED >> 20;
        return Some(Err(format!("files over {most} MB are not compared byte by byte")));
    }
    let pairs = BytePairs::of(one.bytes(), two.bytes(), go_on)?;
    // Zeros replace bytes that cannot be read.
    Some(a.read_failure().or(b.read_failure()).map_or(Ok(pairs), Err))
}
