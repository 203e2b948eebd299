//! Palettes, pictures and sounds of descriptions.

use gouraud::bytes::{Problems, Source, SourceId};
use gouraud::codec::ima_adpcm::Blocks;
use gouraud::codec::{aica_adpcm, dsp_adpcm, spu_adpcm, xa_adpcm};
use gouraud::container::Context;
use gouraud::export::texture_picture;
use gouraud::formats;
use gouraud::ksy::views;
use gouraud::scene::{Id, Samples, Scene, Texels, Texture};

use super::read;

const SOURCE: SourceId = SourceId(7);

fn scene_and_problems(text: &str, bytes: &[u8]) -> (Scene, Problems) {
    let mut reader = read(text, bytes);
    views::scene(&mut reader, SOURCE, "own").unwrap()
}

fn scene(text: &str, bytes: &[u8]) -> Scene {
    let (scene, problems) = scene_and_problems(text, bytes);
    assert_eq!(messages(&problems), [""; 0]);
    scene
}

fn messages(problems: &Problems) -> Vec<String> {
    problems.iter().map(|problem| format!("{}: {}", problem.field, problem.message)).collect()
}

/// Description of a file whose first `palette` bytes are `colours`, and the rest `body`.
fn description(palette: usize, views: &str) -> String {
    format!(
        "meta: {{id: own, endian: le}}
seq:
  - {{id: colours, size: {palette}}}
  - {{id: body, size-eos: true}}
-gouraud:
{views}"
    )
}

fn picture(keys: &str) -> String {
    description(0, &format!("  pictures: {{{keys}, data: body}}\n"))
}

fn rgba(scene: &Scene, index: usize) -> Vec<[u8; 4]> {
    let (id, _) = scene.textures.pairs().nth(index).unwrap();
    texture_picture(scene, id).unwrap().pixels().map(|pixel| pixel.0).collect()
}

fn texture(scene: &Scene, index: usize) -> &Texture {
    scene.textures.get(Id::at(index)).unwrap()
}

/// The texels of a picture of one row.
fn row(coding: &str, width: usize, bytes: &[u8]) -> Vec<[u8; 4]> {
    let text = picture(&format!("width: {width}, height: 1, coding: {coding}"));
    rgba(&scene(&text, bytes), 0)
}

#[test]
fn channel_words_count_bits_from_the_least_significant_one() {
    assert_eq!(row("b5g6r5", 2, &[0x1F, 0x00, 0xE0, 0x07]), [[0, 0, 255, 255], [0, 255, 0, 255]]);
    assert_eq!(row("b5g6r5be", 1, &[0xF8, 0x00]), [[255, 0, 0, 255]]);
    assert_eq!(row("x8r8g8b8", 1, &[9, 1, 2, 3]), [[1, 2, 3, 255]]);
    assert_eq!(row("a4r4g4b4be", 1, &[0x12, 0x3F]), [[0x33, 0x22, 0x11, 255]]);
    assert_eq!(row("l8a8", 2, &[5, 6, 255, 0]), [[5, 5, 5, 6], [255, 255, 255, 0]]);
    assert_eq!(row("l8", 2, &[0, 200]), [[0, 0, 0, 255], [200, 200, 200, 255]]);
    assert_eq!(row("r3g3b2", 1, &[0b10_011_001]), [[36, 109, 170, 255]]);
    assert_eq!(row("r10g10b10a2", 1, &0x8000_03FFu32.to_le_bytes()), [[255, 0, 0, 170]]);
}

#[test]
fn short_forms_name_bytes_in_order() {
    for (coding, expected) in [
        ("rgb8", [1, 2, 3, 255]),
        ("bgr8", [3, 2, 1, 255]),
        ("rgba8", [1, 2, 3, 4]),
        ("bgra8", [3, 2, 1, 4]),
        ("argb8", [2, 3, 4, 1]),
        ("abgr8", [4, 3, 2, 1]),
    ] {
        assert_eq!(row(coding, 1, &[1, 2, 3, 4]), [expected], "{coding}");
    }
}

