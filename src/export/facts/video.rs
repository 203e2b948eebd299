//! Stored data of each frame of a video.

use serde::Serialize;

use crate::scene::{FrameParts, Video};

#[derive(Serialize)]
pub(in crate::export) struct FilmFacts<'a> {
    #[serde(flatten)]
    film: &'a Video,
    parts: Vec<FrameParts>,
}

impl<'a> FilmFacts<'a> {
    pub fn new(film: &'a Video) -> Self {
        Self { film, parts: film.parts().collect() }
    }
}
