//! User settings, stored in one readable file.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::export::flight::FlightChoices;
use super::export::picture::PictureChoices;
use super::key_bindings::KeyBindings;
use super::search::GroupBy;
use crate::app::model::view::play_direction::PlayDirection;
use crate::audio::Route;

/// Assignment of the mouse buttons in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum MousePreset {
    #[default]
    Viewer,
    Blender,
    Maya,
}

impl MousePreset {
    pub const ALL: [MousePreset; 3] =
        [MousePreset::Viewer, MousePreset::Blender, MousePreset::Maya];

    pub fn title(self) -> &'static str {
        match self {
            MousePreset::Viewer => "Viewer",
            MousePreset::Blender => "Blender",
            MousePreset::Maya => "Maya",
        }
    }

    pub fn meaning(self) -> &'static str {
        match self {
            MousePreset::Viewer => "Drag orbits, middle or Shift+drag pans, right drag looks",
            MousePreset::Blender => "Middle drag orbits, Shift+middle pans, Ctrl+middle zooms",
            MousePreset::Maya => "Alt+left orbits, Alt+middle pans, Alt+right zooms",
        }
    }
}

/// Repeat mode of sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Looping {
    /// Loop if the file specifies it.
    #[default]
    AsStored,
    On,
    Off,
}

impl Looping {
    /// `true` if a sound loops; `stored` is the setting in the file.
    pub fn of(self, stored: bool) -> bool {
        match self {
            Looping::AsStored => stored,
            Looping::On => true,
            Looping::Off => false,
        }
    }

    /// The next mode, cyclic.
    pub fn next(self) -> Self {
        match self {
            Looping::AsStored => Looping::On,
            Looping::On => Looping::Off,
            Looping::Off => Looping::AsStored,
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Looping::AsStored => "as stored",
            Looping::On => "on",
            Looping::Off => "off",
        }
    }
}

/// A section of the Selection card that can be collapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CardPart {
    Flags,
    Texture,
    Like,
    Values,
    Held,
    Plays,
    Twins,
    Links,
    Moves,
    Corners,
    Place,
    Numbers,
    Saved,
}

/// Starred sounds as older versions stored them here: the CRC-32 of the bank, and the sound's first
/// identifier. They are moved to the bank's notes when it is next opened.
pub type Stars = BTreeSet<(u32, u32)>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: egui::ThemePreference,
    /// Scale of the window; 1 is the system's scale.
    pub ui_scale: f32,
    /// Size of the text in Bytes, in points.
    pub hex_size: f32,
    pub mouse: MousePreset,
    pub reduce_motion: bool,
    /// PlayStation pixels at their original size.
    pub native_pixels: bool,
    /// Limit flashing colours to three flashes per second.
    pub limit_flashes: bool,
    pub watch: bool,
    /// Keep the file from before its first save as `.orig`.
    pub keep_original: bool,
    /// Memory for documents that were closed or left, in MiB.
    pub memory: u32,
    /// Device memory for tabs that are not visible, in MiB.
    pub tab_memory: u32,
    /// A tab that is shown takes over the camera of the previous one.
    pub link_cameras: bool,
    /// Each kind of document has its own layout.
    pub layout_per_kind: bool,
    /// Regions drawn in the picture also select the faces behind others.
    pub select_through: bool,
    /// Scene, Fields and Bytes follow the selection.
    pub sync: bool,
    /// Volume of sounds, 0 to 1.
    pub volume: f32,
    pub muted: bool,
    pub looping: Looping,
    /// Playing speed; 1 is as recorded.
    pub speed: f32,
    /// Play sounds when they are selected in their list.
    pub audition: bool,
    /// Apply the volume that the bank stores for a sound.
    pub bank_volume: bool,
    /// Distance of the listener from a sound with an attenuation, in metres.
    pub distance: f32,
    /// Equalise the loudness of all sounds.
    pub normalise: bool,
    #[serde(skip_serializing_if = "Stars::is_empty")]
    pub stars: Stars,
    /// Playing speed of animations; 1 is as in the game.
    pub motion_speed: f32,
    /// Direction in which animations play.
    pub motion_direction: PlayDirection,
    /// Restart animations at their end.
    pub motion_looped: bool,
    /// Poses per second while an animation plays.
    pub motion_fps: u32,
    /// Interpolate between keys instead of holding the last one.
    pub interpolate: bool,
    /// Output device.
    pub route: Route,
    /// Names that the user typed.
    pub names: Vec<String>,
    /// Name lists that are loaded at every start.
    pub name_lists: Vec<String>,
    /// Index the roots in Files for Find.
    pub index: bool,
    /// Saved queries, the newest last.
    pub queries: Vec<String>,
    pub hits_by: GroupBy,
    /// Restrict Find to the open roots.
    pub find_open_only: bool,
    /// Play sounds in the gallery on hover.
    pub gallery_plays: bool,
    /// Check the plausibility rules on the open document.
    pub plausibility: bool,
    /// Last choices of the picture dialog.
    pub picture: PictureChoices,
    /// Last choices of the dialog for flights.
    pub flight: FlightChoices,
    /// Folder of the dialogs for pictures and flights; empty for the user's pictures.
    pub pictures: String,
    /// The expanded sections of the Selection card.
    pub card: BTreeSet<CardPart>,
    /// Keys that the user assigned to commands.
    pub keys: KeyBindings,
}

