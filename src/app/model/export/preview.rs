//! Preview of the pictures that an export draws.

use egui::TextureHandle;

use crate::scene::{FrameSequence, PictureSettings};

/// The pictures to preview, of one opened document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    pub generation: u64,
    pub reel: FrameSequence,
    pub settings: PictureSettings,
}

impl Request {
    /// The pictures of a reel; settings that do not affect the first picture are left out.
    pub fn new(generation: u64, reel: FrameSequence, settings: PictureSettings) -> Self {
        let PictureSettings { side, background, .. } = settings;
        let settings = PictureSettings { side, background, ..PictureSettings::default() };
        let reel = match reel {
            FrameSequence::Turn(mesh, _) => FrameSequence::Turn(mesh, settings),
            FrameSequence::Animation(_) => reel,
        };
        Self { generation, reel, settings }
    }
}

/// The first picture and the properties of all of them.
#[derive(Clone)]
pub struct FirstPicture {
    pub picture: TextureHandle,
    /// Bytes of the first picture as PNG.
    pub bytes: u64,
    /// Number of pictures, and seconds per picture.
    pub count: u32,
    pub seconds: f64,
}

/// See the [module](self).
#[derive(Default)]
pub struct Preview {
    request: Option<Request>,
    job: Option<u64>,
    first: Option<FirstPicture>,
}

impl Preview {
    /// `true` if a job has to draw these pictures; only one job runs at a time.
    pub fn needs(&self, request: &Request) -> bool {
        self.job.is_none() && self.request.as_ref() != Some(request)
    }

    /// Waits for a job. The previous picture is shown until then.
    pub fn begin(&mut self, request: Request, job: u64) {
        let is_other = |old: Request| {
            (old.generation, old.reel.subject()) != (request.generation, request.reel.subject())
        };
        if self.request.is_none_or(is_other) {
            self.first = None;
        }
        (self.request, self.job) = (Some(request), Some(job));
    }

    /// Takes the result of a job.
    pub fn take(&mut self, job: u64, first: Option<FirstPicture>) {
        if self.job == Some(job) {
            self.first = first;
        }
    }

    /// Handles the end of a job; `false` if it was not a preview.
    pub fn end(&mut self, job: u64) -> bool {
        let is_own = self.job == Some(job);
        if is_own {
            self.job = None;
        }
        is_own
    }

    /// The picture, once it is drawn.
    pub fn first(&self) -> Option<&FirstPicture> {
        self.first.as_ref()
    }

    /// `true` while a job is running.
    pub fn is_drawing(&self) -> bool {
        self.job.is_some()
    }
}
