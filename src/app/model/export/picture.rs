//! Settings of pictures of the scene.

use serde::{Deserialize, Serialize};

use crate::app::model::export::quoted;
use crate::render::{FIELD_OF_VIEW, check_size, state};

/// Largest side of a preview, in pixels.
const PREVIEW: u32 = 1_920;

/// Content behind the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Background {
    /// The sky, or grey.
    #[default]
    Default,
    Colour,
    Transparent,
}

/// Settings of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PictureChoices {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Vertical field of view in degrees.
    #[serde(skip, default = "usual_field")]
    pub field_of_view: f32,
    /// Rendered pixels per pixel along each side.
    pub samples: u32,
    pub background: Background,
    /// Colour for [`Background::Colour`].
    pub colour: [u8; 3],
    /// Draw lines, colours of faces, and the selection.
    pub overlays: bool,
}

fn usual_field() -> f32 {
    FIELD_OF_VIEW
}

impl Default for PictureChoices {
    fn default() -> Self {
        Self {
            size: (1920, 1080),
            field_of_view: FIELD_OF_VIEW,
            samples: 2,
            background: Background::Default,
            colour: [255; 3],
            overlays: false,
        }
    }
}

impl PictureChoices {
    /// The reason why a device that draws at most `limit` pixels along a side does not draw the picture.
    pub fn refusal(&self, limit: u32) -> Option<String> {
        check_size(self.size, self.samples, limit).err().map(|error| error.to_string())
    }

    /// The same picture without supersampling, and no larger than a preview.
    pub fn preview(&self) -> Self {
        let (width, height) = self.size;
        let longest = width.max(height).max(1);
        let fit = |side: u32| match longest > PREVIEW {
            true => (u64::from(side) * u64::from(PREVIEW) / u64::from(longest)).max(1) as u32,
            false => side.max(1),
        };
        Self { size: (fit(width), fit(height)), samples: 1, ..*self }
    }

    /// The command line that draws the picture, except for overlays; `view` is the displayed one.
    pub fn command_line(&self, path: &str, mut view: state::State) -> String {
        let (width, height) = self.size;
        if let Some(camera) = &mut view.camera {
            camera.field_of_view =
                Some(self.field_of_view).filter(|degrees| *degrees != FIELD_OF_VIEW);
        }
        let state = quoted(&view.to_string());
        let mut line = format!("gouraud render {} -o picture.png", quoted(path));
        line += &format!(" --size {width}x{height} --state {state}");
        if self.samples > 1 {
            line += &format!(" --samples {}", self.samples);
        }
        let [red, green, blue] = self.colour;
        line += &match self.background {
            Background::Default => String::new(),
            Background::Colour => format!(" --background {red:02x}{green:02x}{blue:02x}"),
            Background::Transparent => " --transparent".to_owned(),
        };
        line
    }
}
