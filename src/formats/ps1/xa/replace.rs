//! Replaces the recording of a stream, within its existing sectors.

use super::Xa;
use super::scene::path;
use super::sector::{DATA, SUBHEADERS, Shape};
use super::streams::{LazyStream, Stream, groups};
use crate::codec::edc::edc;
use crate::codec::xa_adpcm;
use crate::formats::{EditResult, Loaded, Refusal};
use crate::scene::{Recording, Replacement, Samples, SoundData};

/// Replaces the recording of the stream whose first sector is at `path`. The rest of the stream becomes
/// silent.
pub(super) fn with_sound(
    file: &Loaded<Xa>,
    wanted: &str,
    new: &Replacement,
) -> EditResult<Vec<u8>> {
    let xa = file.kept()?;
    let stream = xa.streams.iter().find(|stream| path(xa, stream) == wanted);
    let stream = stream.ok_or_else(|| Refusal(format!("{wanted} is not a sound of this file")))?;
    let samples = samples_of(stream, new)?;
    let stored =
        LazyStream { stream: stream.clone(), shape: xa.shape, source: file.source.clone() };
    if stored.decode() == Samples::I16(samples.to_vec()) {
        return Ok(file.source.bytes().to_vec());
    }
    let frames = stream.frames();
    let layout = stream.how().layout;
    if samples.len() > frames * layout.channels() {
        let why = format!("the recording is too long: its sectors have space for {frames} frames");
        return Err(Refusal(why));
    }
    let mut whole = samples.to_vec();
    whole.resize(stream.groups * layout.samples(), 0);
    let packed = xa_adpcm::encode(layout.is_stereo, &whole);
    Ok(with_groups(xa, stream, &packed))
}

fn samples_of<'a>(stream: &Stream, new: &'a Replacement) -> EditResult<&'a [i16]> {
    let refuse = |why: &str| Err(Refusal(why.to_owned()));
    let coding = stream.how();
    if coding.layout.is_wide {
        return refuse("sound with eight bits cannot be encoded");
    }
    let Recording { channels, rate, samples, .. } = new.in_the_one_coding().map_err(Refusal)?;
    if (usize::from(*channels), *rate) != (coding.layout.channels(), coding.rate) {
        let (wanted, at) = (coding.layout.channels(), coding.rate);
        return Err(Refusal(format!(
            "number of channels and rate: expected {wanted} and {at} Hz, found {channels} and {rate} Hz"
        )));
    }
    match samples {
        Samples::I16(samples) => Ok(samples),
        Samples::U8(_) => refuse("expected samples of 16 bits, found 8 bits"),
    }
}

/// Writes the file with other sound groups, and updates each EDC that is not 0.
fn with_groups(xa: &Xa, stream: &Stream, mut packed: &[u8]) -> Vec<u8> {
    let mut bytes = xa.source.bytes().to_vec();
    for sector in &stream.sectors {
        let sector = *sector as usize;
        let len = groups(&bytes, xa.shape, sector).len() / xa_adpcm::GROUP * xa_adpcm::GROUP;
        let (own, rest) = packed.split_at(len.min(packed.len()));
        packed = rest;
        let at = xa.shape.header_at(sector);
        let start = at + SUBHEADERS;
        if let Some(place) = bytes.get_mut(start..start + own.len()) {
            place.copy_from_slice(own);
        }
        renew_edc(&mut bytes, xa.shape, sector);
    }
    bytes
}

/// Updates the EDC of a sector of form 2. An omitted EDC is 0 and stays 0.
fn renew_edc(bytes: &mut [u8], shape: Shape, sector: usize) {
    let start = shape.header_at(sector);
    let end = start + SUBHEADERS + DATA;
    let Some((covered, place)) =
        bytes.get_mut(start..end + 4).map(|all| all.split_at_mut(end - start))
    else {
        return;
    };
    if place.iter().any(|byte| *byte != 0) {
        place.copy_from_slice(&edc(covered).to_le_bytes());
    }
}
