//! Discs of which a list of tracks is known and no files are found: music, and other systems' data.

use std::borrow::Cow;

use super::files::Files;
use super::nrg;
use super::tracks::{Track, TrackKind};
use super::volumes::Volumes;
use crate::bytes::{Cursor, Problems, ReadError, Recorder, Result, Severity, Source};
use crate::formats::{Head, Probe, Rest};

/// The tracks of an image: those that its wrapper lists, or that it lists itself.
pub fn known(source: &Source) -> Option<Cow<'_, [Track]>> {
    let attached: Option<&Vec<Track>> = source.attached();
    let tracks = match attached {
        Some(tracks) => Cow::Borrowed(tracks.as_slice()),
        // The end of what is packed is not unpacked for it.
        None => {
            let head = Head::of(source);
            let is_asked = source.in_memory().is_some() || head.has_extension(&["nrg"]);
            Cow::Owned(is_asked.then(|| nrg::tracks(&head))??)
        }
    };
    (!tracks.is_empty()).then_some(tracks)
}

/// Claims an image whose tracks are known. Its name makes somebody look at its end, which may have
/// to be unpacked for it.
pub fn probe(head: &Head<'_>) -> Option<Probe> {
    let count = match head.rest {
        Rest::Of(source) if source.attached::<Vec<Track>>().is_some() => known(source)?.len(),
        _ if head.has_extension(&["nrg"]) => nrg::tracks(head)?.len(),
        _ => return None,
    };
    let reason = format!("a list of {count} track{}", if count == 1 { "" } else { "s" });
    Some(Probe { score: 60, reason })
}

/// The sound tracks in `source`, each of whose tracks is named; `None` where none are known.
///
/// # Errors
/// Where a track is outside the image.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Option<Result<Files>> {
    let tracks: Vec<Track> = known(source)?.iter().map(|track| track.held_by(source)).collect();
    let named = cur.array("tracks", |cur| name(cur, &tracks));
    let listed = named.and_then(|end| {
        // The track list, where the image itself contains one.
        cur.within(end, cur.source_len(), |cur| match cur.remaining() {
            0 => Ok(()),
            left => cur.skip("list", left),
        })
    });
    if let Err(error) = listed {
        return Some(Err(error));
    }
    for track in tracks.iter().filter(|track| matches!(track.kind, TrackKind::Data(_))) {
        let message = format_args!("track {} holds no files that can be read", track.number);
        cur.problem(Severity::Warning, (track.start, 0), "tracks", message);
    }
    let mut problems = Problems::default();
    let files = Files::new(source.name(), &Volumes::none(), &tracks, &mut problems);
    for problem in problems.iter() {
        cur.keep(ReadError::from(problem.into_owned()));
    }
    Some(Ok(files))
}

/// Names the sectors of each track, with those of the gap before it; returns where the last one ends.
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
