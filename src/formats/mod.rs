//! Every file format, one room each, and [the list](all) of them.
//!
//! Adding a format is a folder here, one line in [`all`], fixtures, and a row in the README.

mod document;
pub mod ea;
pub mod ff7;
mod flags;
mod format;
mod loaded;
pub mod ms;
pub mod neversoft;
pub mod ps1;
mod set;
pub mod ssx;
pub mod totem;
pub mod trespasser;
mod wrapper;

pub use document::{Content, Counts, Decoded, Document, Refusal, version_in_words};
pub use flags::flag_bits;
pub use format::{Ability, Format, FormatInfo, Head, Probe, Rest, Score};
pub use loaded::{Loaded, Records, Report, format_of};
pub use set::SetError;
pub use wrapper::{Wrapper, unwrapped, wrapper_of};

use crate::bytes::Source;

/// THE list.
pub fn all() -> &'static [&'static dyn Format] {
    const ALL: &[&dyn Format] = &[
        format_of::<neversoft::psx::File>(),
        format_of::<neversoft::trg::Trg>(),
        wrapper_of::<ff7::lzs::Lzs>(),
        format_of::<ff7::battle::Battle>(),
        format_of::<ff7::stage::Stage>(),
        format_of::<ff7::lgp::LgpFile>(),
        format_of::<ps1::tim::Tim>(),
        &trespasser::tpa::TpaFormat,
        &trespasser::cau::CauFormat,
        &trespasser::groff::GrfFormat,
        &trespasser::groff::ScnFormat,
        &trespasser::groff::SaveFormat,
        &trespasser::pid::PidFormat,
        &trespasser::swp::SwpFormat,
        wrapper_of::<trespasser::spz::Spz>(),
        &trespasser::wtd::WtdFormat,
        &trespasser::trr::TrrFormat,
        &trespasser::tri::TriFormat,
        &trespasser::tpm::TpmFormat,
        &trespasser::ddf::DdfFormat,
        &trespasser::asa::AsaFormat,
        &trespasser::asb::AsbFormat,
        wrapper_of::<ms::szdd::Szdd>(),
        format_of::<totem::mesh::Mesh>(),
        format_of::<totem::skin::Skin>(),
        format_of::<totem::material::MaterialFile>(),
        format_of::<totem::bitmap::Bitmap>(),
        format_of::<totem::archive::ArchiveHalf>(),
        format_of::<ssx::mpf::File>(),
        format_of::<ea::ssh::Sheet>(),
        format_of::<ea::big::Big>(),
        wrapper_of::<ea::refpack::RefPack>(),
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
