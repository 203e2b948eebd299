//! Textures and sounds replaced: nothing else changes, and what is stored is as near as it can be.

use gouraud::bytes::{Colour15, Source, expand5};
use gouraud::codec::powervr;
use gouraud::container::Context;
use gouraud::edit::asset::{With, from_bytes};
use gouraud::edit::recipe::Recipe;
use gouraud::edit::{EditError, Order, apply, fidelity};
use gouraud::export::texture_picture;
use gouraud::formats::ea::ssh::Sheet;
use gouraud::formats::neversoft::psx::{self, records};
use gouraud::formats::ps1::tim::Tim;
use gouraud::formats::ps1::vram::Depth;
use gouraud::formats::totem::bitmap::Bitmap;
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::BankFile;
use gouraud::formats::{Document, Records, format_of};
use gouraud::scene::{Id, PaletteUse, Picture, Recording, Replacement, Samples, Scene};
use gouraud_testing::build::{ssh, tim, tpa};

fn open<T: Records>(name: &str, bytes: Vec<u8>) -> Document {
    format_of::<T>().open(&Source::from_bytes(name, bytes)).unwrap()
}

fn scene(document: &Document) -> Scene {
    document.content.scene(Context::ALONE).unwrap().0
}

/// Texture `index` as it is exported.
fn picture(document: &Document, index: u32) -> Picture {
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
    let with = With::content("new.png", Replacement::Picture(picture.clone()));
    apply(document, &[Order::Replace { replace: asset.to_owned(), with, palette }])
}

/// Distance of two colours in Oklab, by the published numbers.
fn distance(a: [u8; 3], b: [u8; 3]) -> f64 {
    let lab = |rgb: [u8; 3]| {
        let [r, g, b] = rgb.map(|v| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        });
        let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
        let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
        let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    };
    lab(a).iter().zip(lab(b)).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Two textures of 16 colours that share a palette with a hole, one of 256, and one of 16-bit
