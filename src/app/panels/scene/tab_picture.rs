//! Pictures of tabs that are not visible.

use std::mem::replace;

use super::explaining::Explaining;
use super::gizmo::Gizmo;
use super::input::Moving;
use super::interaction::PointerActions;
use super::picture::Picture;
use super::replay::Replay;
use super::video::Screen;
use crate::app::model::ColourBy;
use crate::app::model::view::colour_by::Colouring;
use crate::render::SceneBuffers;

/// Picture of a tab that is not visible.
#[derive(Default)]
pub struct TabPicture {
    picture: Picture,
    moving: Moving,
    acting: PointerActions,
    gizmo: Gizmo,
    replay: Replay,
    explaining: Explaining,
    screen: Screen,
    colouring: Option<((u64, ColourBy, u64), Colouring)>,
}

impl TabPicture {
    /// Device memory used by the scene, in bytes.
    pub fn device_memory(&self) -> u64 {
        self.picture.buffers().map_or(0, SceneBuffers::device_memory)
    }
}

impl super::ScenePanel {
    /// Displays the picture of another tab; returns that of the tab that was current.
    pub fn exchange(&mut self, next: TabPicture) -> TabPicture {
        TabPicture {
            moving: replace(&mut self.moving, next.moving),
            acting: replace(&mut self.acting, next.acting),
            gizmo: replace(&mut self.gizmo, next.gizmo),
            picture: self.picture.exchange(next.picture),
            replay: replace(&mut self.replay, next.replay),
            explaining: replace(&mut self.explaining, next.explaining),
            screen: replace(&mut self.screen, next.screen),
            colouring: replace(&mut self.colouring, next.colouring),
        }
    }

    /// Ends all movements of the camera and of objects.
    pub fn stop(&mut self) {
        self.moving.stop();
        self.acting = PointerActions::default();
        self.gizmo.arrived();
    }

    /// `true` if the scene is on the device.
    pub fn has_buffers(&self) -> bool {
        self.picture.buffers().is_some()
    }

    /// Displays the same scene with new buffers.
    pub fn restore(&mut self, buffers: Box<SceneBuffers>) {
        self.picture.attach(Some(buffers));
        self.replay = Replay::default();
        self.explaining.detach();
    }
}