#[test]
fn widens_channels_by_rounding() {
    let words: Vec<u8> = (0..32u16).flat_map(u16::to_le_bytes).collect();
    let reds: Vec<u8> = row("r5g6b5", 32, &words).iter().map(|texel| texel[0]).collect();
    let expected: Vec<u8> = (0..32u32).map(|v| ((v * 527 + 23) >> 6) as u8).collect();
    assert_eq!(reds, expected);
    let words: Vec<u8> = (0..64u16).flat_map(u16::to_le_bytes).collect();
    let reds: Vec<u8> = row("r6g5b5", 64, &words).iter().map(|texel| texel[0]).collect();
    let expected: Vec<u8> =
        (0..64u32).map(|v| (f64::from(v) * 255.0 / 63.0).round() as u8).collect();
    assert_eq!(reds, expected);
}

#[test]
fn words_with_stp_have_a_hole() {
    let bytes = [0, 0, 0x00, 0x80, 0x1F, 0x80];
    let expected = [[0, 0, 0, 0], [0, 0, 0, 255], [255, 0, 0, 255]];
    assert_eq!(row("r5g5b5s1", 3, &bytes), expected);
    assert_eq!(row("r5g5b5s1be", 3, &[0, 0, 0x80, 0x00, 0x80, 0x1F]), expected);
    assert_eq!(row("b5g5r5s1", 3, &bytes)[2], [0, 0, 255, 255]);
    assert_eq!(row("b5g5r5s1", 3, &bytes)[0], [0; 4]);
    assert_eq!(row("r5g5b5x1", 1, &[0, 0]), [[0, 0, 0, 255]]);
}

/// Texels of a row with a palette whose colour i is `[i, i, i]`.
fn indices(coding: &str, width: usize, bytes: &[u8]) -> Vec<u8> {
    let views = format!(
        "  palettes: {{data: colours, coding: rgb8}}
  pictures: {{width: {width}, height: 1, coding: {coding}, data: body, palette: 0}}
"
    );
    let palette = (0..=255u8).flat_map(|index| [index; 3]);
    let bytes: Vec<u8> = palette.chain(bytes.iter().copied()).collect();
    rgba(&scene(&description(768, &views), &bytes), 0).iter().map(|texel| texel[0]).collect()
}

#[test]
fn indices_begin_in_the_low_or_high_bits() {
    assert_eq!(indices("indexed1", 9, &[0b0000_0101, 1]), [1, 0, 1, 0, 0, 0, 0, 0, 1]);
    assert_eq!(indices("indexed1-high", 9, &[0b0000_0101, 128]), [0, 0, 0, 0, 0, 1, 0, 1, 1]);
    assert_eq!(indices("indexed2", 3, &[0b11_10_01]), [1, 2, 3]);
    assert_eq!(indices("indexed2-high", 3, &[0b01_10_11_00]), [1, 2, 3]);
    assert_eq!(indices("indexed4", 3, &[0x21, 0x03]), [1, 2, 3]);
    assert_eq!(indices("indexed4-high", 3, &[0x12, 0x30]), [1, 2, 3]);
    assert_eq!(indices("indexed8", 2, &[250, 3]), [250, 3]);
}