/// words.
fn library() -> psx::File {
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

fn every_document() -> Vec<Document> {
    let mut all = vec![opened_library(), sheet()];
    all.extend(tims());
    all.extend(bitmaps());
    all
}

#[test]
fn a_texture_replaced_by_its_own_export_gives_the_same_bytes() {
    let mut count = 0;
    for document in every_document() {
        for index in 0..scene(&document).textures.len() as u32 {
            for palette in [PaletteUse::Keep, PaletteUse::Rebuild] {
                let same = picture(&document, index);
                let changed = put(&document, &format!("texture {index}"), &same, palette).unwrap();
                let (now, was) = (changed.source.bytes(), document.source.bytes());
                assert!(now == was, "texture {index} of {}", document.format.id);
                count += 1;
            }
        }
    }
    assert_eq!(count, 2 * (4 + 5 + 5 + 3));
}

#[test]
fn one_other_texel_is_the_one_difference() {
    for document in every_document() {
        for index in 0..scene(&document).textures.len() as u32 {
            let mut new = picture(&document, index);
            // A colour that its palette has.
            let other = new.texels.iter().rposition(|t| *t != new.texels[1] && t[3] > 0);
            let Some(other) = other else { continue };
            new.texels[1] = new.texels[other];
            let asset = format!("texture {index}");
            let changed = put(&document, &asset, &new, PaletteUse::Keep).unwrap();
            assert_eq!(picture(&changed, index), new, "{asset} of {}", document.format.id);
            let (now, was) = (changed.source.bytes(), document.source.bytes());
            assert_eq!(now.len(), was.len());
            let differ = now.iter().zip(was).filter(|(a, b)| a != b).count();
            assert!((1..=4).contains(&differ), "{differ} bytes of {}", document.format.id);
        }
    }
}

#[test]
fn a_picture_of_too_many_colours_is_as_near_as_its_palette_allows() {
    let document = opened_library();
    let mut new = picture(&document, 2);
    for (n, texel) in new.texels.iter_mut().enumerate() {
        *texel = [(n * 12) as u8, (255 - n * 9) as u8, (n * n) as u8, 255];
    }
    let changed = put(&document, "textures[2]", &new, PaletteUse::Keep).unwrap();
    let palette: Vec<[u8; 3]> = library().library.unwrap().palettes256[0]
        .colours
        .iter()
        .map(|w| Colour15(*w).rgb8())
        .collect();
    for (wanted, stored) in new.texels.iter().zip(picture(&changed, 2).texels) {
        let rgb = |[r, g, b, _]: [u8; 4]| [r, g, b];
        let best = palette.iter().map(|c| distance(rgb(*wanted), *c)).fold(f64::MAX, f64::min);
        let own = distance(rgb(*wanted), rgb(stored));
        assert!(own - best < 1e-6, "{wanted:?} became {stored:?}");
    }
    let with = With::content("new.png", Replacement::Picture(new.clone()));
    let told = fidelity((&changed, Context::ALONE), "textures[2]", &with).unwrap();
    let differences: Vec<u32> = new
        .texels
        .iter()
        .zip(picture(&changed, 2).texels)
        .map(|(a, b)| (0..3).map(|c| u32::from(a[c].abs_diff(b[c]))).max().unwrap())
        .collect();
    assert_eq!(told.differ, differences.iter().filter(|d| **d > 0).count());
    assert_eq!(told.most, *differences.iter().max().unwrap());
    assert!((told.mean - f64::from(differences.iter().sum::<u32>()) / 21.0).abs() < 1e-9);
}

#[test]
fn a_palette_made_anew_is_exact_where_the_colours_are_few_enough() {
    let document = opened_library();
    let mut new = picture(&document, 2);
    for (n, texel) in new.texels.iter_mut().enumerate() {
        let five = |v: usize| expand5((v % 31) as u8);
        *texel = if n == 4 { [0; 4] } else { [five(n), five(n * 3), five(n * 5), 255] };
    }
    let refused = put(&document, "textures[2]", &new, PaletteUse::Keep).unwrap_err().to_string();
    assert!(refused.contains("no colour for them (keep)"), "{refused}");
    let changed = put(&document, "textures[2]", &new, PaletteUse::Rebuild).unwrap();
    assert_eq!(picture(&changed, 2), new);
    assert_eq!(picture(&changed, 0), picture(&document, 0));
    // What is translucent has STP, what is not has none.
    new.texels[0][3] = 128;
    let changed = put(&document, "textures[2]", &new, PaletteUse::Rebuild).unwrap();
    let scene = scene(&changed);
    let texture = &scene.textures[2];
    let loaded = scene.palettes[texture.palette.unwrap().index()].loaded();
    let gouraud::scene::Texels::Indices(indices) = texture.pixels.decode() else { panic!() };
    let stp: Vec<bool> = indices.iter().map(|i| loaded[usize::from(*i)] & 0x8000 != 0).collect();
    assert!(stp[0] && !stp[1], "{stp:?}");
    assert_eq!(loaded[usize::from(indices[4])], 0);
}

#[test]
fn a_shared_palette_is_made_anew_when_that_is_asked_for_and_the_others_keep_their_look() {
    let document = opened_library();
    let mut new = picture(&document, 0);
    for (n, texel) in new.texels.iter_mut().enumerate() {
        *texel = [expand5(n as u8 % 3), 255, 0, 255];
    }
    let refused = put(&document, "textures[0]", &new, PaletteUse::Rebuild).unwrap_err().to_string();
    assert!(refused.contains("1 other textures use its palette"), "{refused}");
    let changed = put(&document, "textures[0]", &new, PaletteUse::Shared).unwrap();
    assert_eq!(picture(&changed, 0), new);
    assert_eq!(picture(&changed, 1), picture(&document, 1));
}

#[test]
fn a_palette_with_too_few_entries_is_made_as_near_as_it_goes() {
    for document in tims().into_iter().take(1).chain(bitmaps().into_iter().take(1)) {
        let mut new = picture(&document, 0);
        for (n, texel) in new.texels.iter_mut().enumerate() {
            *texel = [(n * 2) as u8, (n * 2) as u8, (n * 2) as u8, 255];
        }
        let error = |palette| {
            let changed = put(&document, "texture 0", &new, palette).unwrap();
            let with = With::content("new.png", Replacement::Picture(new.clone()));
            fidelity((&changed, Context::ALONE), "texture 0", &with).unwrap()
        };
        let (kept, made) = (error(PaletteUse::Keep), error(PaletteUse::Rebuild));
        assert!(made.mean < kept.mean && made.most <= 16, "{made:?} {kept:?}");
    }
}

#[test]
fn a_packed_image_that_needs_more_room_moves_what_is_behind_it() {
    use ssh::{Picture as Stored, Stored as Texels};
    let grey: Vec<[u8; 4]> = (0..=255).map(|n| [n, n, n, 128]).collect();
    let flat = |name: &[u8; 4]| {
        let texels = Texels::Eight(vec![3; 1024], grey.clone());
        Stored { packed: true, ..Stored::new(*name, 32, 32, texels) }
    };
    let bytes = ssh::file(&[flat(b"one "), flat(b"two ")]);
    let document = open::<Sheet>("rider.ssh", bytes);
    let mut new = picture(&document, 0);
    let mut state = 7u32;
    for texel in &mut new.texels {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *texel = [[(state >> 24) as u8; 3].as_slice(), &[255]].concat().try_into().unwrap();
    }
    let changed = put(&document, "images[0]", &new, PaletteUse::Keep).unwrap();
    assert!(changed.source.len() > document.source.len() + 500);
    assert_eq!(picture(&changed, 0), new);
    assert_eq!(picture(&changed, 1), picture(&document, 1));
    assert_eq!(changed.problems.iter().count(), document.problems.iter().count());
    let size = u32::from_le_bytes(*changed.source.bytes()[4..].first_chunk().unwrap());
    assert_eq!(u64::from(size), changed.source.len());
}

#[test]
fn another_size_is_taken_where_the_format_has_it() {
    let document = opened_library();
    let sized = |width, height| Picture {
        width,
        height,
        texels: vec![[255, 255, 255, 255]; (width * height) as usize],
        palette: PaletteUse::Shared,
        shown_in: None,
    };
    let changed = put(&document, "textures[0]", &sized(13, 9), PaletteUse::Shared).unwrap();
    assert_eq!(picture(&changed, 0).texels, sized(13, 9).texels);
    assert_eq!(picture(&changed, 3), picture(&document, 3));
    let refused = |asset: &str, w, h| {
        put(&document, asset, &sized(w, h), PaletteUse::Keep).unwrap_err().to_string()
    };
    assert!(refused("textures[0]", 257, 1).contains("1 to 256 texels a side"));
    assert!(refused("textures[3]", 4, 4).contains("must have 8 × 8"));
    let tim = &tims()[0];
    let refused = put(tim, "image", &sized(4, 4), PaletteUse::Keep).unwrap_err().to_string();
    assert!(refused.contains("must have 8 × 8"), "{refused}");
}

#[test]
fn smaller_levels_of_powervr_textures_are_made_anew() {
    // Twiddled words of 5, 6 and 5 bits with smaller levels: 4 × 4.
    let format = 0x0201;
    let needed = powervr::needed(format, 4, 4).unwrap();
    let red = vec![[255, 0, 0, 255]; 16];
    let made = powervr::encode(format, 4, 4, &red, &vec![0; needed]).unwrap();
    assert_eq!(powervr::decode(format, 4, 4, &made).unwrap(), red);
    assert_eq!(made[..2], [0, 0], "what stands before the levels stays");
    assert!(made[2..].chunks(2).all(|word| word == [0x00, 0xF8]), "{made:x?}");
}

fn bank() -> Document {
    let tone = |n: usize| -> Vec<i16> {
        (0..n).map(|i| ((i as f32 * 0.1).sin() * 8000.0) as i16).collect()
    };
    let sounds = vec![
        tpa::pcm8(11025, 1, &[0x80, 0xFF, 0x80, 0x00]),
        tpa::with_captions(tpa::pcm16(22050, 2, &tone(44100)), &[(400, "Hello"), (600, "again")]),
        tpa::adpcm(22050, 1, &tone(3000)),
    ];
    let names = ["ONE", r"VO\TWO", "THREE"];
    let mut ids: Vec<_> =
        names.iter().enumerate().map(|(at, name)| tpa::id(name_hash(name), at)).collect();
    ids.push(tpa::id(name_hash("ALIAS"), 1));
    open::<BankFile>("voices.tpa", tpa::bank(ids, sounds, Vec::new()).write().unwrap())
}

fn play(document: &Document, asset: &str, recording: Recording) -> Result<Document, EditError> {
    let with = With::content("new.wav", Replacement::Recording(recording));
    let palette = PaletteUse::Keep;
    apply(document, &[Order::Replace { replace: asset.to_owned(), with, palette }])
}

#[test]
fn samples_of_pcm_are_stored_bit_for_bit() {
    let document = bank();
    let samples = Samples::I16((0..45000i32).map(|n| (n * 7919 % 65536 - 32768) as i16).collect());
    let recording = Recording { channels: 2, rate: 22050, samples: samples.clone() };
    let changed = play(&document, "sounds[1]", recording).unwrap();
    let (now, was) = (scene(&changed), scene(&document));
    assert_eq!(now.sounds[1].data.decode(), samples);
    assert_eq!(now.sounds[1].captions.len(), 2);
    assert_eq!(now.sounds[1].promised_frames, 22500);
    assert_eq!(now.sounds[1].ids.len(), 2);
    for index in [0, 2] {
        assert_eq!(now.sounds[index].data.decode(), was.sounds[index].data.decode());
    }
    let told = |document: &Document| -> Vec<String> {
        document.problems.iter().map(|problem| problem.to_string()).collect()
    };
    assert_eq!(told(&changed), told(&document));
    assert_eq!(changed.content.write().unwrap(), changed.source.bytes());
    let eight = Samples::U8(vec![0, 1, 128, 255, 254, 3, 9]);
    let recording = Recording { channels: 1, rate: 11025, samples: eight.clone() };
    let changed = play(&document, "sounds[0]", recording).unwrap();
    assert_eq!(scene(&changed).sounds[0].data.decode(), eight);
}

#[test]
fn a_sound_replaced_by_its_own_samples_gives_the_same_bytes() {
    let document = bank();
    for (index, sound) in scene(&document).sounds.iter().enumerate() {
        let (channels, rate, samples) = (sound.channels, sound.rate, sound.data.decode());
        let recording = Recording { channels, rate, samples };
        let changed = play(&document, &format!("sounds[{index}]"), recording).unwrap();
        assert!(changed.source.bytes() == document.source.bytes(), "sound {index}");
    }
}

#[test]
fn adpcm_is_packed_as_the_coder_packs_it() {
    let document = bank();
    let samples: Vec<i16> = (0..4000).map(|n| ((n as f32 * 0.05).sin() * 9000.0) as i16).collect();
    let recording = Recording { channels: 1, rate: 22050, samples: Samples::I16(samples.clone()) };
    let changed = play(&document, "sounds[2]", recording).unwrap();
    let expected = tpa::adpcm(22050, 1, &samples);
    let scene = scene(&changed);
    let sound = &scene.sounds[2];
    assert_eq!((sound.codec, sound.stored_bytes), ("IMA ADPCM", expected.data.len()));
    assert!(changed.source.bytes().windows(64).any(|part| part == &expected.data.bytes()[..64]));
}

#[test]
fn a_recording_takes_the_rate_and_the_channels_of_the_sound() {
    let document = bank();
    let rate = 44100;
    let tone: Vec<i16> = (0..rate)
        .map(|n| ((n as f32 * 440.0 * std::f32::consts::TAU / rate as f32).sin() * 12000.0) as i16)
        .collect();
    let recording = Recording { channels: 1, rate: rate as u32, samples: Samples::I16(tone) };
    let changed = play(&document, "sounds[1]", recording).unwrap();
    let scene = scene(&changed);
    let sound = &scene.sounds[1];
    assert_eq!((sound.rate, sound.channels), (22050, 2));
    assert!(sound.frames.abs_diff(22050) <= 1, "{}", sound.frames);
    let Samples::I16(samples) = sound.data.decode() else { panic!() };
    assert!(samples.chunks(2).all(|frame| frame[0] == frame[1]));
    let left: Vec<i16> = samples.iter().step_by(2).copied().collect();
    let rises = left.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0).count();
    assert!(rises.abs_diff(440) <= 1, "{rises} periods of 440");
    let loudest = left[2000..20000].iter().map(|s| s.unsigned_abs()).max().unwrap();
    assert!(loudest.abs_diff(12000) < 150, "{loudest}");
    // Its captions last as long as it.
    let with = With { file: "new.wav".to_owned(), content: None };
    assert_eq!(
        fidelity((&changed, Context::ALONE), "sounds[1]", &with),
        None,
        "nothing to compare with"
    );
}

