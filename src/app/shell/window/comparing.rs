//! Compares the open document with another file.

use super::Window;
use crate::app::jobs::Message;
use crate::app::jobs::file_dialog::{PathKind, Pick};
use crate::app::model::document::compared_sounds::{ComparedSound, SoundPart};
use crate::app::model::document::comparison::{ComparedFile, Comparing, Comparison};
use crate::app::model::sound::{PlayMode, PlayRequest, SoundRequest};
use crate::app::model::view::second_picture::SecondScene;
use crate::app::model::{ColourBy, Command, PanelId, State};
use crate::container::path_text;

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
        let comparison = self.state.comparing.comparison().cloned();
        if let Some((key, scene)) = comparison.as_ref().and_then(|c| c.sounds.find(sound)) {
            self.load_from(key, scene.clone());
        }
    }

    /// Plays a sound of a comparison. If another sound of its pair plays, at the same position.
    pub(super) fn play_compared(&mut self, sound: ComparedSound) {
        let Some(comparison) = self.state.comparing.comparison().cloned() else { return };
        let sounds = &comparison.sounds;
        let Some((key, scene)) = sounds.find(sound) else { return };
        let name = scene.sounds.get(key.sound).map(|sound| sound.name.clone()).unwrap_or_default();
        let of_pair = SoundPart::ALL.map(|part| sounds.find(ComparedSound { part, ..sound }));
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
        self.state.comparing.job().into_iter().for_each(|job| self.jobs.cancel(job));
        self.state.comparing.compare_with(other);
        if begins {
            self.commands.push(Command::ShowPanel(PanelId::COMPARE));
        }
        if has_faces {
            self.state.view.colour_by = Some(ColourBy::Changes);
        } else if self.state.view.colour_by == Some(ColourBy::Changes) {
            self.state.view.colour_by = None;
        }
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

    /// Takes the result of a job, in the tab that started it.
    pub(super) fn take_comparison(&mut self, job: u64, mut result: Result<Comparison, String>) {
        if let Ok(comparison) = &mut result {
            // Two numbers that no document gets, for the cache of sounds.
            comparison.sounds.set_generation(self.pending.generation + 1);
            self.pending.generation += 2;
        }
        if let Some(comparing) = self.all_comparing().find(|one| one.is_job(job)) {
            comparing.take(result);
        }
    }

    /// Starts the comparison in the background once the scene is loaded, and after every edit.
    pub(super) fn go_on_comparing(&mut self) {
        let of_folders = self.state.comparing.is_of_folders();
        if self.state.loading && !of_folders {
            return;
        }
        let doc = self.state.doc.clone().filter(|_| !of_folders);
        if doc.is_none() && !of_folders {
            return;
        }
        let is_new = self.state.comparing.is_new();
        let generation = doc.as_ref().map_or(0, |doc| doc.generation);
        let Some(other) = self.state.comparing.begin(generation) else { return };
        if is_new && !of_folders {
            // The view may be that of a document that was opened since.
            self.state.view.colour_by = Some(ColourBy::Changes);
        }
        let library = self.state.library.clone();
        let job = self.jobs.start("Comparing", of_folders, move |handle| {
            let go_on = || !handle.cancelled();
            let result = Comparison::of(&library, doc.as_deref(), &other, &go_on);
            handle.send(Message::Compared { job: handle.job(), result });
        });
        self.state.comparing.runs_in(job);
    }
}
