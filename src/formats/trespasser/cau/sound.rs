//! Header, bytes and checks of a sound.

use super::coding::Coding;
use super::records::{Captions, Cau, HEADER, Header, MAGIC, VERSION, compression};
use crate::bytes::layout::{Pass, Writing};
use crate::bytes::{Result, Source, Writer, count32};
use crate::formats::Report;

impl Cau {
    /// An empty sound with this header.
    pub fn new(header: Header) -> Self {
        Self {
            header,
            stale: false,
            front: None,
            captions: None,
            gap: Vec::new(),
            data_gap: Vec::new(),
            data: Source::from_bytes("samples", Vec::new()),
        }
    }

    pub fn caption_count(&self) -> usize {
        self.captions.as_ref().map_or(0, |captions| captions.sections.len())
    }

    /// The header as it is written.
    pub fn written_header(&self) -> Header {
        if self.stale { self.header } else { self.laid_out() }
    }

    /// The header with the offsets and sizes computed from the content.
    fn laid_out(&self) -> Header {
        self.laid_out_around(self.captions.as_ref().map_or(0, Captions::len))
    }

    /// The header for captions of `len` bytes.
    pub(super) fn laid_out_around(&self, len: usize) -> Header {
        let captions_at = HEADER as usize + self.gap.len();
        let behind = captions_at + len;
        Header {
            captions_offset: self.captions.as_ref().map_or(0, |_| count32(captions_at)),
            data_offset: count32(behind + self.data_gap.len()),
            data_size: count32(self.data_len()),
            ..self.header
        }
    }

    /// Writes the sound to the end of `out`.
    ///
    /// # Errors
    /// When the captions cannot be stored.
    pub fn write(&self, out: &mut Writer) -> Result<()> {
        out.shaped(&self.front.unwrap_or(self.written_header()));
        out.bytes(&self.gap);
        if let Some(captions) = &self.captions {
            Writing::new(out).group("captions", &mut captions.clone(), ())?;
        }
        out.bytes(&self.data_gap);
        out.bytes(self.data.bytes());
        Ok(())
    }

    /// Bytes of the stored samples. Does not load them.
    pub(super) fn data_len(&self) -> usize {
        usize::try_from(self.data.len()).unwrap_or(usize::MAX)
    }

    /// Frames of the original recording.
    pub(super) fn expected_frames(&self, coding: Coding) -> u64 {
        let frame = u64::from(coding.channels()) * u64::from(coding.bits() / 8);
        u64::from(self.header.decoded_size) / frame.max(1)
    }

    /// Duration and coding, as text.
    pub(super) fn describe(&self) -> String {
        let Ok(coding) = Coding::of(&self.header) else { return "cannot be played".to_owned() };
        let frames = coding.frames(self.data_len());
        let seconds = frames as f64 / f64::from(self.header.rate.max(1));
        let layout = if coding.channels() == 1 { "mono" } else { "stereo" };
        format!("{seconds:.2} s, {} {} bit {layout}", coding.name(), coding.bits())
    }
}

/// Checks the sound at `path`, which is empty for a separate file.
pub fn check(cau: &Cau, path: &str, report: &mut Report<'_>) {
    let at = |field: &str| below(path, field);
    let header = &cau.header;
    if cau.front.is_some() {
        let message = "differs from its copy in the table of IDs, which is used";
        report.warning(at("header"), message);
    }
    if header.magic != MAGIC {
        let message = format!("expected \"WBOR\", found {:#010x}", header.magic);
        report.error(at("header.magic"), message);
    }
    if header.version > VERSION {
        let message = format!("unknown version {}", header.version);
        report.error(at("header.version"), message);
    }
    if header.compression == compression::PCM && header.block_size > 1 {
        let message = format!("PCM has no blocks, but block_size is {}", header.block_size);
        report.note(at("header.block_size"), message);
    }
    if header.flags != 0 {
        let message = format!("unknown flags {:#04x}", header.flags);
        report.note(at("header.flags"), message);
    }
    if header.captions_offset != 0 && header.version < VERSION {
        let message = format!("version {} has no captions", header.version);
        report.warning(at("header.captions_offset"), message);
    }
    if cau.captions.as_ref().is_some_and(Captions::is_empty) {
        report.warning(at("captions.count"), "the caption block is empty");
    }
    match Coding::of(header) {
        Ok(coding) => check_length(cau, coding, at("header.decoded_size"), report),
        Err(flaw) => {
            let message = format!("{}, so the sound cannot be played", flaw.why);
            report.error(at(&format!("header.{}", flaw.field)), message);
        }
    }
}

/// Compares the number of stored frames with that of the header.
fn check_length(cau: &Cau, coding: Coding, path: String, report: &mut Report<'_>) {
    let data = cau.data_len();
    let (stored, declared) = (coding.frames(data) as u64, cau.expected_frames(coding));
    // The game's encoder drops frames that do not fill a byte, or a stereo group.
    let fewer = match coding {
        Coding::Adpcm { channels: 1, .. } => 2,
        Coding::Adpcm { .. } => 8,
        _ => 0,
    };
    let is_whole = data == cau.header.data_size as usize;
    if is_whole && (stored > declared || declared - stored > fewer) {
        let message = format!("expected {declared} frames after decoding, found {stored}");
        report.warning(path, message);
    }
}

/// The path of a field below `path`.
pub(super) fn below(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}