#[test]
fn captions_that_outlast_the_new_sound_are_told_of() {
    let samples = Samples::I16(vec![100; 2000]);
    let recording = Recording { channels: 2, rate: 22050, samples };
    let changed = play(&bank(), r"VO\TWO", recording.clone());
    assert!(changed.is_err(), "names that only other files have are not known here");
    let changed =
        play(&bank(), &format!("{:08X}", name_hash(r"VO\TWO")), recording.clone()).unwrap();
    let with = With::content("new.wav", Replacement::Recording(recording));
    let told = fidelity((&changed, Context::ALONE), "sounds[1]", &with).unwrap();
    assert_eq!((told.differ, told.is_sound), (0, true));
    assert_eq!(told.remark.as_deref(), Some("its captions last 1000 ms, the sound 45 ms"));
}

fn wav(channels: u16, bits: u16, rate: u32, samples: &[i32]) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let sample_format = hound::SampleFormat::Int;
    let spec = hound::WavSpec { channels, sample_rate: rate, bits_per_sample: bits, sample_format };
    let mut writer = hound::WavWriter::new(&mut out, spec).unwrap();
    samples.iter().for_each(|sample| writer.write_sample(*sample).unwrap());
    writer.finalize().unwrap();
    out.into_inner()
}

#[test]
fn what_is_no_picture_and_no_sound_is_refused_with_a_sentence() {
    let said = |bytes: &[u8]| from_bytes(bytes).unwrap_err();
    assert_eq!(said(b""), "this is no PNG, WAV or FLAC");
    assert!(said(&wav(200, 16, 44100, &[0; 400])).starts_with("200 channels: "));
    assert_eq!(said(&wav(1, 16, 44100, &[])), "there is no sound in it");
    assert!(said(&wav(1, 16, 3, &[1])).contains("3 Hz is no rate"));
    let mut lies = wav(1, 16, 44100, &[1, 2, 3, 4]);
    lies.truncate(lies.len() - 3);
    assert!(said(&lies).starts_with("the WAV cannot be read"));
    assert!(said(b"RIFF\x10\0\0\0WAVEfmt ").starts_with("the WAV cannot be read"));
    assert!(said(b"fLaC\0\0").starts_with("the FLAC cannot be read"));
    // A header that promises 100 000 × 100 000 texels.
    let mut bomb =
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x86\xa0\0\x01\x86\xa0\x08\x06\0\0\0".to_vec();
    bomb.extend(crc32fast::hash(&bomb[12..29]).to_be_bytes());
    bomb.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    assert!(said(&bomb).starts_with("the PNG cannot be read"), "{}", said(&bomb));
}

