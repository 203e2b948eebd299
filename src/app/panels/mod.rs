//! The panels, one file each.

pub mod bytes;
pub mod contents;
pub mod element_menu;
pub mod face_card;
pub mod fields;
pub mod files;
pub mod log;
pub mod notes;
pub mod open_as;
pub mod palette;
pub mod problems;
pub mod scene;
pub mod sounds;
pub mod tables;
pub mod texture;

use crate::app::ui::panel::Panel;

/// All panels but the scene, which the window knows by its type.
pub fn all() -> Vec<Box<dyn Panel>> {
    vec![
        Box::<files::FilesPanel>::default(),
        Box::<contents::ContentsPanel>::default(),
        Box::<face_card::CardPanel>::default(),
        Box::<texture::TexturePanel>::default(),
        Box::<palette::PalettePanel>::default(),
        Box::<tables::TablesPanel>::default(),
        Box::<sounds::SoundsPanel>::default(),
        Box::<fields::FieldsPanel>::default(),
        Box::<bytes::BytesPanel>::default(),
        Box::<notes::NotesPanel>::default(),
        Box::<problems::ProblemsPanel>::default(),
        Box::<log::LogPanel>::default(),
    ]
}
