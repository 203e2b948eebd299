//! Replacing textures and sounds: nothing else changes, and the stored result is as close as possible.

mod files;
mod pictures;
mod reordering;
mod sounds;

use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::edit::asset::AssetFile;
use gouraud::edit::{EditError, EditOp, Fidelity, apply, compared};
use gouraud::export::texture_picture;
use gouraud::formats::ea::ssh::Sheet;
use gouraud::formats::ff7::pc::tex::Tex;
use gouraud::formats::neversoft::psx::{self, records};
use gouraud::formats::ps1::tim::Tim;
use gouraud::formats::ps1::vram::Depth;
use gouraud::formats::totem::bitmap::Bitmap;
use gouraud::formats::{Document, Records, format_of};
use gouraud::scene::{CodingUse, Id, PaletteUse, Picture, Replacement};
use gouraud_testing::build::ff7::pc;
use gouraud_testing::build::{ssh, tim};
pub(super) use gouraud_testing::document::scene;

pub(super) fn open<T: Records>(name: &str, bytes: Vec<u8>) -> Document {
    format_of::<T>().open(&Source::from_bytes(name, bytes)).unwrap()
}

/// Texture `index` as it is exported.
pub(super) fn picture(document: &Document, index: u32) -> Picture {
    let image = texture_picture(&scene(document), Id::new(index)).unwrap();
    let (width, height) = image.dimensions();
    let texels = image.pixels().map(|pixel| pixel.0).collect();
    Picture { width, height, texels, palette: PaletteUse::Keep, shown_in: None }
}

fn put(
    document: &Document,
    asset: &str,
    picture: &Picture,
    palette: PaletteUse,
) -> Result<Document, EditError> {
    let with = AssetFile::content("new.png", Replacement::Picture(picture.clone()));
    apply(
        document,
        &[EditOp::Replace {
            replace: asset.to_owned(),
            with,
            bump: None,
            palette,
            coding: CodingUse::Keep,
            resize: true,
        }],
    )
}

/// Compares `asset`, which was replaced, with its file.
fn fidelity(changed: &Document, asset: &str, with: &AssetFile) -> Option<Fidelity> {
    let order = EditOp::Replace {
        replace: asset.to_owned(),
        with: with.clone(),
        bump: None,
        palette: PaletteUse::Keep,
        coding: CodingUse::Keep,
        resize: false,
    };
    compared((changed, Context::ALONE), &[order]).pop().map(|compared| compared.fidelity)
}

/// Two textures of 16 colours that share a palette with a hole, one of 256, and one of 16-bit words.
pub(super) fn library() -> psx::File {
    let colours16: Vec<u16> = (0..16)
        .map(|n| if n == 5 { 0x7C1F } else { (n * 2) | ((31 - n) << 5) | (0x8000 * (n / 8)) })
        .collect();
    let colours256: Vec<u16> = (0..256u16).map(|n| 0x8000 | (n * 113) & 0x7BFF).collect();
    let mut file = psx::File::new(psx::version::Version::V4);
    let library = file.library.as_mut().unwrap();
    library.texture_names = vec![1, 2, 3, 4];
    library.palettes16 = vec![records::Palette { name: 0xA, colours: colours16 }];
    library.palettes256 = vec![records::Palette { name: 0xB, colours: colours256 }];
    let texture = |colours, palette, name, width, height, pixels| records::Texture {
        flags: 0,
        colours,
        palette,
        name,
        width,
        height,
        pixels,
    };
    let rows = |len: usize| records::Pixels::Indexed((0..len).map(|n| (n * 37) as u8).collect());
    let words: Vec<u8> = (0..64u16).flat_map(|n| (n * 1001).to_le_bytes()).collect();
    let direct = records::Pixels::Direct { extra: Vec::new(), format: 0x0101, data: words.into() };
    library.textures = vec![
        texture(16, 0xA, 0, 6, 4, rows(16)),
        texture(16, 0xA, 1, 8, 2, rows(8)),
        texture(256, 0xB, 2, 7, 3, rows(24)),
        texture(65536, 0, 3, 8, 8, direct),
    ];
    file
}

