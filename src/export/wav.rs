//! Sounds as WAV.

use std::io::{self, Write};

use super::Subject;
use super::exporter::{Content, Exporter, Fit, Maker, NotWritten, nothing_besides};
use super::sound_part::Cut;
use crate::scene::{LoopPart, MIDDLE_C, Samples, Sound};

pub(super) static WAV: Exporter = Exporter {
    name: "wav",
    meaning: "Sounds as stored: no gain, every frame once, loops as sampler chunks",
    suits: |_, subject| matches!(subject, Subject::Sound(_)).then_some(Fit::Best),
    files: &["wav"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let (sound, cut) = cut_of(maker, content.subject)?;
    wav(sound, &cut, out)
}

/// Requested part of a sound, if it is not empty.
pub(super) fn cut_of<'a>(
    maker: &mut Maker<'a>,
    subject: Subject,
) -> Result<(&'a Sound, Cut<'a>), NotWritten> {
    let sound = sound_of(maker, subject)?;
    let part = maker.job.options.part;
    let cut = Cut::of(sound, part);
    if part.is_some() && cut.frames() == 0 {
        maker.notes.push(format!("sound {} ends before the requested part", sound.name));
        return Err(NotWritten::Data);
    }
    Ok((sound, cut))
}

/// The sound of a subject, if it can be decoded.
fn sound_of<'a>(maker: &mut Maker<'a>, subject: Subject) -> Result<&'a Sound, NotWritten> {
    let Subject::Sound(index) = subject else { return Err(NotWritten::Data) };
    let sound = maker.job.scene.sounds.get(index).ok_or(NotWritten::Data)?;
    if sound.channels == 0 {
        maker.notes.push(format!("sound {} cannot be decoded", sound.name));
        return Err(NotWritten::Data);
    }
    Ok(sound)
}

/// Writes 8 or 16 bit PCM with exactly the stored frames. Fails if there are more than a WAV file can
/// hold.
fn wav(sound: &Sound, cut: &Cut<'_>, out: &mut dyn Write) -> Result<(), NotWritten> {
    let frame = sound.channels * (sound.bits / 8);
    let sampler = cut.looped.map_or_else(Vec::new, |part| sampler(sound.rate, part));
    let bytes = cut.frames().saturating_mul(frame.into());
    let padding = (bytes % 2) as u32;
    let sizes = u32::try_from(bytes).ok().and_then(|len| {
        let riff = len.checked_add(36 + padding + sampler.len() as u32)?;
        Some((len, riff, sound.rate.checked_mul(frame.into())?))
    });
    let Some((len, riff, bytes_per_second)) = sizes else {
        return Err("more samples than a WAV file can hold".to_owned().into());
    };
    let mut head = Vec::with_capacity(44);
    head.extend(b"RIFF");
    head.extend(riff.to_le_bytes());
    head.extend(b"WAVEfmt \x10\0\0\0\x01\0");
    head.extend(sound.channels.to_le_bytes());
    head.extend(sound.rate.to_le_bytes());
    head.extend(bytes_per_second.to_le_bytes());
    head.extend(frame.to_le_bytes());
    head.extend(sound.bits.to_le_bytes());
    head.extend(b"data");
    head.extend(len.to_le_bytes());
    out.write_all(&head)?;
    let mut written = 0;
    cut.each(|samples| {
        written += samples.bytes() as u64;
        write_samples(samples, out)
    })?;
    if written != bytes {
        return Err(format!("expected {bytes} bytes of samples, found {written}").into());
    }
    // Chunks start at even offsets.
    out.write_all(&[0][..padding as usize])?;
    Ok(out.write_all(&sampler)?)
}

fn write_samples(samples: Samples, out: &mut dyn Write) -> io::Result<()> {
    match samples {
        Samples::U8(samples) => out.write_all(&samples),
        Samples::I16(mut samples) => {
            // No effect on little-endian machines.
            samples.iter_mut().for_each(|sample| *sample = sample.to_le());
            out.write_all(bytemuck::cast_slice(&samples))
        }
    }
}

/// A `smpl` chunk for samplers, with one loop whose end points are inclusive.
fn sampler(rate: u32, part: LoopPart) -> Vec<u8> {
    let nanoseconds = (1_000_000_000 + u64::from(rate / 2)) / u64::from(rate.max(1));
    let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let mut out = b"smpl".to_vec();
    let header = [60, 0, 0, number(nanoseconds), MIDDLE_C.into(), 0, 0, 0, 1, 0];
    let looped = [0, 0, number(part.first), number(part.last), 0, 0];
    out.extend(header.into_iter().chain(looped).flat_map(u32::to_le_bytes));
    out
}
