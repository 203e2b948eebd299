//! Reads WAV and FLAC files, and converts recordings to another rate, channel count and sample size.

use std::io::Cursor;

use rubato::audioadapter_buffers::owned::InterleavedOwned;
use rubato::{Async, FixedAsync, Resampler, SincInterpolationParameters, WindowFunction};

use crate::scene::{CodingUse, Recording, Samples};

/// Recordings with more samples (hours) are refused.
const MAX_SAMPLES: usize = 1 << 28;
/// Valid sample rates.
const RATES: std::ops::RangeInclusive<u32> = 1000..=768_000;
/// Number of frames that are resampled at a time.
const CHUNK: usize = 1024;
/// Length of the band limit of resampling, in samples of the lower rate, and its maximum in samples of the input.
const FILTER: u16 = 256;
const MAX_FILTER: u16 = 4096;

/// A WAV with only its format and data chunks: the decoder does not handle the padding that aligns
/// chunks to even offsets. `None` if one of the two is missing. Truncated samples are left to the
/// decoder.
fn normalised(bytes: &[u8]) -> Option<Vec<u8>> {
    let body = bytes.get(12..).filter(|_| bytes.get(8..12) == Some(b"WAVE"))?;
    let (mut format, mut data, mut rest) = (None, None, body);
    while let Some((head, behind)) = rest.split_first_chunk::<8>() {
        let [id @ .., a, b, c, d] = head;
        let size = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).ok()?;
        let there = behind.get(..size.min(behind.len()))?;
        match id {
            b"fmt " => format = format.or(Some(there)),
            b"data" => data = data.or(Some((size, there))),
            _ => {}
        }
        rest = behind.get(size.checked_next_multiple_of(2)?..).unwrap_or(&[]);
    }
    let (format, (size, data)) = format.zip(data)?;
    let number = |number: usize| u32::try_from(number).ok().map(u32::to_le_bytes);
    let mut out = Vec::with_capacity(bytes.len());
    let len = 20usize.checked_add(format.len())?.checked_add(size)?;
    let heads: [&[u8]; 4] = [b"RIFF", &number(len).unwrap_or([0xFF; 4]), b"WAVEfmt ", b"data"];
    let [riff, len, wave, samples] = heads;
    for part in [riff, len, wave, &number(format.len())?, format, samples, &number(size)?, data] {
        out.extend_from_slice(part);
    }
    Some(out)
}

/// Decodes a WAV or FLAC file.
pub fn from_bytes(bytes: &[u8]) -> Result<Recording, String> {
    let recording = if bytes.starts_with(b"fLaC") { flac(bytes) } else { wav(bytes) }?;
    match recording.samples.is_empty() {
        true => Err("the recording is empty".to_owned()),
        false => Ok(recording),
    }
}

fn check(channels: u32, rate: u32) -> Result<u16, String> {
    if !RATES.contains(&rate) {
        return Err(format!("invalid sample rate {rate} Hz"));
    }
    let stored = u16::try_from(channels).ok().filter(|channels| (1..=2).contains(channels));
    stored.ok_or_else(|| format!("expected one or two channels, found {channels}"))
}

fn wav(bytes: &[u8]) -> Result<Recording, String> {
    let failed = |error: hound::Error| format!("cannot read the WAV: {error}");
    let tidy = normalised(bytes).unwrap_or_else(|| bytes.to_vec());
    let mut reader = hound::WavReader::new(Cursor::new(tidy)).map_err(failed)?;
    let spec = reader.spec();
    let channels = check(spec.channels.into(), spec.sample_rate)
        .map_err(|why| format!("{} channels: {why}", spec.channels))?;
    // Limited to what the bytes can contain.
    let samples = match (spec.sample_format, spec.bits_per_sample) {
        (hound::SampleFormat::Int, 8) => {
            let read = reader.samples::<i8>().take(MAX_SAMPLES);
            Samples::U8(
                read.map(|s| Ok(s? as u8 ^ 0x80)).collect::<Result<_, _>>().map_err(failed)?,
            )
        }
        (hound::SampleFormat::Int, 16) => {
            let read = reader.samples::<i16>().take(MAX_SAMPLES);
            Samples::I16(read.collect::<Result<_, _>>().map_err(failed)?)
        }
        (hound::SampleFormat::Int, bits @ 17..=32) => {
            let read = reader.samples::<i32>().take(MAX_SAMPLES);
            let sixteen = |sample: Result<i32, hound::Error>| Ok(narrowed(sample?, bits.into()));
            Samples::I16(read.map(sixteen).collect::<Result<_, _>>().map_err(failed)?)
        }
        (hound::SampleFormat::Float, 32) => {
            let read = reader.samples::<f32>().take(MAX_SAMPLES);
            let sixteen = |sample: Result<f32, hound::Error>| Ok(sixteen(sample?));
            Samples::I16(read.map(sixteen).collect::<Result<_, _>>().map_err(failed)?)
        }
        (_, bits) => return Err(format!("unsupported sample size of {bits} bits")),
    };
    Ok(Recording { channels, rate: spec.sample_rate, samples, coding: CodingUse::Keep })
}

