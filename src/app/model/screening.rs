//! A film: the picture that is shown of it, and what is on its way.

use std::sync::Arc;

use crate::scene::Still;

/// See the [module](self).
#[derive(Default)]
pub struct Screening {
    picture: Option<(u32, Arc<Still>)>,
    asked: Option<u32>,
    /// The speed that its sound was given, once that was started.
    pub sounding: Option<f32>,
}

impl Screening {
    /// The newest picture that was decoded, and the number of its frame.
    pub fn picture(&self) -> Option<&(u32, Arc<Still>)> {
        self.picture.as_ref()
    }

    /// Asks for a frame; true when somebody has to decode it now. One is decoded at a time: while
    /// that takes longer than the frame is shown for, frames are left out.
    pub fn ask(&mut self, frame: u32) -> bool {
        let is_there = self.picture.as_ref().is_some_and(|(shown, _)| *shown == frame);
        let free = self.asked.is_none() && !is_there;
        if free {
            self.asked = Some(frame);
        }
        free
    }

    /// A frame was decoded.
    pub fn take(&mut self, frame: u32, still: Arc<Still>) {
        self.asked = None;
        self.picture = Some((frame, still));
    }
}
