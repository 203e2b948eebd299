//! Checks the plausibility rules on the open document, if enabled.

use super::Window;
use crate::app::jobs::Message;
use crate::app::model::document::plausibility::Plausibility;
use crate::plausibility::Subject;

impl Window {
    /// Starts a check of the open document in the background, once its scene is loaded.
    pub(super) fn check_plausibility(&mut self) {
        if !self.state.settings.plausibility || self.state.loading {
            return;
        }
        let Some(doc) = self.state.doc.clone() else { return };
        let key = Plausibility::key(&doc);
        if !self.state.plausibility.begin(key) {
            return;
        }
        let job = self.jobs.start("Checking plausibility", false, move |handle| {
            let scene = doc.scene.as_ref().map(|shown| &*shown.scene);
            let outcomes = Subject::new(Some(&doc.opened.document), scene).outcomes();
            handle.send(Message::Plausibility { key, outcomes });
        });
        self.state.plausibility.runs_in(job);
    }
}
