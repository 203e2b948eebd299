//! Animated surfaces: [UV animations](super::UvAnimation), [palette animations](super::PaletteAnimation),
//! [material animations](super::MaterialAnimation), and [flipbooks](super::Flipbook).
//!
//! The state at a time is the scene with the differences of a [`SurfaceState`]; the scene itself is not
//! changed. The first tick is the rest state: colours and pictures are as stored, and coordinates are at
//! the start of their animation, which may differ from the stored ones by a wave's phase or a separate
//! base.

use super::{
    Animation, AnimationData, Clip, ColourTableId, CornerRefs, CornerWave, Face, MaterialId,
    MaterialTint, Mesh, MeshId, Origin, PaletteAnimation, Scene, Surface, TICKS, UvAnimatedFace,
    UvAnimatedFaces, UvAnimation, UvSpace,
};
use glam::Affine2;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum period of the clip, in ticks.
const MAX_PERIOD: u32 = 3600;

/// Maximum number of flashes per second (WCAG 2.3.1).
const MAX_FLASHES: f32 = 3.0;

/// State of the surfaces at a time, where it differs from the stored one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceState {
    /// Texture coordinates by mesh and face.
    pub uvs: BTreeMap<(MeshId, u32), [[f32; 2]; 4]>,
    /// Colours by colour table and entry.
    pub colours: BTreeMap<(ColourTableId, u8), [u8; 3]>,
    /// Surfaces by material.
    pub surfaces: BTreeMap<MaterialId, Surface>,
    /// Changes of corner colours by material.
    pub dyes: BTreeMap<MaterialId, MaterialTint>,
}

/// Limit on flashing colours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum FlashLimit {
    /// As stored.
    #[default]
    Free,
    /// At most three times per second, with this playback speed.
    Few {
        /// Playback speed: seconds of the scene per second.
        speed: f32,
    },
    /// No colour changes.
    None,
}

impl FlashLimit {
    /// Speed factor of an animation with this number of flashes per second.
    fn pace(self, flashes: impl FnOnce() -> f32) -> f64 {
        match self {
            FlashLimit::Free => 1.0,
            FlashLimit::None => 0.0,
            FlashLimit::Few { speed } => {
                let flashes = flashes() * speed;
                if flashes > MAX_FLASHES { f64::from(MAX_FLASHES / flashes) } else { 1.0 }
            }
        }
    }
}

/// The current tick.
fn tick_of(seconds: f32) -> u32 {
    // The start time of a tick, as a decimal number, may be slightly less. Casts saturate.
    (f64::from(seconds) * f64::from(TICKS) + 1.0 / 128.0) as u32
}

/// Tick of an animation that runs at a fraction of its speed.
fn slowed(tick: u32, pace: f64) -> u32 {
    (f64::from(tick) * pace).floor() as u32
}

impl Mesh {
    /// Marks each face with animated texture coordinates; empty if there are none.
    pub fn flowing(&self) -> Vec<bool> {
        if self.uv_animations.is_empty() {
            return Vec::new();
        }
        let mut flowing = vec![false; self.faces.len()];
        for flow in &self.uv_animations {
            match &flow.faces {
                UvAnimatedFaces::Material(material) => {
                    for (flows, own) in flowing.iter_mut().zip(self.faces.materials()) {
                        *flows |= own == *material;
                    }
                }
                UvAnimatedFaces::Faces { list, .. } => {
                    for UvAnimatedFace { face, .. } in list {
                        if let Some(flows) = flowing.get_mut(*face as usize) {
                            *flows = true;
                        }
                    }
                }
            }
        }
        flowing
    }

    /// UV animations of a face, with its own parameters if it has any.
    pub fn uv_animations_of(
        &self,
        index: u32,
    ) -> impl Iterator<Item = (&UvAnimation, Option<&UvAnimatedFace>)> {
        let material = self.faces.get(index as usize).map(|face| face.material);
        self.uv_animations.iter().filter_map(move |flow| match &flow.faces {
            UvAnimatedFaces::Material(own) => (material == Some(*own)).then_some((flow, None)),
            UvAnimatedFaces::Faces { list, .. } => {
                let face = list.iter().find(|face| face.face == index)?;
                Some((flow, Some(face)))
            }
        })
    }
}

impl Scene {
    /// `true` if a surface is animated.
    pub fn has_surface_animation(&self) -> bool {
        let flows = self.meshes.iter().any(|mesh| !mesh.uv_animations.is_empty());
        let colours = !self.palette_animations.is_empty() || !self.material_animations.is_empty();
        flows || colours || !self.flipbooks.is_empty()
    }

    /// Surfaces at `seconds` after the start; at 0 in the rest state.
    pub fn moved(&self, seconds: f32, flashes: FlashLimit) -> SurfaceState {
        let tick = tick_of(seconds);
        let mut moved = SurfaceState::default();
        for (index, mesh) in self.meshes.pairs() {
            for flow in &mesh.uv_animations {
                self.flow(index, mesh, flow, tick, &mut moved);
            }
        }
        if tick == 0 {
            return moved;
        }
        for pulse in &self.palette_animations {
            let ticks = slowed(tick, flashes.pace(|| pulse.flashes()));
            moved.colours.extend(pulse.colour(ticks).map(|c| ((pulse.table, pulse.entry), c)));
        }
        for fade in &self.material_animations {
            let ticks = slowed(tick, flashes.pace(|| fade.flashes()));
            moved.dyes.insert(fade.material, fade.tint_at(ticks));
        }
        for book in &self.flipbooks {
            let frame = book.frame_at(f64::from(tick) / f64::from(TICKS));
            moved.surfaces.extend(frame.map(|frame| (book.material, frame.surface)));
        }
        moved
    }

