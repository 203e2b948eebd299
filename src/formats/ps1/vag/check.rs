//! Whether a sound can be heard, and what is odd about it.

use super::channels::Channels;
use super::records::{Kind, OTHER_CODEC, VERSIONS, Vag};
use crate::formats::Report;
use crate::formats::ps1::spu::{USUAL_RATE, is_rate};

impl Vag {
    /// Whether its blocks are known.
    pub fn is_heard(&self) -> bool {
        match self.kind {
            Kind::Mono => !OTHER_CODEC.contains(&self.header.version),
            Kind::Interleaved => Channels::of(self).is_ok(),
            Kind::Foreign(_) => false,
        }
    }

    /// Tells what is odd about it.
    pub(super) fn check(&self, report: &mut Report<'_>) {
        if let Kind::Foreign(what) = self.kind {
            return report.error("magic", format!("{what}: it is not opened"));
        }
        let header = &self.header;
        let (version, rate) = (header.version, header.rate);
        if !is_rate(rate) {
            let message = format!("{rate} Hz is no rate of a sound, it is played at {USUAL_RATE}");
            report.error("header.rate", message);
        }
        if OTHER_CODEC.contains(&version) {
            let message = format!("version {version:#x} is packed by another codec");
            return report.error("header.version", message);
        }
        if !VERSIONS.contains(&format!("{version:#x}").as_str()) {
            report.note("header.version", format!("version {version:#x} is not known"));
        }
        if !header.name.iter().all(|byte| *byte == 0 || (0x20..0x7F).contains(byte)) {
            report.note("header.name", "the name is not plain ASCII");
        }
        match Channels::of(self) {
            _ if self.kind == Kind::Mono => {
                if header.channels > 1 {
                    let message = format!("{} channels: it is heard as one", header.channels);
                    report.warning("header.channels", message);
                }
                if !self.data.len().is_multiple_of(16) {
                    report.warning("fragment", "the last block is not whole");
                }
                if header.size == 0 && !self.tail.is_empty() {
                    let left = self.tail.len();
                    let message = format!("no bytes of blocks, but {left} follow: none is heard");
                    report.warning("header.size", message);
                } else {
                    self.extent().check("blocks", report);
                }
            }
            Ok(channels) => channels.check(self, report),
            Err((field, why)) => report.error(field, why),
        }
    }
}
