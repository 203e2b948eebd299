//! The samples of a sound replaced.

use super::coding::Coding;
use super::records::{Cau, Header, MAGIC, VERSION};
use crate::bytes::{Source, count32};
use crate::formats::Refusal;
use crate::scene::{Recording, Replacement, Samples};

impl Cau {
    /// A sound of a recording, as it is: not packed.
    ///
    /// # Errors
    /// Where nothing is in it, or more channels than a sound has.
    pub fn of_recording(recording: &Recording) -> Result<Self, Refusal> {
        let (data, bits): (Vec<u8>, u8) = match &recording.samples {
            Samples::U8(all) => (all.clone(), 8),
            Samples::I16(all) => (all.iter().flat_map(|sample| sample.to_le_bytes()).collect(), 16),
        };
        if data.is_empty() {
            return Err(Refusal("the recording is empty".to_owned()));
        }
        let channels = u8::try_from(recording.channels).unwrap_or(u8::MAX);
        let (magic, version, rate) = (MAGIC, VERSION, recording.rate);
        let header = Header { magic, version, rate, bits, channels, ..Header::default() };
        let mut new = Self::new(Header { decoded_size: count32(data.len()), ..header });
        Coding::of(&new.header).map_err(|flaw| Refusal(flaw.why))?;
        new.data = Source::from_bytes("samples", data);
        Ok(new)
    }

    /// This sound with other samples in its own coding; the captions stay.
    ///
    /// # Errors
    /// Where the recording has other channels, or another rate or kind of samples.
    pub fn with_recording(&self, new: &Replacement) -> Result<Self, Refusal> {
        let refuse = |why: &str| Refusal(why.to_owned());
        let Replacement::Recording(recording) = new else {
            return Err(refuse("a recording is needed for it"));
        };
        let coding = Coding::of(&self.header).map_err(|flaw| Refusal(flaw.why))?;
        if (recording.channels, recording.rate) != (coding.channels(), self.header.rate) {
            return Err(refuse("the recording has other channels or another rate"));
        }
        let data = match (&recording.samples, coding) {
            (Samples::U8(all), Coding::Pcm8 { .. }) => all.clone(),
            (Samples::I16(all), Coding::Pcm16 { .. }) => {
                all.iter().flat_map(|sample| sample.to_le_bytes()).collect()
            }
            (Samples::I16(all), Coding::Adpcm { blocks, .. }) => {
                // What is heard already stays as the original encoder left it.
                match blocks.decode(self.data.bytes()) == *all {
                    true => self.data.bytes().to_vec(),
                    false => blocks.encode(all),
                }
            }
            _ => return Err(refuse("the recording has samples of another kind")),
        };
        if data.is_empty() {
            return Err(refuse("the recording is too short for a block of its coding"));
        }
        let mut new = self.clone();
        new.stale = false;
        new.front = None;
        if data != self.data.bytes() {
            let bytes = recording.samples.len() * usize::from(coding.bits() / 8);
            new.header.decoded_size = count32(bytes);
            new.data = Source::from_bytes("samples", data);
        } else {
            new.stale = self.stale;
            new.front = self.front;
        }
        Ok(new)
    }
}
