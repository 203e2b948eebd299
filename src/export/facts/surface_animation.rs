//! Animated surfaces for formats that cannot express them: in the extras of GLBs, and in JSON.

use serde::Serialize;

use crate::scene::{
    ColourTableId, CornerWave, FlipFrame, Flipbook, Keyframes, MaterialAnimation, MaterialId, Mesh,
    Origin, PaletteAnimation, Scene, Surface, TICKS, UvAnimatedFace, UvAnimatedFaces, UvAnimation,
    UvTrack,
};

/// Animation of the texture coordinates of a mesh.
#[derive(Serialize)]
pub(in crate::export) struct FlowFacts<'a> {
    #[serde(flatten)]
    origin: &'a Origin,
    /// Scrolling per second, in the source's unit of texture coordinates.
    scroll: [f32; 2],
    /// Keyframes of the coordinates, applied before scrolling.
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<CourseFacts<'a>>,
    /// Wave periods per second.
    frequency: f32,
    /// Seconds after which the animation repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<f32>,
    /// Material whose faces are animated; all others have their own waves.
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faces: Vec<FaceFacts>,
}

#[derive(Serialize)]
struct FaceFacts {
    /// Number of the face in the source.
    face: u32,
    base: [[f32; 2]; 4],
    /// Amplitude and phase (in turns) of each corner along U and V.
    waves: [[[f32; 2]; 2]; 4],
}

impl<'a> FlowFacts<'a> {
    pub(in crate::export) fn of(scene: &'a Scene, mesh: &'a Mesh) -> Vec<Self> {
        mesh.uv_animations.iter().map(|flow| Self::new(scene, mesh, flow)).collect()
    }

    fn new(scene: &'a Scene, mesh: &Mesh, flow: &'a UvAnimation) -> Self {
        let wave = |swing: CornerWave| [swing.reach, swing.phase];
        let face = |own: &UvAnimatedFace| {
            let stored = mesh.faces.get(own.face as usize)?;
            let waves = own.swings.map(|corner| corner.map(wave));
            Some(FaceFacts { face: stored.index, base: own.base, waves })
        };
        let (material, faces) = match &flow.faces {
            UvAnimatedFaces::Material(material) => {
                let found = scene.materials.get(*material);
                (found.map(|material| material.name.as_str()), Vec::new())
            }
            UvAnimatedFaces::Faces { list, .. } => (None, list.iter().filter_map(face).collect()),
        };
        let (scroll, frequency) = (flow.speed(), flow.frequency());
        let round = (flow.round > 0).then(|| flow.round as f32 / TICKS);
        let course = flow.course.as_deref().map(CourseFacts::new);
        Self { origin: &flow.origin, scroll, course, frequency, round, material, faces }
    }
}

/// Transform of a texture over time: rotated about its centre, stretched, then moved.
#[derive(Serialize)]
struct CourseFacts<'a> {
    #[serde(skip_serializing_if = "Keyframes::is_empty")]
    scroll: &'a Keyframes<2>,
    #[serde(skip_serializing_if = "Keyframes::is_empty")]
    stretch: &'a Keyframes<2>,
    #[serde(skip_serializing_if = "Keyframes::is_empty")]
    turn: &'a Keyframes<1>,
}

impl<'a> CourseFacts<'a> {
    fn new(course: &'a UvTrack) -> Self {
        let UvTrack { scroll, stretch, turn } = course;
        Self { scroll, stretch, turn }
    }
}

/// Animation of a material's colour.
#[derive(Serialize)]
pub(in crate::export) struct FadeFacts<'a> {
    #[serde(flatten)]
    origin: &'a Origin,
    #[serde(skip_serializing_if = "Keyframes::is_empty")]
    colour: &'a Keyframes<3>,
    #[serde(skip_serializing_if = "Keyframes::is_empty")]
    glow: &'a Keyframes<3>,
    #[serde(skip_serializing_if = "Keyframes::is_empty")]
    opacity: &'a Keyframes<1>,
    /// Seconds after which the animation repeats.
    round: f32,
}

impl<'a> FadeFacts<'a> {
    /// Animation of a material.
    pub(in crate::export) fn of(scene: &'a Scene, material: MaterialId) -> Option<Self> {
        let fade = scene.material_animations.iter().find(|fade| fade.material == material)?;
        let MaterialAnimation { colour, glow, opacity, origin, .. } = fade;
        Some(Self { origin, colour, glow, opacity, round: fade.round as f32 / TICKS })
    }
}

/// Animated entries of a colour table.
pub(in crate::export) fn pulses(
    scene: &Scene,
    table: Option<ColourTableId>,
) -> Vec<&PaletteAnimation> {
    scene.palette_animations.iter().filter(|pulse| Some(pulse.table) == table).collect()
}

/// Pictures of a material.
#[derive(Serialize)]
pub(in crate::export) struct FlipbookFacts<'a> {
    #[serde(flatten)]
    book: &'a Flipbook,
    frames: Vec<FrameFacts<'a>>,
}

#[derive(Serialize)]
struct FrameFacts<'a> {
    name: &'a str,
    /// Absent if the texture was not found in any open file.
    #[serde(skip_serializing_if = "Option::is_none")]
    texture: Option<&'a str>,
    #[serde(flatten)]
    origin: &'a Origin,
}

impl<'a> FlipbookFacts<'a> {
    /// Flipbook of a material.
    pub(in crate::export) fn of(scene: &'a Scene, material: MaterialId) -> Option<Self> {
        let book = scene.flipbooks.iter().find(|book| book.material == material)?;
        let frame = |frame: &'a FlipFrame| FrameFacts {
            name: &frame.name,
            texture: match frame.surface {
                Surface::Textured { texture, .. } => {
                    scene.textures.get(texture).map(|texture| texture.name.as_str())
                }
                _ => None,
            },
            origin: &frame.origin,
        };
        Some(Self { book, frames: book.frames.iter().map(frame).collect() })
    }
}