#[test]
fn codings_of_consoles_and_blocks_use_the_codecs() {
    // A block of one colour; the GameCube stores words and indices in the other order.
    let bytes = [0x00, 0xF8, 0x00, 0x00, 0, 0, 0, 0];
    let red = [255, 0, 0, 255];
    let keys = |coding: &str, side: u32| format!("width: {side}, height: {side}, coding: {coding}");
    assert_eq!(rgba(&scene(&picture(&keys("bc1", 4)), &bytes), 0), [red; 16]);
    let opaque = [&[0xFF; 8][..], &bytes].concat();
    assert_eq!(rgba(&scene(&picture(&keys("bc2", 4)), &opaque), 0), [red; 16]);
    let clear = [&[0, 0, 0, 0, 0, 0, 0, 0][..], &bytes].concat();
    assert_eq!(rgba(&scene(&picture(&keys("bc3", 4)), &clear), 0), [[255, 0, 0, 0]; 16]);
    let tile = [[0xF8, 0x00, 0, 0, 0, 0, 0, 0]; 4].concat();
    assert_eq!(rgba(&scene(&picture(&keys("gx-cmpr", 8)), &tile), 0), [red; 64]);
    assert_eq!(rgba(&scene(&picture(&keys("gx-rgb565", 4)), &[0xF8, 0].repeat(16)), 0), [red; 16]);
    assert_eq!(rgba(&scene(&picture(&keys("gx-rgb5a3", 4)), &[0xFC, 0].repeat(16)), 0), [red; 16]);
    let pairs = [[255, 255].repeat(16), [0, 0].repeat(16)].concat();
    assert_eq!(rgba(&scene(&picture(&keys("gx-rgba8", 4)), &pairs), 0), [red; 16]);
    // Twiddled: down, then right.
    let words = [0xF800u16, 0x07E0, 0x001F, 0x0000].map(u16::to_le_bytes).concat();
    let twiddled =
        rgba(&scene(&picture("width: 2, height: 2, coding: powervr, format: 0x101"), &words), 0);
    assert_eq!(twiddled, [red, [0, 0, 255, 255], [0, 255, 0, 255], [0, 0, 0, 255]]);
}

#[test]
fn indices_of_consoles_use_palettes() {
    let tile: Vec<u8> = (0..32).map(|byte| byte * 8).collect();
    assert_eq!(indices("gx-c8", 8, &tile), [0, 8, 16, 24, 32, 40, 48, 56]);
    assert_eq!(indices("gx-c4", 4, &[&[0x12, 0x34][..], &[0; 30]].concat()), [1, 2, 3, 4]);
    let views = "  palettes: {data: colours, coding: rgb8}
  pictures: {width: 16, height: 16, coding: ps2-indexed8, data: body}
";
    let palette = (0..=255u8).flat_map(|index| [index; 3]);
    let bytes: Vec<u8> = palette.chain(0..=255).collect();
    let shown = rgba(&scene(&description(768, views), &bytes), 0);
    let first: Vec<u8> = shown.iter().take(6).map(|texel| texel[0]).collect();
    assert_eq!(first, [0, 4, 8, 12, 16, 20]);
}

#[test]
fn rows_have_a_stride_and_an_order() {
    let keys = "width: 2, height: 2, coding: l8, stride: 3";
    let bytes = [1, 2, 99, 3, 4];
    let lights = |keys: &str| -> Vec<u8> {
        rgba(&scene(&picture(keys), &bytes), 0).iter().map(|texel| texel[0]).collect()
    };
    assert_eq!(lights(keys), [1, 2, 3, 4]);
    assert_eq!(lights(&format!("{keys}, rows: bottom-up")), [3, 4, 1, 2]);
    let stored = scene(&picture(&format!("{keys}, rows: bottom-up")), &bytes);
    assert_eq!(texture(&stored, 0).pixels.texel_offset(1, 0), Some(4));
    assert_eq!(texture(&stored, 0).pixels.stored(), Some((SOURCE, 1)));
}

#[test]
fn holes_are_indices_or_colours() {
    let views = |hole: &str| {
        format!(
            "  palettes: {{data: colours, coding: r5g5b5s1}}
  pictures: {{width: 2, height: 1, coding: indexed4, data: body, hole: '{hole}'}}
"
        )
    };
    let mut bytes = vec![0xFF; 32];
    bytes.push(0x21);
    let shown = rgba(&scene(&description(32, &views("2")), &bytes), 0);
    assert_eq!(shown, [[255; 4], [0; 4]]);
    let shown = rgba(&scene(&description(32, &views("[255, 255, 255]")), &bytes), 0);
    assert_eq!(shown, [[0; 4], [0; 4]]);
    let text = picture("width: 2, height: 1, coding: rgb8, hole: '[1, 2, 3]'");
    assert_eq!(rgba(&scene(&text, &[1, 2, 3, 4, 5, 6]), 0), [[0; 4], [4, 5, 6, 255]]);
}

