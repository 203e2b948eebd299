//! Opens search results: the file, and the element in it.

use super::Window;
use crate::app::model::search::navigation_target::NavigationTarget;
use crate::app::model::{Command, Level, PanelId, SelectionTarget};
use crate::app::shell::layout;
use crate::bytes::{Source, Span};
use crate::index::Kind;
use crate::library::plain;
use crate::render::Camera;

/// Camera pitch in degrees below which the view counts as along the ground.
const LEVEL: f32 = 15.0;

impl Window {
    /// Opens the file of a hit if it is not open, and goes to its position.
    pub(super) fn open_goal(&mut self, goal: &NavigationTarget) {
        let doc = self.state.doc.as_ref();
        let is_open = doc.is_some_and(|doc| doc.opened.path == goal.path) && !self.state.loading;
        let coming = self.opening.goal.as_ref().filter(|_| self.opening.job.is_some());
        let is_coming = coming.is_some_and(|(generation, coming)| {
            *generation == self.opening.generation && coming.path == goal.path
        });
        if !is_open && !is_coming {
            self.open(&goal.path, None);
        }
        self.opening.goal = Some((self.opening.generation, goal.clone()));
        if is_open {
            self.opening.goal = None;
            self.go_to(goal.clone());
        }
    }

    /// Selects the target once the file is open.
    pub(super) fn arrive(&mut self) {
        let Some((generation, goal)) = self.opening.goal.take() else { return };
        if generation == self.opening.generation && self.state.generation() == generation {
            self.go_to(goal);
        }
    }

    /// Selects a target in the open file and shows its panel. The keyboard focus stays in the list of
    /// results.
    fn go_to(&mut self, goal: NavigationTarget) {
        let Some(doc) = self.state.doc.clone() else { return };
        if !self.in_background {
            self.state.focus = PanelId::FIND;
        }
        let opened = &doc.opened;
        let source = opened.document.source.id();
        let target = match (goal.bytes, &goal.part) {
            // A position in the file as stored does not exist in its unpacked content.
            (Some(_), _) if opened.stored.id() != source => return self.open_otherwise(goal, true),
            (Some((start, len)), _) => SelectionTarget::Bytes(Span { source, start, len }),
            (None, None) => return,
            (None, Some(part)) => {
                SelectionTarget::Path { source, path: part.field.clone().unwrap_or_default() }
            }
        };
        let own: Vec<_> = opened.layers().map(Source::id).collect();
        let elements = self.state.scene().filter(|_| goal.bytes.is_none());
        let elements = elements.map(|scene| goal.elements(&scene.scene, &own)).unwrap_or_default();
        // A hit that is a whole file has no position in the file.
        let has_field = goal.bytes.is_some() || goal.part.iter().any(|part| part.field.is_some());
        if elements.is_empty() && !(has_field && self.state.resolve(&target).is_some()) {
            return match opened.chosen {
                true => self.open_otherwise(goal, false),
                false => self.notify(Level::Info, "The file changed; result not found"),
            };
        }
        self.commands.push(match elements.as_slice() {
            [] => Command::Select(target),
            [one] => Command::Select(SelectionTarget::Element(*one)),
            _ => Command::SelectThese(elements),
        });
        if matches!(goal.kind(), Kind::Model | Kind::Instance) {
            // A floor cannot be seen by a camera that looks along the ground.
            let mut camera = self.state.view.camera;
            if camera.pitch.abs() < LEVEL {
                camera.pitch = Camera::default().pitch;
                self.commands.push(Command::SetCamera(camera));
            }
            self.commands.push(Command::FrameSelection);
        }
        if !self.in_background {
            layout::show(&mut self.layout, panel_of(&goal));
        }
    }

    /// Reopens the file as bytes, or in its own format.
    fn open_otherwise(&mut self, goal: NavigationTarget, as_bytes: bool) {
        self.open_as(&goal.path, as_bytes.then_some(plain::BYTES.id));
        self.opening.goal = Some((self.opening.generation, goal));
    }
}

/// The panel that shows or plays a hit best.
fn panel_of(goal: &NavigationTarget) -> PanelId {
    match goal.kind() {
        _ if goal.bytes.is_some() => PanelId::BYTES,
        Kind::Texture => PanelId::TEXTURE,
        Kind::Palette => PanelId::PALETTE,
        Kind::Sound => PanelId::SOUNDS,
        Kind::Text => PanelId::TABLES,
        Kind::File | Kind::Model | Kind::Animation | Kind::Instance => PanelId::SCENE,
    }
}
