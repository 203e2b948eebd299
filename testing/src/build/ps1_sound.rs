//! Builds PlayStation sound files: banks, cues, streams.

use gouraud::bytes::Source;
use gouraud::codec::edc::edc;
use gouraud::codec::xa_adpcm::{self, GROUP, Layout};
use gouraud::formats::ps1::sound_cues::{Cue, CueList};
use gouraud::formats::ps1::spu;
use gouraud::formats::ps1::vab::{Header, Slot, Tone, ToneTable, Vab};
use gouraud::formats::ps1::xa::{SubHeader, submode};

use super::count;

/// A recording as stored in a bank: a silent block, which clears the voice's history, then its samples,
/// looped from a frame (a multiple of 28) if requested.
pub fn vag(samples: &[i16], repeated_from: Option<usize>) -> Vec<u8> {
    const FRAMES: usize = gouraud::codec::spu_adpcm::FRAMES;
    let silent = [&[0; FRAMES], samples].concat();
    let mut blocks = spu::packed(&silent, repeated_from.map(|frame| frame / FRAMES + 1));
    // The end block, in which the voice idles.
    blocks.extend([0, 7]);
    blocks.extend([0x77; 14]);
    blocks
}

/// A tone over all keys that plays a VAG (numbered from 1) at its recorded pitch at `centre`.
pub fn tone(vag: i16, centre: u8) -> Tone {
    Tone {
        volume: 127,
        pan: 64,
        centre,
        highest: 127,
        bend_down: 2,
        bend_up: 2,
        attack_decay: 0x80FF,
        sustain_release: 0x5FC0,
        vag,
        // As left by the game's tools.
        reserved_e: [0xB1, 0xB2],
        reserved_18: [0xC0, 0xC1, 0xC2, 0xC3],
        ..Tone::default()
    }
}

/// A bank of these programs, each with its number, and these VAGs.
pub fn vab(programs: &[(u8, Vec<Tone>)], vags: &[Vec<u8>]) -> Vab {
    let mut slots = vec![Slot { pan: 64, ..Slot::default() }; 128];
    let mut tables = Vec::new();
    for (number, tones) in programs {
        if let Some(slot) = slots.get_mut(usize::from(*number)) {
            (slot.tones, slot.volume) = (count(tones.len()) as u8, 127);
        }
        let mut table = ToneTable::default();
        for (place, tone) in table.tones.iter_mut().zip(tones) {
            *place = Tone { program: (*number).into(), ..*tone };
        }
        tables.push(table);
    }
    let mut sizes = vec![0u16; 256];
    for (size, vag) in sizes.iter_mut().skip(1).zip(vags) {
        *size = count(vag.len() / 8) as u16;
    }
    let body = vags.concat();
    let tones: usize = programs.iter().map(|(_, tones)| tones.len()).sum();
    let header = Header {
        magic: *b"pBAV",
        version: 7,
        size: count(0xA20 + 512 * tables.len() + body.len()),
        reserved_10: 0xEEEE,
        program_count: count(tables.len()) as u16,
        tone_count: count(tones) as u16,
        vag_count: count(vags.len()) as u16,
        volume: 127,
        pan: 64,
        reserved_1c: u32::MAX,
        ..Header::default()
    };
    Vab { header, slots, tables, sizes, body: Source::from_bytes("body", body) }
}

/// A cue at full volume; `alias` is its number in levels.
pub fn cue(alias: u16, program: u8, tone: u8, note: u8) -> Cue {
    Cue { program, tone, note, fall_off: 0x2000, volume: 0x1000, alias, ..Cue::default() }
}

/// A list of cues with its end mark.
pub fn cues(cues: Vec<Cue>) -> Vec<u8> {
    CueList { cues, is_ended: true, rest: Vec::new() }.write()
}

/// A stream: its channel, coding, whether at half the rate, and its samples.
pub struct Stream {
    pub channel: u8,
    pub is_stereo: bool,
    pub is_half: bool,
    pub samples: Vec<i16>,
}

/// Interleaved streams, as sectors from their sub-headers on.
pub fn xa(streams: &[Stream]) -> Vec<u8> {
    const GROUPS: usize = 18;
    let packed: Vec<Vec<u8>> = streams
        .iter()
        .map(|stream| {
            let layout = Layout { is_stereo: stream.is_stereo, is_wide: false };
            let sector = layout.samples() * GROUPS;
            let mut samples = stream.samples.clone();
            samples.resize(samples.len().next_multiple_of(sector), 0);
            xa_adpcm::encode(stream.is_stereo, &samples)
        })
        .collect();
    let most = packed.iter().map(|groups| groups.len().div_ceil(GROUPS * GROUP)).max();
    let mut out = Vec::new();
    for sector in 0..most.unwrap_or(0) {
        for (stream, groups) in streams.iter().zip(&packed) {
            let mut all = groups.chunks(GROUPS * GROUP).skip(sector);
            let Some(own) = all.next() else { continue };
            out.extend(sector_of(stream, own, all.next().is_none()));
        }
    }
    out
}

fn sector_of(stream: &Stream, groups: &[u8], is_last: bool) -> Vec<u8> {
    let end = if is_last { submode::END_OF_FILE | 1 } else { 0 };
    let header = SubHeader {
        file: 1,
        channel: stream.channel,
        submode: 0x40 | submode::FORM_2 | submode::AUDIO | end,
        coding: u8::from(stream.is_stereo) | u8::from(stream.is_half) << 2,
    };
    let mut sector = [header.to_bytes(); 2].concat();
    sector.extend(groups);
    sector.resize(8 + 2324, 0);
    let check = edc(&sector);
    sector.extend(check.to_le_bytes());
    sector
}
