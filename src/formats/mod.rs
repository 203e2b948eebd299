//! All file formats, one module each, and [their list](all).
//!
//! A new format is a folder here, one line in [`all`], a small file in `fuzz/seeds`, and a row in
//! docs/formats/README.md.

#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod archive;
mod changes;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod disc;
mod document;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod ea;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod ff7;
mod files_by_hash;
mod flags;
mod format;
mod info;
mod list_edit;
mod loaded;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod ms;
mod name_hashes;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod neversoft;
mod operations;
mod packing;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod ps1;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod rad;
mod read_options;
mod recognition;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod sega;
mod signature;
mod single_picture;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod ssx;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod totem;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod trespasser;
#[allow(missing_docs, reason = "fields are documented in docs/formats")]
pub mod truevision;
mod unsupported;
pub mod user;
mod wrapper;
pub mod write_back;

pub use changes::{
    Change, Decoded, DependentEdits, EditResult, Fields, ListChange, ListMenu, NewBytes,
    NewMembers, NewValue, Refusal, Rewritten,
};
pub use document::{Audit, Content, Counts, Document, version_in_words};
pub use files_by_hash::FilesByHash;
pub use flags::flag_bits;
pub use format::{Format, FormatHandle, HAND_WRITTEN, Head, MemberFormat, Probe, Rest, Score};
pub use info::{Capability, FormatInfo};
pub use loaded::{Loaded, Operations, Records, Report, format_of};
pub use name_hashes::{
    HashedFiles, HashedMembers, NameHash, companion_hash, extracted_names, hash_of_file, hashes_of,
    is_named_by_hash, real_name,
};
pub use operations::{
    Computable, Displayed, Editable, HasMembers, HashesNames, Packed, Unsupported,
};
pub use packing::Packing;
pub use recognition::identify;
pub(crate) use recognition::{claim, probe_with_companions};
pub use unsupported::unsupported;
pub use wrapper::{Wrapper, unwrapped, wrapper_of};

use std::any::Any;

use crate::scene::ReadOption;

/// Read options of all formats.
pub fn read_options() -> [&'static ReadOption; 4] {
    use neversoft::psx;
    [&psx::SCALE, &psx::PALETTES, &totem::warp::ORDER, &ssx::mpf::MORPHS]
}

/// Name hashes of all engines.
pub fn name_hashes() -> [&'static NameHash; 2] {
    [&neversoft::hash::NAMES, &trespasser::NAMES]
}

/// `true` for formats that hold only textures.
pub fn holds_only_textures(id: &str) -> bool {
    const ALL: &[&str] = &[
        "ea.ssh",
        "ff7.pc.texture",
        "ms.bmp",
        "ms.dds",
        "neversoft.fnt",
        "neversoft.screen",
        "ps1.tim",
        "sega.pvr",
        "totem.bitmap",
        "trespasser.pid",
        "trespasser.swp",
        "truevision.tga",
    ];
    ALL.contains(&id)
}

