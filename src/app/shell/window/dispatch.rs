//! The handler of each command, in one table.

use super::{VOLUME_STEP, Window, ZOOM};
use crate::app::jobs::file_dialog::{PathKind, Pick};
use crate::app::model::export::bulk::Work;
use crate::app::model::selection::time_travel::Travel;
use crate::app::model::settings::CardPart;
use crate::app::model::sound::Playback;
use crate::app::model::view::second_picture::Blending;
use crate::app::model::{Command, PanelId, log};
use crate::app::shell::dialogs::Dialog;
use crate::app::shell::layout;
use crate::edit::Computed;
use crate::library::demo;

impl Window {
    /// Handles a command. There is no wildcard: a command without a handler does not compile.
    pub(super) fn dispatch(&mut self, command: &Command, ctx: &egui::Context) {
        use Command as C;
        let state = &mut self.state;
        match command {
            // Files
            C::Open(path) => self.open_path(path),
            C::OpenAll(paths) => self.open_all(paths),
            C::OpenAs { path, format } => self.open_as(path, *format),
            C::OpenAsBytes => self.open_as_bytes(),
            C::OpenDescription(file) => self.open_description(file),
            C::Describe => self.describe(),
            C::DraftDescription { file, text } => self.draft_description(file, text),
            C::SaveDescription { file, text } => self.save_description(file, text),
            C::ShowInDescription(place) => self.open_description(&place.file),
            // Handled by the Description panel, which has the text.
            C::StoreDescription => {}
            C::FieldFromSelection => self.commands.push(C::ShowPanel(PanelId::DESCRIPTION)),
            C::OpenFile => self.pick(Pick::to_open(PathKind::Files)),
            C::OpenFolder => self.pick(Pick::to_open(PathKind::Folder)),
            C::OpenPath => self.open_dialog(Dialog::path()),
            C::OpenByName => self.open_dialog(Dialog::files(&self.state)),
            C::OpenDemo => self.open(demo::FIRST, None),
            C::OpenBattle => self.open_battle(),
            C::Reload => self.reload(),
            C::Compare => self.pick_compared(),
            C::CompareWith(other) => self.compare_with(other.clone()),
            C::CompareAgain => self.compare_again(),
            C::GoToDifference { index, show } => self.go_to_difference(*index, *show),
            C::CompareFolder(path) => self.pick_compared_folder(path.clone()),
            C::OpenCompared { path, other } => self.open_compared(path, other),
            C::LoadCompared(sound) => self.load_compared(*sound),
            C::PlayCompared(sound) => self.play_compared(*sound),
            C::CloseFile => self.ask_to_close(self.state.tab.id),
            C::NewTab => self.new_tab(),
            // Handled by the focused panel, which pushes commands for its entry.
            C::OpenInNewTab => {}
            C::OpenBehind(path) => self.open_behind(path),
            C::ShowTab(tab) => self.show_tab(*tab),
            C::CloseTab(tab) => self.ask_to_close(*tab),
            C::CloseTabAnyway(tab) => self.close_tab(*tab),
            C::CloseOtherTabs(tab) => self.close_others(*tab),
            C::MoveTab { tab, to } => state.tabs.move_to(state.tab.id, *tab, *to),
            C::NextDocument => self.step_document(1),
            C::PreviousDocument => self.step_document(-1),
            C::ReopenTab => self.reopen_tab(),
            C::LinkCameras => state.settings.link_cameras ^= true,
            C::NextFile => self.step_file(1),
            C::PreviousFile => self.step_file(-1),
            C::PinRecent(path) => state.files.pin_recent(path),
            C::ClearRecent => state.files.recent.retain(|recent| recent.pinned),
            C::AddRoot(path) => self.open_or_add(path),
            C::CloseRoot(path) => self.close_root(path),
            C::List(path) => self.list(path.clone()),
            C::DrawThumbnail(item) => self.draw_thumbnail(item),
            C::Turn(item) => self.turn(item.clone()),
            C::TrySound(item) => self.try_sound(item.clone()),
            C::MarkFiles(paths) => state.mark_files(paths),
            C::ShowOnDisk(path) => self.show_on_disk(path),
            C::ShowFolder(folder) => self.show_folder(folder.clone()),
            C::Cancel { job } => {
                self.ignore_cancelled_root(*job);
                self.jobs.cancel(*job);
            }
            C::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            C::QuitAnyway => {
                self.discard_drafts();
                self.quit_anyway(ctx);
            }

            // Export and extraction
            C::Export => self.export_document(),
            C::ExportSelection => self.open_export(|export, state| export.prepare_selection(state)),
            C::ExportThese(these) => {
                self.open_export(|export, state| export.prepare(state, Some(these.clone())));
            }
            C::ExportAs(choices) => {
                self.open_export(|export, state| export.prepare_as(state, choices));
            }
            C::ExportAnimation => self.export_animation(),
            C::ExportTurn => self.export_turntable(),
            C::PreviewExport(request) => self.preview_export(*request),
            C::RunExport(request) => self.export(request),
            C::LookForUses => self.look_for_uses(),
            C::ExtractMarked => self.open_bulk(Work::Extract, &self.state.files.chosen()),
            C::ExportMarked => self.open_bulk(Work::Export, &self.state.files.chosen()),
            C::ExtractFiles(paths) => self.open_bulk(Work::Extract, paths),
            C::ExportFiles(paths) => self.open_bulk(Work::Export, paths),
            C::PlanFiles(choices) => self.plan_files(choices),
            C::LookForFiles(folder) => self.look_for_files(folder.clone()),
            C::RunFiles(request) => self.run_files(request),
            C::TakePath(path) => self.dialogs.take_path(path),
            C::ExportTable(table) => self.pick(Self::pick_table_file(table)),
            C::ExportTableTo { table, path } => self.export_table(table.clone(), path.clone()),

            C::ExportVideoMemory => self.pick(self.pick_memory_picture()),
            C::ExportVideoMemoryTo(path) => self.export_video_memory(path.clone()),

            // Find
            C::AskIndex(question) => self.ask_index(question.clone()),
            // The panel takes the query.
            C::FindInIndex(_) => self.commands.push(C::ShowPanel(PanelId::FIND)),
            C::ShowGallery(query) => self.show_gallery(query),
            C::OpenGoal(goal) => self.open_goal(goal),
            C::KeepQuery { query, keep } => state.keep_query(query, *keep),
            C::IndexNow => self.index_now(),
            C::ClearIndex => self.clear_index(),

            // Selection
            C::Select(target) => state.select(target),
            C::Reselect(element) => state.reselect(&[*element]),
            C::SelectAlso(target) => state.select_also(target),
            C::SelectThese(elements) => state.select_these(elements),
            C::SelectLike(like) => state.select_like(*like),
            C::SpreadSelection(spread) => state.spread_selection(*spread),
            C::KeepPicture => state.keep_picture(),
            C::ToggleSecond => state.toggle_second(),
            C::ShowSecond(scene) => state.show_second(*scene),
            C::SetSecondCamera(camera) => state.set_second_camera(*camera),
            C::BlendSecond { blending, part } => {
                if let Some(shown) = &mut state.second.shown {
                    (shown.blending, shown.part) = (*blending, *part);
                }
            }
            C::ToggleSelectThrough => state.settings.select_through ^= true,
            C::CombineFaces { faces, combine } => state.combine_faces(faces, *combine),
            C::SelectByQuery => self.ask_for_query(ctx),
            C::InvertSelection => state.invert_selection(),
            C::Deselect => state.deselect(),
            C::FollowPointer => state.follow_pointer(),
            C::Back => self.travel(Travel::Back),
            C::Forward => self.travel(Travel::Forward),
            C::PointAt(position) => state.view.pointed = Some(*position),
            C::Copy { what, text } => self.copy(what, text, ctx),

            // The window
            C::ShowPanel(panel) => self.show_panel(*panel),
            C::FocusMenuBar => (self.bare, self.focuses_menu) = (false, true),
            C::NextPanel => self.step_panel(ctx, 1),
            C::PreviousPanel => self.step_panel(ctx, -1),
            C::NextTab => self.step_tab(ctx, 1),
            C::PreviousTab => self.step_tab(ctx, -1),
            C::ResetLayout => self.layout = layout::standard(),
            C::NameLayout => self.open_dialog(Dialog::layout_name()),
            C::SaveLayout(name) => self.save_layout(name),
            C::ShowLayout(name) => self.show_layout(name),
            C::DeleteLayout(name) => self.delete_layout(name),
            C::ToggleLayoutPerKind => state.settings.layout_per_kind ^= true,
            C::HideInterface => self.bare = !self.bare,
            C::CommandPalette => self.open_dialog(Dialog::commands(&self.state)),
            C::CheatSheet => self.open_dialog(Dialog::cheat_sheet()),
            C::Settings => self.open_dialog(Dialog::settings()),
            C::SetSettings(settings) => self.set_settings(settings, ctx),
            C::FoldCard { part, open } => state.fold_card(*part, *open),
            C::ToggleTheme => self.toggle_theme(ctx),
            C::TogglePlausibility => state.settings.plausibility ^= true,
            C::ZoomIn => self.zoom(ctx, Some(ZOOM)),
            C::ZoomOut => self.zoom(ctx, Some(1.0 / ZOOM)),
            C::ZoomReset => self.zoom(ctx, None),
            C::Notify(notice) => self.notify(notice.level, &notice.text),
            C::ClearLog => log::clear(),
            C::WhatIsNew => self.open_dialog(Dialog::WhatIsNew),
            C::Diagnostics => self.open_dialog(Dialog::Diagnostics),
            C::About => self.open_dialog(Dialog::About),

            // Scene
            C::SetCamera(camera) => state.set_camera(*camera),
            C::FitView(aspect) => state.fit_view(*aspect),
            C::ResetView => state.reset_view(self.panels.scene.aspect()),
            C::SetStyle(style) => state.set_style(*style),
            C::ToggleStyle => state.toggle_style(),
            C::SetLighting(lighting) => state.view.lighting = *lighting,
            C::SetDetail(detail) => state.view.detail = *detail,
            C::Answer { question, answer } => self.answer(&[(*question, *answer)]),
            C::Toggle(switch) => state.toggle(*switch),
            C::ShowLayer { layer, shown } => state.show_layer(*layer, *shown),
            C::Show { element, shown } => state.show(*element, *shown),
            C::TurnFront { mesh } => state.view.turn_front(*mesh),
            C::ColourBy(by) => state.colour_by(*by),
            C::IsolateRow { row, add } => state.isolate_row(*row, *add),
            C::Isolate => state.isolate(),
            C::HideSelected => state.hide_selected(),
            C::ShowSelected => state.show_selected(),
            C::ShowAll => state.show_all(),
            C::Screenshot => self.screenshot(true),
            C::ScreenshotClean => self.screenshot(false),
            C::ComposePicture => self.compose_picture(),
            C::PreviewPicture { choices, camera } => self.preview_picture(*choices, *camera),
            C::SavePicture { choices, folder } => self.save_composed(*choices, folder),
            C::ComposeFlight => self.compose_flight(),
            C::StoreFlight(stops) => state.store_flight(stops),
            C::SaveFlight { flight, choices, folder } => self.save_flight(flight, *choices, folder),
            // The scene panel moves the camera.
            C::PlayFlight(_) => {}
            C::CopyState => self.copy_state(ctx),
            C::Paste(text) => self.paste(text),

            // Animation
            C::ShowAnimation(animation) => state.show_animation(*animation),
            C::NextAnimation => state.step_animation(1),
            C::PreviousAnimation => state.step_animation(-1),
            C::PlayAnimation => state.play(),
            C::StepFrame(by) => state.step_frames(*by),
            C::FirstFrame => state.seek(0.0),
            C::LastFrame => state.seek_last(),
            C::PlayIn(direction) => state.play_in(*direction),
            C::SeekAnimation(seconds) => state.seek(*seconds),
            C::SeekKey { track, frame } => state.seek_key(*track, *frame),
            C::LoopAnimation => state.settings.motion_looped ^= true,
            C::Interpolate => state.settings.interpolate ^= true,
            C::RideAlong => state.ride_along(),
            C::SetMotionRate(fps) => state.settings.motion_fps = *fps,
            C::SetMotionSpeed(speed) => state.settings.motion_speed = *speed,
            C::Faster => state.faster(),
            C::Slower => state.slower(),
            C::ChooseVariant { variant, option } => state.choose_variant(*variant, *option),
            C::SetMorph { mesh, morph, weight } => state.set_morph(*mesh, *morph, *weight),
            C::ResetMorphs => state.view.morphs.clear(),
            C::DrawFirst(first) => state.draw_first(*first),
            C::StepFaces(by) => state.step_faces(*by),
            C::StepGroup(by) => state.step_strips(*by),
            C::ExplainPixel => {
                state.explaining = true;
                // The second picture would cover the explained one.
                if state.second.shown.is_some_and(|shown| shown.blending != Blending::Beside) {
                    state.toggle_second();
                }
                self.commands.push(C::ShowPanel(PanelId::PIXEL));
            }
            // The scene panel answers with a report.
            C::StepPixel(_) => {}
            C::ForgetPixel => (state.pixel, state.explaining) = (None, false),
            C::Explained(report) => {
                state.pixel.clone_from(report);
                state.explaining = false;
            }
            C::ToggleReplay => state.toggle_replay(),
            // Handled by the Scene panel, which has the drawing order.
            C::PlayReplay | C::ToggleOverdraw => {}
            C::DrawStrip(animation) => self.draw_strip(*animation),
            C::ContactSheet => self.contact_sheet(),
            C::ShowWith => self.open_dialog(Dialog::models_to_add(&self.state)),
            C::ShowWithFile(path) => self.show_with(path),
            C::ShowAlone => self.compose(Vec::new()),

            // Palettes
            C::SetPalette { palette, words } => state.set_palette(*palette, words.as_deref()),
            C::SetPaletteEntry { palette, entry, word } => {
                state.set_palette_entry(*palette, *entry, *word);
            }
            C::TryPalette { texture, palette } => state.try_palette(*texture, *palette),
            C::PreviewPalette { texture, palette, words } => {
                state.preview_palette(*texture, *palette, words);
            }
            C::RestorePalettes => {
                if !state.restore_palettes() {
                    state.deselect();
                }
            }
            C::SearchPalettes(search) => self.search_palettes(search.clone()),
            C::ExportPalettePicture { texture, name, words } => {
                self.pick(Self::pick_palette_picture(*texture, name, words.clone()));
            }
            C::ExportPalettePictureTo { texture, words, path } => {
                self.export_palette_picture(*texture, words.clone(), path.clone());
            }

            // Editing
            C::Undo => state.undo(),
            C::Redo => state.redo(),
            C::Edit(edit) => self.edit((**edit).clone()),
            C::EditFaceBits { field, mask, set, name } => {
                self.edit_face_bits(*field, *mask, *set, name);
            }
            C::EditFaceField { field, to } => self.edit_face_field(*field, to),
            C::MoveSelection { by } => self.move_selection(by),
            C::Place(transform) => self.place((**transform).clone()),
            C::SetStep(step) => state.view.step = step.clamp(1e-3, 1e6),
            C::Duplicate => self.edit_all(self.state.relist(false)),
            C::Delete => self.edit_all(self.state.relist(true)),
            C::Recolour { entry, rgb, alpha } => self.recolour(*entry, *rgb, *alpha),
            C::Replace { element, manner } => self.pick(Self::pick_replacement(*element, *manner)),
            C::ReplaceWith { element, manner, file } => {
                self.replace(*element, *manner, file.clone());
            }
            C::AddBeside { element, coding } => self.pick(Self::pick_addition(*element, *coding)),
            C::AddBesideWith { element, coding, file } => {
                self.add_beside(*element, *coding, file.clone());
            }
            C::Save => self.ask_to_save(),
            C::RunSave { path, keep } => self.save_file(path, *keep),
            C::SaveCopy => self.pick(self.pick_copy()),
            C::SaveCopyTo(path) => self.save_copy(path.clone()),
            C::SavePatch => self.pick(self.pick_patch()),
            C::SavePatchTo(path) => self.save_patch(path.clone()),
            C::ImportChanges => self.pick(Self::pick_changes()),
            C::ImportChangesFrom(path) => self.import_changes(path.clone()),
            C::CopyRecipe => self.copy_recipe(ctx),
            C::Revert => self.revert(),
            C::Recompute(path) => self.recompute(path.as_deref(), &[]),
            C::AddBlockMap => self.recompute(None, &[Computed::BlockMap]),

            // Notes
            C::Bookmark => self.bookmark(),
            C::AddNote => self.open_dialog(Dialog::note_on(None, &self.state)),
            C::NoteOn(target) => self.open_dialog(Dialog::note_on(Some(target), &self.state)),
            C::EditNote { source, note } => {
                self.open_dialog(Dialog::note(*source, note, &self.state));
            }
            C::SetNote { file, before, after } => {
                state.set_note(*file, before.as_deref(), after.as_deref());
            }
            C::DraftNote { file, before, after } => {
                state.notes.draft(*file, before.as_deref(), after.as_deref().cloned());
            }
            C::ExportNotes => self.pick(self.pick_notes_file()),
            C::ExportNotesTo(path) => self.export_notes(path.clone()),
            C::MergeNotes => self.pick(Self::pick_notes_to_merge()),
            C::MergeNotesFrom(path) => self.read_notes(path.clone()),
            C::StoreView(slot) => self.store_view(*slot),
            C::RecallView(slot) => self.recall_view(*slot),
            C::DeleteView(slot) => state.delete_view(*slot),
            C::NameSelection => {
                state.fold_card(CardPart::Saved, true);
                self.commands.push(C::ShowPanel(PanelId::CARD));
            }
            C::SaveSelection(name) => self.save_selection(name),
            C::RecallSelection { name, combine } => self.recall_selection(name, *combine),
            C::DeleteSelection(name) => state.delete_selection(name),
            C::SavedSelections => self.open_dialog(Dialog::saved_selections(&self.state)),

            // Sounds
            C::PlaySound(sound) => self.play_sound(*sound),
            C::PlayCollision { collision, heard, velocity } => {
                self.play_collision(*collision, *heard, *velocity);
            }
            C::PlayNote { program, tone, note } => self.play_note(*program, *tone, *note),
            C::ReleaseNote => state.sound.release(),
            C::PlayCue(cue) => self.play_cue(*cue),
            C::Queue(command) => self.apply_queue(command),
            C::QueueSelected => self.queue_selected(),
            C::Retrigger => self.retrigger(),
            C::PlayPause => self.play_pause(),
            C::TogglePlaying => state.sound.toggle(),
            C::StopSound => state.sound.stop(),
            C::SoundStart => state.sound.seek(0.0),
            C::SeekBy { percent } => state.sound.seek_by(f64::from(*percent) / 100.0),
            C::SeekTo(seconds) => state.sound.seek(*seconds),
            C::PlayOnly(region) => state.sound.set_region(*region),
            C::SetVolume(volume) => self.set_volume(*volume),
            C::Louder => self.change_volume(VOLUME_STEP),
            C::Quieter => self.change_volume(-VOLUME_STEP),
            C::ToggleMute => state.settings.muted ^= true,
            C::ToggleLoop => state.settings.looping = state.settings.looping.next(),
            C::Higher => state.settings.speed = Playback::pitched(state.settings.speed, true),
            C::Lower => state.settings.speed = Playback::pitched(state.settings.speed, false),
            C::OriginalPitch => state.settings.speed = 1.0,
            C::StarSound(sound) => state.star(&[*sound]),
            C::StarSelected => state.star_selected(),
            C::ListDevices => self.list_devices(),

            // Names and companions
            C::SoundNames => self.open_dialog(Dialog::names(&self.state)),
            C::LearnNames(path) => self.learn_names(path.clone()),
            C::LoadNames => self.pick(Self::pick_names()),
            C::LoadNamesFrom(list) => self.read_lists(vec![list.clone()], true),
            C::WhereIs { name, looked_in } => self.open_dialog(Dialog::where_is(name, looked_in)),
            C::PickPlace { folder } => self.pick(Self::pick_place(*folder)),
            C::ChoosePlace { name, path } => self.look_at_place(name, path),

            // Handled by the panels.
            C::FrameSelection
            | C::FrameAll
            | C::FrameTarget(_)
            | C::GoToStart
            | C::GoToPreviousStart
            | C::MoveCamera(_)
            | C::LookFrom(_)
            | C::ToggleParallel
            | C::SelectRegion(_)
            | C::SelectAll
            | C::ExtendSelection { .. }
            | C::ExportSelectedSounds
            | C::ExportAllSounds
            | C::NextSound
            | C::PreviousSound
            | C::Find
            | C::FindNext
            | C::FindPrevious
            | C::GoToOffset
            | C::CopyBytes
            | C::ApplyText
            | C::NextPalette
            | C::PreviousPalette
            | C::ShowStp => {}
            // Only the last one of a frame counts, see `apply`.
            C::Hover(_) => {}
        }
    }
}
