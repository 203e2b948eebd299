//! What is odd about a film.

use super::chunk::Chunk;
use super::records::{Smk, TRACKS};
use super::sound::samples_of;
use super::{fields::Video, film};
use crate::bytes::{Severity, count32};
use crate::formats::{Loaded, Report};
use crate::scene::{FilmData, Still};

/// Blocks that are painted to find damaged pictures: an hour of film.
const MOST_BLOCKS: u64 = 1 << 29;

/// What the header and the tables say.
pub(super) fn check(smk: &Smk, report: &mut Report<'_>) {
    let header = &smk.header;
    if header.frame_count == 0 {
        report.warning("header.frame_count", "a film without a frame");
    }
    if !header.width.is_multiple_of(4) || !header.height.is_multiple_of(4) {
        let message = "the sides are no multiples of 4: what is left over is never painted";
        report.warning("header.width", message);
    }
    let sizes = header.tree_sizes.iter().zip(smk.trees.iter().flat_map(|trees| trees.entries));
    for (index, (size, entries)) in sizes.enumerate() {
        let Some(entries) = entries else { continue };
        let wanted = 4 * entries as u64 + 12;
        if u64::from(*size) != wanted {
            let message = format!("{entries} entries take {wanted} bytes of memory, not {size}");
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
        report.warning(path, format!("track {index} is packed by Bink: it is not decoded"));
    } else if track.is_absent() {
        if is_used {
            report.warning(path, format!("frames have sound of track {index}, which has no rate"));
        }
    } else if track.rate() == 0 {
        report.warning(path, format!("track {index} has no rate"));
    } else if !track.is_present() {
        report.warning(path, format!("track {index} has a rate and is not marked as present"));
    } else if !is_used {
        report.note(path, format!("no frame has sound of track {index}"));
    }
}

/// Decodes all of it: which frames are damaged.
pub(super) fn audit(file: &Loaded<Smk>, report: &mut Report<'_>) {
    let smk = &file.records;
    sounds(smk, report);
    let Some(video) = Video::of(&smk.header, smk.trees.as_ref()) else { return };
    let (width, height) = (smk.header.width, smk.header.height);
    let blocks = u64::from(width / 4) * u64::from(height / 4);
    let most = usize::try_from(MOST_BLOCKS / blocks.max(1)).unwrap_or(usize::MAX);
    let types = smk.types.as_slice().into();
    let data = film::Stored::new(smk, types, Some(video), file.tree.clone());
    let mut still = Still::black(width, height);
    let there = smk.frames.starts.len();
    let damaged = (0..there.min(most)).filter(|frame| !data.advance(count32(*frame), &mut still));
    let damaged: Vec<usize> = damaged.collect();
    let paths = damaged.into_iter().map(|frame| format!("frames[{frame}]"));
    report.first(Severity::Error, paths, "the picture is damaged: its bits or colours end early");
    if most < there {
        report.note("", format!("only the first {most} pictures were tried"));
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