#[test]
fn pictures_keep_their_indices_with_palettes_of_15_bits() {
    let views = "  palettes: {data: colours, coding: r5g5b5s1, name: '\"main\"'}
  pictures: {width: 2, height: 1, coding: indexed4, data: body, palette: '\"main\"'}
";
    let mut bytes = vec![0; 32];
    (bytes[2], bytes[3]) = (0x1F, 0x80);
    bytes.push(0x10);
    let scene = scene(&description(32, views), &bytes);
    assert!(texture(&scene, 0).pixels.decode() == Texels::Indices(vec![0, 1]));
    let (id, palette) = scene.palettes.pairs().next().unwrap();
    assert_eq!((texture(&scene, 0).palette, &*palette.name), (Some(id), "main"));
    assert_eq!((palette.stored.len(), palette.stored[1]), (16, 0x801F));
    let entry = palette.entries.origin(1);
    assert_eq!((entry.span.start, entry.span.len, &*entry.path), (2, 2, "colours"));
    assert_eq!(rgba(&scene, 0), [[0; 4], [255, 0, 0, 255]]);
    assert_eq!(texture(&scene, 0).pixels.texel_offset(1, 0), Some(32));
}

#[test]
fn pictures_are_displayed_in_every_palette_of_enough_entries() {
    let text = "meta: {id: own}
seq:
  - {id: palettes, size: 6, repeat: expr, repeat-expr: 2}
  - {id: short, size: 3}
  - {id: body, size-eos: true}
-gouraud:
  palettes:
    - {each: palettes, data: _, coding: rgb8}
    - {data: short, coding: rgb8}
  pictures: {name: '\"face\"', width: 2, height: 1, coding: indexed1, data: body, palette: 1}
";
    let bytes = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 9, 9, 9, 0b10];
    let scene = scene(text, &bytes);
    let names: Vec<&str> = scene.textures.iter().map(|texture| &*texture.name).collect();
    assert_eq!(names, ["face", "face.p0"]);
    assert_eq!(rgba(&scene, 0), [[3, 3, 3, 255], [4, 4, 4, 255]]);
    assert_eq!(rgba(&scene, 1), [[1, 1, 1, 255], [2, 2, 2, 255]]);
    let tables: Vec<_> =
        scene.colour_tables.iter().map(|t| (&*t.origin.path, t.colours.len())).collect();
    assert_eq!(tables, [("palettes[0]", 2), ("palettes[1]", 2), ("", 1)]);
}

#[test]
fn palettes_are_made_of_records() {
    let text = "meta: {id: own}
seq:
  - {id: colours, type: colour, repeat: expr, repeat-expr: 2}
  - {id: body, size-eos: true}
types:
  colour:
    seq:
      - {id: r, type: u1}
      - {id: g, type: u1}
      - {id: pad, type: u1}
-gouraud:
  palettes: {entries: {each: colours, colour: '[r, g, 7, 128]'}}
  pictures: {width: 2, height: 1, coding: indexed8, data: body, palette: 0}
";
    let scene = scene(text, &[1, 2, 0, 3, 4, 0, 1, 0]);
    assert_eq!(rgba(&scene, 0), [[3, 4, 7, 128], [1, 2, 7, 128]]);
    let table = scene.colour_tables.iter().next().unwrap();
    assert_eq!(table.entries.origin(1).path, "colours[1]");
    assert_eq!(table.entries.origin(1).span.start, 3);
    assert_eq!(table.alphas, [128, 128]);
}

