//! What the user chose once and for all, kept in one readable file.

use serde::{Deserialize, Serialize};

/// Which mouse button does what in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum MousePreset {
    #[default]
    Viewer,
    Blender,
    Maya,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: egui::ThemePreference,
    /// 1 is the system's own scale.
    pub ui_scale: f32,
    /// Size of the text in Bytes, in points.
    pub hex_size: f32,
    pub mouse: MousePreset,
    pub reduce_motion: bool,
    pub watch: bool,
    /// Memory for decoded things, in MiB.
    pub memory: u32,
    /// The panels that select together: scene, fields and bytes follow each other.
    pub sync: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: egui::ThemePreference::System,
            ui_scale: 1.0,
            hex_size: super::theme::MONO,
            mouse: MousePreset::Viewer,
            reduce_motion: false,
            watch: true,
            memory: 1024,
            sync: true,
        }
    }
}