fn flac(bytes: &[u8]) -> Result<Recording, String> {
    let failed = |error: claxon::Error| format!("cannot read the FLAC: {error}");
    let mut reader = claxon::FlacReader::new(Cursor::new(bytes)).map_err(failed)?;
    let info = reader.streaminfo();
    let channels = check(info.channels, info.sample_rate)
        .map_err(|why| format!("{} channels: {why}", info.channels))?;
    let read = reader.samples().take(MAX_SAMPLES);
    let sixteen = |sample: Result<i32, claxon::Error>| Ok(narrowed(sample?, info.bits_per_sample));
    let samples: Vec<i16> = read.map(sixteen).collect::<Result<_, _>>().map_err(failed)?;
    let (rate, samples) = (info.sample_rate, Samples::I16(samples));
    Ok(Recording { channels, rate, samples, coding: CodingUse::Keep })
}

/// Converts a sample of `bits` bits to 16 bits.
fn narrowed(sample: i32, bits: u32) -> i16 {
    let sample = i64::from(sample);
    let sample = match bits.checked_sub(16) {
        Some(0) => sample,
        Some(more) => (sample + (1 << (more.min(32) - 1))) >> more.min(32),
        None => sample << (16 - bits),
    };
    sample.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Converts a sample from −1 to 1 to 16 bits.
fn sixteen(sample: f32) -> i16 {
    (sample * 32768.0).round().clamp(-32768.0, 32767.0) as i16
}

/// Converts the recording to the channels, rate and sample size of a sound; unchanged if they match.
pub fn suited(recording: &Recording, (channels, rate): (u16, u32), bits: u16) -> Recording {
    let mut samples = recording.samples.clone();
    if (recording.channels, recording.rate) != (channels, rate) {
        let mut frames = floats(&samples);
        frames = mixed(frames, recording.channels, channels);
        frames = resampled(frames, channels, recording.rate, rate);
        samples = Samples::I16(frames.into_iter().map(sixteen).collect());
    }
    let samples = match (samples, bits) {
        (Samples::I16(all), 8) => {
            let eight = |sample: i16| (((i32::from(sample) + 128) >> 8).min(127) + 128) as u8;
            Samples::U8(all.into_iter().map(eight).collect())
        }
        (samples @ Samples::U8(_), 16) => Samples::I16(samples.to_i16()),
        (samples, _) => samples,
    };
    Recording { channels, rate, samples, coding: recording.coding }
}

fn floats(samples: &Samples) -> Vec<f32> {
    match samples {
        Samples::U8(all) => all.iter().map(|sample| f32::from(*sample) / 128.0 - 1.0).collect(),
        Samples::I16(all) => all.iter().map(|sample| f32::from(*sample) / 32768.0).collect(),
    }
}

/// Mixes two channels to their mean, or duplicates one.
fn mixed(frames: Vec<f32>, from: u16, to: u16) -> Vec<f32> {
    match (from, to) {
        (2, 1) => frames.chunks_exact(2).map(|frame| frame.iter().sum::<f32>() / 2.0).collect(),
        (1, 2) => frames.into_iter().flat_map(|sample| [sample; 2]).collect(),
        _ => frames,
    }
}

/// Resamples with a band limit. Unchanged if that fails.
fn resampled(frames: Vec<f32>, channels: u16, from: u32, to: u32) -> Vec<f32> {
    let channels = usize::from(channels.max(1));
    let len = frames.len() / channels;
    if from == to || len == 0 {
        return frames;
    }
    let ratio = f64::from(to) / f64::from(from);
    // The filter counts samples of the input, so it is longer for a lower rate.
    let taps = (f64::from(FILTER) / ratio.min(1.0)).min(f64::from(MAX_FILTER));
    let filter = SincInterpolationParameters::new(taps as usize, WindowFunction::BlackmanHarris2);
    let made = Async::<f32>::new_sinc(ratio, 1.0, &filter, CHUNK, channels, FixedAsync::Input);
    let input = InterleavedOwned::new_from(frames.clone(), channels, len);
    let (Ok(mut resampler), Ok(input)) = (made, input) else { return frames };
    resampler.process_all(&input, len, None).map_or(frames, InterleavedOwned::take_data)
}
