//! Compares the open document with another file.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::Window;
use crate::app::jobs::file_dialog::{PathKind, Pick};
use crate::app::jobs::watch::real_path;
use crate::app::jobs::{Message, opening};
use crate::app::model::document::compared_contents::ComparedContents;
use crate::app::model::document::compared_sounds::ComparedSound;
use crate::app::model::document::comparing::Comparing;
use crate::app::model::document::comparison::{ComparedFile, Comparison};
use crate::app::model::document::pair_part::PairPart;
use crate::app::model::sound::{PlayMode, PlayRequest, SoundRequest};
use crate::app::model::view::second_picture::SecondScene;
use crate::app::model::{ColourBy, Command, PanelId, SelectionTarget, State};
use crate::app::shell::layout;
use crate::container::{disk_path, path_text};
use crate::edit::Kind;
use crate::library::Library;

impl Window {
    /// Asks for the file to compare with.
    pub(super) fn pick_compared(&mut self) {
        let command = |path: std::path::PathBuf| {
            Command::CompareWith(Some(ComparedFile::File(path_text(path))))
        };
        self.pick(Pick::new("Compare with", PathKind::File, command));
    }

    /// Asks for the folder to compare a folder with.
    pub(super) fn pick_compared_folder(&mut self, after: String) {
        let command = move |path: std::path::PathBuf| {
            let (before, after) = (path_text(path), after.clone());
            Command::CompareWith(Some(ComparedFile::Folders { before, after }))
        };
        self.pick(Pick::new("Compare with folder", PathKind::Folder, command));
    }

    /// Opens a file in a new tab, compared with another one.
    pub(super) fn open_compared(&mut self, path: &str, other: &str) {
        self.new_tab();
        self.open(path, None);
        self.compare_with(Some(ComparedFile::File(other.to_owned())));
    }

    /// Decodes a sound of a comparison.
    pub(super) fn load_compared(&mut self, sound: ComparedSound) {
        let contents = self.state.comparing.contents().cloned();
        if let Some((key, scene)) = contents.as_ref().and_then(|found| found.sounds.find(sound)) {
            self.load_from(key, scene.clone());
        }
    }

    /// Plays a sound of a comparison. If another sound of its pair plays, at the same position.
    pub(super) fn play_compared(&mut self, sound: ComparedSound) {
        let Some(contents) = self.state.comparing.contents().cloned() else { return };
        let sounds = &contents.sounds;
        let Some((key, scene)) = sounds.find(sound) else { return };
        let name = scene.sounds.get(key.sound).map(|sound| sound.name.clone()).unwrap_or_default();
        let of_pair = PairPart::ALL.map(|part| sounds.find(ComparedSound { part, ..sound }));
        let mut keys = of_pair.into_iter().flatten().map(|(key, _)| key);
        let from = keys.find_map(|key| self.state.sound.position_in(key)).unwrap_or(0.0);
        self.connect_player();
        self.load_from(key, scene.clone());
        let wish =
            SoundRequest { key, volume_db: 0.0, attenuation: 0.0, speed: 1.0, envelope: None };
        let manner = PlayMode::AsSet { looped: false };
        self.state.sound.play(PlayRequest { sounds: vec![wish], name, manner, from });
    }

    /// Begins the comparison with a file, or ends it.
    pub(super) fn compare_with(&mut self, other: Option<ComparedFile>) {
        let begins = other.is_some();
        let has_faces = begins && !matches!(other, Some(ComparedFile::Folders { .. }));
        let second = self.state.second.shown.map(|shown| shown.scene);
        if !begins && second == Some(SecondScene::Compared) {
            self.state.toggle_second();
        }
        self.state.comparing.jobs().for_each(|job| self.jobs.cancel(job));
        let contents = self.state.comparing.contents();
        let generations = contents.map(|contents| contents.sounds.generations());
        for generation in generations.into_iter().flatten() {
            self.state.sound.forget(generation);
        }
        self.state.comparing.compare_with(other);
        self.state.comparing.files = compared_files(&self.state.library, &self.state.comparing);
        self.watch_files();
        if begins {
            self.commands.push(Command::ShowPanel(PanelId::COMPARE));
        }
        if has_faces {
            self.state.view.colour_by = Some(ColourBy::Changes);
        } else if self.state.view.colour_by == Some(ColourBy::Changes) {
            self.state.view.colour_by = None;
        }
    }

    /// Ends the comparison of the open document if the file at `path` replaces it.
    pub(super) fn end_comparison_of_other(&mut self, path: &str) {
        let other = self.state.comparing.other();
        let is_of_file = matches!(other, Some(ComparedFile::Saved | ComparedFile::File(_)));
        if is_of_file && self.state.document_path().is_some_and(|open| open != path) {
            self.compare_with(None);
        }
    }

    /// Makes an element of the comparison the current difference. `show` selects it, or shows the other file.
    pub(super) fn go_to_difference(&mut self, index: usize, show: bool) {
        let state = &mut self.state;
        let Some(comparison) = state.comparing.comparison().cloned() else { return };
        let Some(change) = comparison.elements.get(index) else { return };
        match state.own_source().filter(|_| change.kind != Kind::Removed) {
            _ if !show => {}
            Some(source) => {
                state.select(&SelectionTarget::Path { source, path: change.path.clone() });
            }
            None => {
                state.deselect();
                if !comparison.other_faces(change).is_empty() {
                    state.show_compared();
                }
            }
        }
        state.comparing.go_to(index);
    }

