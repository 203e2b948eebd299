//! Tabs: switching, adding and closing them, and messages of their jobs.

use std::collections::BTreeSet;

use super::Window;
use super::openings::Opening;
use super::persistence::SavedTab;
use crate::app::jobs::Message;
use crate::app::jobs::opening::AHEAD;
use crate::app::model::document::notes::Entry;
use crate::app::model::document::tab_id::TabId;
use crate::app::model::document::tab_state::Outdated;
use crate::app::model::document::tabs::ClosedTab;
use crate::app::model::view::state_string;
use crate::app::panels::scene::TabPicture;
use crate::app::shell::dialogs::LeaveDialog;
use crate::app::ui::Ctx;
use crate::bytes::SourceId;
use crate::library::demo;
use crate::render::{self, SceneBuffers};

/// Maximum number of closed tabs that can be reopened.
const MAX_CLOSED: usize = 32;

/// Work of a tab that is not current.
#[derive(Default)]
pub struct TabWork {
    opening: Opening,
    picture: TabPicture,
    noted: BTreeSet<SourceId>,
    entries: Vec<Entry>,
}

impl Window {
    /// Makes another tab the current one, without showing it.
    fn exchange_tab(&mut self, id: TabId) -> bool {
        let left = self.state.tab.id;
        if left == id || !self.state.exchange_tab(id) {
            return left == id;
        }
        let next = self.tab_work.remove(&id).unwrap_or_default();
        let work = TabWork {
            opening: std::mem::replace(&mut self.opening, next.opening),
            picture: self.panels.scene.exchange(next.picture),
            noted: std::mem::replace(&mut self.notes.noted, next.noted),
            entries: self.state.notes.exchange_open(next.entries),
        };
        self.tab_work.insert(left, work);
        self.jobs.tab = id;
        true
    }

    /// Handles a message in the tab whose job sent it. Messages about the document of a closed tab are
    /// dropped.
    pub(super) fn handle_in_tab(&mut self, tab: TabId, message: Message) {
        if tab == self.state.tab.id || !message.is_of_tab() {
            self.handle(message);
        } else if self.state.tabs.get(tab).is_some() {
            self.in_tab(tab, |window| window.handle_behind(message));
            self.limit_pictures();
        } else if let Message::Edited { .. } | Message::Command(_) | Message::Finished(_) = message
        {
            self.handle(message);
        }
        if let Some((path, from)) = self.pending.edited.take() {
            self.share_edit(&path, from);
        }
    }

    /// Handles a message of a tab that is not visible, and the commands that follow from it.
    fn handle_behind(&mut self, message: Message) {
        let ctx = self.jobs.context();
        let waiting = self.commands.take();
        self.handle(message);
        for command in self.commands.take() {
            self.dispatch(&command, &ctx);
        }
        self.commands.extend(waiting);
    }

    /// Acts in a tab that is not visible.
    pub(super) fn in_tab(&mut self, tab: TabId, act: impl FnOnce(&mut Self)) {
        let here = self.state.tab.id;
        let was_in_background = std::mem::replace(&mut self.in_background, true);
        if self.exchange_tab(tab) {
            act(self);
            self.exchange_tab(here);
        }
        self.in_background = was_in_background;
    }

    /// Shows a tab.
    pub(super) fn show_tab(&mut self, id: TabId) {
        let left = self.state.tab.id;
        let camera = self.state.scene().map(|_| self.state.view.camera);
        if left == id || self.state.tabs.get(id).is_none() {
            return;
        }
        self.pause_textures();
        self.toasts.withdraw_of_document();
        (self.hover, self.state.hover) = (None, None);
        self.panels.scene.stop();
        self.state.tabs.note_left(&mut self.state.tab);
        self.exchange_tab(id);
        if let Some(camera) = camera.filter(|_| self.state.settings.link_cameras)
            && self.state.scene().is_some()
        {
            self.state.set_camera(camera);
        }
        self.resume_tab();
        self.show_front();
        self.watch_files();
        self.limit_pictures();
    }

    /// Continues the work of the tab that became visible.
    fn resume_tab(&mut self) {
        if let Some(view) = self.state.restored.take() {
            let path = self.state.path.clone();
            self.open(&path, None);
            self.opening.view = view.parse().ok();
            return;
        }
        match self.state.outdated.take() {
            Some(Outdated::Edited) => self.show_again(),
            Some(Outdated::ChangedOnDisk) => self.reload(),
            None => self.restore_picture(),
        }
    }