fn opened_library() -> Document {
    open::<psx::File>("wall_l.psx", library().write().unwrap())
}

/// A TIM of each depth.
fn tims() -> Vec<Document> {
    let palette =
        |count: u16| -> Vec<u16> { (0..count).map(|n| n.wrapping_mul(0x0123) ^ 0x2000).collect() };
    let four = (0..64u8).map(|n| n % 9 * 7 % 16).collect::<Vec<u8>>();
    let eight = (0..64u8).map(|n| n * 3).collect::<Vec<u8>>();
    let made = [
        tim::indexed(Depth::Four, (0, 0), 8, &four, (0, 480), &[palette(16)]).unwrap(),
        tim::indexed(Depth::Eight, (0, 0), 8, &eight, (0, 480), &[palette(256)]).unwrap(),
    ];
    let made = made.map(|tim| tim.write().unwrap());
    let fixture = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tim/");
        std::fs::read(format!("{folder}{name}")).unwrap()
    };
    let stored = ["tim16_stp.tim", "tim24_3px.tim", "tim8_2clut.tim"].map(fixture);
    made.into_iter().chain(stored).map(|bytes| open::<Tim>("wall.tim", bytes)).collect()
}

/// An image of each kind.
fn sheet() -> Document {
    use ssh::{Picture, Stored};
    let colours: Vec<[u8; 4]> = (0..=255).map(|n| [n, 255 - n, 7, n / 2]).collect();
    let mut eight = Picture::new(
        *b"eigh",
        32,
        16,
        Stored::Eight((0..512).map(|n| n as u8).collect(), colours.clone()),
    );
    eight.swizzled = true;
    let four = Stored::Four((0..48).map(|n| n % 16).collect(), colours[..16].to_vec());
    let pictures = [
        eight,
        Picture::new(*b"four", 8, 6, four),
        Picture::new(*b"5551", 4, 2, Stored::Rgba5551((0..8).map(|n| n * 0x1111).collect())),
        Picture::new(*b"888\0", 3, 2, Stored::Rgb888((0..6).map(|n| [n, 2, 3]).collect())),
        Picture::new(*b"8888", 2, 2, Stored::Rgba8888((0..4).map(|n| [1, 2, 3, 43 * n]).collect())),
    ];
    open::<Sheet>("rider.ssh", ssh::file(&pictures))
}

fn bitmaps() -> Vec<Document> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/totem/");
    ["grad_f1p2", "grad_f8p3", "grad_f12p3"]
        .map(|name| std::fs::read(format!("{folder}{name}.ngc.TBITMAP")).unwrap())
        .map(|bytes| open::<Bitmap>("grad.ngc.TBITMAP", bytes))
        .into()
}

/// Textures of Final Fantasy VII on PC: with one palette, with two, and with direct colours.
fn textures_of_the_pc() -> Vec<Document> {
    let colours: Vec<[u8; 4]> = (0..64u8).map(|n| [n * 3, 255 - n, n ^ 21, 255 - n]).collect();
    let pixels: Vec<u8> = (0..48).map(|n| n * 5 % 64).collect();
    let words: Vec<u16> = (0..32).map(|n| n * 1021).collect();
    let masks = [0x7C00, 0x3E0, 0x1F, 0x8000];
    let made = [
        pc::indexed((8, 6), &pixels, &[colours], &[true]),
        gouraud_testing::small::ff7_pc::picture(),
        pc::direct((8, 4), &words, masks, 0),
    ];
    made.map(|texture| open::<Tex>("wall.tex", texture.write().unwrap())).into()
}

fn every_document() -> Vec<Document> {
    let mut all = vec![opened_library(), sheet()];
    all.extend(tims());
    all.extend(bitmaps());
    all.extend(textures_of_the_pc());
    all
}
