//! Every coding of Xbox, PSP and GameCube, with bytes worked out by hand; mip levels.

use gouraud::bytes::Source;
use gouraud::edit::asset::AssetFile;
use gouraud::edit::{EditOp, apply};
use gouraud::formats::ea::refpack;
use gouraud::formats::ea::ssh::{Console, Sheet};
use gouraud::formats::{self, format_of};
use gouraud::scene::{CodingUse, PaletteUse, Picture, Replacement, Texels};
use gouraud_testing::build::ssh::{Raw, raw};

use super::problems;
use super::ssh::{decoded, open, textures};
use crate::damage::{Intact, intact};

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
/// Red, blue, and the colours between them in a block.
const BLEND: [[u8; 4]; 4] = [RED, BLUE, [170, 0, 85, 255], [85, 0, 170, 255]];
/// Colours of a block and its indices: 0 to 3 in the first row.
const BLOCK: [u8; 8] = [0x00, 0xF8, 0x1F, 0x00, 0xE4, 0, 0, 0];

/// A picture, its palette, and its first expected texels.
struct Case {
    kind: u8,
    sides: [u16; 2],
    data: Vec<u8>,
    palette: Option<(u8, Vec<u8>)>,
    first: Vec<[u8; 4]>,
}

fn case(kind: u8, sides: [u16; 2], data: Vec<u8>, first: &[[u8; 4]]) -> Case {
    Case { kind, sides, data, palette: None, first: first.to_vec() }
}

/// `bytes` padded with zeros to `len`.
fn filled(bytes: &[u8], len: usize) -> Vec<u8> {
    let mut all = bytes.to_vec();
    all.resize(len, 0);
    all
}

/// `count` colours of these bytes each.
fn palette<const N: usize>(count: u8, colour: impl Fn(u8) -> [u8; N]) -> Vec<u8> {
    (0..count).flat_map(colour).collect()
}

fn xbox() -> Vec<Case> {
    let bgra = |count| palette(count, |n| [n, 1, 2, n.wrapping_add(100)]);
    let with = |case: Case, palette| Case { palette: Some(palette), ..case };
    let indices = |first: &[[u8; 4]]| case(121, [4, 4], filled(&[0x12], 8), first);
    let alphas = [0, 17, 34, 255].into_iter().zip(BLEND);
    let alphas: Vec<_> = alphas.map(|(alpha, [r, g, b, _])| [r, g, b, alpha]).collect();
    let words =
        |kind, word: u16, first| case(kind, [4, 4], [word.to_le_bytes(); 16].concat(), &[first]);
    vec![
        case(96, [4, 4], BLOCK.to_vec(), &BLEND),
        case(97, [4, 4], [&[0x10, 0xF2, 0, 0, 0, 0, 0, 0][..], &BLOCK].concat(), &alphas),
        case(
            98,
            [4, 4],
            [&[255, 0, 1, 0, 0, 0, 0, 0][..], &BLOCK].concat(),
            &[[255, 0, 0, 0], BLUE],
        ),
        words(109, 0xF123, [17, 34, 51, 255]),
        words(120, 0xF800, RED),
        with(indices(&[[2, 1, 1, 101], [2, 1, 2, 102]]), (42, bgra(16))),
        with(indices(&[[1, 0, 7, 255]]), (42, palette(16, |n| [n, 0, 7]))),
        with(indices(&[[1, 0, 7, 255]]), (36, palette(16, |n| [n, 0, 7]))),
        with(indices(&[RED]), (41, palette(16, |_| [0x00, 0xF8]))),
        with(indices(&[RED]), (45, palette(16, |_| [0x00, 0x7C]))),
        with(indices(&[[1, 2, 3, 4]]), (33, palette(16, |_| [1, 2, 3, 4]))),
        with(case(123, [4, 4], filled(&[9, 8], 16), &[[2, 1, 9, 109]]), (42, bgra(255))),
        case(125, [4, 4], filled(&[1, 2, 3, 4], 64), &[[3, 2, 1, 4]]),
        words(126, 0x7C00, RED),
        case(127, [4, 4], filled(&[1, 2, 3], 48), &[[3, 2, 1, 255]]),
    ]
}

