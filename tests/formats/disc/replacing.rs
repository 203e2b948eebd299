//! Replacing files of discs within their sectors, with recomputed error detection and correction codes.

use std::collections::BTreeMap;

use gouraud::codec::edc::edc;
use gouraud::container::Context;
use gouraud::formats::disc::correction::{form_1, mode_1};
use gouraud::formats::{Document, NewBytes, Rewritten};
use gouraud_testing::build::disc::{GameCube, IsoFile, gamecube, iso};

use super::{members, mini, open, opened, ps1mini};

type Patches = Vec<(u64, Vec<u8>)>;

fn patches(document: &Document, path: &str, bytes: &[u8]) -> Result<Patches, String> {
    let list = document.content.container().members().unwrap().list();
    let index = list.iter().position(|member| member.path == path).unwrap();
    let replaced = BTreeMap::from([(index, bytes.to_vec())]);
    let files = document.content.container().with_members(Context::ALONE, &replaced);
    let mut files = files.map_err(|refused| refused.0)?;
    match files.pop() {
        Some(Rewritten { beside: None, bytes: NewBytes::Patched(patches) }) => Ok(patches),
        other => panic!("expected patches of the image, found {other:?}"),
    }
}

fn over(image: &[u8], patches: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let mut image = image.to_vec();
    for (at, bytes) in patches {
        image[*at as usize..][..bytes.len()].copy_from_slice(bytes);
    }
    image
}

/// The image after replacing the bytes of a file, read again: all other files are unchanged.
#[track_caller]
fn replaced(image: &[u8], path: &str, bytes: &[u8]) -> Vec<u8> {
    let (id, document) = opened("x.bin", image.to_vec());
    let written = over(image, &patches(&document, path, bytes).unwrap());
    let (id_again, again) = opened("x.bin", written.clone());
    assert_eq!(id_again, id);
    let mut expected = members(&document);
    let place = expected.iter_mut().find(|(known, _)| known == path).unwrap();
    place.1 = bytes.to_vec();
    assert!(members(&again) == expected, "{path}: {} bytes", bytes.len());
    assert_eq!(super::problems(&again), super::problems(&document));
    written
}

#[test]
fn replaces_file_by_any_length_that_fits_its_sectors() {
    // Two sectors of a cooked image, whose remainder is unused in the end.
    for len in [3000, 2049, 2048, 1, 0, 4096] {
        let new: Vec<u8> = (0..len).map(|at| at as u8).collect();
        let written = replaced(&mini(), "DATA/A.BIN", &new);
        let start: usize = 0x10800 + len;
        let behind = &written[start..start.next_multiple_of(2048)];
        assert!(behind.iter().all(|byte| *byte == 0), "{len}");
    }
    assert_eq!(replaced(&mini(), "DATA/EMPTY.BIN", &[]), mini());
}

#[test]
fn refuses_file_larger_than_its_sectors() {
    let document = open("x.iso", mini());
    let why = patches(&document, "DATA/A.BIN", &[0; 4097]).unwrap_err();
    assert_eq!(
        why,
        "DATA/A.BIN: expected at most 4096 bytes, which its sectors hold, found 4097; the data at sector 35 \
         would have to move by 1"
    );
    let why = patches(&document, "DATA/EMPTY.BIN", &[0]).unwrap_err();
    assert!(why.contains("expected at most 0 bytes, which its sectors hold, found 1;"), "{why}");
}

#[test]
fn fragmented_file_must_keep_its_length() {
    let new: Vec<u8> = (0..5000).map(|at| at as u8).collect();
    replaced(&mini(), "DATA/BIG.DAT", &new);
    let why = patches(&open("x.iso", mini()), "DATA/BIG.DAT", &new[1..]).unwrap_err();
    assert!(
        why.contains("the file has 2 extents, so its size of 5000 bytes cannot change"),
        "{why}"
    );
}

/// Every sector of a raw image made by another program has the codes that we compute.
#[test]
fn computes_codes_of_other_programs() {
    let image = ps1mini();
    for (index, sector) in image.chunks_exact(2352).enumerate() {
        let mut again: [u8; 2352] = sector.try_into().unwrap();
        if sector[18] & 0x20 == 0 {
            again[0x818..].fill(0xAA);
            form_1(&mut again);
        }
        assert!(again == sector, "sector {index}");
    }
}

