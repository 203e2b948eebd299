use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::ea::ssh::Sheet;
use gouraud::formats::{self, Document, format_of};
use gouraud::scene::{List, Texels, Texture};
use gouraud_testing::build::ssh::{Picture, Stored, file};

use super::problems;
use crate::damage::{Intact, intact};

pub(super) fn colours(count: usize) -> Vec<[u8; 4]> {
    (0..count).map(|at| [at as u8, 255 - at as u8, 7, (at % 129) as u8]).collect()
}

fn texels<T>(width: u16, height: u16, texel: impl Fn(usize) -> T) -> Vec<T> {
    (0..usize::from(width) * usize::from(height)).map(texel).collect()
}

/// One image of each kind, plain and swizzled, compressed and with a shine mask.
fn pictures() -> Vec<Picture> {
    let four = |w, h| Stored::Four(texels(w, h, |at| (at * 7 % 16) as u8), colours(16));
    let eight = |w, h| Stored::Eight(texels(w, h, |at| (at * 31 % 256) as u8), colours(256));
    let named =
        |picture: Picture, name: &str| Picture { full_name: Some(name.to_owned()), ..picture };
    let swizzled = |picture: Picture| Picture { swizzled: true, ..picture };
    let packed = |picture: Picture| Picture { packed: true, ..picture };
    let metal = |picture: Picture| Picture { metal: true, ..picture };
    vec![
        Picture::new(*b"four", 8, 6, four(8, 6)),
        swizzled(Picture::new(*b"fswz", 32, 16, four(32, 16))),
        Picture::new(*b"eigh", 5, 3, eight(5, 3)),
        named(swizzled(Picture::new(*b"eswz", 32, 16, eight(32, 16))), "rider_suit"),
        packed(swizzled(Picture::new(*b"pack", 64, 64, eight(64, 64)))),
        metal(Picture::new(*b"metl", 4, 4, eight(4, 4))),
        Picture::new(*b"5551", 4, 2, Stored::Rgba5551(texels(4, 2, |at| at as u16 * 0x1111))),
        Picture::new(*b"888\0", 3, 2, Stored::Rgb888(texels(3, 2, |at| [at as u8, 2, 3]))),
        Picture::new(*b"8888", 2, 2, Stored::Rgba8888(texels(2, 2, |at| [1, 2, 3, 43 * at as u8]))),
        Picture::new(*b"high", 2, 1, Stored::Rgba8888(vec![[1, 2, 3, 200], [1, 2, 3, 64]])),
    ]
}

pub(super) fn open(bytes: &[u8]) -> Document {
    format_of::<Sheet>().open(&Source::from_bytes("rider.ssh", bytes.to_vec())).unwrap()
}

pub(super) fn textures(bytes: &[u8]) -> List<Texture> {
    open(bytes).content.displayed().scene(Context::ALONE).unwrap().0.textures
}

pub(super) fn decoded(texture: &Texture) -> Vec<[u8; 4]> {
    match texture.pixels.decode() {
        Texels::Rgba(texels) => texels,
        _ => panic!("{} is not RGBA", texture.name),
    }
}

/// Expected texels of a picture.
fn expected(picture: &Picture) -> Vec<[u8; 4]> {
    let double =
        |[r, g, b, a]: [u8; 4]| [r, g, b, if picture.metal { 255 } else { a.saturating_mul(2) }];
    match &picture.texels {
        Stored::Four(indices, colours) | Stored::Eight(indices, colours) => {
            indices.iter().map(|index| double(colours[usize::from(*index)])).collect()
        }
        Stored::Rgba5551(words) => words
            .iter()
            .map(|word| {
                let five = |shift: u16| gouraud::bytes::expand5((word >> shift & 31) as u8);
                [five(0), five(5), five(10), if word & 0x8000 != 0 { 255 } else { 0 }]
            })
            .collect(),
        Stored::Rgb888(texels) => texels.iter().map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
        Stored::Rgba8888(texels) if texels.iter().any(|t| t[3] > 128) => texels.clone(),
        Stored::Rgba8888(texels) => texels.iter().copied().map(double).collect(),
    }
}

