//! Requirements of commands. Each function returns the reason why a command is disabled, or `None`.

use crate::app::model::edits::FileEdits;
use crate::app::model::{PanelId, State};
use crate::scene::{Element, FaceField};

type Reason = Option<&'static str>;

fn unless(can: bool, why: &'static str) -> Reason {
    (!can).then_some(why)
}

pub fn nothing(_: &State) -> Reason {
    None
}

// --- files

pub fn document(state: &State) -> Reason {
    unless(state.doc.is_some(), "No file is open")
}

pub fn comparison(state: &State) -> Reason {
    unless(state.comparing.other().is_some(), "There is no comparison")
}

pub fn second_picture(state: &State) -> Reason {
    let any = state.second_scenes().next().is_some();
    unless(any, "No picture was kept, and there is no comparison and no other tab")
}

pub fn open_tab(state: &State) -> Reason {
    unless(!state.is_empty() || state.tabs.count() > 1, "The tab is empty")
}

pub fn other_tab(state: &State) -> Reason {
    unless(state.tabs.count() > 1, "There is only one tab")
}

pub fn closed_tab(state: &State) -> Reason {
    unless(!state.tabs.closed.is_empty(), "No tab was closed")
}

pub fn chosen_file(state: &State) -> Reason {
    let is_list = [PanelId::FILES, PanelId::FIND].contains(&state.focus);
    unless(is_list, "Neither Files nor Find has the focus")
}

pub fn missing_block_map(state: &State) -> Reason {
    let is_buildable = state
        .doc
        .as_ref()
        .is_some_and(|doc| !doc.opened.document.content.computable().buildable().is_empty());
    unless(is_buildable, "Not a level, or it already has a block map")
}

pub fn bytes(state: &State) -> Reason {
    let any = state.shown.as_ref().is_some_and(|file| !file.document.source.is_empty());
    unless(any, "There are no bytes to show")
}

pub fn open_description(state: &State) -> Reason {
    unless(state.description.file.is_some(), "No description is open")
}

/// An open description, and bytes that become a field of it.
pub fn description(state: &State) -> Reason {
    let is_marked = state.selection.as_ref().is_some_and(|selection| selection.span.len > 0);
    open_description(state).or_else(|| unless(is_marked, "No bytes are selected"))
}

pub fn text_file(state: &State) -> Reason {
    let is_text =
        state.shown.as_ref().is_some_and(|file| file.document.content.editable().is_text());
    unless(is_text, "Not a text file")
}

pub fn recent_files(state: &State) -> Reason {
    unless(!state.files.recent.is_empty(), "No file has been opened yet")
}

pub fn marks(state: &State) -> Reason {
    unless(!state.files.marked.is_empty(), "Nothing is marked in Files")
}

pub fn marks_or_scene(state: &State) -> Reason {
    if state.has_marks_in_focus() { None } else { scene(state) }
}

/// Marks in the focused list, which are cleared before the selection, or else a selection.
pub fn marks_or_selection(state: &State) -> Reason {
    if state.has_marks_in_focus() { None } else { selection(state) }
}

pub fn file_or_sound_list(state: &State) -> Reason {
    let sounds = state.focus == PanelId::SOUNDS && state.has_sounds();
    unless(state.lists_files() || sounds, "Only in the lists of Files and Sounds")
}

// --- changes

pub fn undo_step(state: &State) -> Reason {
    unless(state.can_undo(), "Nothing to undo")
}

pub fn redo_step(state: &State) -> Reason {
    unless(state.can_redo(), "Nothing to redo")
}

pub fn unsaved_changes(state: &State) -> Reason {
    unless(state.to_save().is_some(), "No unsaved changes")
}

pub fn own_changes(state: &State) -> Reason {
    let dirty = state.own_edits().is_some_and(FileEdits::is_dirty);
    unless(dirty, "No changes since the last save")
}

/// Objects to duplicate or delete. Until the last edit is applied, the selection could mean the element
/// that moves into the gap.
pub fn settled_objects(state: &State) -> Reason {
    selection(state)
        .or_else(|| state.no_objects())
        .or_else(|| unless(!state.edits.is_busy(), "The last edit is still running"))
}

// --- selection

pub fn selection(state: &State) -> Reason {
    unless(state.selection.is_some(), "Nothing is selected")
}

pub fn faces(state: &State) -> Reason {
    let has_faces =
        || unless(state.selection_has_faces(), "The selection has no faces in the scene");
    selection(state).or_else(has_faces)
}

pub fn textured_faces(state: &State) -> Reason {
    let is_texture = |surface: &Element| matches!(surface, Element::Texture(_));
    let any = || state.surfaces_of_selection().iter().any(is_texture);
    faces(state).or_else(|| unless(any(), "The selection has no texture"))
}

pub fn palette_faces(state: &State) -> Reason {
    let is_palette = |surface: &Element| matches!(surface, Element::Palette(_));
    let any = || state.surfaces_of_selection().iter().any(is_palette);
    faces(state).or_else(|| unless(any(), "The selection has no palette"))
}

pub fn position(state: &State) -> Reason {
    let why = "The selection has no position in the scene";
    selection(state).or_else(|| unless(state.selection_is_in_scene(), why))
}

pub fn hidden_selection(state: &State) -> Reason {
    selection(state).or_else(|| unless(state.selection_is_unseen(), "The selection is not hidden"))
}

pub fn exportable_selection(state: &State) -> Reason {
    let why = "The selection cannot be exported separately";
    selection(state).or_else(|| unless(state.selection_has_subjects(), why))
}