#[test]
fn samples_of_other_widths_become_sixteen_bits() {
    let read = |bytes: &[u8]| match from_bytes(bytes).unwrap() {
        Replacement::Recording(recording) => recording.samples,
        Replacement::Picture(_) => panic!("a sound"),
    };
    assert_eq!(read(&wav(1, 8, 8000, &[-128, 0, 127])), Samples::U8(vec![0, 128, 255]));
    assert_eq!(read(&wav(1, 16, 8000, &[-32768, 5])), Samples::I16(vec![-32768, 5]));
    let narrowed = read(&wav(1, 24, 8000, &[-8_388_608, 8_388_607, 0x7F80, 0x17F]));
    assert_eq!(narrowed, Samples::I16(vec![-32768, 32767, 128, 1]));
}

/// One frame of plain samples of 16 bits.
fn flac(channels: u8, rate: u32, samples: &[i16]) -> Vec<u8> {
    let frames = samples.len() / usize::from(channels);
    let sizes = u16::try_from(frames).unwrap().to_be_bytes();
    let crc = |bytes: &[u8], bits: u32, polynomial: u32| {
        bytes.iter().fold(0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte) << (bits - 8), |crc, _| {
                let carry = crc >> (bits - 1) & 1 == 1;
                ((crc << 1) ^ if carry { polynomial } else { 0 }) & ((1 << bits) - 1)
            })
        })
    };
    let mut out = b"fLaC\x80\0\0\x22".to_vec();
    out.extend([sizes, sizes].concat());
    out.extend([0; 6]);
    let numbers = u64::from(rate) << 44 | u64::from(channels - 1) << 41 | 15 << 36 | frames as u64;
    out.extend(numbers.to_be_bytes());
    out.extend([0; 16]);
    let mut frame = vec![0xFF, 0xF8, 0x70, (channels - 1) << 4 | 0x08, 0];
    frame.extend((u16::try_from(frames).unwrap() - 1).to_be_bytes());
    frame.push(crc(&frame, 8, 0x07) as u8);
    for channel in 0..usize::from(channels) {
        frame.push(0x02);
        let own = samples.iter().skip(channel).step_by(channels.into());
        frame.extend(own.flat_map(|sample| sample.to_be_bytes()));
    }
    frame.extend((crc(&frame, 16, 0x8005) as u16).to_be_bytes());
    out.extend(frame);
    out
}

