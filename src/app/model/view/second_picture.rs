//! A second picture from the same camera, shown over or next to the first one, to compare files,
//! edits, styles, palettes and animation times.

use std::sync::Arc;

use crate::app::model::PaletteEdits;
use crate::app::model::document::tab_id::TabId;
use crate::render::{RenderOptions, SceneBuffers, Visibility};
use crate::scene::{Posed, Scene, SurfaceState};

/// Content of the second picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondScene {
    /// The scene that was kept last.
    Kept,
    /// The file of the comparison.
    Compared,
    /// The scene of another tab.
    Tab(TabId),
}

/// Arrangement of the two pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blending {
    /// The second picture left of a line, the first one right of it.
    Wipe,
    /// The two pictures alternately.
    Blink,
    /// The second picture over the first one, partly transparent.
    Overlay,
    /// The second picture in the left half, the first one in the right half.
    Beside,
}

/// Content and arrangement of the second picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SecondPicture {
    pub scene: SecondScene,
    pub blending: Blending,
    /// Position of the line, or opacity, from 0 to 1.
    pub part: f32,
}

/// A scene with its display state at one moment.
#[derive(Clone, Default)]
pub struct KeptScene {
    /// Name of the file.
    pub name: String,
    pub scene: Arc<Scene>,
    /// `None`: drawn with the options of the first picture.
    pub options: Option<RenderOptions>,
    pub visibility: Visibility,
    pub palettes: PaletteEdits,
    pub posed: Arc<Posed>,
    pub moved: Arc<SurfaceState>,
}

/// A scene with its buffers; `None` without a graphics device.
pub type UploadedScene = (Arc<KeptScene>, Option<Box<SceneBuffers>>);

/// The second picture of a tab.
#[derive(Default)]
pub struct Second {
    pub shown: Option<SecondPicture>,
    /// The picture that was hidden last.
    pub hidden: Option<SecondPicture>,
    /// The scene that was kept last.
    pub kept: Option<Arc<KeptScene>>,
    /// The scene of another tab, with the number of its document.
    pub of_tab: Option<(TabId, u64, Arc<KeptScene>)>,
}
