//! Comparison with SoX: decoded streams are equal bit for bit, resampled ones nearly equal.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use gouraud::audio::{Clip, Collector, Player};
use gouraud::codec::ima_adpcm::Blocks;

/// Signed 16-bit samples that SoX decodes from a WAV file.
fn sox(wav: &[u8], effects: &[&str]) -> Vec<i16> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.wav");
    std::fs::write(&file, wav).unwrap();
    let raw = ["-D", path(&file), "-t", "raw", "-e", "signed", "-b", "16", "-L", "-"];
    let output = Command::new("sox").args(raw).args(effects).output();
    let output = output.expect("the tests need SoX: `./test.sh` installs it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let samples = output.stdout.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    samples.collect()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A RIFF file with this format chunk and data.
fn riff(format: &[u8], frames: usize, data: &[u8]) -> Vec<u8> {
    let chunk = |name: &[u8], body: &[u8]| {
        let size = u32::try_from(body.len()).unwrap().to_le_bytes();
        let padding = &[0][..body.len() % 2];
        [name, &size, body, padding].concat()
    };
    let fact = u32::try_from(frames).unwrap().to_le_bytes();
    let body =
        [b"WAVE".to_vec(), chunk(b"fmt ", format), chunk(b"fact", &fact), chunk(b"data", data)];
    chunk(b"RIFF", &body.concat())
}

fn format_chunk(tag: u16, channels: u16, rate: u32, align: u16, bits: u16) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(tag.to_le_bytes());
    out.extend(channels.to_le_bytes());
    out.extend(rate.to_le_bytes());
    out.extend((rate * u32::from(align)).to_le_bytes());
    out.extend(align.to_le_bytes());
    out.extend(bits.to_le_bytes());
    out
}

/// Reproducible pseudo-random bytes.
fn noise(len: usize, seed: u32) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// Blocks of noise after headers with valid values.
fn stream(channels: usize, size: usize, len: usize, seed: u32) -> Vec<u8> {
    let mut stream = noise(len, seed);
    for block in stream.chunks_mut(size) {
        for header in block.chunks_mut(4).take(channels) {
            if let [_, _, index, unused] = header {
                (*index, *unused) = (*index % 89, 0);
            }
        }
    }
    stream
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "the scripts install SoX on Linux only")]
fn decodes_adpcm_like_sox() {
    // Whole blocks, and last blocks of sizes that SoX accepts: four bytes, or one group.
    let cases = [
        (1, 1028, 1028 * 9),
        (1, 1028, 1028 * 2 + 404),
        (1, 256, 256 * 40),
        (2, 2056, 2056 * 7),
        (2, 2056, 2056 * 3 + 808),
        (2, 512, 512 * 31),
    ];
    for (seed, (channels, size, len)) in (1..).zip(cases) {
        let blocks = Blocks::new(channels, size).unwrap();
        let stream = stream(channels.into(), size, len, seed);
        let ours = blocks.decode(&stream);
        let align = u16::try_from(size).unwrap();
        let mut format = format_chunk(0x11, channels, 22050, align, 4);
        format.extend(2u16.to_le_bytes());
        format.extend(u16::try_from(blocks.frames(size)).unwrap().to_le_bytes());
        let wav = riff(&format, blocks.frames(len), &stream);
        let theirs = sox(&wav, &[]);
        assert!(
            ours == theirs,
            "{channels} channels, {len} bytes: {} {}",
            ours.len(),
            theirs.len()
        );
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "the scripts install SoX on Linux only")]
fn resamples_like_sox() {
    for rate in [11025u32, 22050, 44100] {
        // A chord in the pass band of both filters.
        let wave = |i: usize| {
            let t = i as f64 / f64::from(rate) * std::f64::consts::TAU;
            let parts = [(110.0, 6000.0), (1234.0, 5000.0), (4000.0, 4000.0)];
            parts.iter().map(|(hertz, level)| (t * hertz).sin() * level).sum::<f64>() as i16
        };
        let samples: Vec<i16> = (0..rate as usize).map(wave).collect();
        let bytes: Vec<u8> = samples.iter().flat_map(|s| s.to_le_bytes()).collect();
        let wav = riff(&format_chunk(1, 1, rate, 2, 16), samples.len(), &bytes);
        let theirs = sox(&wav, &["rate", "-v", "48000"]);

        let (output, tap) = Collector::new(1, 48_000);
        let mut player = Player::new(Box::new(output));
        player.play(Arc::new(Clip::new(samples, 1, rate, 0)), 0.0);
        let ours = tap.pull(theirs.len());
        let middle = 2_000..theirs.len() - 2_000;
        let error = |i: usize| f64::from(ours[i] * 32768.0) - f64::from(theirs[i]);
        let power = |f: &dyn Fn(usize) -> f64| middle.clone().map(|i| f(i).powi(2)).sum::<f64>();
        let decibels = 10.0 * (power(&error) / power(&|i| f64::from(theirs[i]))).log10();
        assert!(decibels < -55.0, "{rate} Hz: differs by {decibels:.1} dB");
    }
}