    fn flow(
        &self,
        index: MeshId,
        mesh: &Mesh,
        flow: &UvAnimation,
        tick: u32,
        moved: &mut SurfaceState,
    ) {
        let still = [[CornerWave::default(); 2]; 4];
        let way = flow.transform_at(tick);
        let led = |uv: [f32; 2]| match way == Affine2::IDENTITY {
            true => uv,
            false => way.transform_point2(uv.into()).to_array(),
        };
        let mut put =
            |number: u32, face: &Face, base: [[f32; 2]; 4], swings: [[CornerWave; 2]; 4]| {
                let size = self.repeats_after(face.material);
                let base = base.map(led);
                let at = |corner: usize| flow.at(tick, base[corner], swings[corner], size);
                let uvs = [at(0), at(1), at(2), at(3)];
                // At rest, most coordinates are as stored.
                if tick > 0 || uvs != face.uvs {
                    moved.uvs.insert((index, number), uvs);
                }
            };
        match &flow.faces {
            UvAnimatedFaces::Material(material) => {
                let own = (0u32..).zip(&mesh.faces).filter(|(_, face)| face.material == *material);
                own.for_each(|(number, face)| put(number, &face, face.uvs, still));
            }
            UvAnimatedFaces::Faces { list, .. } => {
                for own in list {
                    if let Some(face) = mesh.faces.get(own.face as usize) {
                        put(own.face, &face, own.base, own.swings);
                    }
                }
            }
        }
    }

    /// Period of a material's texture, in the unit of its coordinates.
    fn repeats_after(&self, material: MaterialId) -> [f32; 2] {
        let Some(material) = self.materials.get(material) else { return [1.0; 2] };
        let texture = match material.surface {
            Surface::Textured { texture, .. } => self.textures.get(texture),
            _ => None,
        };
        match (material.uv, texture) {
            (UvSpace::Fraction, _) => [1.0; 2],
            (UvSpace::Texels, Some(texture)) => {
                [texture.width, texture.height].map(|side| side.max(1) as f32)
            }
            // A page of video memory.
            (UvSpace::Texels, None) => [256.0; 2],
        }
    }

    /// Faces of a mesh with animated colour table entries.
    pub fn pulsing_faces(&self, mesh: &Mesh) -> BTreeSet<u32> {
        let Some(table) = mesh.colour_table else { return BTreeSet::new() };
        let own = self.palette_animations.iter().filter(|pulse| pulse.table == table);
        let entries: BTreeSet<u8> = own.map(|pulse| pulse.entry).collect();
        if entries.is_empty() {
            return BTreeSet::new();
        }
        let shows = |face: &Face| match face.colour_refs {
            CornerRefs::None => false,
            CornerRefs::Table(refs) => {
                refs.iter().take(face.sides()).any(|entry| entries.contains(entry))
            }
        };
        let faces = (0u32..).zip(&mesh.faces);
        faces.filter(|(_, face)| shows(face)).map(|(index, _)| index).collect()
    }

    /// Adds an animation that plays animated surfaces, after all others.
    pub fn add_surfaces(&mut self) {
        let known = self.animations.iter().any(|animation| animation.name == SURFACES);
        if known || !self.has_surface_animation() {
            return;
        }
        let frames = self.period();
        self.animations.push(Animation {
            name: SURFACES.to_owned(),
            rate: TICKS,
            frames,
            looped: true,
            is_event: false,
            camera: None,
            data: Arc::new(EmptyAnimation { frames }),
            origin: Origin::default(),
        });
    }

    /// Ticks until everything repeats; at most a minute, after which longer animations jump.
    fn period(&self) -> u32 {
        /// Smaller remainders count as 0.
        const CLOSE: f64 = 1.0 / 256.0;
        let mut rates: Vec<f64> = Vec::new();
        for mesh in &self.meshes {
            for flow in &mesh.uv_animations {
                let material = match &flow.faces {
                    UvAnimatedFaces::Material(material) => Some(*material),
                    UvAnimatedFaces::Faces { list, .. } => {
                        let first = list.first().and_then(|own| mesh.faces.get(own.face as usize));
                        first.map(|face| face.material)
                    }
                };
                let size = material.map_or([1.0; 2], |material| self.repeats_after(material));
                if flow.round > 0 {
                    rates.push(1.0 / f64::from(flow.round));
                    continue;
                }
                let scroll = [0, 1].map(|axis| f64::from(flow.scroll[axis] / size[axis]));
                rates.extend(scroll);
                rates.push(f64::from(flow.turns));
            }
        }
        rates.extend(
            self.palette_animations
                .iter()
                .filter_map(PaletteAnimation::period)
                .map(|ticks| 1.0 / f64::from(ticks)),
        );
        rates
            .extend(self.material_animations.iter().map(|fade| 1.0 / f64::from(fade.round.max(1))));
        let books = self.flipbooks.iter().filter_map(|book| book.period());
        rates.extend(books.map(|seconds| 1.0 / (seconds * f64::from(TICKS))));
        rates.retain(|rate| *rate != 0.0);
        rates.sort_unstable_by(f64::total_cmp);
        rates.dedup();
        let whole = |ticks: u32| {
            rates.iter().all(|rate| {
                let rounds = rate * f64::from(ticks);
                (rounds - rounds.round()).abs() < CLOSE
            })
        };
        // A period of less than a second is too short.
        (60..MAX_PERIOD).find(|ticks| whole(*ticks)).unwrap_or(MAX_PERIOD)
    }
}

/// Name of the animation of surfaces.
pub const SURFACES: &str = "Surfaces";

/// An animation that moves no node.
struct EmptyAnimation {
    frames: u32,
}

impl AnimationData for EmptyAnimation {
    fn decode(&self) -> Clip {
        Clip { frames: self.frames, tracks: Vec::new() }
    }
}
