//! The rows of [the command table](crate::app::ui::shortcuts).

use std::sync::LazyLock;

use egui::Key;
use egui_material_icons::{MaterialIcon, icons};

use super::command_info::{CommandInfo, Menu, Needs, Scope};
use super::needs;
use crate::app::model::command::QueueCommand;
use crate::app::model::document::comparison::ComparedFile;
use crate::app::model::settings::Looping;
use crate::app::model::view::play_direction::PlayDirection;
use crate::app::model::{Command, Like, PanelId, RegionShape, Switch};
use crate::app::ui::keys::{ALT, ALT_SHIFT, CTRL, NONE, SHIFT};
use crate::app::ui::{CTRL_SHIFT, Keys};
use crate::render::{Preset, Projection};
use crate::scene::{Spread, Style};

const SCENE: Scope = Scope::In(&[PanelId::SCENE]);
/// Panels that show or list objects.
const OBJECTS: Scope = Scope::In(&[PanelId::SCENE, PanelId::CONTENTS]);
const PICTURES: Scope = Scope::In(&[PanelId::TEXTURE, PanelId::PALETTE]);
const TRIALS: Scope = Scope::In(&[PanelId::PALETTES]);
/// Panels that preview palettes.
const PALETTES: Scope = Scope::In(&[PanelId::TEXTURE, PanelId::PALETTE, PanelId::PALETTES]);
const TEXT: Scope = Scope::In(&[PanelId::TEXT]);
const DESCRIPTION: Scope = Scope::In(&[PanelId::DESCRIPTION]);
const SOUNDS: Scope = Scope::In(&[PanelId::SOUNDS]);
const FILES: Scope = Scope::In(&[PanelId::FILES]);
/// The panels with a list in which several rows can be selected. The scene panel lists the members of an
/// archive.
const LISTS: Scope = Scope::In(&[PanelId::SOUNDS, PanelId::FILES, PanelId::SCENE]);
const ROWS: Scope = Scope::In(&[PanelId::SOUNDS, PanelId::FILES]);
/// Panels that list files or hits.
const FOUND: Scope = Scope::In(&[PanelId::FILES, PanelId::FIND]);
const DATA: Scope = Scope::In(&[PanelId::BYTES, PanelId::FIELDS]);

/// The nine saved views: titles and keys that show and save them.
#[rustfmt::skip]
static VIEWS: [(&str, &str, [Keys; 1], [Keys; 1]); 9] = [
    ("View 1", "Save view 1", [Keys(ALT, Key::Num1)], [Keys(ALT_SHIFT, Key::Num1)]),
    ("View 2", "Save view 2", [Keys(ALT, Key::Num2)], [Keys(ALT_SHIFT, Key::Num2)]),
    ("View 3", "Save view 3", [Keys(ALT, Key::Num3)], [Keys(ALT_SHIFT, Key::Num3)]),
    ("View 4", "Save view 4", [Keys(ALT, Key::Num4)], [Keys(ALT_SHIFT, Key::Num4)]),
    ("View 5", "Save view 5", [Keys(ALT, Key::Num5)], [Keys(ALT_SHIFT, Key::Num5)]),
    ("View 6", "Save view 6", [Keys(ALT, Key::Num6)], [Keys(ALT_SHIFT, Key::Num6)]),
    ("View 7", "Save view 7", [Keys(ALT, Key::Num7)], [Keys(ALT_SHIFT, Key::Num7)]),
    ("View 8", "Save view 8", [Keys(ALT, Key::Num8)], [Keys(ALT_SHIFT, Key::Num8)]),
    ("View 9", "Save view 9", [Keys(ALT, Key::Num9)], [Keys(ALT_SHIFT, Key::Num9)]),
];

/// A row; `|` before the title starts a new block in the menu.
pub const fn row(
    menu: Menu,
    title: &'static str,
    icon: Option<MaterialIcon>,
    keys: &'static [Keys],
    scope: Scope,
    command: Command,
) -> CommandInfo {
    let block = matches!(title.as_bytes(), [b'|', ..]);
    let title = if block { title.split_at(1).1 } else { title };
    let needs = needs::nothing as Needs;
    CommandInfo {
        command,
        title,
        menu,
        block,
        icon,
        default_keys: keys,
        scope,
        needs,
        checked: None,
        search_words: "",
    }
}