#[test]
fn a_flac_is_read_sample_for_sample() {
    let samples: Vec<i16> = (0..600i32).map(|n| (n * 2477 % 65536 - 32768) as i16).collect();
    for channels in [1, 2] {
        let Replacement::Recording(read) = from_bytes(&flac(channels, 22050, &samples)).unwrap()
        else {
            panic!("a sound")
        };
        assert_eq!((read.channels, read.rate), (channels.into(), 22050));
        assert_eq!(read.samples, Samples::I16(samples.clone()));
    }
    assert!(from_bytes(&flac(3, 22050, &samples)).unwrap_err().starts_with("3 channels: "));
}

#[test]
fn damaged_files_are_refused_or_read_and_nothing_worse() {
    let image = texture_picture(&scene(&opened_library()), Id::new(0)).unwrap();
    let mut png = std::io::Cursor::new(Vec::new());
    image.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let whole = [png.into_inner(), wav(2, 16, 22050, &[5; 64]), flac(1, 22050, &[9; 64])];
    for bytes in whole {
        for at in 0..bytes.len().min(200) {
            for bit in [0x01, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= bit;
                let _ = from_bytes(&damaged);
            }
            let _ = from_bytes(&bytes[..at]);
        }
    }
}

#[test]
fn a_recipe_names_files_beside_it_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let document = opened_library();
    let text = "{\"replace\":\"textures[1]\",\"with\":\"new.png\",\"palette\":\"shared\"}\n";
    let mut recipe = Recipe::parse(text).unwrap();
    assert!(recipe.write().ends_with(text), "{}", recipe.write());
    let unread = apply(&document, &recipe.orders).unwrap_err().to_string();
    assert_eq!(unread, "textures[1]: new.png was not read");
    assert!(recipe.read_files(folder.path()).unwrap_err().starts_with("new.png: "));
    let image = texture_picture(&scene(&document), Id::new(1)).unwrap();
    image.save(folder.path().join("new.png")).unwrap();
    recipe.read_files(folder.path()).unwrap();
    let changed = apply(&document, &recipe.orders).unwrap();
    assert!(changed.source.bytes() == document.source.bytes());
    for elsewhere in ["../new.png", "/new.png"] {
        let line = format!("{{\"replace\":\"textures[1]\",\"with\":\"{elsewhere}\"}}");
        let why = Recipe::parse(&line).unwrap().read_files(folder.path()).unwrap_err();
        assert!(why.contains("a recipe's files lie beside it"), "{why}");
    }
    assert!(Recipe::parse("{\"replace\":\"a\",\"with\":\"b\",\"palette\":\"none\"}").is_err());
}
