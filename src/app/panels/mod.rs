//! The panels, each in its own file or folder with its [`PanelInfo`], and parts that several panels
//! share.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};

use crate::app::model::PanelId;
use crate::app::ui::PanelInfo;

pub mod animations;
pub mod bytes;
pub mod compare;
pub mod contents;
pub mod description;
pub mod editor;
pub mod element_menu;
pub mod fields;
pub mod file_item;
pub mod file_menu;
pub mod files;
pub mod find;
pub mod gallery;
pub mod log;
pub mod notes;
pub mod open_as;
pub mod palette;
pub mod palettes;
pub mod pixel;
pub mod problems;
pub mod scene;
pub mod selection;
pub mod side_by_side;
pub mod sounds;
pub mod storage;
pub mod tables;
pub mod text;
pub mod texture;
pub mod video_memory;

/// All panels. The order is that of the View menu, of F6 and of the tabs in a new layout.
pub static ALL: &[&PanelInfo] = &[
    &files::INFO,
    &find::INFO,
    &contents::INFO,
    &selection::INFO,
    &scene::INFO,
    &gallery::INFO,
    &animations::INFO,
    &texture::INFO,
    &palette::INFO,
    &palettes::INFO,
    &pixel::INFO,
    &video_memory::INFO,
    &storage::INFO,
    &tables::INFO,
    &sounds::INFO,
    &side_by_side::INFO,
    &text::INFO,
    &description::INFO,
    &fields::INFO,
    &bytes::INFO,
    &compare::INFO,
    &notes::INFO,
    &problems::INFO,
    &log::INFO,
];

/// Description of a panel; [`PanelInfo::EMPTY`] for an unknown one.
pub fn info(id: PanelId) -> &'static PanelInfo {
    find(id.0).unwrap_or(&PanelInfo::EMPTY)
}

fn find(name: &str) -> Option<&'static PanelInfo> {
    ALL.iter().copied().find(|info| info.id.0 == name)
}

/// Reads the panel named in a saved layout; an unknown name results in [`PanelInfo::EMPTY`].
impl<'de> Deserialize<'de> for PanelId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = PanelId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a panel")
            }

            fn visit_str<E>(self, name: &str) -> Result<PanelId, E> {
                Ok(find(name).unwrap_or(&PanelInfo::EMPTY).id)
            }
        }

        from.deserialize_identifier(Name)
    }
}
