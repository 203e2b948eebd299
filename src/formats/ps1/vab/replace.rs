//! Replaces sounds of a bank.

use super::body::{Body, VagLocation};
use super::rates::rates;
use super::records::Vab;
use crate::bytes::{Source, count32};
use crate::codec::spu_adpcm::BLOCK;
use crate::formats::ps1::spu::{self, USUAL_RATE};
use crate::formats::{EditResult, Refusal};
use crate::scene::Replacement;

/// Size of the sound processor's memory, less its reserved part.
const SPU_MEMORY: usize = 512 * 1024;

/// Replaces the recording of a VAG and updates sizes; later VAGs move.
pub(super) fn with_sound(vab: &Vab, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
    let none = || Refusal(format!("{path} is not a sound of this bank"));
    if vab.is_head() {
        let why = "its sounds are in the companion .vb file and can be replaced there";
        return Err(Refusal(why.to_owned()));
    }
    let index = path.strip_prefix("vags[").and_then(|rest| rest.strip_suffix(']'));
    let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(none)?;
    let body = Body::of(vab, vab.body.clone());
    let place = *body.places.get(index).ok_or_else(none)?;
    let unit = vab.header.unit();
    // Sizes are 16-bit.
    let most = usize::try_from(u64::from(u16::MAX) * unit).unwrap_or(SPU_MEMORY).min(SPU_MEMORY);
    let blocks = replaced(vab, &body, index, new, most / BLOCK * BLOCK)?;
    let bytes = body.source.bytes();
    let (start, end) = (place.start as usize, (place.start + place.len) as usize);
    let (front, back) = (bytes.get(..start), bytes.get(end..));
    let all = [front.unwrap_or(&[]), &blocks, back.unwrap_or(&[])].concat();
    let mut new = vab.clone();
    new.body = Source::from_bytes("body", all);
    if let Some(size) = new.sizes.get_mut(index + 1) {
        *size = u16::try_from(blocks.len() as u64 / unit).unwrap_or(u16::MAX);
    }
    let grown = i64::from(count32(blocks.len())) - i64::from(count32(place.len as usize));
    let size = i64::from(new.header.size) + grown;
    new.header.size = u32::try_from(size.max(0)).unwrap_or(u32::MAX);
    crate::formats::Records::write(&new)
}

/// Blocks of a VAG with another recording, limited to `most` bytes.
pub(super) fn replaced(
    vab: &Vab,
    body: &Body,
    index: usize,
    new: &Replacement,
    most: usize,
) -> EditResult<Vec<u8>> {
    let Some(place) = body.places.get(index).filter(|place| is_whole(place)) else {
        return Err(Refusal("the blocks of this sound are incomplete".to_owned()));
    };
    let rate = rates(vab).get(index).copied().flatten().unwrap_or(USUAL_RATE);
    spu::replaced(body.data(*place).bytes(), body.extent(*place), rate, new, most)
}

fn is_whole(place: &VagLocation) -> bool {
    let block = BLOCK as u64;
    place.len == place.declared
        && place.start.is_multiple_of(block)
        && place.len.is_multiple_of(block)
}