#[test]
fn picture_files_have_their_own_size() {
    let pixels = vec![1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255];
    let picture_file = image::RgbaImage::from_raw(1, 3, pixels).unwrap();
    for (word, format) in [
        ("png", image::ImageFormat::Png),
        ("bmp", image::ImageFormat::Bmp),
        ("tga", image::ImageFormat::Tga),
    ] {
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture_file.write_to(&mut bytes, format).unwrap();
        let scene = scene(&picture(&format!("coding: {word}")), &bytes.into_inner());
        assert_eq!(rgba(&scene, 0), [[1, 2, 3, 255], [4, 5, 6, 255], [7, 8, 9, 255]], "{word}");
        assert_eq!((texture(&scene, 0).width, texture(&scene, 0).height), (1, 3));
    }
}

#[test]
fn texels_of_unpacked_data_lead_to_the_packed_field() {
    let text = "meta: {id: own}
seq:
  - {id: head, type: u1}
  - {id: body, size: 2, process: xor(1)}
-gouraud:
  pictures: {width: 2, height: 1, coding: l8, data: body}
";
    let scene = scene(text, &[9, 6, 7]);
    assert_eq!(rgba(&scene, 0), [[7, 7, 7, 255], [6, 6, 6, 255]]);
    let pixels = &texture(&scene, 0).pixels;
    assert_eq!((pixels.texel_offset(1, 0), pixels.stored()), (Some(1), Some((SOURCE, 2))));
}

#[test]
fn missing_rows_are_reported_and_empty() {
    let text = picture("width: 2, height: 3, coding: l8");
    let (scene, problems) = scene_and_problems(&text, &[1, 2, 3, 4, 5]);
    assert_eq!(messages(&problems), [": expected 3 rows, found 2"]);
    let shown = rgba(&scene, 0);
    assert_eq!(shown.len(), 6);
    assert_eq!(shown[3..], [[4, 4, 4, 255], [0; 4], [0; 4]]);
    assert_eq!(texture(&scene, 0).pixels.texel_offset(0, 2), None);
}

#[test]
fn large_pictures_take_no_memory_for_missing_rows() {
    let text = picture("width: 16384, height: 16384, coding: rgb8");
    let (scene, problems) = scene_and_problems(&text, &[0; 16384 * 3]);
    assert_eq!(messages(&problems), [": expected 16384 rows, found 1"]);
    assert!(texture(&scene, 0).height <= 256);
}

#[test]
fn reports_pictures_that_cannot_be_decoded() {
    let reported = |keys: &str| {
        let (scene, problems) = scene_and_problems(&picture(keys), &[0; 64]);
        assert!(scene.textures.is_empty(), "{keys}");
        messages(&problems).join("\n")
    };
    assert_eq!(
        reported("width: 0, height: 2, coding: l8"),
        ": expected 1 to 16384 texels per side, found 0 × 2"
    );
    assert_eq!(
        reported("width: 20000, height: 2, coding: l8"),
        ": expected 1 to 16384 texels per side, found 20000 × 2"
    );
    assert_eq!(
        reported("width: 4, height: 2, coding: l8, stride: 3"),
        ": expected at least 4 bytes per row, found 3"
    );
    assert_eq!(
        reported("width: 99, height: 2, coding: l8"),
        ": expected 198 bytes of texels, found 64"
    );
    assert_eq!(
        reported("width: 8, height: 8, coding: ps2-indexed8"),
        ": expected sides that are multiples of 16, found 8 × 8"
    );
    assert_eq!(
        reported("width: 8, height: 8, coding: powervr"),
        ": `powervr` needs the key `format`"
    );
    assert_eq!(
        reported("width: 8, height: 8, coding: powervr, format: 0x7777"),
        ": 8 × 8 texels cannot be stored in this coding"
    );
    assert!(reported("coding: png").contains("PNG"));
    let text = picture("width: 8, height: 8, coding: l8, palette: 2");
    let (_, problems) = scene_and_problems(&text, &[0; 64]);
    assert_eq!(
        messages(&problems),
        [": expected an index below 0 or a name in `palette`, found 2"]
    );
}

/// A TIM of 4 bits: a palette of 16 colours, and 8 × 2 texels.
fn tim() -> Vec<u8> {
    let mut bytes = vec![0x10, 0, 0, 0, 8, 0, 0, 0];
    bytes.extend([44, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 0]);
    bytes.extend((0..16u16).flat_map(|index| (index * 0x0843).to_le_bytes()));
    bytes.extend([20, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0]);
    bytes.extend([0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE]);
    bytes
}