/// A setting that is on or off, as a row of the dialog.
pub struct Check {
    pub title: &'static str,
    pub tip: &'static str,
    pub field: fn(&mut Settings) -> &mut bool,
}

/// The settings that are on or off.
pub const CHECKS: [Check; 6] = [
    Check {
        title: "Reduce motion",
        tip: "The camera jumps instead of gliding; no automatic rotation or pulsing colours",
        field: |settings| &mut settings.reduce_motion,
    },
    Check {
        title: "Limit flashing to 3 times a second",
        tip: "Slows down colours that flash faster in the game",
        field: |settings| &mut settings.limit_flashes,
    },
    Check {
        title: "Panels follow the selection",
        tip: "Fields and Bytes scroll to the selected element",
        field: |settings| &mut settings.sync,
    },
    Check {
        title: "Follow changes on disk",
        tip: "Reloads changed files, keeping camera, selection and palettes, and lists new ones",
        field: |settings| &mut settings.watch,
    },
    Check {
        title: "Keep originals when saving",
        tip: "Copies the file before its first save, with .orig after its name",
        field: |settings| &mut settings.keep_original,
    },
    Check {
        title: "Index opened files",
        tip: "Reads folders, discs and archives in the background for Find",
        field: |settings| &mut settings.index,
    },
];

/// Range of [`Settings::ui_scale`].
pub const UI_SCALE: RangeInclusive<f32> = 0.75..=3.0;
/// Range of [`Settings::hex_size`].
pub const HEX_SIZE: RangeInclusive<f32> = 8.0..=32.0;
/// Range of [`Settings::memory`].
pub const MEMORY: RangeInclusive<u32> = 64..=65_536;

/// Range of [`Settings::tab_memory`].
pub const TAB_MEMORY: RangeInclusive<u32> = 0..=65_536;

/// A number of the settings.
type Number = fn(&mut Settings) -> &mut f32;

/// The numbers with their ranges.
const NUMBERS: [(Number, RangeInclusive<f32>); 5] = [
    (|settings| &mut settings.ui_scale, UI_SCALE),
    (|settings| &mut settings.hex_size, HEX_SIZE),
    (|settings| &mut settings.volume, 0.0..=1.0),
    (|settings| &mut settings.speed, 0.25..=4.0),
    (|settings| &mut settings.motion_speed, 0.1..=4.0),
];

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: egui::ThemePreference::System,
            ui_scale: 1.0,
            hex_size: crate::app::ui::theme::HEX,
            mouse: MousePreset::Viewer,
            reduce_motion: false,
            native_pixels: false,
            limit_flashes: true,
            watch: true,
            keep_original: true,
            memory: 128,
            tab_memory: 512,
            link_cameras: false,
            layout_per_kind: true,
            select_through: false,
            sync: true,
            volume: 1.0,
            muted: false,
            looping: Looping::AsStored,
            speed: 1.0,
            audition: true,
            bank_volume: true,
            distance: 0.0,
            normalise: false,
            stars: Stars::new(),
            motion_speed: 1.0,
            motion_direction: PlayDirection::Forwards,
            motion_looped: true,
            motion_fps: 60,
            interpolate: false,
            route: Route::System,
            names: Vec::new(),
            name_lists: Vec::new(),
            index: true,
            queries: Vec::new(),
            hits_by: GroupBy::Kind,
            find_open_only: false,
            gallery_plays: true,
            plausibility: false,
            picture: PictureChoices::default(),
            flight: FlightChoices::default(),
            pictures: String::new(),
            card: [
                CardPart::Flags,
                CardPart::Plays,
                CardPart::Twins,
                CardPart::Links,
                CardPart::Texture,
                CardPart::Like,
                CardPart::Values,
                CardPart::Held,
                CardPart::Saved,
            ]
            .into(),
            keys: KeyBindings::default(),
        }
    }
}

impl Settings {
    /// Clamps all numbers to their ranges, since the file may have been edited manually.
    pub fn clamped(mut self) -> Self {
        let mut standard = Self::default();
        for (field, range) in &NUMBERS {
            let (value, standard) = (field(&mut self), field(&mut standard));
            let clamped = value.clamp(*range.start(), *range.end());
            *value = if value.is_finite() { clamped } else { *standard };
        }
        self.motion_fps = self.motion_fps.clamp(1, 240);
        self.flight = self.flight.clamped();
        self.memory = self.memory.clamp(*MEMORY.start(), *MEMORY.end());
        self.tab_memory = self.tab_memory.clamp(*TAB_MEMORY.start(), *TAB_MEMORY.end());
        self
    }
}