    /// Uploads the scene of the second picture in the background, if it is missing.
    pub(super) fn prepare_second(&mut self) {
        self.state.update_second();
        let Some(upload) = self.panels.scene.second.missing(&self.state) else { return };
        let gpu = self.gpu.clone();
        self.jobs.start("Preparing the second picture", true, move |handle| {
            handle.send(Message::SecondPicture(upload(gpu.wait().as_ref())));
        });
    }

    /// The comparisons of all tabs.
    pub(super) fn all_comparing(&mut self) -> impl Iterator<Item = &mut Comparing> {
        let State { tab, tabs, .. } = &mut self.state;
        let others = tabs.others_mut().map(|tab| &mut tab.comparing);
        std::iter::once(&mut tab.comparing).chain(others)
    }

    /// Compares again in the tabs whose other file was edited, or is made from the edited file.
    pub(super) fn outdate_comparisons_with(&mut self, edited: &str) {
        let file = file_on_disk(edited);
        let all = self.all_comparing();
        all.filter(|one| one.files.contains(&file)).for_each(Comparing::outdate);
    }

    /// Compares again in the tabs whose other file was made from one of these files on disk.
    pub(super) fn outdate_comparisons(&mut self, changed: &BTreeSet<PathBuf>) {
        let library = self.state.library.clone();
        for comparing in self.all_comparing().filter(|one| one.uses(changed)) {
            let files = comparing.files.iter().filter(|file| changed.contains(*file));
            files.for_each(|file| library.forget(file));
            comparing.outdate();
        }
    }

    /// Compares again, also what failed or was cancelled.
    pub(super) fn compare_again(&mut self) {
        let State { tab, library, .. } = &mut self.state;
        tab.comparing.files.iter().for_each(|file| library.forget(file));
        tab.comparing.outdate();
    }

    /// Takes the result of a job, in the tab that started it.
    pub(super) fn take_comparison(&mut self, job: u64, result: Result<Comparison, String>) {
        let library = self.state.library.clone();
        let Some(comparing) = self.all_comparing().find(|one| one.jobs().any(|own| own == job))
        else {
            return;
        };
        comparing.take(job, result);
        comparing.files = compared_files(&library, comparing);
        self.watch_files();
    }

    /// Takes the bytes and sounds that a job compared, in the tab that started it.
    pub(super) fn take_contents(
        &mut self,
        job: u64,
        mut contents: Result<ComparedContents, String>,
    ) {
        if let Ok(contents) = &mut contents {
            // Two numbers that no document gets, for the cache of sounds.
            contents.sounds.set_generation(self.pending.generation + 1);
            self.pending.generation += 2;
        }
        if let Some(comparing) = self.all_comparing().find(|one| one.jobs().any(|own| own == job)) {
            comparing.take_contents(job, contents);
        }
    }

    /// Starts the comparison in the background once the scene is loaded, and after every change; and that of bytes and
    /// sounds while they are visible.
    pub(super) fn go_on_comparing(&mut self) {
        let of_folders = self.state.comparing.is_of_folders();
        if self.state.loading && !of_folders {
            // The document is being replaced.
            self.state.comparing.interrupt().for_each(|job| self.jobs.cancel(job));
            return;
        }
        let doc = self.state.doc.clone().filter(|_| !of_folders);
        if doc.is_none() && !of_folders {
            return;
        }
        let is_new = self.state.comparing.is_new();
        let generation = doc.as_ref().map_or(0, |doc| doc.generation);
        let before = self.state.comparing.jobs();
        let library = self.state.library.clone();
        if let Some(other) = self.state.comparing.begin(generation) {
            before.for_each(|job| self.jobs.cancel(job));
            if is_new && !of_folders {
                // The view may be that of a document that was opened since.
                self.state.view.colour_by = Some(ColourBy::Changes);
            }
            let job = self.jobs.start("Comparing", true, move |handle| {
                let go_on = || !handle.cancelled();
                let result = Comparison::of(&library, doc.as_deref(), &other, &go_on);
                handle.send(Message::Compared { job: handle.job(), result });
            });
            return self.state.comparing.runs_in(job);
        }
        if !layout::visible(&self.layout).contains(&PanelId::SIDE_BY_SIDE) {
            return;
        }
        let Some(comparison) = self.state.comparing.begin_contents() else { return };
        let job = self.jobs.start("Comparing bytes and sounds", true, move |handle| {
            let go_on = || !handle.cancelled();
            let contents = ComparedContents::of(&comparison, &go_on);
            handle.send(Message::ComparedContents { job: handle.job(), contents });
        });
        self.state.comparing.compares_contents_in(job);
    }
}

/// Files on disk from which the other file of a comparison is made.
fn compared_files(library: &Library, comparing: &Comparing) -> Vec<PathBuf> {
    let Some(ComparedFile::File(path)) = comparing.other() else { return Vec::new() };
    let found = comparing.comparison();
    let opened = found.and_then(|found| found.other_file.as_ref());
    let scene = found.and_then(|found| Some(&*found.other.as_ref()?.scene));
    let files = opened.map(|opened| opening::files_of(library, opened, scene));
    let files = files.into_iter().flatten().map(|file| real_path(&file));
    files.chain([file_on_disk(path)]).collect()
}

/// The file on disk at a path; for a member, the one that contains it.
fn file_on_disk(path: &str) -> PathBuf {
    real_path(&disk_path(path.split("//").next().unwrap_or(path)))
}
