//! Sounds as WAV, captions as SubRip, WebVTT and CSV.

use crate::scene::{Caption, Origin, Samples, Scene, Sound, Table, TableRow};

/// Name of a sound's file without its extension: index, first identifier, resolved name; for a
/// sound without identifiers its own name.
pub(super) fn stem(scene: &Scene, index: u32) -> String {
    let Some(sound) = scene.sounds.get(index as usize) else { return String::new() };
    match sound.ids.first() {
        None => sound.name.clone(),
        Some(id) => match id.name.resolved() {
            None => format!("{index:03}_{}", id.name.hex()),
            Some(name) => format!("{index:03}_{}_{name}", id.name.hex()),
        },
    }
}

/// PCM of 8 or 16 bits, exactly the frames that are stored. Fails when there are more than a WAV
/// file can hold.
pub(super) fn wav(sound: &Sound) -> Result<Vec<u8>, String> {
    let (bits, data) = match sound.data.decode() {
        Samples::U8(samples) => (8u16, samples),
        Samples::I16(samples) => (16, samples.iter().flat_map(|s| s.to_le_bytes()).collect()),
    };
    let padding = data.len() % 2;
    let frame = sound.channels * (bits / 8);
    let sizes = u32::try_from(data.len()).ok().and_then(|len| {
        let riff = len.checked_add(36 + padding as u32)?;
        Some((len, riff, sound.rate.checked_mul(frame.into())?))
    });
    let Some((len, riff, bytes_per_second)) = sizes else {
        return Err("there are more samples than a WAV file can hold".to_owned());
    };
    let mut out = Vec::with_capacity(data.len() + 45);
    out.extend(b"RIFF");
    out.extend(riff.to_le_bytes());
    out.extend(b"WAVEfmt \x10\0\0\0\x01\0");
    out.extend(sound.channels.to_le_bytes());
    out.extend(sound.rate.to_le_bytes());
    out.extend(bytes_per_second.to_le_bytes());
    out.extend(frame.to_le_bytes());
    out.extend(bits.to_le_bytes());
    out.extend(b"data");
    out.extend(len.to_le_bytes());
    out.extend(data);
    // Chunks start at even offsets.
    out.resize(out.len() + padding, 0);
    Ok(out)
}

/// SubRip. Pauses have no cue.
pub(super) fn srt(captions: &[Caption]) -> Vec<u8> {
    let mut text = String::new();
    for (number, caption) in (1..).zip(captions.iter().filter(|caption| !caption.is_pause())) {
        let times = format!("{} --> {}", time(caption.start_ms, ','), time(caption.end_ms, ','));
        text.push_str(&format!("{number}\n{times}\n{}\n\n", lines(&caption.text)));
    }
    text.into_bytes()
}

/// WebVTT. Pauses have no cue.
pub(super) fn vtt(captions: &[Caption]) -> Vec<u8> {
    let mut text = "WEBVTT\n\n".to_owned();
    for caption in captions.iter().filter(|caption| !caption.is_pause()) {
        let times = format!("{} --> {}", time(caption.start_ms, '.'), time(caption.end_ms, '.'));
        let plain = caption.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        text.push_str(&format!("{times}\n{}\n\n", lines(&plain)));
    }
    text.into_bytes()
}

/// All captions, pauses too, so that the times follow one another.
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

/// Without empty lines, which would end a cue.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn caption(start_ms: u64, end_ms: u64, text: &str) -> Caption {
        Caption { start_ms, end_ms, text: text.to_owned(), origin: Origin::default() }
    }

    fn captions() -> [Caption; 3] {
        [
            caption(0, 1000, "First <line> & more"),
            caption(1000, 1600, ""),
            caption(1600, 3_723_400, "Second\n\nline, \"quoted\""),
        ]
    }

    #[test]
    fn subtitles_have_numbers_and_no_pauses() {
        assert_eq!(
            String::from_utf8(srt(&captions())).unwrap(),
            "1\n00:00:00,000 --> 00:00:01,000\nFirst <line> & more\n\n\
             2\n00:00:01,600 --> 01:02:03,400\nSecond\nline, \"quoted\"\n\n"
        );
    }

    #[test]
    fn web_subtitles_are_escaped() {
        assert_eq!(
            String::from_utf8(vtt(&captions())).unwrap(),
            "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nFirst &lt;line&gt; &amp; more\n\n\
             00:00:01.600 --> 01:02:03.400\nSecond\nline, \"quoted\"\n\n"
        );
    }

    #[test]
    fn the_table_of_captions_has_every_time() {
        assert_eq!(
            String::from_utf8(super::super::csv::csv(&table(&captions()))).unwrap(),
            "start_ms,end_ms,text\n0,1000,First <line> & more\n1000,1600,\n\
             1600,3723400,\"Second\n\nline, \"\"quoted\"\"\"\n"
        );
    }
}