#[test]
fn computes_codes_worked_out_by_hand() {
    assert_eq!(edc(&[]), 0);
    assert_eq!(edc(&[0; 2064]), 0);
    // One bit shifted through the whole register, and the polynomial's low byte.
    assert_eq!(edc(&[1]), 0x9091_0101);
    assert_eq!(edc(&[0x80]), 0xD801_8001);
    // Only the first word of the header is not 0: it is in column 0 of P, 23 rows above the last, and in
    // diagonal 0 of Q.
    let mut sector = [0; 2352];
    sector[12] = 1;
    mode_1(&mut sector);
    assert_eq!(&sector[0x810..0x814], edc(&sector[..0x810]).to_le_bytes());
    // The code words add up to 0 in both directions.
    let double = |value: u8| value << 1 ^ if value & 0x80 != 0 { 0x1D } else { 0 };
    let sums = |words: &[u8]| {
        words.iter().fold((0, 0), |(sum, weighted), byte| (sum ^ byte, double(weighted) ^ byte))
    };
    for plane in 0..2 {
        for column in 0..43 {
            let words: Vec<u8> =
                (0..26).map(|row| sector[12 + 2 * (43 * row + column) + plane]).collect();
            assert_eq!(sums(&words), (0, 0), "P {column}");
        }
        for diagonal in 0..26 {
            let place = |step: usize| 12 + 2 * ((44 * step + 43 * diagonal) % 1118) + plane;
            let mut words: Vec<u8> = (0..43).map(|step| sector[place(step)]).collect();
            words.extend([1118, 1144].map(|word| sector[12 + 2 * (word + diagonal) + plane]));
            assert_eq!(sums(&words), (0, 0), "Q {diagonal}");
        }
    }
    assert!(sector[0x814..0x81C].iter().all(|byte| *byte == 0));
}

#[test]
fn recomputes_codes_of_raw_sectors() {
    let image = ps1mini();
    for len in [2049_usize, 4096, 2048, 100, 0] {
        let new: Vec<u8> = (0..len).map(|at| (at * 3) as u8).collect();
        let written = replaced(&image, "BATTLE/SCENE.BIN", &new);
        let mut changed = 0;
        for (index, (sector, old)) in
            written.chunks_exact(2352).zip(image.chunks_exact(2352)).enumerate()
        {
            if sector == old {
                continue;
            }
            changed += 1;
            let mut again: [u8; 2352] = sector.try_into().unwrap();
            form_1(&mut again);
            assert!(again == sector, "sector {index}");
            assert_eq!(sector[16..18], old[16..18]);
            assert_eq!(sector[16..20], sector[20..24]);
        }
        // The written sectors, and the directory's where the size changes.
        assert_eq!(changed, len.div_ceil(2048) + usize::from(len != 2049), "{len}");
        // The last sector has the end-of-file flag.
        if len > 0 {
            let last = 0x113B8 / 2352 + (len - 1) / 2048;
            assert_eq!(written[last * 2352 + 18] & 0x81, 0x81, "{len}");
        }
    }
}

#[test]
fn refuses_to_replace_streams_and_sound() {
    let document = open("x.bin", ps1mini());
    for path in ["MOVIE/M.STR", "XA/V.XA"] {
        let why = patches(&document, path, &[0; 2336]).unwrap_err();
        assert!(why.starts_with(path) && why.contains("form 2"), "{why}");
    }
}

#[test]
fn refuses_file_with_missing_sectors() {
    let image =
        iso("X", &[IsoFile::new("A.DAT", &[1; 3000]), IsoFile::new("B.DAT", &[2; 3000])]).bytes();
    let document = open("x.iso", image[..image.len() - 2048].to_vec());
    let why = patches(&document, "B.DAT", &[0; 3000]).unwrap_err();
    assert!(why.contains("is not in this image"), "{why}");
    assert!(patches(&document, "A.DAT", &[0; 3000]).is_ok());
}

#[test]
fn replaces_gamecube_files_that_fit() {
    let files: [(&str, &[u8]); 3] =
        [("a.bnr", b"BNR1"), ("Data/A.DGC", b"first"), ("b", b"second")];
    let image = gamecube(&GameCube { game: "GTSE01", title: "A Test", files: &files });
    for new in [&b"FIRST"[..], b"one", b""] {
        replaced(&image, "Data/A.DGC", new);
    }
    let (_, document) = opened("x.iso", image);
    let why = patches(&document, "Data/A.DGC", b"longer").unwrap_err();
    assert!(why.contains("6 bytes do not fit into its 5 bytes"), "{why}");
}