    /// Uploads the scene again if its buffers were dropped.
    fn restore_picture(&mut self) {
        let Some(doc) = self.state.doc.clone() else { return };
        let Some(scene) = doc.scene.as_ref().map(|scene| scene.scene.clone()) else { return };
        if self.panels.scene.has_buffers() || self.state.loading {
            return;
        }
        let (gpu, generation) = (self.gpu.clone(), doc.generation);
        self.jobs.start("Drawing the scene", false, move |handle| {
            if let Some(gpu) = gpu.wait().as_ref() {
                let buffers = SceneBuffers::streamed(gpu, scene, AHEAD, render::BUDGET);
                handle.send(Message::Buffers { generation, buffers: Box::new(buffers) });
            }
        });
    }

    /// Drops the device memory of the tabs that were left first, until the others fit into the budget.
    fn limit_pictures(&mut self) {
        let budget = u64::from(self.state.settings.tab_memory) << 20;
        let mut tabs: Vec<(u64, TabId)> =
            self.state.tabs.others().map(|tab| (tab.last_left, tab.id)).collect();
        tabs.sort_unstable_by_key(|tab| std::cmp::Reverse(*tab));
        let mut used = 0u64;
        for (_, id) in tabs {
            let Some(work) = self.tab_work.get_mut(&id) else { continue };
            used = used.saturating_add(work.picture.device_memory());
            if used > budget {
                work.picture = TabPicture::default();
            }
        }
    }

    /// Device memory of the tabs that are not visible, in bytes.
    pub fn hidden_device_memory(&self) -> u64 {
        self.tab_work.values().map(|work| work.picture.device_memory()).sum()
    }

    /// Shows a new, empty tab, unless the current one is empty.
    pub(super) fn new_tab(&mut self) {
        if !self.state.is_empty() {
            let id = self.state.tabs.add(&self.state.tab);
            self.show_tab(id);
        }
    }

    /// Opens a file in a new tab, without showing it.
    pub(super) fn open_behind(&mut self, path: &str) {
        if self.state.is_empty() {
            return self.open(path, None);
        }
        let id = self.state.tabs.add(&self.state.tab);
        self.in_tab(id, |window| window.open(path, None));
    }

    /// Shows the tab `by` positions to the right.
    pub(super) fn step_document(&mut self, by: isize) {
        if let Some(id) = self.state.tabs.neighbour(by) {
            self.show_tab(id);
        }
    }

    /// Closes a tab, after a confirmation if its document or one of its companions has unsaved changes, and no
    /// other tab uses that file.
    pub(super) fn ask_to_close(&mut self, id: TabId) {
        let paths = self.unsaved_only_in(id);
        if paths.is_empty() {
            return self.close_tab(id);
        }
        self.show_tab(id);
        let kept = self.not_saved(Some(&paths));
        let leave = LeaveDialog { tab: Some(id), kept, ..LeaveDialog::default() };
        self.dialogs.ask_to_leave(leave, &mut Ctx::new(&self.state, &mut self.commands));
    }

    /// Paths of the files with unsaved changes that a tab uses, and no other tab.
    fn unsaved_only_in(&self, id: TabId) -> Vec<String> {
        let library = &self.state.library;
        let uses = |path: &str, is_it: bool| {
            let mut tabs = self.state.all_tabs().filter(|tab| (tab.id == id) == is_it);
            tabs.any(|tab| tab.uses(library, path))
        };
        let paths = self.state.edits.dirty().map(|(path, _)| path);
        paths.filter(|path| uses(path, true) && !uses(path, false)).cloned().collect()
    }

