//! Frame sequences for GIF and APNG: videos as stored; animations and turntables as rendered.

use super::Subject;
use super::exporter::{Fit, Maker, NotWritten};
use super::naming::name;
use crate::scene::{FrameRenderer, FrameSequence, RenderedFrame, Scene, Video, VideoFrame};

/// Suitability of a subject for animated formats.
pub(super) fn suits(scene: &Scene, subject: Subject) -> Option<Fit> {
    let is_drawn = || scene.drawn_faces() > 0;
    match subject {
        Subject::Film(_) => Some(Fit::Asked),
        Subject::Animation(_) | Subject::Scene => is_drawn().then_some(Fit::Asked),
        Subject::Model(mesh) => {
            let has_faces = scene.meshes.get(mesh).is_some_and(|mesh| !mesh.faces.is_empty());
            (has_faces && is_drawn()).then_some(Fit::Asked)
        }
        _ => None,
    }
}

/// A sequence of frames.
pub(super) struct Moving<'a> {
    from: SequenceSource<'a>,
    pub count: u32,
    /// Duration of a frame in seconds; above 0.
    pub seconds: f64,
}

enum SequenceSource<'a> {
    Film(&'a Video),
    Drawn(&'a dyn FrameRenderer, FrameSequence),
}

/// A frame of a sequence.
#[derive(PartialEq)]
pub(super) enum Picture {
    Indexed(Box<VideoFrame>),
    Drawn(RenderedFrame),
}

impl<'a> Moving<'a> {
    /// Frames of a subject.
    pub fn of(maker: &mut Maker<'a>, subject: Subject) -> Result<Self, NotWritten> {
        let scene = maker.job.scene;
        if let Subject::Film(film) = subject {
            let film = scene.films.get(film).ok_or(NotWritten::Data)?;
            let seconds = film.frame_us.max(1) as f64 / 1e6;
            return Ok(Self { from: SequenceSource::Film(film), count: film.frames, seconds });
        }
        let reel = match subject {
            Subject::Animation(animation) => FrameSequence::Animation(animation),
            Subject::Model(mesh) => FrameSequence::Turn(Some(mesh), maker.job.options.pictures),
            _ => FrameSequence::Turn(None, maker.job.options.pictures),
        };
        let count = reel.pictures(scene);
        if count == 0 {
            let name = name(maker.job, subject);
            maker.notes.push(format!("animation {name}: no frame can be decoded"));
            return Err(NotWritten::Data);
        }
        let from = SequenceSource::Drawn(maker.painter()?, reel);
        Ok(Self { from, count, seconds: reel.seconds(scene) })
    }

    /// A frame, with a note if it is damaged.
    pub fn picture(&self, at: u32) -> Result<(Picture, Option<String>), NotWritten> {
        match self.from {
            SequenceSource::Film(film) => {
                let still = film.still(at);
                let note = still.is_damaged.then(|| {
                    format!("video {}: frame {at} or an earlier one is damaged", film.name)
                });
                Ok((Picture::Indexed(Box::new(still)), note))
            }
            SequenceSource::Drawn(painter, reel) => {
                Ok((Picture::Drawn(painter.paint(reel, at)?), None))
            }
        }
    }

    /// `true` if the frames are no longer needed.
    pub fn is_cancelled(&self) -> bool {
        matches!(self.from, SequenceSource::Drawn(painter, _) if painter.is_cancelled())
    }

    /// `true` if all frames share one palette.
    pub fn has_one_palette(&self) -> bool {
        matches!(self.from, SequenceSource::Film(film) if film.palettes.len() == 1
            && film.palettes.first().is_some_and(|(first, _)| *first == 0))
    }

    /// Frames to write, as the number of each and the second at which it ends. Each lasts at least
    /// `least` seconds.
    pub fn steps(&self, least: f64) -> impl Iterator<Item = (u32, f64)> {
        // In range: at least one, and casts saturate.
        let each = (least / self.seconds).ceil().max(1.0) as u32;
        let (count, seconds) = (self.count, self.seconds);
        (0..count)
            .step_by(each as usize)
            .map(move |at| (at, f64::from(at.saturating_add(each).min(count)) * seconds))
    }
}

impl Picture {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        match self {
            Self::Drawn(drawn) => (drawn.width, drawn.height),
            Self::Indexed(still) => {
                let height = still.pixels.len() / (still.width as usize).max(1);
                (still.width, u32::try_from(height).unwrap_or(u32::MAX))
            }
        }
    }

    /// Pixels as R, G, B bytes.
    pub fn rgb(&self) -> Vec<u8> {
        match self {
            Self::Drawn(drawn) => drawn.pixels.as_flattened().to_vec(),
            Self::Indexed(still) => still.rgb().flatten().collect(),
        }
    }
}
