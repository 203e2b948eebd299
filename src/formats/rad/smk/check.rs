//! Reports inconsistencies and damaged frames of a video.

use super::chunk::Chunk;
use super::records::{Smk, TRACKS};
use super::sound::samples_of;
use super::{fields::Video, video_decoder};
use crate::bytes::{Severity, count32};
use crate::formats::{Loaded, Report};
use crate::scene::{VideoDecoder, VideoFrame};

/// Maximum number of blocks that are painted to find damaged pictures: about an hour of video.
const MAX_BLOCKS: u64 = 1 << 29;

/// Checks the header and the tables.
pub(super) fn check(smk: &Smk, report: &mut Report<'_>) {
    let header = &smk.header;
    if header.frame_count == 0 {
        report.warning("header.frame_count", "video without frames");
    }
    if !header.width.is_multiple_of(4) || !header.height.is_multiple_of(4) {
        let message =
            "width or height is not a multiple of 4: the remaining pixels are never painted";
        report.warning("header.width", message);
    }
    let sizes = header.tree_sizes.iter().zip(smk.trees.iter().flat_map(|trees| trees.entries));
    for (index, (size, entries)) in sizes.enumerate() {
        let Some(entries) = entries else { continue };
        let wanted = 4 * entries as u64 + 12;
        if u64::from(*size) != wanted {
            let message = format!(
                "{entries} entries need {wanted} bytes of memory, but the header states {size}"
            );
            report.warning(format!("header.tree_sizes[{index}]"), message);
        }
    }
    for index in 0..TRACKS {
        check_track(smk, index, report);
    }
}

fn check_track(smk: &Smk, index: usize, report: &mut Report<'_>) {
    let track = smk.header.track(index);
    let path = format!("header.audio_rates[{index}]");
    let is_used = smk.types.iter().any(|types| types >> (index + 1) & 1 != 0);
    if track.is_bink() {
        report.warning(path, format!("track {index} uses the Bink codec: not decoded"));
    } else if track.is_absent() {
        if is_used {
            report.warning(
                path,
                format!("frames have sound for track {index}, which has no sample rate"),
            );
        }
    } else if track.rate() == 0 {
        report.warning(path, format!("track {index} has no sample rate"));
    } else if !track.is_present() {
        report.warning(
            path,
            format!("track {index} has a sample rate, but is not marked as present"),
        );
    } else if !is_used {
        report.note(path, format!("no frame has sound for track {index}"));
    }
}

/// Decodes the whole video to find damaged frames.
pub(super) fn audit(file: &Loaded<Smk>, report: &mut Report<'_>) {
    let smk = &file.records;
    sounds(smk, report);
    let Some(video) = Video::of(&smk.header, smk.trees.as_ref()) else { return };
    let (width, height) = (smk.header.width, smk.header.height);
    let blocks = u64::from(width / 4) * u64::from(height / 4);
    let most = usize::try_from(MAX_BLOCKS / blocks.max(1)).unwrap_or(usize::MAX);
    let types = smk.types.as_slice().into();
    let data = video_decoder::LazyFrames::new(smk, types, Some(video), file.tree.clone());
    let mut still = VideoFrame::black(width, height);
    let there = smk.frames.starts.len();
    let damaged = (0..there.min(most)).filter(|frame| !data.advance(count32(*frame), &mut still));
    let damaged: Vec<usize> = damaged.collect();
    let paths = damaged.into_iter().map(|frame| format!("frames[{frame}]"));
    report.first(Severity::Error, paths, "damaged picture: codes or colours are truncated");
    if most < there {
        report.note("", format!("only the first {most} pictures were checked"));
    }
}

fn sounds(smk: &Smk, report: &mut Report<'_>) {
    for (frame, types) in smk.types.iter().enumerate() {
        let bytes = smk.frames.bytes(frame);
        let chunk = Chunk::of(bytes, *types);
        for index in 0..TRACKS {
            let sound = chunk.sound(bytes, index).and_then(|sound| sound.get(4..));
            let fault = sound.and_then(|sound| samples_of(sound, smk.header.track(index)).1);
            if let Some(fault) = fault {
                report.error(
                    format!("frames[{frame}].sounds[{index}]"),
                    format!("the sound {fault}"),
                );
            }
        }
    }
}
