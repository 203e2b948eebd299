//! The one table of commands: title, menu, icon, keys and where the keys work. The menu bar, the
//! command palette, the cheat sheet, tooltips and key presses all come from it.

use egui::{Key, Modifiers};
use egui_material_icons::{MaterialIcon, icons};

use super::command::Command;
use super::panel::PanelKind;
use super::state::State;
use super::view::Switch;
use crate::render::Preset;
use crate::scene::Style;

/// Menus, in the order of the menu bar; also the groups of the cheat sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Menu {
    File,
    Edit,
    Select,
    View,
    Scene,
    Go,
    Help,
}

impl Menu {
    pub const ALL: [Menu; 7] =
        [Menu::File, Menu::Edit, Menu::Select, Menu::View, Menu::Scene, Menu::Go, Menu::Help];

    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Select => "Select",
            Menu::View => "View",
            Menu::Scene => "Scene",
            Menu::Go => "Go",
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

/// A key with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys(pub Modifiers, pub Key);

impl Keys {
    /// As written in menus: `Ctrl+Shift+P`.
    pub fn text(self) -> String {
        let mac = cfg!(target_os = "macos");
        let shortcut = egui::KeyboardShortcut::new(self.0, self.1);
        let text = shortcut.format(&egui::ModifierNames::NAMES, mac);
        text.replace("Plus", "=").replace("Minus", "-")
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

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const SCENE: Scope = Scope::In(&[PanelKind::Scene]);
const PICTURES: Scope = Scope::In(&[PanelKind::Texture, PanelKind::Palette]);
const BYTES: Scope = Scope::In(&[PanelKind::Bytes]);
const DATA: Scope = Scope::In(&[PanelKind::Bytes, PanelKind::Fields]);
const SEARCHED: Scope = Scope::In(&[
    PanelKind::Files,
    PanelKind::Contents,
    PanelKind::Fields,
    PanelKind::Bytes,
    PanelKind::Tables,
    PanelKind::Problems,
    PanelKind::Log,
]);

/// A row; `|` before the title starts a new block in the menu.
const fn row(
    menu: Menu,
    title: &'static str,
    icon: Option<MaterialIcon>,
    keys: &'static [Keys],
    scope: Scope,
    command: Command,
) -> Entry {
    let block = matches!(title.as_bytes(), [b'|', ..]);
    let title = if block { title.split_at(1).1 } else { title };
    Entry { command, title, menu, block, icon, keys, scope }
}

/// THE table.
pub fn table() -> &'static [Entry] {
    &TABLE
}

static TABLE: std::sync::LazyLock<Vec<Entry>> = std::sync::LazyLock::new(|| {
    use Scope::Window;
    let mut all = vec![
        // File
        row(
            Menu::File,
            "Open file…",
            Some(icons::ICON_FILE_OPEN),
            &[Keys(CTRL, Key::O)],
            Window,
            Command::OpenFile,
        ),
        row(
            Menu::File,
            "Open folder…",
            Some(icons::ICON_FOLDER_OPEN),
            &[Keys(CTRL_SHIFT, Key::O)],
            Window,
            Command::OpenFolder,
        ),
        row(
            Menu::File,
            "Open path…",
            Some(icons::ICON_KEYBOARD),
            &[Keys(CTRL, Key::L)],
            Window,
            Command::OpenPath,
        ),
        row(
            Menu::File,
            "Open by name…",
            Some(icons::ICON_SEARCH),
            &[Keys(CTRL, Key::P)],
            Window,
            Command::OpenByName,
        ),
        row(
            Menu::File,
            "Open the demo",
            Some(icons::ICON_DEPLOYED_CODE),
            &[],
            Window,
            Command::OpenDemo,
        ),
        row(
            Menu::File,
            "|Reload",
            Some(icons::ICON_REFRESH),
            &[Keys(NONE, Key::F5), Keys(CTRL, Key::R)],
            Window,
            Command::Reload,
        ),
        row(
            Menu::File,
            "Close",
            Some(icons::ICON_CLOSE),
            &[Keys(CTRL, Key::W)],
            Window,
            Command::CloseFile,
        ),
        row(
            Menu::File,
            "|Export…",
            Some(icons::ICON_FILE_EXPORT),
            &[Keys(CTRL, Key::E)],
            Window,
            Command::Export,
        ),
        row(
            Menu::File,
            "Screenshot",
            Some(icons::ICON_PHOTO_CAMERA),
            &[Keys(NONE, Key::F12)],
            Window,
            Command::Screenshot,
        ),
        row(
            Menu::File,
            "Screenshot without overlays",
            None,
            &[Keys(CTRL, Key::F12)],
            Window,
            Command::ScreenshotClean,
        ),
        row(Menu::File, "|Clear recent files", None, &[], Window, Command::ClearRecent),
        row(Menu::File, "Quit", None, &[Keys(CTRL, Key::Q)], Window, Command::Quit),
        // Edit
        row(
            Menu::Edit,
            "Undo",
            Some(icons::ICON_UNDO),
            &[Keys(CTRL, Key::Z), Keys(CTRL, Key::U)],
            Window,
            Command::Undo,
        ),
        row(
            Menu::Edit,
            "Redo",
            Some(icons::ICON_REDO),
            &[Keys(CTRL, Key::Y), Keys(CTRL_SHIFT, Key::Z)],
            Window,
            Command::Redo,
        ),
        row(
            Menu::Edit,
            "|Copy view state",
            Some(icons::ICON_CONTENT_COPY),
            &[Keys(CTRL, Key::C)],
            SCENE,
            Command::CopyState,
        ),
        row(
            Menu::Edit,
            "Copy bytes",
            Some(icons::ICON_CONTENT_COPY),
            &[Keys(CTRL, Key::C)],
            DATA,
            Command::CopyBytes,
        ),
        row(
            Menu::Edit,
            "|Find",
            Some(icons::ICON_SEARCH),
            &[Keys(CTRL, Key::F)],
            SEARCHED,
            Command::Find,
        ),
        row(Menu::Edit, "Find next", None, &[Keys(NONE, Key::F3)], SEARCHED, Command::FindNext),
        row(
            Menu::Edit,
            "Find previous",
            None,
            &[Keys(SHIFT, Key::F3)],
            SEARCHED,
            Command::FindPrevious,
        ),
        row(
            Menu::Edit,
            "|Settings…",
            Some(icons::ICON_SETTINGS),
            &[Keys(CTRL, Key::Comma)],
            Window,
            Command::Settings,
        ),
        // Select
        row(Menu::Select, "Deselect", None, &[Keys(NONE, Key::Escape)], Window, Command::Deselect),
        row(
            Menu::Select,
            "All with this texture",
            None,
            &[],
            Window,
            Command::SelectLike(super::view::Like::Texture),
        ),
        row(
            Menu::Select,
            "All with this palette",
            None,
            &[],
            Window,
            Command::SelectLike(super::view::Like::Palette),
        ),
        row(
            Menu::Select,
            "All of this model",
            None,
            &[],
            Window,
            Command::SelectLike(super::view::Like::Model),
        ),
        row(
            Menu::Select,
            "All with these flags",
            None,
            &[],
            Window,
            Command::SelectLike(super::view::Like::Value { field: 0 }),
        ),
        row(
            Menu::Select,
            "|Isolate",
            Some(icons::ICON_FILTER_CENTER_FOCUS),
            &[Keys(NONE, Key::I)],
            SCENE,
            Command::Isolate,
        ),
        row(
            Menu::Select,
            "Hide",
            Some(icons::ICON_VISIBILITY_OFF),
            &[Keys(NONE, Key::H)],
            SCENE,
            Command::HideSelected,
        ),
        row(
            Menu::Select,
            "Show all again",
            Some(icons::ICON_VISIBILITY),
            &[Keys(ALT, Key::H)],
            SCENE,
            Command::ShowAll,
        ),
        // Go
        row(
            Menu::Go,
            "Back",
            Some(icons::ICON_ARROW_BACK),
            &[Keys(ALT, Key::ArrowLeft)],
            Window,
            Command::Back,
        ),
        row(
            Menu::Go,
            "Forward",
            Some(icons::ICON_ARROW_FORWARD),
            &[Keys(ALT, Key::ArrowRight)],
            Window,
            Command::Forward,
        ),
        row(
            Menu::Go,
            "|Next file",
            None,
            &[Keys(CTRL, Key::PageDown), Keys(NONE, Key::F8)],
            Window,
            Command::NextFile,
        ),
        row(
            Menu::Go,
            "Previous file",
            None,
            &[Keys(CTRL, Key::PageUp), Keys(NONE, Key::F7)],
            Window,
            Command::PreviousFile,
        ),
        row(
            Menu::Go,
            "|Go to offset…",
            Some(icons::ICON_MY_LOCATION),
            &[Keys(CTRL, Key::G)],
            BYTES,
            Command::GoToOffset,
        ),
        row(
            Menu::Go,
            "Follow pointer",
            None,
            &[Keys(CTRL, Key::Enter)],
            DATA,
            Command::FollowPointer,
        ),
        row(
            Menu::Go,
            "|Next palette",
            None,
            &[Keys(NONE, Key::Plus), Keys(NONE, Key::Equals)],
            PICTURES,
            Command::NextPalette,
        ),
        row(
            Menu::Go,
            "Previous palette",
            None,
            &[Keys(NONE, Key::Minus)],
            PICTURES,
            Command::PreviousPalette,
        ),
        row(Menu::Go, "|Next panel", None, &[Keys(NONE, Key::F6)], Window, Command::NextPanel),
        row(
            Menu::Go,
            "Previous panel",
            None,
            &[Keys(SHIFT, Key::F6)],
            Window,
            Command::PreviousPanel,
        ),
        // View (the window)
        row(
            Menu::View,
            "Reset layout",
            Some(icons::ICON_DASHBOARD),
            &[],
            Window,
            Command::ResetLayout,
        ),
        row(
            Menu::View,
            "Hide the panels",
            Some(icons::ICON_FULLSCREEN),
            &[Keys(NONE, Key::Z)],
            SCENE,
            Command::HideInterface,
        ),
        row(
            Menu::View,
            "Dark or light",
            Some(icons::ICON_CONTRAST),
            &[],
            Window,
            Command::ToggleTheme,
        ),
        row(
            Menu::View,
            "|Larger",
            Some(icons::ICON_ZOOM_IN),
            &[Keys(CTRL, Key::Equals), Keys(CTRL, Key::Plus)],
            Window,
            Command::ZoomIn,
        ),
        row(
            Menu::View,
            "Smaller",
            Some(icons::ICON_ZOOM_OUT),
            &[Keys(CTRL, Key::Minus)],
            Window,
            Command::ZoomOut,
        ),
        row(Menu::View, "Normal size", None, &[Keys(CTRL, Key::Num0)], Window, Command::ZoomReset),
        row(Menu::View, "|Show STP bits", None, &[Keys(NONE, Key::T)], PICTURES, Command::ShowStp),
        // Scene
        row(
            Menu::Scene,
            "Frame selection",
            Some(icons::ICON_CENTER_FOCUS_STRONG),
            &[Keys(NONE, Key::F)],
            SCENE,
            Command::FrameSelection,
        ),
        row(
            Menu::Scene,
            "Frame all",
            Some(icons::ICON_FIT_SCREEN),
            &[Keys(NONE, Key::Home)],
            SCENE,
            Command::FrameAll,
        ),
        row(
            Menu::Scene,
            "Reset view",
            Some(icons::ICON_RESTART_ALT),
            &[Keys(SHIFT, Key::Home)],
            SCENE,
            Command::ResetView,
        ),
        row(
            Menu::Scene,
            "|Front",
            None,
            &[Keys(NONE, Key::Num1)],
            SCENE,
            Command::LookFrom(Preset::Front),
        ),
        row(
            Menu::Scene,
            "Back",
            None,
            &[Keys(CTRL, Key::Num1)],
            SCENE,
            Command::LookFrom(Preset::Back),
        ),
        row(
            Menu::Scene,
            "Right",
            None,
            &[Keys(NONE, Key::Num3)],
            SCENE,
            Command::LookFrom(Preset::Right),
        ),
        row(
            Menu::Scene,
            "Left",
            None,
            &[Keys(CTRL, Key::Num3)],
            SCENE,
            Command::LookFrom(Preset::Left),
        ),
        row(
            Menu::Scene,
            "Top",
            None,
            &[Keys(NONE, Key::Num7)],
            SCENE,
            Command::LookFrom(Preset::Top),
        ),
        row(
            Menu::Scene,
            "Bottom",
            None,
            &[Keys(CTRL, Key::Num7)],
            SCENE,
            Command::LookFrom(Preset::Bottom),
        ),
        row(
            Menu::Scene,
            "Parallel projection",
            Some(icons::ICON_VIEW_IN_AR),
            &[Keys(NONE, Key::Num5)],
            SCENE,
            Command::ToggleParallel,
        ),
        row(
            Menu::Scene,
            "|PlayStation or clean",
            Some(icons::ICON_BLUR_ON),
            &[Keys(NONE, Key::S)],
            SCENE,
            Command::ToggleStyle,
        ),
    ];
    for (at, switch) in Switch::MARKS.into_iter().chain(Switch::EFFECTS).enumerate() {
        let keys: &[Keys] = match switch {
            Switch::Wireframe => &[Keys(NONE, Key::W)],
            Switch::Grid => &[Keys(NONE, Key::G)],
            Switch::Axes => &[Keys(NONE, Key::X)],
            Switch::Bounds => &[Keys(NONE, Key::B)],
            Switch::Labels => &[Keys(NONE, Key::L)],
            Switch::NativePixels => &[Keys(NONE, Key::N)],
            _ => &[],
        };
        let command = Command::Toggle(switch);
        let entry = row(Menu::Scene, switch.title(), None, keys, SCENE, command);
        all.push(Entry { block: at == 0 || at == Switch::MARKS.len(), ..entry });
    }
    for kind in PanelKind::ALL {
        let keys: &[Keys] = match kind {
            PanelKind::Problems => &[Keys(CTRL_SHIFT, Key::M)],
            PanelKind::Fields => &[Keys(CTRL_SHIFT, Key::F)],
            PanelKind::Bytes => &[Keys(CTRL_SHIFT, Key::B)],
            PanelKind::Palette => &[Keys(CTRL_SHIFT, Key::L)],
            _ => &[],
        };
        let icon = Some(kind.icon());
        let entry = row(Menu::View, kind.title(), icon, keys, Window, Command::ShowPanel(kind));
        all.push(Entry { block: kind == PanelKind::Files, ..entry });
    }
    all.extend([
        row(
            Menu::Help,
            "Keys and mouse",
            Some(icons::ICON_KEYBOARD),
            &[Keys(NONE, Key::F1)],
            Window,
            Command::CheatSheet,
        ),
        row(
            Menu::Help,
            "All commands…",
            Some(icons::ICON_TERMINAL),
            &[Keys(CTRL_SHIFT, Key::P)],
            Window,
            Command::CommandPalette,
        ),
        row(
            Menu::Help,
            "|Diagnostics",
            Some(icons::ICON_TROUBLESHOOT),
            &[],
            Window,
            Command::Diagnostics,
        ),
        row(Menu::Help, "About Gouraud", Some(icons::ICON_INFO), &[], Window, Command::About),
    ]);
    all
});

/// What the mouse does, for the cheat sheet.
pub const GESTURES: [(&str, &str, &str); 15] = [
    ("Scene", "Drag", "Orbit"),
    ("Scene", "Shift+drag, middle drag", "Pan"),
    ("Scene", "Wheel", "Zoom to the pointer"),
    ("Scene", "Right drag", "Look around"),
    ("Scene", "Right button + W A S D Q E", "Fly; Shift ×5, Alt ×0.1, wheel sets the speed"),
    ("Scene", "Click", "Select a face; again: what is behind it"),
    ("Scene", "Ctrl+click", "Add to the selection"),
    ("Scene", "Alt+click", "Select all faces with the same texture"),
    ("Scene", "Double click, middle click", "Turn about this point"),
    ("Scene", "Arrow keys", "Orbit"),
    ("Scene", "Right click", "Copy, select alike, isolate, hide"),
    ("Everywhere", "Double click", "Frame in the scene"),
    ("Everywhere", "Ctrl+V", "Open a path, or take a view state"),
    ("Bytes", "Drag, Shift+arrows", "Select bytes"),
    ("Bytes", "Ctrl+wheel", "Size of the text"),
];

/// The row of a command.
pub fn entry(command: &Command) -> Option<&'static Entry> {
    table().iter().find(|entry| entry.command == *command)
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
    let scene = || state.scene().is_some();
    match command {
        Command::Reload | Command::CloseFile => state.doc.is_some(),
        Command::NextFile | Command::PreviousFile => state.doc.is_some(),
        Command::Undo => state.undo.can_undo(),
        Command::Redo => state.undo.can_redo(),
        Command::Back => state.history.can_go_back(),
        Command::Forward => state.history.can_go_forward(),
        Command::Deselect | Command::FrameSelection => state.selection.is_some(),
        Command::SelectLike(_) | Command::Isolate | Command::HideSelected => {
            state.selected_faces().next().is_some()
        }
        Command::ShowAll => !state.view.hidden.is_empty(),
        Command::Export
        | Command::Screenshot
        | Command::ScreenshotClean
        | Command::CopyState
        | Command::FrameAll
        | Command::ResetView
        | Command::LookFrom(_)
        | Command::ToggleParallel
        | Command::ToggleStyle
        | Command::Toggle(_) => scene(),
        Command::OpenDemo => crate::library::demo::is_there(),
        Command::ClearRecent => !state.recent.is_empty(),
        _ => true,
    }
}

/// Whether a command that switches something is on; `None` for the others.
pub fn is_on(command: &Command, state: &State) -> Option<bool> {
    match command {
        Command::Toggle(switch) => Some(state.view.is_on(*switch)),
        Command::ToggleParallel => {
            Some(state.view.camera.projection == crate::render::Projection::Orthographic)
        }
        Command::ToggleStyle => Some(state.view.style == Style::Ps1),
        _ => None,
    }
}

/// The command whose keys were pressed in this frame; the panel with the focus is asked first.
/// Takes the key press away. Plain keys are left to a text box that is being typed in.
pub fn pressed(ctx: &egui::Context, focus: PanelKind) -> Vec<Command> {
    let typing = ctx.text_edit_focused();
    // With the right button down, letters fly.
    let flying = focus == PanelKind::Scene && ctx.input(|i| i.pointer.secondary_down());
    let mut out = Vec::new();
    let panel = table().iter().filter(|e| e.scope != Scope::Window && e.scope.holds(focus));
    let window = table().iter().filter(|e| e.scope == Scope::Window);
    for entry in panel.chain(window) {
        for keys in entry.keys {
            if (typing || flying) && belongs_to_text(*keys) {
                continue;
            }
            if consume(ctx, *keys) {
                out.push(entry.command.clone());
            }
        }
    }
    out
}

fn belongs_to_text(keys: Keys) -> bool {
    let function_key =
        matches!(keys.1, Key::F1 | Key::F3 | Key::F5 | Key::F6 | Key::F7 | Key::F8 | Key::F12);
    let editing = matches!(keys.1, Key::C | Key::V | Key::X | Key::A | Key::Z | Key::Y | Key::U);
    let moving = matches!(keys.1, Key::ArrowLeft | Key::ArrowRight);
    if keys.0.command { editing } else { !function_key || (moving && keys.0.alt) }
}

fn consume(ctx: &egui::Context, keys: Keys) -> bool {
    ctx.input_mut(|input| {
        if keys == Keys(CTRL, Key::C) {
            // Arrives as its own event.
            let before = input.events.len();
            input.events.retain(|event| !matches!(event, egui::Event::Copy));
            return input.events.len() < before;
        }
        let exact = input.modifiers.matches_exact(keys.0);
        exact && input.consume_key(keys.0, keys.1)
    })
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