    /// Closes a tab. The last one stays as an empty tab.
    pub(super) fn close_tab(&mut self, id: TabId) {
        let here = self.state.tab.id;
        let tab = self.state.all_tabs().enumerate().find(|(_, tab)| tab.id == id);
        let tab = tab.filter(|(_, tab)| !tab.path_shown().is_empty()).map(|(position, tab)| {
            let (path, compared) = (tab.path_shown().to_owned(), tab.comparing.other().cloned());
            ClosedTab { path, position, compared }
        });
        if let Some(tab) = tab {
            let closed = &mut self.state.tabs.closed;
            closed.push(tab);
            let many = closed.len().saturating_sub(MAX_CLOSED);
            closed.drain(..many);
        }
        if self.state.tabs.count() == 1 {
            return self.close();
        }
        if id == here {
            self.close();
            let next =
                self.state.tab.opened_from.filter(|from| self.state.tabs.get(*from).is_some());
            let next = next.or_else(|| self.state.tabs.after_closing());
            next.into_iter().for_each(|next| self.show_tab(next));
        } else {
            self.in_tab(id, Self::close);
        }
        self.state.tabs.remove(id);
        self.tab_work.remove(&id);
        self.watch_files();
    }

    /// Closes all tabs except one.
    pub(super) fn close_others(&mut self, id: TabId) {
        self.show_tab(id);
        let others: Vec<TabId> = self.state.tabs.others().map(|tab| tab.id).collect();
        others.into_iter().for_each(|other| self.close_tab(other));
    }

    /// Opens the tab that was closed last at its position, with its view, selection and comparison.
    pub(super) fn reopen_tab(&mut self) {
        let Some(ClosedTab { path, position, compared }) = self.state.tabs.closed.pop() else {
            return;
        };
        self.new_tab();
        let id = self.state.tab.id;
        self.state.tabs.move_to(id, id, position);
        self.open(&path, None);
        if compared.is_some() {
            self.compare_with(compared);
        }
    }

    /// Opens `paths`, otherwise the tabs of the last session, or the demo on the first start.
    pub(super) fn start_with(
        &mut self,
        paths: Vec<String>,
        (tabs, current): (Vec<SavedTab>, usize),
        is_first: bool,
    ) {
        if !paths.is_empty() {
            self.open_all(&paths);
        } else if !tabs.is_empty() {
            self.restore_tabs(tabs, current);
        } else if is_first {
            self.panels.scene.welcome();
            self.open(demo::FIRST, None);
        }
    }

    /// Restores the tabs of the last session. Only the current one is opened now.
    fn restore_tabs(&mut self, tabs: Vec<SavedTab>, current: usize) {
        let current = current.min(tabs.len().saturating_sub(1));
        for (at, tab) in tabs.into_iter().enumerate() {
            if at == current {
                (self.state.path, self.state.restored) = (tab.path, Some(tab.view));
            } else {
                self.state.tabs.restore(&self.state.tab, tab.path, tab.view);
            }
        }
        self.state.tabs.move_to(self.state.tab.id, self.state.tab.id, current);
        self.resume_tab();
    }

    /// The tabs with a file, for the next session.
    pub(super) fn saved_tabs(&mut self) -> Vec<(TabId, SavedTab)> {
        let ids: Vec<TabId> = self.state.all_tabs().map(|tab| tab.id).collect();
        let mut saved = Vec::new();
        for id in ids {
            self.in_tab(id, |window| {
                let path = window.state.path_shown().to_owned();
                let view = window.state.restored.clone();
                let view = view.or_else(|| state_string::write(&window.state)).unwrap_or_default();
                saved.extend((!path.is_empty()).then_some((id, SavedTab { path, view })));
            });
        }
        saved
    }

    /// Reads the document again in each tab that uses an edited file: at once in the current one, in the
    /// others when they are shown. The tab `from` has done so.
    pub(super) fn share_edit(&mut self, path: &str, from: TabId) {
        let library = self.state.library.clone();
        self.outdate_comparisons_with(path);
        for tab in self.state.tabs.others_mut().filter(|tab| tab.id != from) {
            if tab.uses(&library, path) {
                tab.outdated = tab.outdated.max(Some(Outdated::Edited));
            }
        }
        if self.state.tab.id != from && self.state.uses(&library, path) {
            self.show_again();
        }
    }

    /// Removes the notices about the document that was visible.
    pub(super) fn withdraw_notices(&mut self) {
        if !self.in_background {
            self.toasts.withdraw_of_document();
        }
    }

    /// Stops decoding the textures of the scene that is replaced.
    pub(super) fn stop_streaming(&mut self) {
        if !self.in_background {
            self.forget_textures();
        }
    }
}
