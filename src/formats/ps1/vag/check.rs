//! Tests if a sound is playable and reports inconsistent values.

use super::channels::Channels;
use super::records::{Kind, OTHER_CODEC, VERSIONS, Vag};
use crate::formats::Report;
use crate::formats::ps1::spu::{USUAL_RATE, is_rate};

impl Vag {
    /// `true` if the coding of its blocks is supported.
    pub fn is_heard(&self) -> bool {
        match self.kind {
            Kind::Mono => !OTHER_CODEC.contains(&self.header.version),
            Kind::Interleaved => Channels::of(self).is_ok(),
            Kind::Foreign(_) => false,
        }
    }

    /// Reports inconsistent values.
    pub(super) fn check(&self, report: &mut Report<'_>) {
        if let Kind::Foreign(what) = self.kind {
            return report.error("magic", format!("{what}: not supported"));
        }
        let header = &self.header;
        let (version, rate) = (header.version, header.rate);
        if !is_rate(rate) {
            let message = format!("implausible sample rate {rate} Hz, played at {USUAL_RATE}");
            report.error("header.rate", message);
        }
        if OTHER_CODEC.contains(&version) {
            let message = format!("version {version:#x} uses an unsupported codec");
            return report.error("header.version", message);
        }
        if !VERSIONS.contains(&format!("{version:#x}").as_str()) {
            report.note("header.version", format!("unknown version {version:#x}"));
        }
        if !header.name.iter().all(|byte| *byte == 0 || (0x20..0x7F).contains(byte)) {
            report.note("header.name", "the name is not plain ASCII");
        }
        match Channels::of(self) {
            _ if self.kind == Kind::Mono => {
                if header.channels > 1 {
                    let message = format!("{} channels: played as one", header.channels);
                    report.warning("header.channels", message);
                }
                if !self.data.len().is_multiple_of(16) {
                    report.warning("fragment", "the last block is incomplete");
                }
                if header.size == 0 && !self.tail.is_empty() {
                    let left = self.tail.len();
                    let message = format!("size 0, but {left} bytes follow: not played");
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
