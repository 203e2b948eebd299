//! Records to bytes, and sounds made anew.

use super::records::compression;
use super::records::{CAPTION_UNIT_MS, Captions, Cau, HEADER, Header, MAGIC, Section, VERSION};
use crate::bytes::{Source, Writer};
use crate::codec::{cp1252, ima_adpcm::Blocks};

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Captions {
    /// Texts with the milliseconds each is shown for; a `\n` starts a new line. The four bytes
    /// behind the last text are zeros.
    pub fn new(texts: &[(u64, &str)]) -> Self {
        let section = |(ms, text): &(u64, &str)| Section {
            duration: u32::try_from(ms / CAPTION_UNIT_MS).unwrap_or(u32::MAX),
            text: cp1252::encode(&text.replace('\n', "\r")),
        };
        let sections = texts.iter().map(section).collect();
        Self { sections, tail: vec![0; 4], stale_length: None, stale_count: None }
    }

    /// Bytes of the block, its length field included.
    pub fn len(&self) -> usize {
        let texts: usize = self.sections.iter().map(|section| 4 + section.text.len() + 1).sum();
        8 + texts + self.tail.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    fn write(&self, out: &mut Writer) {
        out.put(self.stale_length.unwrap_or(count(self.len() - 4)));
        out.put(self.stale_count.unwrap_or(count(self.sections.len())));
        for section in &self.sections {
            out.put(section.duration);
            out.bytes(&section.text);
            out.put(0u8);
        }
        out.bytes(&self.tail);
    }
}

impl Cau {
    /// 8-bit samples (silence is 128), interleaved.
    pub fn pcm8(rate: u32, channels: u8, samples: &[u8]) -> Self {
        Self::new(rate, channels, 8, samples.to_vec())
    }

    /// 16-bit samples, interleaved.
    pub fn pcm16(rate: u32, channels: u8, samples: &[i16]) -> Self {
        Self::new(rate, channels, 16, samples.iter().flat_map(|s| s.to_le_bytes()).collect())
    }

    /// 16-bit samples, packed to ADPCM in blocks of 2049 frames.
    pub fn adpcm(rate: u32, channels: u8, samples: &[i16]) -> Self {
        let block_size = 1028 * u32::from(channels.max(1));
        let blocks = Blocks::new(channels.into(), block_size as usize);
        let mut cau = Self::pcm16(rate, channels, samples);
        cau.header.compression = compression::ADPCM;
        cau.header.block_size = block_size;
        cau.set_data(blocks.map_or(Vec::new(), |blocks| blocks.encode(samples)));
        cau
    }

    fn new(rate: u32, channels: u8, bits: u8, data: Vec<u8>) -> Self {
        let decoded_size = count(data.len());
        let header = Header { magic: MAGIC, version: VERSION, decoded_size, ..Header::default() };
        Self {
            header: Header { rate, bits, channels, ..header },
            stale: false,
            front: None,
            captions: None,
            gap: Vec::new(),
            data_gap: Vec::new(),
            data: Source::from_bytes("samples", data),
        }
    }

    pub fn with_captions(mut self, texts: &[(u64, &str)]) -> Self {
        self.captions = (!texts.is_empty()).then(|| Captions::new(texts));
        self
    }

    /// Other samples in the same coding; `header.decoded_size` stays.
    pub fn set_data(&mut self, data: Vec<u8>) {
        self.data = Source::from_bytes("samples", data);
        (self.stale, self.front) = (false, None);
    }

    /// The header as it is written.
    pub fn written_header(&self) -> Header {
        if self.stale { self.header } else { self.laid_out() }
    }

    /// The header with the offsets and sizes that follow from the content.
    pub(super) fn laid_out(&self) -> Header {
        let captions_at = HEADER as usize + self.gap.len();
        let captions = self.captions.as_ref();
        let behind = captions_at + captions.map_or(0, Captions::len);
        Header {
            captions_offset: captions.map_or(0, |_| count(captions_at)),
            data_offset: count(behind + self.data_gap.len()),
            data_size: count(self.data.bytes().len()),
            ..self.header
        }
    }

    pub fn write(&self, out: &mut Writer) {
        out.shaped(&self.front.unwrap_or(self.written_header()));
        out.bytes(&self.gap);
        if let Some(captions) = &self.captions {
            captions.write(out);
        }
        out.bytes(&self.data_gap);
        out.bytes(self.data.bytes());
    }
}
