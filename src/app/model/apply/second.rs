//! The second picture.

use std::sync::Arc;

use crate::app::model::State;
use crate::app::model::document::tab_state::TabState;
use crate::app::model::view::second_picture::{Blending, KeptScene, SecondPicture, SecondScene};
use crate::render::Camera;

/// Position of the line of a wipe, with the second picture in the middle.
const CLEAR_OF_MIDDLE: f32 = 0.75;

impl State {
    /// Stores the scene as it is displayed now, and shows it as the second picture.
    pub fn keep_picture(&mut self) {
        if let Some(scene) = self.displayed_scene() {
            self.second.kept = Some(Arc::new(scene));
            self.show_second(SecondScene::Kept);
        }
    }

    /// Hides the second picture, or shows the one that was hidden last, if its scene still exists.
    pub fn toggle_second(&mut self) {
        if let Some(shown) = self.second.shown.take() {
            self.second.hidden = Some(shown);
            return;
        }
        let last = self.second.hidden.filter(|hidden| self.has_second(hidden.scene));
        let first = self.second_scenes().next();
        match (last, first) {
            (Some(last), _) => self.second.shown = Some(last),
            (None, Some(scene)) => self.show_second(scene),
            (None, None) => {}
        }
    }

    /// The scenes that can be shown as the second picture.
    pub fn second_scenes(&self) -> impl Iterator<Item = SecondScene> + '_ {
        let tabs = self.tabs.others().map(|tab| SecondScene::Tab(tab.id));
        let all = [SecondScene::Kept, SecondScene::Compared].into_iter().chain(tabs);
        all.filter(|scene| self.has_second(*scene))
    }

    /// `true` if this scene can be shown as the second picture.
    pub fn has_second(&self, scene: SecondScene) -> bool {
        match scene {
            SecondScene::Kept => self.second.kept.is_some(),
            SecondScene::Compared => {
                self.comparing.comparison().is_some_and(|found| found.other.is_some())
            }
            SecondScene::Tab(id) => self.tabs.get(id).is_some_and(|tab| tab.scene().is_some()),
        }
    }

    /// Updates the scene of the second picture if it shows another tab. Releases the scenes of second pictures
    /// that are not visible.
    pub fn update_second(&mut self) {
        self.tabs.others_mut().for_each(|tab| tab.second.of_tab = None);
        let Some(SecondScene::Tab(id)) = self.second.shown.map(|shown| shown.scene) else {
            self.second.of_tab = None;
            return;
        };
        let tab = self.tabs.all(&self.tab).find(|tab| tab.id == id && tab.id != self.tab.id);
        let found = tab.map(|tab| (id, tab.generation(), tab));
        let known = self.second.of_tab.as_ref().map(|(id, generation, _)| (*id, *generation));
        if known != found.map(|(id, generation, _)| (id, generation)) {
            let scene = |tab: &TabState| tab.displayed_scene().map(Arc::new);
            self.second.of_tab = found.and_then(|(id, at, tab)| Some((id, at, scene(tab)?)));
        }
    }

    /// The camera of the second picture, if it is not that of the first one.
    pub fn second_camera(&self) -> Option<Camera> {
        let Some(SecondScene::Tab(id)) = self.second.shown.map(|shown| shown.scene) else {
            return None;
        };
        let tab = self.all_tabs().find(|tab| tab.id == id && tab.id != self.tab.id);
        tab.filter(|_| !self.settings.link_cameras).map(|tab| tab.view.camera)
    }

    /// Moves the camera of the second picture.
    pub fn set_second_camera(&mut self, camera: Camera) {
        match (self.second_camera(), self.second.shown.map(|shown| shown.scene)) {
            (Some(_), Some(SecondScene::Tab(id))) => {
                let tab = self.tabs.others_mut().find(|tab| tab.id == id);
                tab.into_iter().for_each(|tab| tab.view.camera = camera);
            }
            _ => self.set_camera(camera),
        }
    }

    /// Shows a second picture in the way in which one was shown last.
    pub fn show_second(&mut self, scene: SecondScene) {
        let before = self.second.shown.or(self.second.hidden);
        let start = SecondPicture { scene, blending: Blending::Wipe, part: 0.5 };
        let mut shown = before.map_or(start, |before| SecondPicture { scene, ..before });
        let was_tab = before.is_some_and(|before| matches!(before.scene, SecondScene::Tab(_)));
        if matches!(scene, SecondScene::Tab(_)) && !was_tab {
            shown.blending = Blending::Beside;
        }
        self.second.shown = Some(shown);
    }

    /// Shows the other file of the comparison, with the middle of its picture visible.
    pub fn show_compared(&mut self) {
        let is_shown = self.second.shown.is_some_and(|shown| shown.scene == SecondScene::Compared);
        if !is_shown {
            self.show_second(SecondScene::Compared);
        }
        if let Some(shown) = &mut self.second.shown {
            match shown.blending {
                _ if !is_shown => shown.blending = Blending::Beside,
                Blending::Wipe => shown.part = shown.part.max(CLEAR_OF_MIDDLE),
                Blending::Overlay => shown.part = shown.part.max(0.5),
                Blending::Blink | Blending::Beside => {}
            }
        }
    }

    /// The scene of the second picture, while it is shown.
    pub fn second_scene(&self) -> Option<&Arc<KeptScene>> {
        match self.second.shown?.scene {
            SecondScene::Kept => self.second.kept.as_ref(),
            SecondScene::Compared => self.comparing.comparison()?.other.as_ref(),
            SecondScene::Tab(id) => {
                let of_tab = self.second.of_tab.as_ref().filter(|(of, ..)| *of == id);
                of_tab.map(|(.., scene)| scene)
            }
        }
    }
}
