//! Video playback: the current picture, and the one being decoded.

use std::sync::Arc;

use crate::scene::VideoFrame;

/// See the [module](self).
#[derive(Default)]
pub struct VideoPlayback {
    picture: Option<(u32, Arc<VideoFrame>)>,
    asked: Option<u32>,
    /// Playback speed of the video's sound, once it was started.
    pub sounding: Option<f32>,
}

impl VideoPlayback {
    /// The last decoded picture with its frame number.
    pub fn picture(&self) -> Option<&(u32, Arc<VideoFrame>)> {
        self.picture.as_ref()
    }

    /// Requests a frame; `true` if the caller has to decode it now. One frame is decoded at a time: if
    /// that takes longer than its display time, frames are skipped.
    pub fn request(&mut self, frame: u32) -> bool {
        let is_there = self.picture.as_ref().is_some_and(|(shown, _)| *shown == frame);
        let free = self.asked.is_none() && !is_there;
        if free {
            self.asked = Some(frame);
        }
        free
    }

    /// Takes a decoded frame.
    pub fn take(&mut self, frame: u32, still: Arc<VideoFrame>) {
        self.asked = None;
        self.picture = Some((frame, still));
    }
}