#[test]
fn round_trips_every_kind_of_image() {
    let bytes = file(&pictures());
    let source = Source::from_bytes("any", bytes.clone());
    assert_eq!(formats::identify(&source).unwrap().0.info().id, "ea.ssh");
    let document = open(&bytes);
    assert_eq!(problems(&document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let textures = textures(&bytes);
    assert_eq!(textures.len(), pictures().len());
    for (texture, picture) in textures.iter().zip(pictures()) {
        assert_eq!((texture.width, texture.height), (picture.width.into(), picture.height.into()));
        assert_eq!(decoded(texture), expected(&picture), "{}", texture.name);
    }
    assert_eq!((textures[3].name.as_str(), textures[0].name.as_str()), ("rider_suit", "four"));
    assert_eq!(
        (document.counts.get("textures"), document.counts.get("palettes")),
        (Some(10), Some(6))
    );
}

#[test]
fn maps_texels_to_bytes() {
    let textures = textures(&file(&pictures()));
    let bytes = file(&pictures());
    let eight = &textures[3];
    let at = eight.pixels.texel_offset(9, 4).unwrap() as usize;
    let Stored::Eight(indices, _) = &pictures()[3].texels else { panic!() };
    assert_eq!(bytes[at], indices[4 * 32 + 9]);
    assert_eq!(eight.pixels.texel_offset(32, 0), None);
}

#[test]
fn reports_missing_data() {
    // The palette gets an unknown kind.
    let bytes = file(&pictures()[..1]);
    let palette = bytes.iter().rposition(|byte| *byte == 33).unwrap();
    let mut modified = bytes.clone();
    modified[palette] = 99;
    let document = open(&modified);
    let messages = problems(&document);
    assert!(
        messages.contains(&format!("note {palette:#x} images[0].chunks[1].header.kind")),
        "{messages:?}"
    );
    assert!(messages.iter().any(|line| line.starts_with("error") && line.ends_with("images[0]")));
    // Greys replace the palette.
    assert_eq!(decoded(&textures(&modified)[0])[1], [119, 119, 119, 255]);
    // Half of the texels.
    let cut = &bytes[..32 + 16 + 12];
    assert_eq!(textures(cut)[0].height, 3);
    assert!(problems(&open(cut)).iter().any(|line| line.ends_with("header.height")));
}

#[test]
fn reports_invalid_directories() {
    let bytes = file(&pictures()[..2]);
    for (at, value) in [(8usize, 0xFFFF_FFFFu32), (20, 0), (20, 0xFFFF_FFFF), (4, 1)] {
        let mut modified = bytes.clone();
        modified[at..at + 4].copy_from_slice(&value.to_le_bytes());
        assert!(!open(&modified).problems.is_empty(), "{at}");
    }
    // Two names for one image.
    let mut same = bytes.clone();
    same.copy_within(20..24, 28);
    let both = textures(&same);
    assert_eq!(decoded(&both[0]), decoded(&both[1]));
    assert_eq!((both[0].name.as_str(), both[1].name.as_str()), ("four", "fswz"));
}

#[test]
fn trailer_and_other_blocks_end_images() {
    let mut bytes = file(&pictures()[..1]);
    bytes.extend(b"Buy ERTS");
    bytes.extend(b"CRCF\x10\0\0\0\x01\x02\x03\x04\0\0\0\0");
    let document = open(&bytes);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert_eq!(document.counts.get("chunks"), Some(2));
}

#[test]
fn shows_swizzled_images_of_unsupported_size_plain() {
    let mut bytes = file(&pictures()[2..3]);
    // The flag, in the header after directory and trailer.
    bytes[32 + 12 + 1] |= 0x20;
    let document = open(&bytes);
    assert_eq!(problems(&document), ["warning 0x2c images[0].chunks[0].header.x"]);
    assert_eq!(decoded(&textures(&bytes)[0]), expected(&pictures()[2]));
}

#[test]
fn reports_kinds_of_other_console_per_image() {
    for magic in [b"SHPX", b"SHPM"] {
        let mut bytes = file(&pictures());
        bytes[..4].copy_from_slice(magic);
        let document = open(&bytes);
        let messages = problems(&document);
        assert!(messages.iter().any(|line| line == "note 0x70 images[0].chunks[0].header.kind"));
        assert!(messages.iter().any(|line| line == "warning 0x70 images[0]"), "{messages:?}");
        assert!(textures(&bytes).is_empty() && !document.usable);
    }
}

/// Valid sheets.
pub fn files() -> Vec<Intact> {
    vec![intact("ea.ssh", file(&pictures()))]
}
