//! What is odd about clips.

use super::matrix::{self, Matrix};
use super::{Animations, ClipEntry, Coding, plan};
use crate::bytes::{Endian, Shaped};
use crate::formats::Report;

/// Says what is wrong with the clips of the chunk with this path.
pub fn check(animations: &Animations, chunk: &str, report: &mut Report<'_>) {
    for (index, clip) in animations.clips.iter().enumerate() {
        if animations.start(clip).is_none() {
            let past = clip.offset as usize >= animations.data_offset();
            let what = if past { "past the end of the chunk" } else { "in the table" };
            report.error(offset(chunk, index), format!("the clip starts {what}"));
        } else if clip.frames == 0 {
            report.note(format!("{chunk}.clips[{index}].frames"), "a clip without frames");
        }
    }
    if animations.bones == 0 && !animations.clips.is_empty() {
        let message = "a file without objects has no bones for its clips";
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
            report
                .error(path.as_str(), format!("only {there} of {wanted} {what} are in the chunk"));
        }
        tween(animations, clip, &format!("{chunk}.clips[{}].tween", found.clip), report);
        let bytes = animations.data.get(found.start..found.start + found.extent.len);
        rotations(animations, bytes.unwrap_or(&[]), &path, report);
        if found.is_shared {
            let message = "the clip starts within the data of another one";
            report.note(offset(chunk, found.clip), message);
        }
    }
    if let Some(clip) = plan.given_up {
        let message =
            "clips lie over one another so often that this and later ones are not looked at";
        report.error(offset(chunk, clip), message);
    }
    let behind = animations.data.get(plan.end..).unwrap_or(&[]);
    if behind.iter().any(|byte| *byte != 0) {
        report.note(format!("{chunk}.data"), "bytes behind the last clip are unexplained");
    }
}

fn offset(chunk: &str, clip: usize) -> String {
    format!("{chunk}.clips[{clip}].offset")
}

/// What a clip leaves open.
fn tween(animations: &Animations, clip: &ClipEntry, path: &str, report: &mut Report<'_>) {
    let last = usize::from(clip.frames).saturating_sub(1);
    if animations.coding == Coding::Streams && clip.tween != 0 {
        report.note(path, "packed clips hold all frames: the tween is not used");
    } else if matrix::between(last, clip.frames, clip.tween).2 != 0 {
        let message = "behind its last stored frame the clip is shown going back to the first; a \
                       game that plays it once lets it go on instead";
        report.note(path, message);
    }
}

/// Tells of the first matrix of a clip's data that is no rotation.
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
        report.warning(path, "the matrix is no rotation; the nearest one is shown");
    }
}
