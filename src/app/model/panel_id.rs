//! Identifiers of panels.

use serde::{Serialize, Serializer};

/// The name of a panel in a saved layout. Everything else about a panel is defined in its own module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PanelId(pub &'static str);

/// Panels that other code refers to.
impl PanelId {
    pub const FILES: Self = Self("Files");
    pub const FIND: Self = Self("Find");
    pub const CONTENTS: Self = Self("Contents");
    pub const CARD: Self = Self("Card");
    pub const GALLERY: Self = Self("Gallery");
    pub const SCENE: Self = Self("Scene");
    pub const TEXTURE: Self = Self("Texture");
    pub const PIXEL: Self = Self("Pixel");
    pub const VIDEO_MEMORY: Self = Self("VideoMemory");
    pub const STORAGE: Self = Self("Storage");
    pub const PALETTE: Self = Self("Palette");
    pub const PALETTES: Self = Self("Palettes");
    pub const TABLES: Self = Self("Tables");
    pub const DESCRIPTION: Self = Self("Description");
    pub const TEXT: Self = Self("Text");
    pub const SOUNDS: Self = Self("Sounds");
    pub const FIELDS: Self = Self("Fields");
    pub const ANIMATIONS: Self = Self("Animations");
    pub const BYTES: Self = Self("Bytes");
    pub const NOTES: Self = Self("Notes");
    pub const PROBLEMS: Self = Self("Problems");
    pub const COMPARE: Self = Self("Compare");
    pub const SIDE_BY_SIDE: Self = Self("SideBySide");
    pub const LOG: Self = Self("Log");
}

/// The panel that has the focus at start.
impl Default for PanelId {
    fn default() -> Self {
        Self::SCENE
    }
}

/// Serialised like an enum variant: without quotation marks in formats that distinguish variants
/// from strings.
impl Serialize for PanelId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit_variant("PanelId", 0, self.0)
    }
}
