//! The one table of commands: title, menu, icon, keys and where the keys work. The menu bar, the
//! command palette, the cheat sheet, tooltips and key presses all come from it.

mod table;

use egui_material_icons::MaterialIcon;

use super::keys::Keys;
use super::panel::PanelKind;
use crate::app::model::command::Command;
use crate::app::model::state::State;
use crate::app::model::view::Like;
use crate::scene::{Element, FaceField, Style};

/// Menus, in the order of the menu bar; also the groups of the cheat sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    File,
    Edit,
    Select,
    View,
    Scene,
    Motion,
    Sound,
    Go,
    Notes,
    /// Of the camera; in Go.
    StoredViews,
    Help,
}

impl Menu {
    pub const BAR: [Menu; 10] = [
        Menu::File,
        Menu::Edit,
        Menu::Select,
        Menu::View,
        Menu::Scene,
        Menu::Motion,
        Menu::Sound,
        Menu::Go,
        Menu::Notes,
        Menu::Help,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Select => "Select",
            Menu::View => "View",
            Menu::Scene => "Scene",
            Menu::Motion => "Motion",
            Menu::Sound => "Sound",
            Menu::Go => "Go",
            Menu::Notes => "Notes",
            Menu::StoredViews => "Stored views",
            Menu::Help => "Help",
        }
    }
}

/// Where a key works. The panel that has the focus is asked first, then the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Window,
    In(&'static [PanelKind]),
}

impl Scope {
    pub fn holds(self, focus: PanelKind) -> bool {
        match self {
            Scope::Window => true,
            Scope::In(panels) => panels.contains(&focus),
        }
    }
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Entry {
    pub command: Command,
    pub title: &'static str,
    pub menu: Menu,
    /// Starts a new block in its menu.
    pub block: bool,
    pub icon: Option<MaterialIcon>,
    pub keys: &'static [Keys],
    pub scope: Scope,
}

/// THE table.
pub fn table() -> &'static [Entry] {
    &crate::app::ui::shortcuts::table::TABLE
}

/// What the mouse does, for the cheat sheet.
pub const GESTURES: [(&str, &str, &str); 20] = [
    ("Scene", "Drag", "Orbit"),
    ("Scene", "Shift+drag, middle drag", "Pan"),
    ("Scene", "Wheel", "Zoom to the pointer"),
    ("Scene", "Right drag", "Look around"),
    (
        "Scene",
        "Right button + W A S D Q E",
        "Fly, faster by and by; Shift ×5, Alt ×0.1, wheel sets the speed",
    ),
    ("Scene", "Right button + 1 to 9", "Come back to a stored view; Shift stores it"),
    ("Scene", "Click", "Select a face; again: what is behind it"),
    ("Scene", "Ctrl+click", "Add to the selection"),
    ("Scene", "Alt+click", "Select all faces with the same texture"),
    ("Scene", "Double click, middle click", "Turn about this point"),
    ("Scene", "Arrow keys", "Orbit"),
    ("Scene", "Right click", "Copy, select alike, isolate, hide"),
    ("Scene", "Click a bone", "Its card, with its angles over time; there a click seeks"),
    ("Sounds", "Shift+click", "Select all from the selected sound to here"),
    ("Sounds", "Ctrl+click", "Add a sound to the selection"),
    ("Notes", "Enter, Delete", "Change the note, delete it"),
    ("Everywhere", "Double click", "Frame in the scene"),
    ("Everywhere", "Ctrl+V", "Open a path, or take a view state"),
    ("Bytes", "Drag, Shift+arrows", "Select bytes"),
    ("Bytes", "Ctrl+wheel", "Size of the text"),
];

/// The row of a command.
pub fn entry(command: &Command) -> Option<&'static Entry> {
    table().iter().find(|entry| entry.command == *command)
}

/// The first keys of a command as text, for sentences.
pub fn keys_of(command: &Command) -> String {
    let keys = entry(command).and_then(|entry| entry.keys.first());
    keys.map(|keys| keys.text()).unwrap_or_default()
}