fn psp() -> Vec<Case> {
    let rgba = |count| Some((59, palette(count, |n| [n, 1, 2, n.wrapping_add(100)])));
    let four = case(92, [4, 4], filled(&[0x21], 8), &[[1, 1, 2, 101], [2, 1, 2, 102]]);
    let eight = case(93, [4, 4], filled(&[3], 16), &[[3, 1, 2, 103]]);
    vec![
        case(88, [4, 4], filled(&[0x1F, 0], 32), &[RED]),
        case(89, [4, 4], filled(&[0, 0xF8], 32), &[BLUE]),
        case(90, [4, 4], filled(&[0x21, 0x43], 32), &[[17, 34, 51, 68]]),
        case(91, [4, 4], filled(&[1, 2, 3, 4], 64), &[[1, 2, 3, 4]]),
        Case { palette: rgba(16), ..four },
        Case { palette: rgba(155), ..eight },
    ]
}

fn gamecube() -> Vec<Case> {
    // Opaque red for 1, half of white for the others.
    let rgb5a3 = |count| {
        let words = |n| if n == 1 { [0xFC, 0x00] } else { [0x3F, 0xFF] };
        Some((50, palette(count, words)))
    };
    let four = case(24, [8, 8], filled(&[0x12], 32), &[RED, [255, 255, 255, 109]]);
    let eight = case(25, [8, 4], filled(&[1, 2], 32), &[RED, [255, 255, 255, 109]]);
    let mut rgba = vec![0; 64];
    rgba[2..4].copy_from_slice(&[4, 1]);
    rgba[34..36].copy_from_slice(&[2, 3]);
    let cmpr = [
        [0xF8, 0x00, 0x00, 0x1F, 0x1B, 0, 0, 0],
        [0x07, 0xE0, 0x00, 0x00, 0, 0, 0, 0],
        [0x00, 0x1F, 0x00, 0x00, 0, 0, 0, 0],
        [0xFF, 0xFF, 0x00, 0x00, 0, 0, 0, 0],
    ];
    let mut row = BLEND.to_vec();
    row.extend([[0, 255, 0, 255]; 4]);
    vec![
        case(20, [4, 4], filled(&[0xF8, 0x00], 32), &[RED]),
        case(22, [4, 4], rgba, &[[0; 4], [1, 2, 3, 4]]),
        Case { palette: rgb5a3(16), ..four },
        Case { palette: rgb5a3(255), ..eight },
        case(30, [8, 8], cmpr.concat(), &row),
    ]
}

fn cases(console: Console) -> Vec<Case> {
    match console {
        Console::Ps2 => Vec::new(),
        Console::Xbox => xbox(),
        Console::Psp => psp(),
        Console::GameCube => gamecube(),
    }
}

/// A sheet of all codings of a console, each plain and as a stream, and one with mip levels.
fn sheet(console: Console) -> Vec<u8> {
    let image = |(index, case): (usize, &Case)| {
        let mut chunks = vec![Raw::new(case.kind, case.sides, case.data.clone())];
        if index % 4 == 3 {
            chunks[0] = Raw::new(case.kind | 0x80, case.sides, refpack::pack(&case.data));
        }
        if let Some((kind, bytes)) = &case.palette {
            let size = match kind {
                36 => 3,
                41 | 45 | 50 => 2,
                42 if bytes.len() == 48 => 3,
                _ => 4,
            };
            chunks.push(Raw::new(*kind, [(bytes.len() / size) as u16, 1], bytes.clone()));
        }
        (*b"tex0", chunks)
    };
    raw(console, &cases(console).iter().enumerate().map(image).collect::<Vec<_>>())
}

