//! Reports inconsistent clips.

use super::matrix::{self, Matrix};
use super::{Animations, ClipEntry, Coding, plan};
use crate::bytes::{Endian, Shaped};
use crate::formats::Report;

/// Checks the clips of the chunk with this path.
pub fn check(animations: &Animations, chunk: &str, report: &mut Report<'_>) {
    for (index, clip) in animations.clips.iter().enumerate() {
        if animations.start(clip).is_none() {
            let past = clip.offset as usize >= animations.data_offset();
            let what = if past { "past the end of the chunk" } else { "in the table" };
            report.error(offset(chunk, index), format!("the clip starts {what}"));
        } else if clip.frames == 0 {
            report.note(format!("{chunk}.clips[{index}].frames"), "clip without frames");
        }
    }
    if animations.bones == 0 && !animations.clips.is_empty() {
        let message = "clips in a file without objects, and thus without bones";
        report.warning(format!("{chunk}.clips"), message);
    }
    let plan = plan(animations);
    for found in plan.found.iter().filter(|found| !found.is_same) {
        let Some(clip) = animations.clips.get(found.clip) else { continue };
        let path = format!("{chunk}.data[{}]", found.clip);
        let (there, wanted) = (found.extent.starts.len(), found.extent.wanted);
        if there < wanted {
            let matrices = animations.coding == Coding::Matrices;
            let what = if matrices { "stored frames" } else { "bones" };
            report.error(path.as_str(), format!("expected {wanted} {what}, found {there}"));
        }
        tween(animations, clip, &format!("{chunk}.clips[{}].tween", found.clip), report);
        let bytes = animations.data.get(found.start..found.start + found.extent.len);
        rotations(animations, bytes.unwrap_or(&[]), &path, report);
        if found.is_shared {
            let message = "the clip starts within the data of another clip";
            report.note(offset(chunk, found.clip), message);
        }
    }
    if let Some(clip) = plan.given_up {
        let message = "too many overlapping clips: this and later ones are skipped";
        report.error(offset(chunk, clip), message);
    }
    let behind = animations.data.get(plan.end..).unwrap_or(&[]);
    if behind.iter().any(|byte| *byte != 0) {
        report.note(format!("{chunk}.data"), "unexplained bytes after the last clip");
    }
}

fn offset(chunk: &str, clip: usize) -> String {
    format!("{chunk}.clips[{clip}].offset")
}

/// Checks the stored interval and rotations of a clip.
fn tween(animations: &Animations, clip: &ClipEntry, path: &str, report: &mut Report<'_>) {
    let last = usize::from(clip.frames).saturating_sub(1);
    if animations.coding == Coding::Streams && clip.tween != 0 {
        report.note(path, "packed clips store all frames: the tween value is unused");
    } else if matrix::between(last, clip.frames, clip.tween).2 != 0 {
        let message = "after its last stored frame the clip interpolates to the first; a game that plays \
                       it once extrapolates instead";
        report.note(path, message);
    }
}

/// Reports the first matrix of a clip that is not a rotation.
fn rotations(animations: &Animations, bytes: &[u8], data: &str, report: &mut Report<'_>) {
    if animations.coding == Coding::Streams {
        return;
    }
    let odd = bytes.chunks_exact(Matrix::SIZE).position(|mut bytes| {
        Matrix::take(&mut bytes, Endian::Little).is_some_and(|matrix| !matrix.is_rotation())
    });
    if let Some(odd) = odd {
        let bones = animations.bones.max(1);
        let path = format!("{data}.frames[{}].bones[{}]", odd / bones, odd % bones);
        report.warning(path, "not a rotation matrix; the nearest rotation is used");
    }
}
