//! Surfaces that move by themselves, for formats that have no word for it: GLB's extras and JSON.

use serde::Serialize;

use super::facts::Place;
use crate::scene::{
    FlipFrame, Flipbook, Flow, FlowFace, Flowing, Mesh, Pulse, Scene, Surface, Swing,
};

/// How texture coordinates of a mesh move.
#[derive(Serialize)]
pub(super) struct FlowFacts {
    #[serde(flatten)]
    place: Place,
    /// Added every second, in the unit the source counts texture coordinates in.
    scroll: [f32; 2],
    /// Turns of the waves a second.
    frequency: f32,
    /// The material whose faces flow; all others have their own waves.
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faces: Vec<FaceFacts>,
}

#[derive(Serialize)]
struct FaceFacts {
    /// Number of the face in the source.
    face: u32,
    base: [[f32; 2]; 4],
    /// Reach and phase (in turns), of each corner along U and V.
    waves: [[[f32; 2]; 2]; 4],
}

impl FlowFacts {
    pub(super) fn of(scene: &Scene, mesh: &Mesh) -> Vec<Self> {
        mesh.flows.iter().map(|flow| Self::new(scene, mesh, flow)).collect()
    }

    fn new(scene: &Scene, mesh: &Mesh, flow: &Flow) -> Self {
        let wave = |swing: Swing| [swing.reach, swing.phase];
        let face = |own: &FlowFace| {
            let stored = mesh.faces.get(own.face as usize)?;
            let waves = own.swings.map(|corner| corner.map(wave));
            Some(FaceFacts { face: stored.index, base: own.base, waves })
        };
        let (material, faces) = match &flow.faces {
            Flowing::Material(material) => {
                let found = scene.materials.get(*material as usize);
                (found.map(|material| material.name.clone()), Vec::new())
            }
            Flowing::Faces { list, .. } => (None, list.iter().filter_map(face).collect()),
        };
        let (scroll, frequency) = (flow.speed(), flow.frequency());
        Self { place: (&flow.origin).into(), scroll, frequency, material, faces }
    }
}

/// An entry of a colour table that changes.
#[derive(Serialize)]
pub(super) struct PulseFacts {
    #[serde(flatten)]
    place: Place,
    entry: u8,
    /// The key it starts at, and ticks of it that have gone by.
    current: u8,
    elapsed: u8,
    /// R, G, B, and ticks of 1/60 s to the next key.
    keys: Vec<[u8; 4]>,
}

impl PulseFacts {
    /// Those of a table.
    pub(super) fn of(scene: &Scene, table: Option<u32>) -> Vec<Self> {
        let own = scene.pulses.iter().filter(|pulse| Some(pulse.table) == table);
        own.map(Self::new).collect()
    }

    fn new(pulse: &Pulse) -> Self {
        let keys = pulse.keys.iter().map(|key| {
            let [r, g, b] = key.colour;
            [r, g, b, key.ticks]
        });
        Self {
            place: (&pulse.origin).into(),
            entry: pulse.entry,
            current: pulse.current,
            elapsed: pulse.elapsed,
            keys: keys.collect(),
        }
    }
}

/// The pictures of a material.
#[derive(Serialize)]
pub(super) struct FlipbookFacts<'a> {
    /// Of each frame; 0 where only the game turns the page.
    seconds: f32,
    /// How many frames follow each other by themselves.
    round: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    freeze: Option<u32>,
    frames: Vec<FrameFacts<'a>>,
}

#[derive(Serialize)]
struct FrameFacts<'a> {
    name: &'a str,
    /// Absent where it is in no opened file.
    #[serde(skip_serializing_if = "Option::is_none")]
    texture: Option<&'a str>,
    #[serde(flatten)]
    place: Place,
}

impl<'a> FlipbookFacts<'a> {
    /// That of a material.
    pub(super) fn of(scene: &'a Scene, material: u32) -> Option<Self> {
        let book = scene.flipbooks.iter().find(|book| book.material == material)?;
        Some(Self::new(scene, book))
    }

    fn new(scene: &'a Scene, book: &'a Flipbook) -> Self {
        let frame = |frame: &'a FlipFrame| FrameFacts {
            name: &frame.name,
            texture: match frame.surface {
                Surface::Textured { texture, .. } => {
                    scene.textures.get(texture as usize).map(|texture| texture.name.as_str())
                }
                _ => None,
            },
            place: (&frame.origin).into(),
        };
        let frames = book.frames.iter().map(frame).collect();
        Self { seconds: book.seconds, round: book.round, freeze: book.freeze, frames }
    }
}