const OTHERS: [(Console, &str); 3] =
    [(Console::Xbox, "xbox"), (Console::Psp, "psp"), (Console::GameCube, "gamecube")];

#[test]
fn decodes_every_coding_of_every_console() {
    for (console, name) in OTHERS {
        let bytes = sheet(console);
        let source = Source::from_bytes("any", bytes.clone());
        assert_eq!(formats::identify(&source).unwrap().0.info().id, "ea.ssh");
        let document = open(&bytes);
        let messages = problems(&document);
        // Palettes have fewer colours than the indices use.
        assert!(messages.iter().all(|line| line.starts_with("note")), "{name} {messages:?}");
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0), "{name}");
        let textures = textures(&bytes);
        assert_eq!(textures.len(), cases(console).len());
        for (texture, case) in textures.iter().zip(cases(console)) {
            let texels = decoded(texture);
            assert_eq!([texture.width, texture.height], case.sides.map(u32::from));
            assert_eq!(texels[..case.first.len()], case.first, "{name} {}", case.kind);
        }
    }
}

#[test]
fn gamecube_tile_has_two_by_two_blocks() {
    let bytes = sheet(Console::GameCube);
    let cmpr = &textures(&bytes)[4];
    let texels = decoded(cmpr);
    assert_eq!((texels[8], texels[4 * 8], texels[4 * 8 + 4]), (RED, BLUE, [255; 4]));
    let at =
        |x, y| cmpr.pixels.texel_offset(x, y).unwrap() - cmpr.pixels.texel_offset(0, 0).unwrap();
    assert_eq!((at(3, 3), at(4, 0), at(0, 4), at(7, 7)), (0, 8, 16, 24));
}

/// One image of 8-bit greys, swizzled in the console's order.
fn swizzled(console: Console, kind: u8, sides: [u16; 2], data: Vec<u8>) -> Vec<u8> {
    let chunk = Raw { swizzled: true, ..Raw::new(kind, sides, data) };
    let greys = palette(255, |n| [n, n, n, 255]);
    raw(console, &[(*b"swiz", vec![chunk, Raw::new(33, [255, 1], greys)])])
}

fn reds(bytes: &[u8]) -> Vec<u8> {
    decoded(&textures(bytes)[0]).iter().map(|[r, ..]| *r).collect()
}

#[test]
fn xbox_texels_are_in_z_order() {
    let square = swizzled(Console::Xbox, 123, [4, 4], (0..16).collect());
    let expected = [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15];
    assert_eq!(reds(&square), expected);
    let wide = swizzled(Console::Xbox, 123, [8, 2], (0..16).collect());
    assert_eq!(reds(&wide), [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15]);
    let at = textures(&wide)[0].pixels.texel_offset(4, 1).unwrap();
    assert_eq!(wide[at as usize], 10);
    // Sides that are not powers of two: shown plain, and reported.
    let unsupported = swizzled(Console::Xbox, 123, [3, 2], (0..6).collect());
    assert_eq!(reds(&unsupported), [0, 1, 2, 3, 4, 5]);
    assert!(problems(&open(&unsupported)).iter().any(|line| line.ends_with("header.x")));
}

#[test]
fn psp_texels_are_in_blocks() {
    let bytes = swizzled(Console::Psp, 93, [32, 8], (0..=255).map(|n: u8| n.min(250)).collect());
    let reds = reds(&bytes);
    assert_eq!((reds[0], reds[15], reds[16], reds[32], reds[7 * 32 + 3]), (0, 15, 128, 16, 115));
    let unsupported = swizzled(Console::Psp, 93, [8, 8], (0..64).collect());
    assert!(problems(&open(&unsupported)).iter().any(|line| line.ends_with("header.x")));
}

