//! The panels, one file each.

pub mod bytes;
pub mod contents;
pub mod fields;
pub mod files;
pub mod log;
pub mod problems;
pub mod scene;
pub mod tables;

use super::panel::Panel;

/// All panels but the scene, which the window knows by its type.
pub fn all() -> Vec<Box<dyn Panel>> {
    vec![
        Box::<files::FilesPanel>::default(),
        Box::<contents::ContentsPanel>::default(),
        Box::<tables::TablesPanel>::default(),
        Box::<fields::FieldsPanel>::default(),
        Box::<bytes::BytesPanel>::default(),
        Box::<problems::ProblemsPanel>::default(),
        Box::<log::LogPanel>::default(),
    ]
}