const TIM: &str = "meta: {id: own_tim, endian: le}
seq:
  - {id: magic, contents: [16, 0, 0, 0]}
  - {id: kind, type: u4, valid: 8}
  - {id: clut, type: block}
  - {id: image, type: block}
types:
  block:
    seq:
      - {id: len, type: u4}
      - {id: x, type: u2}
      - {id: y, type: u2}
      - {id: w, type: u2}
      - {id: h, type: u2}
      - {id: body, size: len - 12}
-gouraud:
  palettes: {data: clut.body, coding: r5g5b5s1}
  pictures: {width: image.w * 4, height: image.h, coding: indexed4, data: image.body, palette: 0}
";

#[test]
fn a_described_tim_equals_that_of_the_compiled_reader() {
    let source = Source::from_bytes("own.tim", tim());
    let document = formats::by_id("ps1.tim").unwrap().open(&source).unwrap();
    let (expected, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    let described = scene(TIM, &tim());
    assert_eq!(rgba(&described, 0), rgba(&expected, 0));
    assert_eq!(rgba(&described, 0).len(), 16);
    let offsets = |scene: &Scene| {
        let texture = texture(scene, 0);
        [(0, 0), (7, 1)].map(|(x, y)| texture.pixels.texel_offset(x, y))
    };
    assert_eq!(offsets(&described), offsets(&expected));
}

#[test]
fn truncated_files_show_the_rest() {
    let whole = tim();
    for len in 0..whole.len() {
        let bytes = whole.get(..len).unwrap();
        let mut reader =
            gouraud::ksy::Reader::read(std::sync::Arc::new(super::load(TIM)), bytes.into());
        let (scene, _) = views::scene(&mut reader, SOURCE, "own").unwrap();
        for texture in &scene.textures {
            texture.pixels.decode();
        }
    }
}

fn sound_keys(keys: &str) -> String {
    description(0, &format!("  sounds: {{{keys}, data: body}}\n"))
}

fn samples(keys: &str, bytes: &[u8]) -> Samples {
    let scene = scene(&sound_keys(&format!("rate: 8000, {keys}")), bytes);
    scene.sounds.iter().next().unwrap().data.decode()
}

#[test]
fn sounds_of_pcm() {
    assert_eq!(samples("coding: pcm-u8", &[0, 128, 255]), Samples::U8(vec![0, 128, 255]));
    assert_eq!(samples("coding: pcm-s8", &[0, 128, 127]), Samples::U8(vec![128, 0, 255]));
    let bytes = [1, 2, 0xFF, 0x80, 7];
    assert_eq!(samples("coding: pcm-s16le", &bytes), Samples::I16(vec![0x0201, -32513]));
    assert_eq!(samples("coding: pcm-s16be", &bytes), Samples::I16(vec![0x0102, -128]));
    let keys = "coding: pcm-s16be, channels: 2, frames: 1";
    assert_eq!(samples(keys, &[0, 1, 0, 2, 0, 3, 0, 4]), Samples::I16(vec![1, 2]));
}

#[test]
fn sounds_of_adpcm_use_the_codecs() {
    let wave: Vec<i16> = (0..448).map(|i| ((f64::from(i) * 0.1).sin() * 9000.0) as i16).collect();
    let bytes = spu_adpcm::encode(&wave, &[0]);
    assert_eq!(samples("coding: spu-adpcm", &bytes), Samples::I16(spu_adpcm::decode(&bytes)));
    let bytes = aica_adpcm::encode(&wave);
    assert_eq!(samples("coding: aica-adpcm", &bytes), Samples::I16(aica_adpcm::decode(&bytes)));
    let blocks = Blocks::new(2, 72).unwrap();
    let bytes = blocks.encode(&wave);
    let keys = "coding: ima-adpcm, block: 72, channels: 2";
    assert_eq!(samples(keys, &bytes), Samples::I16(blocks.decode(&bytes)));
    let bytes = xa_adpcm::encode(true, &wave);
    let layout = xa_adpcm::Layout { is_stereo: true, is_wide: false };
    let expected = Samples::I16(xa_adpcm::decode(layout, [&*bytes]));
    assert_eq!(samples("coding: xa-adpcm, channels: 2", &bytes), expected);
    let (coefficients, bytes) = dsp_adpcm::encode(&wave);
    let keys = format!("coding: dsp-adpcm, coefficients: '{:?}'", coefficients.as_flattened());
    assert_eq!(samples(&keys, &bytes), Samples::I16(dsp_adpcm::decode(&bytes, &coefficients)));
}

#[test]
fn sounds_have_loops_identifiers_and_captions() {
    let text = "meta: {id: own, encoding: ASCII}
seq:
  - {id: lines, type: line, repeat: expr, repeat-expr: 2}
  - {id: body, size-eos: true}
types:
  line:
    seq:
      - {id: tenths, type: u1}
      - {id: words, type: str, size: 2}
-gouraud:
  sounds:
    name: '\"voice\"'
    coding: pcm-u8
    rate: 10
    loop: '[1, 3]'
    id: 0x1234
    captions: {each: lines, start: tenths / 10.0, end: tenths / 10.0 + 0.1, text: words}
    data: body
";
    let scene = scene(text, b"\x02no\x00go\x80\x80\x80\x80\x80");
    let sound = scene.sounds.iter().next().unwrap();
    assert_eq!(
        (&*sound.name, sound.rate, sound.frames, sound.id()),
        ("voice", 10, 5, Some(0x1234))
    );
    let looped = sound.looped.unwrap();
    assert_eq!((looped.first, looped.last), (1, 3));
    let captions: Vec<_> =
        sound.captions.iter().map(|c| (c.start_ms, c.end_ms, &*c.text, &*c.origin.path)).collect();
    assert_eq!(captions, [(0, 100, "go", "lines[1]"), (200, 300, "no", "lines[0]")]);
}

#[test]
fn reports_mistakes_of_sounds() {
    let reported = |keys: &str, bytes: &[u8]| {
        let (scene, problems) = scene_and_problems(&sound_keys(keys), bytes);
        let sound = scene.sounds.iter().next();
        let state = sound.map(|sound| (sound.channels, sound.frames, sound.rate));
        (messages(&problems).join("\n"), state)
    };
    let (message, state) = reported("coding: pcm-u8, rate: 8000, frames: 9", &[0; 4]);
    assert_eq!((&*message, state), (": expected 9 frames, found 4", Some((1, 4, 8000))));
    let (message, state) = reported("coding: pcm-u8, rate: -5", &[0; 4]);
    let expected = ": invalid sample rate -5 Hz; 44100 Hz is used";
    assert_eq!((&*message, state), (expected, Some((1, 4, 44_100))));
    let (message, state) = reported("coding: pcm-u8, rate: 1, channels: 6", &[0; 4]);
    assert_eq!((&*message, state), (": expected 1 or 2 channels, found 6", Some((0, 0, 1))));
    let (message, _) = reported("coding: spu-adpcm, rate: 1, channels: 2", &[0; 16]);
    assert_eq!(message, ": expected 1 channel of SPU-ADPCM, found 2");
    let (message, state) = reported("coding: pcm-u8, rate: 1, loop: '[2, 4]'", &[0; 4]);
    let expected = ": the loop from 2 to 4 is not within 4 frames";
    assert_eq!((&*message, state), (expected, Some((1, 4, 1))));
    let (message, _) = reported("coding: ima-adpcm, rate: 1", &[0; 4]);
    assert_eq!(message, ": `ima-adpcm` needs the key `block`");
    let (message, _) = reported("coding: dsp-adpcm, rate: 1, coefficients: '[1, 2]'", &[0; 8]);
    assert_eq!(message, ": expected 16 coefficients, found 2");
}
