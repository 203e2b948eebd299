//! Compares the open document with another file.

use super::Window;
use crate::app::jobs::Message;
use crate::app::jobs::file_dialog::{PathKind, Pick};
use crate::app::model::document::comparison::{ComparedFile, Comparing, Comparison};
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

    /// Begins the comparison with a file, or ends it.
    pub(super) fn compare_with(&mut self, other: Option<ComparedFile>) {
        let begins = other.is_some();
        let second = self.state.second.shown.map(|shown| shown.scene);
        if !begins && second == Some(SecondScene::Compared) {
            self.state.toggle_second();
        }
        self.state.comparing.compare_with(other);
        if begins {
            self.state.view.colour_by = Some(ColourBy::Changes);
            self.commands.push(Command::ShowPanel(PanelId::COMPARE));
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
    pub(super) fn take_comparison(&mut self, job: u64, result: Result<Comparison, String>) {
        if let Some(comparing) = self.all_comparing().find(|one| one.is_job(job)) {
            comparing.take(result);
        }
    }

    /// Starts the comparison in the background once the scene is loaded, and after every edit.
    pub(super) fn go_on_comparing(&mut self) {
        if self.state.loading {
            return;
        }
        let Some(doc) = self.state.doc.clone() else { return };
        let Some(other) = self.state.comparing.begin(doc.generation) else { return };
        let library = self.state.library.clone();
        let job = self.jobs.start("Comparing", false, move |handle| {
            let result = Comparison::of(&library, &doc, &other);
            handle.send(Message::Compared { job: handle.job(), result });
        });
        self.state.comparing.runs_in(job);
    }
}