/// All formats. New formats are added here.
pub fn all() -> &'static [&'static dyn Format] {
    use totem::resource::Resource;
    const ALL: &[&dyn Format] = &[
        format_of::<neversoft::psx::File>(),
        format_of::<neversoft::trg::Trg>(),
        format_of::<neversoft::psh::Psh>(),
        format_of::<neversoft::ddm::Ddm>(),
        format_of::<neversoft::ddx::Ddx>(),
        format_of::<neversoft::kat::Kat>(),
        format_of::<neversoft::sfx::Sfx>(),
        format_of::<neversoft::bon::Bon>(),
        format_of::<neversoft::screen::Screen>(),
        format_of::<neversoft::fnt::Fnt>(),
        format_of::<neversoft::park::Park>(),
        format_of::<neversoft::hed::Half>(),
        format_of::<neversoft::pkr::Pkr>(),
        format_of::<neversoft::pre::Pre>(),
        wrapper_of::<ff7::lzs::Lzs>(),
        format_of::<ff7::battle::Battle>(),
        format_of::<ff7::stage::Stage>(),
        format_of::<ff7::lgp::LgpFile>(),
        format_of::<ff7::pc::aa::Aa>(),
        format_of::<ff7::pc::ab::Ab>(),
        format_of::<ff7::pc::da::Da>(),
        format_of::<ff7::pc::p::P>(),
        format_of::<ff7::pc::tex::Tex>(),
        format_of::<ff7::pc::hrc::Hrc>(),
        format_of::<ff7::pc::rsd::Rsd>(),
        format_of::<ff7::pc::a::A>(),
        format_of::<ps1::tim::Tim>(),
        format_of::<ps1::vag::Vag>(),
        format_of::<ps1::vab::Vab>(),
        format_of::<ps1::vab::vb::Vb>(),
        format_of::<ps1::xa::Xa>(),
        format_of::<trespasser::tpa::BankFile>(),
        format_of::<trespasser::cau::CauFile>(),
        format_of::<trespasser::groff::File<trespasser::groff::Level>>(),
        format_of::<trespasser::groff::File<trespasser::groff::Scn>>(),
        format_of::<trespasser::groff::File<trespasser::groff::Savegame>>(),
        format_of::<trespasser::pid::Pid>(),
        format_of::<trespasser::swp::Swp>(),
        wrapper_of::<trespasser::spz::Spz>(),
        format_of::<trespasser::wtd::Terrain>(),
        format_of::<trespasser::trr::Trr>(),
        format_of::<trespasser::tri::Tri>(),
        format_of::<trespasser::tpm::Tpm>(),
        format_of::<trespasser::ddf::Ddf>(),
        format_of::<trespasser::asa::Asa>(),
        format_of::<trespasser::asb::Asb>(),
        format_of::<rad::smk::Smk>(),
        format_of::<sega::pvr::Pvr>(),
        format_of::<ms::bmp::Bmp>(),
        format_of::<ms::dds::Dds>(),
        wrapper_of::<ms::szdd::Szdd>(),
        format_of::<truevision::tga::Tga>(),
        format_of::<totem::mesh::Mesh>(),
        format_of::<totem::skin::Skin>(),
        format_of::<totem::material::MaterialFile>(),
        format_of::<totem::bitmap::Bitmap>(),
        format_of::<Resource<totem::materialanim::MaterialAnim>>(),
        format_of::<Resource<totem::materialanim::MaterialObj>>(),
        format_of::<Resource<totem::node::Node>>(),
        format_of::<Resource<totem::surface::Surface>>(),
        format_of::<Resource<totem::lod::Lod>>(),
        format_of::<Resource<totem::rotshape::RotShape>>(),
        format_of::<Resource<totem::warp::Warp>>(),
        format_of::<Resource<totem::world::World>>(),
        format_of::<Resource<totem::world::AnimFrame>>(),
        format_of::<Resource<totem::gameobj::GameObj>>(),
        format_of::<Resource<totem::animation::Animation>>(),
        format_of::<Resource<totem::lights::Sun>>(),
        format_of::<Resource<totem::lights::Omni>>(),
        format_of::<Resource<totem::lights::HFog>>(),
        format_of::<Resource<totem::camera::Camera>>(),
        format_of::<Resource<totem::spline::Spline>>(),
        format_of::<Resource<totem::volume::CollisionVol>>(),
        format_of::<Resource<totem::texts::Txt>>(),
        format_of::<Resource<totem::texts::UserDefine>>(),
        format_of::<Resource<totem::sound::SoundFile>>(),
        format_of::<Resource<totem::unknown::Particles>>(),
        format_of::<Resource<totem::unknown::Occluder>>(),
        format_of::<Resource<totem::unknown::CameraZone>>(),
        format_of::<Resource<totem::unknown::Rtc>>(),
        format_of::<Resource<totem::unknown::Fonts>>(),
        format_of::<Resource<totem::unknown::Tpl>>(),
        format_of::<totem::archive::ArchiveHalf>(),
        format_of::<ssx::mpf::File>(),
        format_of::<ea::ssh::Sheet>(),
        format_of::<ea::big::Big>(),
        wrapper_of::<ea::refpack::RefPack>(),
        format_of::<disc::Disc>(),
        format_of::<disc::cdda::Cdda>(),
        format_of::<disc::gamecube::GameCube>(),
        format_of::<disc::packed::Chd>(),
        format_of::<disc::packed::Ciso>(),
        format_of::<disc::packed::Gcz>(),
        format_of::<disc::packed::Wbfs>(),
        format_of::<disc::packed::Wia>(),
        format_of::<disc::packed::Wii>(),
        format_of::<archive::zip::Archive>(),
        wrapper_of::<archive::gzip::Gzip>(),
    ];
    ALL
}

/// The format with this id.
pub fn by_id(id: &str) -> Option<&'static dyn Format> {
    all().iter().copied().find(|format| format.info().id == id)
}

/// The content of a document that was read with a description.
pub fn described(document: &Document) -> Option<&user::UserContent> {
    let content: &dyn Any = &*document.content;
    content.downcast_ref()
}

/// The format that read a document: a compiled one, or one that the user described.
pub fn reader_of(document: &Document) -> Option<FormatHandle> {
    match described(document) {
        Some(described) => Some(described.format()),
        None => by_id(document.format.id).map(FormatHandle::Compiled),
    }
}
