//! Discs with a known list of tracks and no files: music, and data of other systems.

use std::borrow::Cow;

use super::files::Files;
use super::nrg;
use super::tracks::{Track, TrackKind};
use super::volumes::Volumes;
use crate::bytes::{Cursor, Problems, ReadError, Recorder, Result, Severity, Source};
use crate::formats::{Head, Probe, Rest};

/// Tracks of an image: those of its wrapper, or of its own list.
pub fn known(source: &Source) -> Option<Cow<'_, [Track]>> {
    let attached: Option<&Vec<Track>> = source.attached();
    let tracks = match attached {
        Some(tracks) => Cow::Borrowed(tracks.as_slice()),
        // The end of a packed image is not unpacked to find a list.
        None => {
            let head = Head::of(source);
            let is_asked = source.is_stored() || head.has_extension(&["nrg"]);
            Cow::Owned(is_asked.then(|| nrg::tracks(&head))??)
        }
    };
    (!tracks.is_empty()).then_some(tracks)
}

/// Claims an image with known tracks. Only certain file names justify reading the end of an image, which
/// may have to be unpacked.
pub fn probe(head: &Head<'_>) -> Option<Probe> {
    let count = match head.rest {
        Rest::Of(source) if source.attached::<Vec<Track>>().is_some() => known(source)?.len(),
        _ if head.has_extension(&["nrg"]) => nrg::tracks(head)?.len(),
        _ => return None,
    };
    let reason = format!("list of {count} track{}", if count == 1 { "" } else { "s" });
    Some(Probe { score: 60, reason })
}

/// Reads the sound tracks in `source` and names the sectors of all tracks; `None` if no tracks are known.
///
/// # Errors
/// If a track is outside the image.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Option<Result<Files>> {
    let tracks: Vec<Track> = known(source)?.iter().map(|track| track.held_by(source)).collect();
    let named = cur.array("tracks", |cur| name(cur, &tracks));
    let listed = named.and_then(|end| {
        // The track list, if the image itself contains one.
        cur.within(end, cur.source_len(), |cur| match cur.remaining() {
            0 => Ok(()),
            left => cur.skip("list", left),
        })
    });
    if let Err(error) = listed {
        return Some(Err(error));
    }
    for track in tracks.iter().filter(|track| matches!(track.kind, TrackKind::Data(_))) {
        let message = format_args!("track {} contains no readable files", track.number);
        cur.problem(Severity::Warning, (track.start, 0), "tracks", message);
    }
    let mut problems = Problems::default();
    let files = Files::new(source.name(), &Volumes::none(), &tracks, &mut problems);
    for problem in problems.iter() {
        cur.keep(ReadError::from(problem.into_owned()));
    }
    Some(Ok(files))
}

/// Names the sectors of each track and of the gap before it. Returns the end of the last track.
fn name<R: Recorder>(cur: &mut Cursor<'_, R>, tracks: &[Track]) -> Result<u64> {
    let (mut at, len) = (0, cur.source_len());
    for (index, track) in tracks.iter().enumerate() {
        let bytes = track.sectors.saturating_mul(track.stride);
        let end = track.start.saturating_add(bytes).min(len);
        if end <= at {
            continue;
        }
        cur.within(at, end, |cur| {
            cur.element(index, "Track", |cur| {
                cur.describe(|| format!("track {}, {}", track.number, track.mode));
                let gap = track.start.min(end).saturating_sub(at);
                if gap > 0 {
                    cur.skip("gap", gap)?;
                }
                match cur.remaining() {
                    0 => Ok(()),
                    left => cur.skip("sectors", left),
                }
            })
        })?;
        at = end;
    }
    Ok(at)
}