/// 4 × 2 texels and two mip levels, of which `there` bytes are present.
fn with_mips(console: Console, kind: u8, there: usize) -> Vec<u8> {
    let data: Vec<u8> = (0..44).collect();
    let data = data[..there].to_vec();
    let data = if kind & 0x80 != 0 { refpack::pack(&data) } else { data };
    let chunk = Raw { mips: 2, ..Raw::new(kind, [4, 2], data) };
    raw(console, &[(*b"mips", vec![chunk])])
}

#[test]
fn mip_levels_follow_texels() {
    for (console, kind) in [(Console::Xbox, 125), (Console::Ps2, 5), (Console::Ps2, 133)] {
        let bytes = with_mips(console, kind, 44);
        let document = open(&bytes);
        assert_eq!(problems(&document), [""; 0]);
        let coverage = document.tree.coverage();
        assert_eq!((coverage.unread, coverage.overlap), (0, 0));
        let textures = textures(&bytes);
        let mips = textures[0].pixels.mips();
        let sides: Vec<_> = mips.iter().map(|mip| (mip.width, mip.height)).collect();
        assert_eq!(sides, [(2, 1), (1, 1)]);
        let Texels::Rgba(texels) = mips[0].pixels.decode() else { panic!() };
        let expected = match console {
            Console::Xbox => [[34, 33, 32, 35], [38, 37, 36, 39]],
            _ => [[32, 33, 34, 70], [36, 37, 38, 78]],
        };
        assert_eq!(texels, expected);
        if kind == 125 {
            let at = mips[1].pixels.texel_offset(0, 0).unwrap();
            assert_eq!((bytes[at as usize], mips[1].origin.span.start), (40, at));
            assert_eq!(mips[1].origin.path, "images[0].chunks[0].mips");
            assert!(document.tree.find("images[0].chunks[0].mips").is_ok());
        }
    }
}

#[test]
fn reports_missing_mip_levels() {
    let bytes = with_mips(Console::Xbox, 125, 41);
    assert_eq!(textures(&bytes)[0].pixels.mips().len(), 1);
    let document = open(&bytes);
    assert_eq!(problems(&document), ["note 0x2e images[0].chunks[0].header.y"]);
    let message = document.problems.iter().next().unwrap().message.clone();
    assert_eq!(message, "expected 2 smaller levels, found 1 in the 9 bytes after the texels");
}

#[test]
fn refuses_to_replace_pictures_of_other_consoles() {
    let document = open(&sheet(Console::Xbox));
    let texels = vec![RED; 16];
    let picture =
        Picture { width: 4, height: 4, texels, palette: PaletteUse::Keep, shown_in: None };
    let order = EditOp::Replace {
        replace: "images[0]".to_owned(),
        with: AssetFile::content("new.png", Replacement::Picture(picture)),
        bump: None,
        palette: PaletteUse::Keep,
        coding: CodingUse::Keep,
        resize: true,
    };
    let why = apply(&document, &[order]).unwrap_err().to_string();
    assert!(why.contains("only images of the PlayStation 2"), "{why}");
}

/// With `GOURAUD_SEEDS` set, the seeds are regenerated.
#[test]
fn seeds_match_builder_output() {
    for (console, name) in OTHERS {
        let path = format!("{}/fuzz/seeds/ea.ssh-{name}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("GOURAUD_SEEDS").is_some() {
            std::fs::write(&path, sheet(console)).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == sheet(console), "{path}");
    }
}

#[test]
fn survives_truncated_sheets() {
    for (console, _) in OTHERS {
        let bytes = sheet(console);
        for end in (16..bytes.len()).step_by(7) {
            let cut = &bytes[..end];
            if let Ok(document) = format_of::<Sheet>().open(&Source::from_bytes("x", cut.to_vec()))
            {
                assert!(!document.problems.is_empty());
                textures(cut).iter().for_each(|texture| drop(decoded(texture)));
            }
        }
    }
}

/// Valid sheets.
pub fn files() -> Vec<Intact> {
    OTHERS.map(|(console, _)| intact("ea.ssh", sheet(console))).into()
}
