//! Preview of the pictures that an export draws.

use egui::TextureHandle;

use crate::scene::{PictureSettings, Reel};

/// Pictures to preview, of the document of an opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    pub generation: u64,
    pub reel: Reel,
    pub settings: PictureSettings,
}

impl Request {
    /// The pictures of a reel; what does not change the first of them is left out.
    pub fn new(generation: u64, reel: Reel, settings: PictureSettings) -> Self {
        let PictureSettings { side, background, .. } = settings;
        let settings = PictureSettings { side, background, ..PictureSettings::default() };
        let reel = match reel {
            Reel::Turn(mesh, _) => Reel::Turn(mesh, settings),
            Reel::Animation(_) => reel,
        };
        Self { generation, reel, settings }
    }
}

/// The first picture and the facts about all of them.
#[derive(Clone)]
pub struct First {
    pub picture: TextureHandle,
    /// Bytes of the first picture as PNG.
    pub bytes: u64,
    /// Number of pictures, and the seconds that each is shown for.
    pub count: u32,
    pub seconds: f64,
}

/// See the [module](self).
#[derive(Default)]
pub struct Preview {
    request: Option<Request>,
    job: Option<u64>,
    first: Option<First>,
}

impl Preview {
    /// Whether a job must draw these pictures; only one works at a time.
    pub fn needs(&self, request: &Request) -> bool {
        self.job.is_none() && self.request.as_ref() != Some(request)
    }

    /// Waits for a job. The last picture stays until then.
    pub fn begin(&mut self, request: Request, job: u64) {
        let is_other = |old: Request| {
            (old.generation, old.reel.subject()) != (request.generation, request.reel.subject())
        };
        if self.request.is_none_or(is_other) {
            self.first = None;
        }
        (self.request, self.job) = (Some(request), Some(job));
    }

    /// Takes what a job drew.
    pub fn take(&mut self, job: u64, first: Option<First>) {
        if self.job == Some(job) {
            self.first = first;
        }
    }

    /// Takes the end of a job; false where it drew no preview.
    pub fn end(&mut self, job: u64) -> bool {
        let is_own = self.job == Some(job);
        if is_own {
            self.job = None;
        }
        is_own
    }

    /// The picture, once it was drawn.
    pub fn first(&self) -> Option<&First> {
        self.first.as_ref()
    }

    /// Whether a job is at work.
    pub fn is_drawing(&self) -> bool {
        self.job.is_some()
    }
}
