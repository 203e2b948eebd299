//! Which commands are enabled, and which are switched on.

use std::sync::Arc;

use super::command::QueueCommand;
use super::edits::FileEdits;
use super::{Command, Like, PanelId, State, Switch};
use crate::library::Opened;
use crate::scene::{Element, FaceField, Style};

const NO_FILE: &str = "No file is open";
const NO_SCENE: &str = "This file has no scene";
const NO_SELECTION: &str = "Nothing is selected";
const NO_FACES: &str = "The selection has no faces in the scene";
const NO_TEXTURE: &str = "The selection has no texture";
const NO_PALETTE: &str = "The selection has no palette";
const NO_SOUND: &str = "No sound is selected";

/// `true` if a command is enabled.
pub fn is_enabled(command: &Command, state: &State) -> bool {
    blocked(command, state).is_none()
}

/// The reason why a command is disabled; `None` if it is enabled.
pub fn blocked(command: &Command, state: &State) -> Option<&'static str> {
    let unless = |can: bool, why: &'static str| (!can).then_some(why);
    let scene = || unless(state.scene().is_some(), NO_SCENE);
    let selection = || unless(state.selection.is_some(), NO_SELECTION);
    let faces = || selection().or_else(|| unless(state.selection_has_faces(), NO_FACES));
    let covered = |by: fn(&Element) -> bool| state.surfaces_of_selection().iter().any(by);
    match command {
        Command::Recompute(_)
        | Command::Reload
        | Command::CloseFile
        | Command::NextFile
        | Command::PreviousFile => unless(state.doc.is_some(), NO_FILE),
        Command::Bookmark | Command::AddNote => selection().or_else(|| {
            let source = state.selection.as_ref().map(|selection| selection.source);
            let can = source.is_some_and(|source| state.notes.entry(source).is_some());
            unless(can, "Notes on this file cannot be saved")
        }),
        Command::ExportNotes => {
            let notes = &state.notes;
            let mut entries =
                notes.entries().iter().filter_map(|entry| notes.sidecar(entry.source));
            unless(entries.any(|sidecar| !sidecar.is_empty()), "No notes yet")
        }
        Command::StoreView(_) | Command::RecallView(_) => scene().or_else(|| {
            unless(state.own_sidecar().is_some(), "Views of this file cannot be saved")
        }),
        Command::ApplyText => {
            let is_text = |shown: &Arc<Opened>| shown.document.content.editable().is_text();
            unless(state.shown.as_ref().is_some_and(is_text), "Not a text file")
        }
        Command::Undo => unless(state.can_undo(), "Nothing to undo"),
        Command::Redo => unless(state.can_redo(), "Nothing to redo"),
        Command::Save => unless(state.to_save().is_some(), "No unsaved changes"),
        Command::SaveCopy | Command::BringIn => unless(state.doc.is_some(), NO_FILE),
        Command::Revert | Command::CopyRecipe | Command::SavePatch => {
            let dirty = state.own_edits().is_some_and(FileEdits::is_dirty);
            unless(dirty, "No changes since the last save")
        }
        Command::Back => unless(state.history.can_go_back(), "Nothing to go back to"),
        Command::Forward => unless(state.history.can_go_forward(), "Nothing to go forward to"),
        Command::GoToOffset | Command::FindNext | Command::FindPrevious => {
            let any = state.shown.as_ref().is_some_and(|file| !file.document.source.is_empty());
            unless(any, "There are no bytes to show")
        }
        Command::FollowPointer => selection().or_else(|| {
            let refers = state.pointer_target().is_some();
            unless(refers, "The selected field is not a reference")
        }),
        // Marks are cleared before the selection.
        Command::Deselect if state.has_marks_in_focus() => None,
        Command::Deselect => selection(),
        Command::ExtractMarked | Command::ExportMarked => {
            unless(!state.files.marked.is_empty(), "Nothing is marked in Files")
        }
        Command::FrameSelection => selection().or_else(|| {
            unless(state.selection_is_in_scene(), "The selection has no position in the scene")
        }),
        Command::SelectLike(Like::Texture) => {
            faces().or_else(|| unless(covered(|e| matches!(e, Element::Texture(_))), NO_TEXTURE))
        }
        Command::SelectLike(Like::Palette) => {
            faces().or_else(|| unless(covered(|e| matches!(e, Element::Palette(_))), NO_PALETTE))
        }
        Command::SelectLike(_) | Command::Isolate | Command::HideSelected => faces(),
        Command::Toggle(Switch::Gizmo) => scene(),
        // Until the edit is applied, the selection could mean the element that moves into the gap.
        Command::Duplicate | Command::Delete => selection()
            .or_else(|| state.no_objects())
            .or_else(|| unless(!state.edits.is_busy(), "The last edit is still running")),
        Command::ShowSelected => selection()
            .or_else(|| unless(state.selection_is_unseen(), "The selection is not hidden")),
        Command::ExportSelection => selection().or_else(|| {
            let can = state.selection_has_subjects();
            unless(can, "The selection cannot be exported separately")
        }),
        Command::SelectAll | Command::ExtendSelection { .. } => {
            let files = state.lists_files() || state.focus == PanelId::SOUNDS && state.has_sounds();
            unless(files, "Only for the lists of Files and Sounds")
        }
        Command::NextSound
        | Command::PreviousSound
        | Command::ExportSelectedSounds
        | Command::ExportAllSounds => {
            // These commands follow the order of the list.
            let listed = state.focus == PanelId::SOUNDS && state.has_sounds();
            unless(listed, "Only for the list of Sounds")
        }
        Command::PlayAnimation | Command::StepFrame(_) | Command::FirstFrame => {
            unless(state.has_transport(), "Nothing in this scene is animated")
        }
        Command::NextAnimation | Command::PreviousAnimation | Command::ContactSheet => {
            unless(state.has_animations(), "Nothing in this scene is animated")
        }
        Command::ExportAnimation => {
            unless(state.moving_subject().is_some(), "Nothing in this scene is animated")
        }
        Command::ExportTurn => {
            let drawn = state.scene().is_some_and(|scene| scene.scene.drawn_faces() > 0);
            unless(drawn, "No model for a turntable")
        }
        Command::ShowAlone => {
            let around = state.scene().is_some_and(|scene| !scene.around.is_empty());
            unless(around, "No models were added")
        }
        Command::ResetMorphs => unless(!state.view.morphs.is_empty(), "All morph weights are 0"),
        Command::DrawFirst(None) => {
            unless(state.view.first_faces.is_some(), "All faces are drawn already")
        }
        Command::StepStrips(_) => {
            let strips =
                |s: &crate::app::model::DocScene| s.scene.face_field(FaceField::STRIP).is_some();
            unless(state.scene().is_some_and(strips), "The faces are not stored in strips")
        }
        Command::QueueSelected => unless(state.selected_sound().is_some(), NO_SOUND),
        Command::Queue(QueueCommand::Next | QueueCommand::Previous) => {
            unless(!state.sound.queue.entries().is_empty(), "The queue is empty")
        }
        Command::Queue(QueueCommand::AddBanks) => {
            unless(state.has_sounds(), "There are no sounds in this file")
        }
        Command::StarSelected => unless(state.selected_sound().is_some(), NO_SOUND),
        Command::PlayPause | Command::Retrigger => {
            let any = state.selected_sound().is_some() || state.sound.now().is_some();
            unless(any, NO_SOUND)
        }
        Command::StopSound | Command::SoundStart | Command::SeekBy { .. } => {
            unless(state.sound.now().is_some(), "No sound plays")
        }
        Command::ShowAll => unless(!state.view.hidden.is_empty(), "Nothing is hidden manually"),
        Command::GoToStart | Command::GoToPreviousStart => {
            let any = state.scene().is_some_and(|scene| !scene.scene.starts.is_empty());
            unless(any, "No player start in this scene")
        }
        Command::Toggle(Switch::Fog | Switch::FadeColour) => {
            let any = state.air().is_some_and(|air| air.fog.is_some());
            unless(any, "This scene has no fog")
        }
        Command::Toggle(Switch::SkyColour) => {
            let any = state.air().is_some_and(|air| air.backdrop.is_some());
            unless(any, "This scene has no sky colour")
        }
        Command::Toggle(Switch::Relief) => {
            let any = state.scene().is_some_and(|scene| scene.scene.has_relief());
            unless(any, "No texture of this scene has a bump map")
        }
        Command::Toggle(Switch::Shine) => {
            let any = state.scene().is_some_and(|scene| scene.scene.has_shine());
            unless(any, "This scene has no reflections")
        }
        Command::RideAlong => {
            let any = state.now().is_some_and(|now| now.animation.camera.is_some());
            unless(any, "The current animation has no camera")
        }
        Command::Export if state.has_marks_in_focus() => None,
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
        Command::ClearRecent => unless(!state.files.recent.is_empty(), "No file was opened yet"),
        _ => None,
    }
}

/// `true` if a switch command is on; `None` for other commands.
pub fn is_on(command: &Command, state: &State) -> Option<bool> {
    match command {
        Command::Toggle(switch) => Some(state.view.is_on(*switch)),
        Command::ToggleParallel => {
            Some(state.view.camera.projection == crate::render::Projection::Orthographic)
        }
        Command::LoopAnimation => Some(state.settings.motion_looped),
        Command::Interpolate => Some(state.settings.interpolate),
        Command::RideAlong => Some(state.view.ride.is_some()),
        Command::ToggleLoop => {
            Some(state.settings.looping == crate::app::model::settings::Looping::On)
        }
        Command::TogglePlausibility => Some(state.settings.plausibility),
        Command::ToggleMute => Some(state.settings.muted),
        Command::ToggleStyle => Some(state.view.style == Style::Ps1),
        _ => None,
    }
}