/// `Frame all (Home)`: for tooltips.
pub fn tip(command: &Command) -> String {
    let Some(entry) = entry(command) else { return String::new() };
    match entry.keys.first() {
        Some(keys) => format!("{} ({})", entry.title, keys.text()),
        None => entry.title.to_owned(),
    }
}

/// Whether a command has anything to work on.
pub fn is_enabled(command: &Command, state: &State) -> bool {
    blocked(command, state).is_none()
}

const NO_FILE: &str = "No file is open";
const NO_SCENE: &str = "There is no scene to look at";
const NO_SELECTION: &str = "Nothing is selected";
const NO_FACES: &str = "Nothing that is selected has faces in the scene";
const NO_TEXTURE: &str = "Nothing that is selected has a texture";
const NO_PALETTE: &str = "Nothing that is selected has a palette";
const NO_SOUND: &str = "No sound is selected";

/// Why a command has nothing to work on, in a sentence; `None` when it has.
pub fn blocked(command: &Command, state: &State) -> Option<&'static str> {
    let unless = |can: bool, why: &'static str| (!can).then_some(why);
    let scene = || unless(state.scene().is_some(), NO_SCENE);
    let selection = || unless(state.selection.is_some(), NO_SELECTION);
    let faces = || selection().or_else(|| unless(state.selection_has_faces(), NO_FACES));
    let covered = |by: fn(&Element) -> bool| state.surfaces_of_selection().iter().any(by);
    match command {
        Command::Reload | Command::CloseFile | Command::NextFile | Command::PreviousFile => {
            unless(state.doc.is_some(), NO_FILE)
        }
        Command::Bookmark | Command::AddNote => selection().or_else(|| {
            let source = state.selection.as_ref().map(|selection| selection.source);
            let can = source.is_some_and(|source| state.notes.book(source).is_some());
            unless(can, "Notes of this file cannot be kept")
        }),
        Command::ExportNotes => {
            let notes = &state.notes;
            let mut books = notes.books().iter().filter_map(|book| notes.sidecar(book.source));
            unless(books.any(|sidecar| !sidecar.is_empty()), "Nothing is written down yet")
        }
        Command::StoreView(_) | Command::RecallView(_) => scene()
            .or_else(|| unless(state.own_sidecar().is_some(), "Views of this file cannot be kept")),
        Command::Undo => unless(state.undo.can_undo(), "Nothing was changed"),
        Command::Redo => unless(state.undo.can_redo(), "Nothing was undone"),
        Command::Back => unless(state.history.can_go_back(), "Nothing was selected before"),
        Command::Forward => unless(state.history.can_go_forward(), "You did not go back"),
        Command::Deselect => selection(),
        Command::FrameSelection => selection().or_else(|| {
            unless(state.selection_has_place(), "What is selected has no place in the scene")
        }),
        Command::SelectLike(Like::Texture) => {
            faces().or_else(|| unless(covered(|e| matches!(e, Element::Texture(_))), NO_TEXTURE))
        }
        Command::SelectLike(Like::Palette) => {
            faces().or_else(|| unless(covered(|e| matches!(e, Element::Palette(_))), NO_PALETTE))
        }
        Command::SelectLike(_) | Command::Isolate | Command::HideSelected => faces(),
        Command::ShowSelected => selection()
            .or_else(|| unless(state.selection_is_unseen(), "Nothing of the selection is hidden")),
        Command::ExportSelection => selection().or_else(|| {
            let can = state.selection_has_subjects();
            unless(can, "What is selected cannot be exported by itself")
        }),
        Command::NextSound
        | Command::PreviousSound
        | Command::SelectAll
        | Command::ExtendSelection { .. }
        | Command::ExportSelectedSounds
        | Command::ExportAllSounds => {
            // They follow the order of the list.
            let listed = state.focus == PanelKind::Sounds && state.has_sounds();
            unless(listed, "Works in the list of Sounds")
        }
        Command::PlayAnimation
        | Command::NextAnimation
        | Command::PreviousAnimation
        | Command::StepFrame(_)
        | Command::FirstFrame
        | Command::ContactSheet => {
            unless(state.has_animations(), "Nothing in this scene is animated")
        }
        Command::ShowAlone => {
            let around = state.scene().is_some_and(|scene| !scene.around.is_empty());
            unless(around, "Nothing else is shown around it")
        }
        Command::ResetMorphs => unless(!state.view.morphs.is_empty(), "All are at 0"),
        Command::DrawFirst(None) => {
            unless(state.view.first_faces.is_some(), "All faces are drawn already")
        }
        Command::StepStrips(_) => {
            let strips = |s: &crate::app::model::state::DocScene| {
                s.scene.face_field(FaceField::STRIP).is_some()
            };
            unless(state.scene().is_some_and(strips), "The faces are not stored in strips")
        }
        Command::StarSelected => unless(state.selected_sound().is_some(), NO_SOUND),
        Command::PlayPause | Command::Retrigger => {
            let any = state.selected_sound().is_some() || state.sound.now().is_some();
            unless(any, NO_SOUND)
        }
        Command::StopSound | Command::SoundStart | Command::SeekBy { .. } => {
            unless(state.sound.now().is_some(), "No sound plays")
        }
        Command::ShowAll => unless(!state.view.hidden.is_empty(), "Nothing is hidden by hand"),
        Command::GoToStart => {
            let any = state.scene().is_some_and(|scene| !scene.scene.starts.is_empty());
            unless(any, "The scene says nowhere where the player starts")
        }
        Command::Export
        | Command::InvertSelection
        | Command::StepFaces(_)
        | Command::ShowWith
        | Command::Screenshot
        | Command::ScreenshotClean
        | Command::CopyState
        | Command::FrameAll
        | Command::ResetView
        | Command::LookFrom(_)
        | Command::ToggleParallel
        | Command::ToggleStyle
        | Command::Toggle(_) => scene(),
        Command::OpenDemo => unless(crate::library::demo::is_there(), "It is not in this build"),
        Command::ClearRecent => unless(!state.recent.is_empty(), "No file was opened yet"),
        _ => None,
    }
}

