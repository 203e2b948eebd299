//! Input files that replace textures and sounds.

use gouraud::edit::apply;
use gouraud::edit::asset::from_bytes;
use gouraud::edit::recipe::Recipe;
use gouraud::export::texture_picture;
use gouraud::scene::{Id, Replacement, Samples};

use super::{opened_library, scene};

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
fn refuses_files_that_are_neither_picture_nor_sound() {
    let error = |bytes: &[u8]| from_bytes(bytes).unwrap_err();
    assert_eq!(error(b""), "not a PNG, WAV or FLAC file");
    assert!(error(&wav(200, 16, 44100, &[0; 400])).starts_with("200 channels: "));
    assert_eq!(error(&wav(1, 16, 44100, &[])), "the recording is empty");
    assert!(error(&wav(1, 16, 3, &[1])).contains("invalid sample rate 3 Hz"));
    let mut invalid = wav(1, 16, 44100, &[1, 2, 3, 4]);
    invalid.truncate(invalid.len() - 3);
    assert!(error(&invalid).starts_with("cannot read the WAV"));
    assert!(error(b"RIFF\x10\0\0\0WAVEfmt ").starts_with("cannot read the WAV"));
    assert!(error(b"fLaC\0\0").starts_with("cannot read the FLAC"));
    // A header that declares 100 000 × 100 000 texels.
    let mut bomb =
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x86\xa0\0\x01\x86\xa0\x08\x06\0\0\0".to_vec();
    bomb.extend(crc32fast::hash(&bomb[12..29]).to_be_bytes());
    bomb.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    assert!(error(&bomb).starts_with("cannot read the PNG"), "{}", error(&bomb));
}

#[test]
fn converts_samples_of_other_widths_to_16_bits() {
    let read = |bytes: &[u8]| match from_bytes(bytes).unwrap() {
        Replacement::Recording(recording) => recording.samples,
        _ => panic!("a sound"),
    };
    assert_eq!(read(&wav(1, 8, 8000, &[-128, 0, 127])), Samples::U8(vec![0, 128, 255]));
    assert_eq!(read(&wav(1, 16, 8000, &[-32768, 5])), Samples::I16(vec![-32768, 5]));
    let narrowed = read(&wav(1, 24, 8000, &[-8_388_608, 8_388_607, 0x7F80, 0x17F]));
    assert_eq!(narrowed, Samples::I16(vec![-32768, 32767, 128, 1]));
}

#[test]
fn pads_chunks_of_odd_length() {
    let plain = wav(1, 16, 8000, &[1, -2, 3]);
    let [head, rest] = [&plain[..12], &plain[12..]];
    let padded = [head, b"LIST\x03\0\0\0abc\0", rest, b"note\x01\0\0\0x\0"].concat();
    assert_eq!(from_bytes(&padded), from_bytes(&plain));
}

/// One frame of uncompressed 16-bit samples.
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
fn reads_flac_samples_exactly() {
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
fn survives_damaged_files() {
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
fn recipe_may_only_name_files_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let document = opened_library();
    let text = "{\"replace\":\"textures[1]\",\"file\":\"new.png\",\"palette\":\"shared\"}\n";
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
        assert!(why.contains("files of a recipe must be in its folder"), "{why}");
    }
    assert!(Recipe::parse("{\"replace\":\"a\",\"with\":\"b\",\"palette\":\"none\"}").is_err());
}
