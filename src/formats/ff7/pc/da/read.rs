//! Reads packs of animations.

use super::records::{Body, Da, HEADER, Packed, SMALLEST};
use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::formats::ff7::animation::{animation, fits};

/// Maximum number of rotations; no skeleton has more.
const MAX_ROTATIONS: usize = 256;
/// Maximum number of rotations that is tried if the stored and the preceding numbers do not fit.
const TRIED: usize = 64;

/// Reads a whole pack.
pub fn pack<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Da> {
    let declared: u32 = cur.get("animation_count")?;
    let count = cur.bounded("animation_count", declared.into(), HEADER);
    let mut pack = Da::default();
    let mut before = 1;
    cur.array("animations", |cur| {
        for index in 0..count {
            if cur.remaining() < HEADER {
                break;
            }
            let packed = cur.element(index, "Animation", |cur| packed(cur, before))?;
            if let Some(animation) = packed.animation() {
                before = animation.bones;
            }
            pack.animations.push(packed);
        }
        Ok(())
    })?;
    let there = pack.animations.len();
    if (there as u64) < u64::from(declared) {
        cur.lose_because(format_args!("expected {declared} animations, found {there}"));
        if there < count {
            let message = format_args!("expected {declared} animations, found {there}");
            cur.problem(Severity::Error, (0, 4), "animation_count", message);
        }
    }
    let left = cur.remaining();
    if left > 0 {
        let message = format_args!("{left} unknown bytes after the last animation");
        cur.problem(Severity::Note, (cur.pos(), left), "rest", message);
    }
    pack.rest = cur.bytes_if_any("rest", cur.limit())?.to_vec();
    Ok(pack)
}

/// Reads an animation; the preceding one has `before` rotations.
fn packed<R: Recorder>(cur: &mut Cursor<'_, R>, before: usize) -> Result<Packed> {
    let start = cur.pos();
    let rotation_count: u32 = cur.get("rotation_count")?;
    let frame_count: u32 = cur.get("frame_count")?;
    let declared: u32 = cur.get("size")?;
    let there = cur.remaining().min(declared.into());
    if there < declared.into() {
        let message = format_args!("expected {declared} bytes, found {there}");
        cur.problem(Severity::Error, (start + 8, 4), "size", message);
    }
    let size = (there < declared.into()).then_some(declared);
    let at = cur.pos();
    let end = at + there;
    let body = if there < SMALLEST {
        cur.describe(|| "empty slot".to_owned());
        Body::Placeholder(cur.bytes_if_any("placeholder", end)?.to_vec())
    } else {
        let rotations = rotations(cur.slice(at, end), rotation_count, before);
        let body = cur.within(at, end, |cur| {
            let read = animation(cur, rotations)?;
            Ok((read, cur.pos()))
        });
        let (read, behind) = body?;
        cur.seek(behind)?;
        Body::Animation(read)
    };
    Ok(Packed { rotation_count, frame_count, size, body })
}

/// Number of rotations per frame that fits the stream. The stored number is tried first, then 1 (as in
/// skeletons of one bone and weapons), then that of the preceding animation, then all others.
fn rotations(bytes: &[u8], stored: u32, before: usize) -> usize {
    let stored = usize::try_from(stored).unwrap_or(usize::MAX).clamp(1, MAX_ROTATIONS);
    let mut tried = [stored, 1, before].into_iter().chain(2..=TRIED);
    tried.find(|rotations| fits(bytes, *rotations)).unwrap_or(stored)
}
