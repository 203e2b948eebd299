//! Replaces the samples of a sound.

use super::coding::Coding;
use super::records::{Cau, Header, MAGIC, VERSION, compression};
use crate::bytes::{Source, count32};
use crate::formats::{EditResult, Refusal};
use crate::scene::{CodingUse, Recording, Replacement, Samples};

/// Bytes of an ADPCM block per channel, as in all banks of the game (format document, section 4).
const BLOCK: u32 = 1028;

impl Cau {
    /// Creates a sound from a recording, in the coding that the recording requests, or else as it is.
    ///
    /// # Errors
    /// When the recording is empty, or has more channels than a sound can have.
    pub fn of_recording(recording: &Recording) -> EditResult<Self> {
        if recording.samples.is_empty() {
            return Err(Refusal("the recording is empty".to_owned()));
        }
        let bits = if matches!(recording.samples, Samples::U8(_)) { 8 } else { 16 };
        let channels = u8::try_from(recording.channels).unwrap_or(u8::MAX);
        let (magic, version, rate) = (MAGIC, VERSION, recording.rate);
        let header = Header { magic, version, rate, bits, channels, ..Header::default() };
        let samples = match recording.coding {
            CodingUse::Adpcm => Samples::I16(recording.samples.to_i16()),
            CodingUse::Keep | CodingUse::Pcm => recording.samples.clone(),
        };
        let (header, coding) = coded(header, recording.coding)?;
        Self::new(header).filled(coding, &samples)
    }

    /// Replaces the samples, in the current coding unless the recording requests another. Rate and
    /// channels are those of the recording; captions are unchanged.
    ///
    /// # Errors
    /// When the recording has too many channels or another kind of samples.
    pub fn with_recording(&self, new: &Replacement) -> EditResult<Self> {
        let refuse = |why: &str| Refusal(why.to_owned());
        let Replacement::Recording(recording) = new else {
            return Err(refuse("expected a recording"));
        };
        let header = rated(self.header, recording)?;
        let (header, coding) = coded(header, recording.coding)?;
        // Unchanged samples keep the encoding of the original encoder.
        let is_same = Coding::of(&self.header) == Ok(coding)
            && self.header.rate == header.rate
            && coding.decode(self.data.bytes()) == recording.samples;
        if is_same {
            return Ok(self.clone());
        }
        Self { header, stale: false, front: None, ..self.clone() }
            .filled(coding, &recording.samples)
    }

    /// Stores these samples, in the coding of the header.
    fn filled(self, coding: Coding, samples: &Samples) -> EditResult<Self> {
        let data = match (samples, coding) {
            (Samples::U8(all), Coding::Pcm8 { .. }) => all.clone(),
            (Samples::I16(all), Coding::Pcm16 { .. }) => {
                all.iter().flat_map(|sample| sample.to_le_bytes()).collect()
            }
            (Samples::I16(all), Coding::Adpcm { blocks, .. }) => blocks.encode(all),
            _ => {
                let wanted = coding.bits();
                let found = if wanted == 8 { 16 } else { 8 };
                return Err(Refusal(format!("expected samples of {wanted} bits, found {found}")));
            }
        };
        if data.is_empty() {
            let why = "the recording is shorter than one block of its coding";
            return Err(Refusal(why.to_owned()));
        }
        let decoded_size = count32(samples.len() * usize::from(coding.bits() / 8));
        let header = Header { decoded_size, ..self.header };
        Ok(Self { header, data: Source::from_bytes("samples", data), ..self })
    }
}

/// The header with the rate and channels of a recording; the block size per channel is unchanged.
fn rated(header: Header, recording: &Recording) -> EditResult<Header> {
    let channels = u8::try_from(recording.channels).ok().filter(|channels| *channels > 0);
    let why = || format!("expected one or two channels, found {}", recording.channels);
    let channels = channels.ok_or_else(|| Refusal(why()))?;
    let block_size = match (header.compression, u32::from(header.channels)) {
        (compression::ADPCM, own @ 1..) => {
            (header.block_size / own).saturating_mul(channels.into())
        }
        _ => header.block_size,
    };
    Ok(Header { rate: recording.rate, channels, block_size, ..header })
}

/// The header for the requested coding, and that coding.
fn coded(header: Header, wanted: CodingUse) -> EditResult<(Header, Coding)> {
    let is_packed = header.compression == compression::ADPCM;
    let header = match wanted {
        CodingUse::Pcm if is_packed => {
            Header { compression: compression::PCM, block_size: 0, ..header }
        }
        CodingUse::Adpcm if !is_packed => {
            let block_size = BLOCK * u32::from(header.channels);
            Header { compression: compression::ADPCM, block_size, bits: 16, ..header }
        }
        _ => header,
    };
    let coding = Coding::of(&header).map_err(|flaw| Refusal(flaw.why))?;
    Ok((header, coding))
}
