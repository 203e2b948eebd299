//! Captions as SubRip, WebVTT and as a table.

use std::borrow::Cow;
use std::io::Write;

use super::exporter::{Content, Exporter, Fit, Maker, NotWritten, nothing_besides};
use super::{Job, Subject};
use crate::scene::{Caption, Origin, Scene, Table, TableRow};

pub(super) static SRT: Exporter = Exporter {
    name: "srt",
    meaning: "Captions as SubRip subtitles",
    suits: |scene, subject| has_cues(scene, subject).then_some(Fit::Usual),
    files: &["srt"],
    besides: nothing_besides,
    pictures_beside: false,
    make: |maker, content, out| make(maker, content, srt, out),
};

pub(super) static VTT: Exporter = Exporter {
    name: "vtt",
    meaning: "Captions as WebVTT subtitles",
    suits: |scene, subject| has_cues(scene, subject).then_some(Fit::Asked),
    files: &["vtt"],
    make: |maker, content, out| make(maker, content, vtt, out),
    ..SRT
};

/// Captions of a sound; `None` if it has none.
pub(super) fn of(scene: &Scene, subject: Subject) -> Option<&[Caption]> {
    let Subject::Sound(index) = subject else { return None };
    let captions = &scene.sounds.get(index)?.captions;
    (!captions.is_empty()).then_some(captions)
}

/// `true` if a sound has captions other than pauses.
fn has_cues(scene: &Scene, subject: Subject) -> bool {
    of(scene, subject).is_some_and(|captions| cues(captions).next().is_some())
}

/// Captions that are written as cues: all but pauses.
fn cues(captions: &[Caption]) -> impl Iterator<Item = &Caption> {
    captions.iter().filter(|caption| !caption.is_pause())
}

fn make(
    maker: &Maker<'_>,
    content: Content,
    text: fn(&[Caption]) -> Vec<u8>,
    out: &mut dyn Write,
) -> Result<(), NotWritten> {
    let captions = exported_captions(maker.job, content.subject).ok_or(NotWritten::Data)?;
    if cues(&captions).next().is_none() {
        return Err("this part of the sound has no captions".to_owned().into());
    }
    Ok(out.write_all(&text(&captions))?)
}

/// Captions of the exported part of a sound.
pub(super) fn exported_captions<'a>(job: &Job<'a>, subject: Subject) -> Option<Cow<'a, [Caption]>> {
    let all = of(job.scene, subject)?;
    Some(job.options.part.map_or(Cow::Borrowed(all), |part| Cow::Owned(part.captions(all))))
}

/// Writes SubRip.
fn srt(captions: &[Caption]) -> Vec<u8> {
    let mut text = String::new();
    for (number, caption) in (1..).zip(cues(captions)) {
        let times = format!("{} --> {}", time(caption.start_ms, ','), time(caption.end_ms, ','));
        text.push_str(&format!("{number}\n{times}\n{}\n\n", lines(&caption.text)));
    }
    text.into_bytes()
}

/// Writes WebVTT.
fn vtt(captions: &[Caption]) -> Vec<u8> {
    let mut text = "WEBVTT\n\n".to_owned();
    for caption in cues(captions) {
        let times = format!("{} --> {}", time(caption.start_ms, '.'), time(caption.end_ms, '.'));
        let plain = caption.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        text.push_str(&format!("{times}\n{}\n\n", lines(&plain)));
    }
    text.into_bytes()
}

/// Table of all captions, including pauses, so that the times are contiguous.
pub(super) fn table(captions: &[Caption]) -> Table {
    let row = |caption: &Caption| TableRow {
        cells: vec![caption.start_ms.to_string(), caption.end_ms.to_string(), caption.text.clone()],
        origin: Origin::default(),
    };
    Table {
        name: String::new(),
        columns: ["start_ms", "end_ms", "text"].map(str::to_owned).to_vec(),
        rows: captions.iter().map(row).collect(),
    }
}

/// Removes empty lines, which would end a cue.
fn lines(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

fn time(ms: u64, point: char) -> String {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    format!("{hours:02}:{minutes:02}:{seconds:02}{point}{ms:03}")
}