pub fn reference(state: &State) -> Reason {
    let refers = || state.pointer_target().is_some();
    selection(state).or_else(|| unless(refers(), "The selected field is not a reference"))
}

pub fn way_back(state: &State) -> Reason {
    unless(state.history.can_go_back(), "Nothing to go back to")
}

pub fn way_forward(state: &State) -> Reason {
    unless(state.history.can_go_forward(), "Nothing to go forward to")
}

// --- scene

pub fn scene(state: &State) -> Reason {
    unless(state.scene().is_some(), "This file has no scene")
}

pub fn textures(state: &State) -> Reason {
    let any = state.scene().is_some_and(|scene| !scene.scene.textures.is_empty());
    unless(any, "This file has no textures")
}

pub fn hidden_faces(state: &State) -> Reason {
    unless(!state.view.hidden.is_empty(), "Nothing is hidden manually")
}

pub fn player_start(state: &State) -> Reason {
    let any = state.scene().is_some_and(|scene| !scene.scene.starts.is_empty());
    unless(any, "No player start in this scene")
}

pub fn drawn_faces(state: &State) -> Reason {
    let drawn = state.scene().is_some_and(|scene| scene.scene.drawn_faces() > 0);
    unless(drawn, "No model for a turntable")
}

pub fn added_models(state: &State) -> Reason {
    let around = state.scene().is_some_and(|scene| !scene.around.is_empty());
    unless(around, "No models were added")
}

pub fn first_faces(state: &State) -> Reason {
    unless(state.view.first_faces.is_some(), "All faces are drawn already")
}

pub fn replay(state: &State) -> Reason {
    scene(state).or_else(|| unless(state.view.replay, "No replay is running"))
}

pub fn groups(state: &State) -> Reason {
    let strips = state.scene().and_then(|scene| scene.scene.face_field(FaceField::STRIP));
    unless(state.view.replay || strips.is_some(), "The faces are not stored in strips")
}

pub fn fog(state: &State) -> Reason {
    unless(state.air().is_some_and(|air| air.fog.is_some()), "This scene has no fog")
}

pub fn sky_colour(state: &State) -> Reason {
    unless(state.air().is_some_and(|air| air.backdrop.is_some()), "This scene has no sky colour")
}

pub fn bump_maps(state: &State) -> Reason {
    let any = state.scene().is_some_and(|scene| scene.scene.has_relief());
    unless(any, "No texture of this scene has a bump map")
}

pub fn reflections(state: &State) -> Reason {
    let any = state.scene().is_some_and(|scene| scene.scene.has_shine());
    unless(any, "This scene has no reflections")
}

// --- animation

pub fn transport(state: &State) -> Reason {
    unless(state.has_transport(), "Nothing in this scene is animated")
}

pub fn animations(state: &State) -> Reason {
    unless(state.has_animations(), "Nothing in this scene is animated")
}

pub fn moving_subject(state: &State) -> Reason {
    unless(state.moving_subject().is_some(), "Nothing in this scene is animated")
}

pub fn scripted_camera(state: &State) -> Reason {
    let any = state.now().is_some_and(|now| now.animation.camera.is_some());
    unless(any, "The current animation has no camera")
}

pub fn morphs(state: &State) -> Reason {
    unless(!state.view.morphs.is_empty(), "All morph weights are 0")
}

// --- notes

/// A selection in a file whose notes can be saved.
pub fn notes_target(state: &State) -> Reason {
    let source = state.selection.as_ref().map(|selection| selection.source);
    let can = || source.is_some_and(|source| state.notes.entry(source).is_some());
    selection(state).or_else(|| unless(can(), "Notes on this file cannot be saved"))
}

pub fn notes(state: &State) -> Reason {
    let notes = &state.notes;
    let mut entries = notes.entries().iter().filter_map(|entry| notes.sidecar(entry.source));
    unless(entries.any(|sidecar| !sidecar.is_empty()), "No notes yet")
}

pub fn saved_views(state: &State) -> Reason {
    let can = || state.own_sidecar().is_some();
    scene(state).or_else(|| unless(can(), "Views of this file cannot be saved"))
}

/// A selection in a file whose selections can be saved.
pub fn named_selection(state: &State) -> Reason {
    let can = || state.saved_selections().is_some();
    unless(state.selected_element().is_some(), "Nothing is selected in the scene")
        .or_else(|| unless(can(), "Selections of this file cannot be saved"))
}

pub fn saved_selections(state: &State) -> Reason {
    let any = state.saved_selections().is_some_and(|all| !all.is_empty());
    unless(any, "There are no saved selections")
}

// --- sounds

pub fn sounds(state: &State) -> Reason {
    unless(state.has_sounds(), "There are no sounds in this file")
}

/// The list of sounds in the focused panel: its order matters to these commands.
pub fn sound_list(state: &State) -> Reason {
    let listed = state.focus == PanelId::SOUNDS && state.has_sounds();
    unless(listed, "Only in the list of Sounds")
}

pub fn selected_sound(state: &State) -> Reason {
    unless(state.selected_sound().is_some(), "No sound is selected")
}

pub fn any_sound(state: &State) -> Reason {
    if state.sound.now().is_some() { None } else { selected_sound(state) }
}

pub fn playing_sound(state: &State) -> Reason {
    unless(state.sound.now().is_some(), "No sound plays")
}

pub fn queue(state: &State) -> Reason {
    unless(!state.sound.queue.entries().is_empty(), "The queue is empty")
}
