//! Bytes to clips, and their fields.

use std::collections::HashSet;

use super::fields::BoneFields;
use super::matrix::{self, FrameReader, Matrix};
use super::{Animations, Clip, Coding, Extent, Start, head};
use crate::bytes::{Cursor, Endian, Hint, Recorder, Result, Severity, Shaped};

crate::record! {
    /// A clip in the table (section 16.1).
    struct ClipEntry {
        /// From the start of the payload.
        offset: u32 => Hint::Hex,
        frames: u16,
        /// Frames left out between two stored ones.
        tween: u16,
    }
}

/// Reads the payload of an animation chunk up to the cursor's limit: clips of `bones` bones.
pub fn read<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    coding: Coding,
    bones: usize,
) -> Result<Animations> {
    let stored: u32 = cur.get("count")?;
    let most = cur.bounded("count", stored.into(), 8);
    if (most as u64) < u64::from(stored) {
        cur.lose_because(format_args!("only {most} of {stored} clips can be read"));
    }
    let table = cur.pos();
    let entries: Vec<ClipEntry> = cur.records("clips", most)?;
    let data = cur.slice(cur.pos(), cur.limit());
    let start = |offset: u32| {
        let inside = (offset as usize).checked_sub(head(entries.len()));
        match inside.filter(|at| *at <= data.len()).and_then(|at| u32::try_from(at).ok()) {
            Some(at) => Start::At(at),
            None => Start::Stale(offset),
        }
    };
    let clip = |entry: &ClipEntry| Clip {
        start: start(entry.offset),
        frames: entry.frames,
        tween: entry.tween,
    };
    let clips = entries.iter().map(clip).collect();
    let animations = Animations { coding, bones, clips, data: data.into() };
    let plan = Checker { animations: &animations, table, data: cur.pos() }.plan(cur);
    if !data.is_empty() {
        cur.array("data", |cur| fields(cur, &animations, &plan))?;
    }
    Ok(animations)
}

/// The data of a clip, for the tree.
struct Placed {
    clip: usize,
    /// Offset in the source.
    start: u64,
    /// The bytes are another clip's, or begin among them.
    link: bool,
}

/// The data of every clip in the order of the file, from the cursor to its limit.
fn fields<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    animations: &Animations,
    plan: &[Placed],
) -> Result<()> {
    for Placed { clip: index, start, link } in plan {
        let Some(clip) = animations.clips.get(*index) else { continue };
        if *link {
            cur.link_element(*index, *start);
            continue;
        }
        cur.bytes_or_padding(*start)?;
        cur.element(*index, "Clip", |cur| {
            let Extent { starts, len, .. } = animations.extent(clip);
            cur.describe(|| format!("{} frames", clip.frames));
            let bones = animations.bones;
            let frames = clip.frames.into();
            match animations.coding {
                Coding::Matrices => cur.run_of("frames", len, starts.into(), FrameReader { bones }),
                Coding::Streams => cur.run_of("bones", len, starts.into(), BoneFields { frames }),
            }
        })?;
    }
    cur.bytes_or_padding(cur.limit())?;
    Ok(())
}

/// Says what is wrong with clips, and where each is.
struct Checker<'a> {
    animations: &'a Animations,
    /// Offset of the first entry.
    table: u64,
    /// Offset of the data.
    data: u64,
}

