//! Every file format, one room each, and [the list](all) of them.
//!
//! Adding a format is a folder here, one line in [`all`], fixtures, and a row in the README.

mod document;
pub mod ea;
pub mod ff7;
mod format;
mod loaded;
pub mod ms;
pub mod neversoft;
pub mod ps1;
mod set;
pub mod ssx;
pub mod totem;
pub mod trespasser;

pub use document::{Content, Counts, Decoded, Document, Refusal, version_in_words};
pub use format::{Ability, Format, FormatInfo, Head, Probe, Rest};
pub use loaded::{Loaded, Records, Report, format_of};
pub use set::SetError;

use crate::bytes::Source;

/// THE list.
pub fn all() -> &'static [&'static dyn Format] {
    const ALL: &[&dyn Format] = &[
        &neversoft::psx::Psx,
        &neversoft::trg::TrgFormat,
        &ff7::lzs::LzsFormat,
        &ff7::battle::BattleFormat,
        &ff7::stage::StageFormat,
        &ff7::lgp::LgpFormat,
        &ps1::tim::TimFormat,
        &trespasser::tpa::TpaFormat,
        &trespasser::cau::CauFormat,
        &trespasser::groff::GrfFormat,
        &trespasser::groff::ScnFormat,
        &trespasser::groff::SaveFormat,
        &trespasser::pid::PidFormat,
        &trespasser::swp::SwpFormat,
        &trespasser::spz::SpzFormat,
        &trespasser::wtd::WtdFormat,
        &trespasser::trr::TrrFormat,
        &trespasser::tri::TriFormat,
        &trespasser::tpm::TpmFormat,
        &trespasser::ddf::DdfFormat,
        &trespasser::asa::AsaFormat,
        &trespasser::asb::AsbFormat,
        &ms::szdd::SzddFormat,
        format_of::<totem::mesh::Mesh>(),
        format_of::<totem::skin::Skin>(),
        format_of::<totem::material::MaterialFile>(),
        format_of::<totem::bitmap::Bitmap>(),
        format_of::<totem::archive::ArchiveHalf>(),
        &ssx::mpf::Mpf,
        &ea::ssh::Ssh,
        &ea::big::Big,
        &ea::refpack::RefPack,
    ];
    ALL
}

/// The format with this id.
pub fn by_id(id: &str) -> Option<&'static dyn Format> {
    all().iter().copied().find(|format| format.info().id == id)
}

/// The format that claims these bytes with the highest score, with its reason.
pub fn identify(source: &Source) -> Option<(&'static dyn Format, Probe)> {
    claim(&Head::of(source))
}

/// The format with the highest score for a file that begins like this.
pub(crate) fn claim(head: &Head<'_>) -> Option<(&'static dyn Format, Probe)> {
    all()
        .iter()
        .filter_map(|format| Some((*format, format.probe(head)?)))
        .max_by_key(|(_, probe)| probe.score)
}