/// Whether a command that switches something is on; `None` for the others.
pub fn is_on(command: &Command, state: &State) -> Option<bool> {
    match command {
        Command::Toggle(switch) => Some(state.view.is_on(*switch)),
        Command::ToggleParallel => {
            Some(state.view.camera.projection == crate::render::Projection::Orthographic)
        }
        Command::LoopAnimation => Some(state.settings.motion_looped),
        Command::Interpolate => Some(state.settings.interpolate),
        Command::ToggleLoop => {
            Some(state.settings.looping == crate::app::model::settings::Looping::On)
        }
        Command::ToggleMute => Some(state.settings.muted),
        Command::ToggleStyle => Some(state.view.style == Style::Ps1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for panel in PanelKind::ALL {
            for scoped in [true, false] {
                let mut seen: Vec<(Keys, &str)> = Vec::new();
                let here = table()
                    .iter()
                    .filter(|e| (e.scope != Scope::Window) == scoped && e.scope.holds(panel));
                for entry in here {
                    for keys in entry.keys {
                        let other = seen.iter().find(|(known, _)| known == keys);
                        assert!(
                            other.is_none(),
                            "{} is both {:?} and {:?} in {panel:?}",
                            keys.text(),
                            entry.title,
                            other
                        );
                        seen.push((*keys, entry.title));
                    }
                }
            }
        }
    }

    #[test]
    fn titles_are_found_once_and_rows_of_a_menu_stand_together() {
        let mut titles: Vec<_> = table().iter().map(|e| (e.menu.title(), e.title)).collect();
        titles.sort_unstable();
        let count = titles.len();
        titles.dedup();
        assert_eq!(titles.len(), count);
        assert!(table().iter().all(|e| !e.title.is_empty()));
    }

    #[test]
    fn a_tooltip_names_the_key() {
        assert_eq!(tip(&Command::CheatSheet), "Keys and mouse (F1)");
        assert!(tip(&Command::CommandPalette).contains("Shift"));
    }
}