impl Checker<'_> {
    fn plan<R: Recorder>(&self, cur: &mut Cursor<'_, R>) -> Vec<Placed> {
        let mut order = self.starts(cur);
        order.sort_unstable();
        let mut plan = Vec::with_capacity(order.len());
        let mut known = HashSet::new();
        let (mut claimed, mut looked) = (self.data, 0u64);
        for (at, index) in order {
            let Some(clip) = self.animations.clips.get(index) else { continue };
            let start = self.data + u64::from(at);
            if !known.insert((at, clip.frames, clip.tween)) {
                plan.push(Placed { clip: index, start, link: true });
                continue;
            }
            let extent = self.animations.extent(clip);
            looked += extent.len as u64;
            if looked > 4 * self.animations.data.len() as u64 {
                let message = format_args!(
                    "clips lie over one another so often that this and later ones are not looked at"
                );
                let at = (self.table + 8 * index as u64, 8);
                cur.problem(Severity::Error, at, &field(index, "offset"), message);
                break;
            }
            self.check(cur, index, clip, &extent, start);
            let link = start < claimed;
            if link {
                self.note(cur, index, "offset", "the clip starts within the data of another one");
            } else {
                claimed = start + extent.len as u64;
            }
            plan.push(Placed { clip: index, start, link });
        }
        let end = cur.limit();
        let more = cur.slice(claimed, end).iter().filter(|byte| **byte != 0).count();
        if more > 0 {
            let message = format_args!("bytes behind the last clip are unexplained");
            cur.problem(Severity::Note, (claimed, end - claimed), "data", message);
        }
        plan
    }

    /// Where clips with something to show start, with their indices.
    fn starts<R: Recorder>(&self, cur: &mut Cursor<'_, R>) -> Vec<(u32, usize)> {
        let mut starts = Vec::new();
        for (index, clip) in self.animations.clips.iter().enumerate() {
            let offset = match clip.start {
                Start::At(_) if clip.frames == 0 => {
                    self.note(cur, index, "frames", "a clip without frames");
                    continue;
                }
                Start::At(at) if self.animations.bones > 0 => {
                    starts.push((at, index));
                    continue;
                }
                Start::At(_) => continue,
                Start::Stale(offset) => offset,
            };
            let past = offset as usize >= self.animations.data_offset();
            let place = if past { "past the end of the chunk" } else { "in the table" };
            let at = (self.table + 8 * index as u64, 4);
            let message = format_args!("the clip starts {place}");
            cur.problem(Severity::Error, at, &field(index, "offset"), message);
        }
        if self.animations.bones == 0 && !self.animations.clips.is_empty() {
            let at = (self.table, 8 * self.animations.clips.len() as u64);
            let message = format_args!("a file without objects has no bones for its clips");
            cur.problem(Severity::Warning, at, "clips", message);
        }
        starts
    }

    /// Reports what is missing of a clip, and what it leaves open.
    fn check<R: Recorder>(
        &self,
        cur: &mut Cursor<'_, R>,
        index: usize,
        clip: &Clip,
        extent: &Extent,
        start: u64,
    ) {
        let (there, wanted) = (extent.starts.len(), extent.wanted);
        let matrices = self.animations.coding == Coding::Matrices;
        if there < wanted {
            let what = if matrices { "stored frames" } else { "bones" };
            let at = (start + extent.len as u64, 1);
            let message = format_args!("only {there} of {wanted} {what} are in the chunk");
            cur.problem(Severity::Error, at, &format!("data[{index}]"), message);
        }
        if !matrices && clip.tween != 0 {
            self.note(cur, index, "tween", "packed clips hold all frames: the tween is not used");
        } else if matrix::between(usize::from(clip.frames) - 1, clip.frames, clip.tween).2 != 0 {
            self.note(
                cur,
                index,
                "tween",
                "behind its last stored frame the clip is shown going back to the first; a game \
                 that plays it once lets it go on instead",
            );
        }
        if matrices {
            let bytes = cur.slice(start, start + extent.len as u64);
            let odd = bytes.chunks_exact(Matrix::SIZE).position(|mut bytes| {
                Matrix::take(&mut bytes, Endian::Little).is_some_and(|m| !m.is_rotation())
            });
            if let Some(odd) = odd {
                let bones = self.animations.bones.max(1);
                let path = format!("data[{index}].frames[{}].bones[{}]", odd / bones, odd % bones);
                let at = (start + (odd * Matrix::SIZE) as u64, 18);
                let message = format_args!("the matrix is no rotation; the nearest one is shown");
                cur.problem(Severity::Warning, at, &path, message);
            }
        }
    }

    fn note<R: Recorder>(&self, cur: &mut Cursor<'_, R>, index: usize, part: &str, what: &str) {
        let at = (self.table + 8 * index as u64, 8);
        cur.problem(Severity::Note, at, &field(index, part), format_args!("{what}"));
    }
}

fn field(index: usize, part: &str) -> String {
    format!("clips[{index}].{part}")
}
