//! Which panel is meant.

use egui_material_icons::{MaterialIcon, icons};
use serde::{Deserialize, Serialize};

/// Every panel there is. The order is that of the View menu and of F6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PanelKind {
    Files,
    Contents,
    Card,
    Scene,
    Texture,
    Palette,
    Tables,
    Sounds,
    Fields,
    Bytes,
    Notes,
    Problems,
    Log,
}

impl PanelKind {
    pub const ALL: [PanelKind; 13] = [
        PanelKind::Files,
        PanelKind::Contents,
        PanelKind::Card,
        PanelKind::Scene,
        PanelKind::Texture,
        PanelKind::Palette,
        PanelKind::Tables,
        PanelKind::Sounds,
        PanelKind::Fields,
        PanelKind::Bytes,
        PanelKind::Notes,
        PanelKind::Problems,
        PanelKind::Log,
    ];

    pub fn title(self) -> &'static str {
        match self {
            PanelKind::Files => "Files",
            PanelKind::Contents => "Contents",
            PanelKind::Card => "Selection",
            PanelKind::Scene => "Scene",
            PanelKind::Texture => "Texture",
            PanelKind::Palette => "Palette",
            PanelKind::Tables => "Tables",
            PanelKind::Sounds => "Sounds",
            PanelKind::Fields => "Fields",
            PanelKind::Bytes => "Bytes",
            PanelKind::Notes => "Notes",
            PanelKind::Problems => "Problems",
            PanelKind::Log => "Log",
        }
    }

    pub fn icon(self) -> MaterialIcon {
        match self {
            PanelKind::Files => icons::ICON_FOLDER,
            PanelKind::Contents => icons::ICON_LIST,
            PanelKind::Card => icons::ICON_CENTER_FOCUS_STRONG,
            PanelKind::Scene => icons::ICON_DEPLOYED_CODE,
            PanelKind::Texture => icons::ICON_TEXTURE,
            PanelKind::Palette => icons::ICON_PALETTE,
            PanelKind::Tables => icons::ICON_TABLE,
            PanelKind::Sounds => icons::ICON_GRAPHIC_EQ,
            PanelKind::Fields => icons::ICON_ACCOUNT_TREE,
            PanelKind::Bytes => icons::ICON_GRID_ON,
            PanelKind::Notes => icons::ICON_BOOKMARKS,
            PanelKind::Problems => icons::ICON_WARNING,
            PanelKind::Log => icons::ICON_NOTES,
        }
    }
}