/// The command table; commands that show panels are defined with the panels.
// One row per line, so that the columns can be compared.
#[rustfmt::skip]
pub static TABLE: LazyLock<Vec<CommandInfo>> = LazyLock::new(|| {
    use Scope::Window;
    let mut all = vec![
        // File
        row(Menu::File, "Open file…", Some(icons::ICON_FILE_OPEN), &[Keys(CTRL, Key::O)], Window, Command::OpenFile).found_by("load browse"),
        row(Menu::File, "Open folder…", Some(icons::ICON_FOLDER_OPEN), &[Keys(CTRL_SHIFT, Key::O)], Window, Command::OpenFolder).found_by("load directory browse"),
        row(Menu::File, "Open path…", Some(icons::ICON_KEYBOARD), &[Keys(CTRL, Key::L)], Window, Command::OpenPath).found_by("location address url"),
        row(Menu::File, "Quick open…", Some(icons::ICON_SEARCH), &[Keys(CTRL, Key::P)], Window, Command::OpenByName).found_by("find file go to"),
        row(Menu::File, "New tab", Some(icons::ICON_TAB), &[Keys(CTRL, Key::T)], Window, Command::NewTab).needs(needs::open_tab),
        row(Menu::File, "Open in new tab", None, &[Keys(CTRL, Key::Enter)], FOUND, Command::OpenInNewTab).needs(needs::chosen_file),
        row(Menu::File, "Open as bytes", None, &[], Window, Command::OpenAsBytes).needs(needs::document).found_by("hex raw binary"),
        row(Menu::File, "Open demo", Some(icons::ICON_DEPLOYED_CODE), &[], Window, Command::OpenDemo).found_by("example sample"),
        row(Menu::File, "Open demo battle", None, &[], Window, Command::OpenBattle),
        row(Menu::File, "|Save…", Some(icons::ICON_SAVE), &[Keys(CTRL, Key::S)], Window, Command::Save).needs(needs::unsaved_changes).found_by("write store apply"),
        row(Menu::File, "Save a copy…", None, &[Keys(CTRL_SHIFT, Key::S)], Window, Command::SaveCopy).needs(needs::document).found_by("save as write"),
        row(Menu::Changes, "Export patch (BPS, PPF)…", None, &[], Window, Command::SavePatch).needs(needs::own_changes).found_by("diff ips"),
        row(Menu::Changes, "Copy changes as recipe", None, &[], Window, Command::CopyRecipe).needs(needs::own_changes),
        row(Menu::Changes, "Import changes…", None, &[], Window, Command::ImportChanges).needs(needs::document),
        row(Menu::Changes, "Revert all changes", None, &[], Window, Command::Revert).needs(needs::own_changes).found_by("discard reset undo all"),
        row(Menu::File, "|Reload", Some(icons::ICON_REFRESH), &[Keys(NONE, Key::F5), Keys(CTRL, Key::R)], Window, Command::Reload).needs(needs::document).found_by("refresh read again"),
        row(Menu::Compare, "Compare with file…", Some(icons::ICON_DIFFERENCE), &[], Window, Command::Compare).needs(needs::document).found_by("diff difference"),
        row(Menu::Compare, "Compare with saved file", None, &[], Window, Command::CompareWith(Some(ComparedFile::Saved))).needs(needs::document).found_by("diff changes"),
        row(Menu::Compare, "End comparison", None, &[], Window, Command::CompareWith(None)).needs(needs::comparison),
        row(Menu::File, "Close tab", Some(icons::ICON_CLOSE), &[Keys(CTRL, Key::W)], Window, Command::CloseFile).needs(needs::open_tab).found_by("close file"),
        row(Menu::File, "Reopen closed tab", None, &[Keys(CTRL_SHIFT, Key::T)], Window, Command::ReopenTab).needs(needs::closed_tab).found_by("restore tab undo close"),
        row(Menu::File, "|Export…", Some(icons::ICON_FILE_EXPORT), &[Keys(CTRL, Key::E)], Window, Command::Export).needs(needs::marks_or_scene).found_by("save as convert gltf glb obj png wav"),
        row(Menu::File, "Export selection…", None, &[Keys(CTRL_SHIFT, Key::E)], Window, Command::ExportSelection).needs(needs::exportable_selection),
        row(Menu::File, "Export animation…", None, &[], Window, Command::ExportAnimation).needs(needs::moving_subject).found_by("gif apng bvh movie"),
        row(Menu::File, "Export turntable…", None, &[], Window, Command::ExportTurn).needs(needs::drawn_faces).found_by("gif apng rotate spin turn"),
        row(Menu::File, "|Extract selected files…", Some(icons::ICON_UNARCHIVE), &[], FILES, Command::ExtractMarked).needs(needs::marks),
        row(Menu::File, "Export selected files…", None, &[], FILES, Command::ExportMarked).needs(needs::marks),
        row(Menu::Pictures, "Screenshot", Some(icons::ICON_PHOTO_CAMERA), &[Keys(NONE, Key::F12)], Window, Command::Screenshot).needs(needs::scene).found_by("picture image capture png photo"),
        row(Menu::Pictures, "Screenshot without overlays", None, &[Keys(CTRL, Key::F12)], Window, Command::ScreenshotClean).needs(needs::scene).found_by("picture image capture png transparent"),
        row(Menu::Pictures, "Save picture…", None, &[Keys(SHIFT, Key::F12)], Window, Command::ComposePicture).needs(needs::scene).found_by("render image screenshot png resolution"),
        row(Menu::Pictures, "|Camera flight…", Some(icons::ICON_FLIGHT), &[], Window, Command::ComposeFlight).needs(needs::saved_views).found_by("video movie record gif mp4 path"),
        row(Menu::Recent, "|Clear recent files", None, &[], Window, Command::ClearRecent).needs(needs::recent_files),
        row(Menu::File, "|Quit", None, &[Keys(CTRL, Key::Q)], Window, Command::Quit).found_by("exit close program"),
        // Edit
        row(Menu::Edit, "Undo", Some(icons::ICON_UNDO), &[Keys(CTRL, Key::Z), Keys(CTRL, Key::U)], Window, Command::Undo).needs(needs::undo_step).found_by("revert back step"),
        row(Menu::Edit, "Redo", Some(icons::ICON_REDO), &[Keys(CTRL, Key::Y), Keys(CTRL_SHIFT, Key::Z)], Window, Command::Redo).needs(needs::redo_step).found_by("repeat again"),
        row(Menu::Edit, "Recompute dependent fields", Some(icons::ICON_CALCULATE), &[], Window, Command::Recompute(None)).needs(needs::document),
        row(Menu::Edit, "Add block map", None, &[], Window, Command::AddBlockMap).needs(needs::missing_block_map),
        row(Menu::Edit, "Apply text edits", Some(icons::ICON_CHECK), &[Keys(CTRL, Key::Enter)], TEXT, Command::ApplyText).needs(needs::text_file),
        row(Menu::Edit, "|Describe format", Some(icons::ICON_DATA_OBJECT), &[], Window, Command::Describe).needs(needs::document).found_by("kaitai ksy structure"),
        row(Menu::Edit, "Save description", None, &[Keys(CTRL, Key::S)], DESCRIPTION, Command::StoreDescription).needs(needs::open_description),
        row(Menu::Edit, "New field from selection", None, &[], DATA, Command::FieldFromSelection).needs(needs::description),
        row(Menu::Edit, "|Duplicate object", Some(icons::ICON_LIBRARY_ADD), &[Keys(CTRL, Key::D)], OBJECTS, Command::Duplicate).needs(needs::settled_objects),
        row(Menu::Edit, "Delete object", Some(icons::ICON_DELETE), &[Keys(NONE, Key::Delete)], OBJECTS, Command::Delete).needs(needs::settled_objects),
        row(Menu::Edit, "|Copy view link", Some(icons::ICON_CONTENT_COPY), &[Keys(CTRL, Key::C)], SCENE, Command::CopyState).needs(needs::scene).found_by("camera state share"),
        row(Menu::Edit, "Copy bytes", Some(icons::ICON_CONTENT_COPY), &[Keys(CTRL, Key::C)], DATA, Command::CopyBytes).needs(needs::bytes),
        row(Menu::Edit, "|Find", Some(icons::ICON_SEARCH), &[Keys(CTRL, Key::F)], Window, Command::Find).found_by("search"),
        row(Menu::Edit, "Find next", None, &[Keys(NONE, Key::F3)], Window, Command::FindNext).needs(needs::bytes),
        row(Menu::Edit, "Find previous", None, &[Keys(SHIFT, Key::F3)], Window, Command::FindPrevious).needs(needs::bytes),
        row(Menu::Edit, "|Settings…", Some(icons::ICON_SETTINGS), &[Keys(CTRL, Key::Comma)], Window, Command::Settings).found_by("options preferences configuration"),
        // Select
        row(Menu::Select, "Deselect", None, &[Keys(NONE, Key::Escape)], Window, Command::Deselect).needs(needs::marks_or_selection).found_by("clear selection none"),
        row(Menu::Select, "Same texture", None, &[], Window, Command::SelectLike(Like::Texture)).needs(needs::textured_faces),
        row(Menu::Select, "Same palette", None, &[], Window, Command::SelectLike(Like::Palette)).needs(needs::palette_faces),
        row(Menu::Select, "Same model", None, &[], Window, Command::SelectLike(Like::Model)).needs(needs::faces),
        row(Menu::Select, "Same object", None, &[], Window, Command::SelectLike(Like::Object)).needs(needs::faces),
        row(Menu::Select, "Same normal", None, &[], Window, Command::SelectLike(Like::Normal)).needs(needs::faces),
        row(Menu::Select, "Same flags", None, &[], Window, Command::SelectLike(Like::Value { field: 0 })).needs(needs::faces),
        row(Menu::Select, "By query…", Some(icons::ICON_MANAGE_SEARCH), &[Keys(CTRL, Key::K)], Window, Command::SelectByQuery).needs(needs::scene).found_by("filter faces condition where search"),
        row(Menu::Select, "Invert", None, &[Keys(CTRL, Key::I)], Window, Command::InvertSelection).needs(needs::scene).found_by("inverse selection"),
        row(Menu::Select, "|Rectangle", Some(icons::ICON_SELECT), &[Keys(SHIFT, Key::B)], SCENE, Command::SelectRegion(RegionShape::Rectangle)).needs(needs::scene).found_by("box region"),
        row(Menu::Select, "Lasso", Some(icons::ICON_LASSO_SELECT), &[Keys(SHIFT, Key::L)], SCENE, Command::SelectRegion(RegionShape::Lasso)).needs(needs::scene),
        row(Menu::Select, "Include occluded faces", None, &[], Window, Command::ToggleSelectThrough).checked(|state| state.settings.select_through),
        row(Menu::Select, "|Grow selection", None, &[Keys(SHIFT, Key::Plus)], SCENE, Command::SpreadSelection(Spread::Grow)).needs(needs::faces),
        row(Menu::Select, "Shrink selection", None, &[Keys(SHIFT, Key::Minus)], SCENE, Command::SpreadSelection(Spread::Shrink)).needs(needs::faces),
        row(Menu::Select, "Connected faces", None, &[Keys(SHIFT, Key::C)], SCENE, Command::SpreadSelection(Spread::Connected)).needs(needs::faces),
        row(Menu::Select, "|Save selection…", Some(icons::ICON_BOOKMARK_ADD), &[Keys(SHIFT, Key::S)], SCENE, Command::NameSelection).needs(needs::named_selection),
        row(Menu::Select, "Saved selections…", None, &[Keys(CTRL_SHIFT, Key::K)], Window, Command::SavedSelections).needs(needs::saved_selections),
        row(Menu::Select, "|Isolate", Some(icons::ICON_FILTER_CENTER_FOCUS), &[Keys(NONE, Key::I)], SCENE, Command::Isolate).needs(needs::faces).found_by("solo only local view"),
        row(Menu::Select, "Hide", Some(icons::ICON_VISIBILITY_OFF), &[Keys(NONE, Key::H)], SCENE, Command::HideSelected).needs(needs::faces).found_by("invisible"),
        row(Menu::Select, "Unhide selection", None, &[Keys(SHIFT, Key::H)], SCENE, Command::ShowSelected).needs(needs::hidden_selection),
        row(Menu::Select, "Unhide all", Some(icons::ICON_VISIBILITY), &[Keys(ALT, Key::H)], SCENE, Command::ShowAll).needs(needs::hidden_faces).found_by("show visible reveal"),
        row(Menu::Select, "|Select all", None, &[Keys(CTRL, Key::A)], LISTS, Command::SelectAll).needs(needs::file_or_sound_list),
        row(Menu::Select, "Extend down", None, &[Keys(SHIFT, Key::ArrowDown)], ROWS, Command::ExtendSelection { down: true }).needs(needs::file_or_sound_list),
        row(Menu::Select, "Extend up", None, &[Keys(SHIFT, Key::ArrowUp)], ROWS, Command::ExtendSelection { down: false }).needs(needs::file_or_sound_list),
        // Go
        row(Menu::Go, "Back", Some(icons::ICON_ARROW_BACK), &[Keys(ALT, Key::ArrowLeft)], Window, Command::Back).needs(needs::way_back),
        row(Menu::Go, "Forward", Some(icons::ICON_ARROW_FORWARD), &[Keys(ALT, Key::ArrowRight)], Window, Command::Forward).needs(needs::way_forward),
        row(Menu::Go, "|Next file", None, &[Keys(CTRL, Key::PageDown), Keys(NONE, Key::F8)], Window, Command::NextFile).needs(needs::document),
        row(Menu::Go, "Previous file", None, &[Keys(CTRL, Key::PageUp), Keys(NONE, Key::F7)], Window, Command::PreviousFile).needs(needs::document),
        row(Menu::Go, "Next tab", None, &[Keys(CTRL, Key::Tab)], Window, Command::NextDocument).needs(needs::other_tab),
        row(Menu::Go, "Previous tab", None, &[Keys(CTRL_SHIFT, Key::Tab)], Window, Command::PreviousDocument).needs(needs::other_tab),
        row(Menu::Go, "|Go to offset…", Some(icons::ICON_MY_LOCATION), &[Keys(CTRL, Key::G)], Scope::Window, Command::GoToOffset).needs(needs::bytes).found_by("jump address position"),
        row(Menu::Go, "Follow pointer", None, &[Keys(CTRL, Key::Enter)], Scope::Window, Command::FollowPointer).needs(needs::reference),
        row(Menu::Texture, "Next palette", None, &[Keys(NONE, Key::Plus), Keys(NONE, Key::Equals)], PALETTES, Command::NextPalette).needs(needs::textures),
        row(Menu::Texture, "Previous palette", None, &[Keys(NONE, Key::Minus)], PALETTES, Command::PreviousPalette).needs(needs::textures),
        row(Menu::Texture, "Reset palettes", None, &[Keys(NONE, Key::Escape)], TRIALS, Command::RestorePalettes).needs(needs::textures),
        row(Menu::Go, "|Next panel", None, &[Keys(NONE, Key::F6)], Window, Command::NextPanel),
        row(Menu::Go, "Previous panel", None, &[Keys(SHIFT, Key::F6)], Window, Command::PreviousPanel),
        row(Menu::Go, "Menu bar", None, &[Keys(NONE, Key::F10)], Window, Command::FocusMenuBar),
        row(Menu::Go, "Next panel in group", None, &[Keys(CTRL, Key::F6)], Window, Command::NextTab),
        row(Menu::Go, "Previous panel in group", None, &[Keys(CTRL_SHIFT, Key::F6)], Window, Command::PreviousTab),
        // View (the window)
        row(Menu::Layout, "|Save layout as…", Some(icons::ICON_SAVE), &[], Window, Command::NameLayout),
        row(Menu::Layout, "Own layout for each kind of file", None, &[], Window, Command::ToggleLayoutPerKind).checked(|state| state.settings.layout_per_kind),
        row(Menu::Layout, "Reset layout", Some(icons::ICON_RESTART_ALT), &[], Window, Command::ResetLayout).found_by("default panels windows restore"),
        row(Menu::View, "Hide panels", Some(icons::ICON_FULLSCREEN), &[Keys(NONE, Key::Z)], SCENE, Command::HideInterface).found_by("fullscreen maximize"),
        row(Menu::View, "Switch theme", Some(icons::ICON_CONTRAST), &[], Window, Command::ToggleTheme).found_by("light dark mode colours appearance"),
        row(Menu::View, "Link cameras", Some(icons::ICON_LINK), &[], Window, Command::LinkCameras).checked(|state| state.settings.link_cameras),
        row(Menu::View, "Check plausibility", Some(icons::ICON_RULE), &[], Window, Command::TogglePlausibility).checked(|state| state.settings.plausibility),
        row(Menu::View, "|Zoom in", Some(icons::ICON_ZOOM_IN), &[Keys(CTRL, Key::Equals), Keys(CTRL, Key::Plus)], Window, Command::ZoomIn).found_by("larger bigger text scale"),
        row(Menu::View, "Zoom out", Some(icons::ICON_ZOOM_OUT), &[Keys(CTRL, Key::Minus)], Window, Command::ZoomOut).found_by("smaller text scale"),
        row(Menu::View, "Reset zoom", None, &[Keys(CTRL, Key::Num0)], Window, Command::ZoomReset),
        row(Menu::Texture, "|Show STP bits", None, &[Keys(NONE, Key::T)], PICTURES, Command::ShowStp).needs(needs::textures),
        // Scene
        row(Menu::Scene, "Frame selection", Some(icons::ICON_CENTER_FOCUS_STRONG), &[Keys(NONE, Key::F)], SCENE, Command::FrameSelection).needs(needs::position).found_by("focus zoom to centre"),
        row(Menu::Scene, "Frame all", Some(icons::ICON_FIT_SCREEN), &[Keys(NONE, Key::Home)], SCENE, Command::FrameAll).needs(needs::scene).found_by("fit zoom everything centre"),
        row(Menu::Scene, "Next player start", Some(icons::ICON_PERSON_PIN_CIRCLE), &[Keys(CTRL, Key::Home)], SCENE, Command::GoToStart).needs(needs::player_start),
        row(Menu::Scene, "Previous player start", None, &[Keys(CTRL_SHIFT, Key::Home)], SCENE, Command::GoToPreviousStart).needs(needs::player_start),
        row(Menu::Scene, "Reset view", Some(icons::ICON_RESTART_ALT), &[Keys(SHIFT, Key::Home)], SCENE, Command::ResetView).needs(needs::scene).found_by("camera home default"),
        row(Menu::Scene, "|Front", None, &[Keys(NONE, Key::Num1)], SCENE, Command::LookFrom(Preset::Front)).needs(needs::scene),
        row(Menu::Scene, "Back", None, &[Keys(CTRL, Key::Num1)], SCENE, Command::LookFrom(Preset::Back)).needs(needs::scene),
        row(Menu::Scene, "Right", None, &[Keys(NONE, Key::Num3)], SCENE, Command::LookFrom(Preset::Right)).needs(needs::scene),
        row(Menu::Scene, "Left", None, &[Keys(CTRL, Key::Num3)], SCENE, Command::LookFrom(Preset::Left)).needs(needs::scene),
        row(Menu::Scene, "Top", None, &[Keys(NONE, Key::Num7)], SCENE, Command::LookFrom(Preset::Top)).needs(needs::scene),
        row(Menu::Scene, "Bottom", None, &[Keys(CTRL, Key::Num7)], SCENE, Command::LookFrom(Preset::Bottom)).needs(needs::scene),
        row(Menu::Scene, "Parallel projection", Some(icons::ICON_VIEW_IN_AR), &[Keys(NONE, Key::Num5)], SCENE, Command::ToggleParallel).needs(needs::scene).checked(|state| state.view.camera.projection == Projection::Orthographic).found_by("orthographic perspective isometric"),
        row(Menu::Scene, "|PlayStation shading", Some(icons::ICON_BLUR_ON), &[Keys(NONE, Key::S)], SCENE, Command::ToggleStyle).needs(needs::scene).checked(|state| state.view.style == Style::Ps1).found_by("psx ps1 style retro"),
        row(Menu::Scene, "|Explain pixel", Some(icons::ICON_COLORIZE), &[Keys(NONE, Key::E)], SCENE, Command::ExplainPixel).needs(needs::scene).found_by("inspect colour pick why"),
        row(Menu::Scene, "Keep picture to compare", Some(icons::ICON_COMPARE), &[Keys(SHIFT, Key::K)], SCENE, Command::KeepPicture).needs(needs::scene),
        row(Menu::Scene, "Second picture", None, &[Keys(NONE, Key::V)], SCENE, Command::ToggleSecond).needs(needs::second_picture).checked(|state| state.second.shown.is_some()),
        row(Menu::Scene, "Replay the picture", Some(icons::ICON_SLOW_MOTION_VIDEO), &[Keys(SHIFT, Key::R)], SCENE, Command::ToggleReplay).needs(needs::scene).checked(|state| state.view.replay),
        row(Menu::Scene, "Play or pause replay", Some(icons::ICON_PLAY_ARROW), &[Keys(SHIFT, Key::Space)], SCENE, Command::PlayReplay).needs(needs::replay),
        row(Menu::Scene, "Replay overdraw", None, &[Keys(SHIFT, Key::O)], SCENE, Command::ToggleOverdraw).needs(needs::replay),
        row(Menu::Scene, "Draw one more group", None, &[Keys(SHIFT, Key::PageUp)], SCENE, Command::StepGroup(1)).needs(needs::groups),
        row(Menu::Scene, "Draw one fewer group", None, &[Keys(SHIFT, Key::PageDown)], SCENE, Command::StepGroup(-1)).needs(needs::groups),
        row(Menu::Scene, "Draw one more face", None, &[Keys(SHIFT, Key::ArrowRight)], SCENE, Command::StepFaces(1)).needs(needs::scene),
        row(Menu::Scene, "Draw one fewer face", None, &[Keys(SHIFT, Key::ArrowLeft)], SCENE, Command::StepFaces(-1)).needs(needs::scene),
        row(Menu::Scene, "Draw all faces", None, &[], SCENE, Command::DrawFirst(None)).needs(needs::first_faces),
    ];
    for switch in Switch::MARKS.into_iter().chain(Switch::EFFECTS) {
        let keys: &[Keys] = match switch {
            Switch::Wireframe => &[Keys(NONE, Key::W)],
            Switch::Grid => &[Keys(NONE, Key::G)],
            Switch::Axes => &[Keys(NONE, Key::X)],
            Switch::Bounds => &[Keys(NONE, Key::B)],
            Switch::Labels => &[Keys(NONE, Key::L)],
            Switch::NativePixels => &[Keys(NONE, Key::N)],
            Switch::Gizmo => &[Keys(NONE, Key::M)],
            Switch::Bones => &[Keys(NONE, Key::K)],
            Switch::Ghost => &[Keys(NONE, Key::O)],
            Switch::XRay => &[Keys(ALT, Key::Z)],
            _ => &[],
        };
        let words = match switch {
            Switch::Wireframe => "lines edges mesh",
            Switch::Bounds => "bounding box size",
            Switch::Gizmo => "move rotate transform handles",
            Switch::Bones => "skeleton joints armature",
            Switch::Ghost => "onion skin",
            Switch::XRay => "transparent see through",
            Switch::Fog => "distance haze",
            _ => "",
        };
        let menu = if Switch::MARKS.contains(&switch) { Menu::Overlays } else { Menu::Effects };
        let needs = match switch {
            Switch::Fog | Switch::FadeColour => needs::fog,
            Switch::SkyColour => needs::sky_colour,
            Switch::Relief => needs::bump_maps,
            Switch::Shine => needs::reflections,
            _ => needs::scene,
        };
        let info = row(menu, switch.title(), None, keys, SCENE, Command::Toggle(switch));
        all.push(info.needs(needs).found_by(words));
    }
    all.extend([
        row(Menu::Animation, "Play or pause animation", Some(icons::ICON_PLAY_ARROW), &[Keys(NONE, Key::Space)], SCENE, Command::PlayAnimation).needs(needs::transport).found_by("start stop"),
        row(Menu::Animation, "Next frame", Some(icons::ICON_CHEVRON_RIGHT), &[Keys(NONE, Key::Period)], SCENE, Command::StepFrame(1)).needs(needs::transport),
        row(Menu::Animation, "Previous frame", Some(icons::ICON_CHEVRON_LEFT), &[Keys(NONE, Key::Comma)], SCENE, Command::StepFrame(-1)).needs(needs::transport),
        row(Menu::Animation, "First frame", Some(icons::ICON_SKIP_PREVIOUS), &[Keys(NONE, Key::Num0)], SCENE, Command::FirstFrame).needs(needs::transport),
        row(Menu::Animation, "Last frame", Some(icons::ICON_SKIP_NEXT), &[Keys(SHIFT, Key::Num0), Keys(NONE, Key::End)], SCENE, Command::LastFrame).needs(needs::transport),
        row(Menu::Animation, "|Play forwards", None, &[], SCENE, Command::PlayIn(PlayDirection::Forwards)).needs(needs::transport).checked(|state| state.settings.motion_direction == PlayDirection::Forwards),
        row(Menu::Animation, "Play backwards", None, &[], SCENE, Command::PlayIn(PlayDirection::Backwards)).needs(needs::transport).checked(|state| state.settings.motion_direction == PlayDirection::Backwards),
        row(Menu::Animation, "Play back and forth", None, &[], SCENE, Command::PlayIn(PlayDirection::BackAndForth)).needs(needs::transport).checked(|state| state.settings.motion_direction == PlayDirection::BackAndForth),
        row(Menu::Animation, "|Next animation", None, &[Keys(NONE, Key::A)], SCENE, Command::NextAnimation).needs(needs::animations),
        row(Menu::Animation, "Previous animation", None, &[Keys(SHIFT, Key::A)], SCENE, Command::PreviousAnimation).needs(needs::animations),
        row(Menu::Animation, "|Faster", Some(icons::ICON_SPEED), &[Keys(NONE, Key::CloseBracket)], SCENE, Command::Faster),
        row(Menu::Animation, "Slower", None, &[Keys(NONE, Key::OpenBracket)], SCENE, Command::Slower),
        row(Menu::Animation, "Loop", Some(icons::ICON_REPEAT), &[Keys(NONE, Key::R)], SCENE, Command::LoopAnimation).checked(|state| state.settings.motion_looped),
        row(Menu::Animation, "Interpolate", Some(icons::ICON_TIMELINE), &[Keys(NONE, Key::J)], SCENE, Command::Interpolate).checked(|state| state.settings.interpolate),
        row(Menu::Animation, "Use scripted camera", Some(icons::ICON_VIDEOCAM), &[Keys(NONE, Key::C)], SCENE, Command::RideAlong).needs(needs::scripted_camera).checked(|state| state.view.ride.is_some()),
        row(Menu::Animation, "|Reset morphs", None, &[], SCENE, Command::ResetMorphs).needs(needs::morphs),
        row(Menu::Animation, "|Add model or stage…", Some(icons::ICON_LANDSCAPE), &[], SCENE, Command::ShowWith).needs(needs::scene),
        row(Menu::Animation, "Remove added models", None, &[], SCENE, Command::ShowAlone).needs(needs::added_models),
        row(Menu::Animation, "|Save contact sheet", Some(icons::ICON_GRID_VIEW), &[], SCENE, Command::ContactSheet).needs(needs::animations),
        row(Menu::Sound, "Play or pause", Some(icons::ICON_PLAY_ARROW), &[Keys(NONE, Key::Space)], SOUNDS, Command::PlayPause).needs(needs::any_sound).found_by("start stop audio"),
        row(Menu::Sound, "Play again", Some(icons::ICON_REPLAY), &[Keys(NONE, Key::Enter)], SOUNDS, Command::Retrigger).needs(needs::any_sound),
        row(Menu::Sound, "Stop", Some(icons::ICON_STOP), &[], Window, Command::StopSound).needs(needs::playing_sound),
        row(Menu::Sound, "Restart", Some(icons::ICON_SKIP_PREVIOUS), &[Keys(NONE, Key::Home)], SOUNDS, Command::SoundStart).needs(needs::playing_sound),
        row(Menu::Sound, "|Next sound", None, &[Keys(NONE, Key::ArrowDown)], SOUNDS, Command::NextSound).needs(needs::sound_list),
        row(Menu::Sound, "Previous sound", None, &[Keys(NONE, Key::ArrowUp)], SOUNDS, Command::PreviousSound).needs(needs::sound_list),
        row(Menu::Sound, "|Add to queue", Some(icons::ICON_PLAYLIST_ADD), &[Keys(SHIFT, Key::Q)], SOUNDS, Command::QueueSelected).needs(needs::selected_sound),
        row(Menu::Sound, "Next in queue", Some(icons::ICON_SKIP_NEXT), &[Keys(CTRL, Key::ArrowRight)], SOUNDS, Command::Queue(QueueCommand::Next)).needs(needs::queue),
        row(Menu::Sound, "Previous in queue", None, &[Keys(CTRL, Key::ArrowLeft)], SOUNDS, Command::Queue(QueueCommand::Previous)).needs(needs::queue),
        row(Menu::Sound, "Queue all open banks", Some(icons::ICON_LIBRARY_MUSIC), &[], Window, Command::Queue(QueueCommand::AddBanks)).needs(needs::sounds),
        row(Menu::Sound, "|Forward 10 %", None, &[Keys(NONE, Key::ArrowRight)], SOUNDS, Command::SeekBy { percent: 10 }).needs(needs::playing_sound),
        row(Menu::Sound, "Back 10 %", None, &[Keys(NONE, Key::ArrowLeft)], SOUNDS, Command::SeekBy { percent: -10 }).needs(needs::playing_sound),
        row(Menu::Sound, "Forward 1 %", None, &[Keys(SHIFT, Key::ArrowRight)], SOUNDS, Command::SeekBy { percent: 1 }).needs(needs::playing_sound),
        row(Menu::Sound, "Back 1 %", None, &[Keys(SHIFT, Key::ArrowLeft)], SOUNDS, Command::SeekBy { percent: -1 }).needs(needs::playing_sound),
        row(Menu::Sound, "|Loop: as stored, on, off", Some(icons::ICON_REPEAT), &[Keys(NONE, Key::L)], SOUNDS, Command::ToggleLoop).checked(|state| state.settings.looping == Looping::On),
        row(Menu::Sound, "Mute", Some(icons::ICON_VOLUME_OFF), &[Keys(NONE, Key::M)], SOUNDS, Command::ToggleMute).checked(|state| state.settings.muted).found_by("silence volume audio"),
        row(Menu::Sound, "Louder", Some(icons::ICON_VOLUME_UP), &[Keys(NONE, Key::Num0)], SOUNDS, Command::Louder).found_by("volume"),
        row(Menu::Sound, "Quieter", Some(icons::ICON_VOLUME_DOWN), &[Keys(NONE, Key::Num9)], SOUNDS, Command::Quieter).found_by("volume"),
        row(Menu::Sound, "|A semitone higher", None, &[Keys(NONE, Key::CloseBracket)], SOUNDS, Command::Higher),
        row(Menu::Sound, "A semitone lower", None, &[Keys(NONE, Key::OpenBracket)], SOUNDS, Command::Lower),
        row(Menu::Sound, "Reset pitch", None, &[Keys(NONE, Key::Backspace)], SOUNDS, Command::OriginalPitch),
        row(Menu::Sound, "|Star", Some(icons::ICON_STAR), &[Keys(NONE, Key::S)], SOUNDS, Command::StarSelected).needs(needs::selected_sound),
        row(Menu::Sound, "Export selected sounds…", Some(icons::ICON_FILE_EXPORT), &[Keys(CTRL, Key::E)], SOUNDS, Command::ExportSelectedSounds).needs(needs::sound_list),
        row(Menu::Sound, "Export all sounds…", None, &[Keys(CTRL_SHIFT, Key::E)], SOUNDS, Command::ExportAllSounds).needs(needs::sound_list),
        row(Menu::Sound, "|Hash names…", Some(icons::ICON_LABEL), &[], Window, Command::SoundNames),
    ]);
    all.extend([
        row(Menu::Notes, "Bookmark", Some(icons::ICON_BOOKMARK_ADD), &[Keys(CTRL, Key::B)], Window, Command::Bookmark).needs(needs::notes_target).found_by("favourite mark"),
        row(Menu::Notes, "Add note…", Some(icons::ICON_NOTE_ADD), &[Keys(CTRL_SHIFT, Key::N)], Window, Command::AddNote).needs(needs::notes_target).found_by("comment annotation"),
        row(Menu::Notes, "|Export notes…", Some(icons::ICON_FILE_EXPORT), &[], Window, Command::ExportNotes).needs(needs::notes),
        row(Menu::Notes, "Merge notes…", Some(icons::ICON_MERGE), &[], Window, Command::MergeNotes),
    ]);
    for (slot, (recall, store, recall_keys, store_keys)) in (1..).zip(&VIEWS) {
        all.push(row(Menu::SavedViews, recall, None, recall_keys, Window, Command::RecallView(slot)).needs(needs::saved_views));
        all.push(row(Menu::SavedViews, store, None, store_keys, Window, Command::StoreView(slot)).needs(needs::saved_views));
    }
    all.extend([
        row(Menu::Help, "Keyboard shortcuts", Some(icons::ICON_KEYBOARD), &[Keys(NONE, Key::F1)], Window, Command::CheatSheet).found_by("keys bindings hotkeys"),
        row(Menu::Help, "Command palette…", Some(icons::ICON_TERMINAL), &[Keys(CTRL_SHIFT, Key::P)], Window, Command::CommandPalette),
        row(Menu::Help, "|What is new", Some(icons::ICON_NEW_RELEASES), &[], Window, Command::WhatIsNew).found_by("changelog release news"),
        row(Menu::Help, "Diagnostics", Some(icons::ICON_TROUBLESHOOT), &[], Window, Command::Diagnostics).found_by("graphics adapter debug information"),
        row(Menu::Help, "About Gouraud", Some(icons::ICON_INFO), &[], Window, Command::About).found_by("version licence license"),
    ]);
    all
});
