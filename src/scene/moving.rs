//! Surfaces that move by themselves: coordinates that [flow](super::Flow), colours that
//! [pulse](super::Pulse), and [flipbooks](super::Flipbook).
//!
//! What a moment shows differs from the scene by a [`Moved`]; the scene itself stays as it was read.
//! In the first tick everything is as stored, so that a scene at rest looks the same however it is
//! asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{
    Animation, AnimationData, Clip, CornerRefs, Face, Flow, FlowFace, Flowing, Mesh, Origin, Pulse,
    Scene, Surface, Swing, TICKS, UvSpace,
};

/// The longest period of the clip, in ticks.
const MAX_PERIOD: u32 = 3600;

/// Flashes a second that are bearable (WCAG 2.3.1).
const MAX_FLASHES: f32 = 3.0;

/// What surfaces show at a moment, where it is not what is stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// By mesh and face.
    pub uvs: BTreeMap<(u32, u32), [[f32; 2]; 4]>,
    /// By colour table and entry.
    pub colours: BTreeMap<(u32, u8), [u8; 3]>,
    /// By material.
    pub surfaces: BTreeMap<u32, Surface>,
}

/// How colours may pulse.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Flashes {
    /// As the file says: single pictures.
    #[default]
    Free,
    /// At most three times a second, when time runs at this speed.
    Few {
        /// Seconds of the scene that pass in one second.
        speed: f32,
    },
    /// Not at all.
    None,
}

impl Flashes {
    /// How much of its speed a pulse keeps.
    fn pace(self, pulse: &Pulse) -> f64 {
        match self {
            Flashes::Free => 1.0,
            Flashes::None => 0.0,
            Flashes::Few { speed } => {
                let flashes = pulse.flashes() * speed;
                if flashes > MAX_FLASHES { f64::from(MAX_FLASHES / flashes) } else { 1.0 }
            }
        }
    }
}

/// The tick that has begun.
fn tick_of(seconds: f32) -> u32 {
    // A tick's own start, as a decimal number, may lie a hair before it. Casts saturate.
    (f64::from(seconds) * f64::from(TICKS) + 1.0 / 128.0) as u32
}

impl Mesh {
    /// Whether the texture coordinates of each face move; empty where those of none do.
    pub fn flowing(&self) -> Vec<bool> {
        if self.flows.is_empty() {
            return Vec::new();
        }
        let mut flowing = vec![false; self.faces.len()];
        for flow in &self.flows {
            match &flow.faces {
                Flowing::Material(material) => {
                    for (place, own) in flowing.iter_mut().zip(self.faces.materials()) {
                        *place |= own == *material;
                    }
                }
                Flowing::Faces { list, .. } => {
                    for FlowFace { face, .. } in list {
                        if let Some(place) = flowing.get_mut(*face as usize) {
                            *place = true;
                        }
                    }
                }
            }
        }
        flowing
    }

    /// The flows that a face takes part in, with its own part where it has one.
    pub fn flows_of(&self, index: u32) -> impl Iterator<Item = (&Flow, Option<&FlowFace>)> {
        let material = self.faces.get(index as usize).map(|face| face.material);
        self.flows.iter().filter_map(move |flow| match &flow.faces {
            Flowing::Material(own) => (material == Some(*own)).then_some((flow, None)),
            Flowing::Faces { list, .. } => {
                let face = list.iter().find(|face| face.face == index)?;
                Some((flow, Some(face)))
            }
        })
    }
}

impl Scene {
    /// True when some surface moves by itself.
    pub fn has_moving_surfaces(&self) -> bool {
        let flows = self.meshes.iter().any(|mesh| !mesh.flows.is_empty());
        flows || !self.pulses.is_empty() || !self.flipbooks.is_empty()
    }

    /// What surfaces show `seconds` after the start.
    pub fn moved(&self, seconds: f32, flashes: Flashes) -> Moved {
        let tick = tick_of(seconds);
        let mut moved = Moved::default();
        if tick == 0 {
            return moved;
        }
        for (index, mesh) in (0u32..).zip(&self.meshes) {
            for flow in &mesh.flows {
                self.flow(index, mesh, flow, tick, &mut moved);
            }
        }
        for pulse in &self.pulses {
            let ticks = (f64::from(tick) * flashes.pace(pulse)).floor() as u32;
            moved.colours.extend(pulse.colour(ticks).map(|c| ((pulse.table, pulse.entry), c)));
        }
        for book in &self.flipbooks {
            let frame = book.frame_at(f64::from(tick) / f64::from(TICKS));
            moved.surfaces.extend(frame.map(|frame| (book.material, frame.surface)));
        }
        moved
    }

    fn flow(&self, index: u32, mesh: &Mesh, flow: &Flow, tick: u32, moved: &mut Moved) {
        let still = [[Swing::default(); 2]; 4];
        let mut put = |number: u32, face: &Face, base: [[f32; 2]; 4], swings: [[Swing; 2]; 4]| {
            let size = self.repeats_after(face.material);
            let at = |corner: usize| flow.at(tick, base[corner], swings[corner], size);
            moved.uvs.insert((index, number), [at(0), at(1), at(2), at(3)]);
        };
        match &flow.faces {
            Flowing::Material(material) => {
                let own = (0u32..).zip(&mesh.faces).filter(|(_, face)| face.material == *material);
                own.for_each(|(number, face)| put(number, &face, face.uvs, still));
            }
            Flowing::Faces { list, .. } => {
                for own in list {
                    if let Some(face) = mesh.faces.get(own.face as usize) {
                        put(own.face, &face, own.base, own.swings);
                    }
                }
            }
        }
    }

    /// After how much a material's texture repeats, in the unit of its coordinates.
    fn repeats_after(&self, material: u32) -> [f32; 2] {
        let Some(material) = self.materials.get(material as usize) else { return [1.0; 2] };
        let texture = match material.surface {
            Surface::Textured { texture, .. } => self.textures.get(texture as usize),
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

    /// The faces of a mesh that show entries which pulse.
    pub fn pulsing_faces(&self, mesh: &Mesh) -> BTreeSet<u32> {
        let Some(table) = mesh.colour_table else { return BTreeSet::new() };
        let own = self.pulses.iter().filter(|pulse| pulse.table == table);
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

    /// Adds the animation that plays what moves by itself, behind all others.
    pub fn add_surfaces(&mut self) {
        let known = self.animations.iter().any(|animation| animation.name == SURFACES);
        if known || !self.has_moving_surfaces() {
            return;
        }
        let frames = self.period();
        self.animations.push(Animation {
            name: SURFACES.to_owned(),
            rate: TICKS,
            frames,
            looped: true,
            data: Arc::new(Nothing { frames }),
            origin: Origin::default(),
        });
    }

    /// Ticks until everything is where it was; at most a minute, after which what takes longer
    /// jumps.
    fn period(&self) -> u32 {
        /// A remainder that counts as none.
        const CLOSE: f64 = 1.0 / 256.0;
        let mut rates: Vec<f64> = Vec::new();
        for mesh in &self.meshes {
            for flow in &mesh.flows {
                let material = match &flow.faces {
                    Flowing::Material(material) => Some(*material),
                    Flowing::Faces { list, .. } => {
                        let first = list.first().and_then(|own| mesh.faces.get(own.face as usize));
                        first.map(|face| face.material)
                    }
                };
                let size = material.map_or([1.0; 2], |material| self.repeats_after(material));
                let scroll = [0, 1].map(|axis| f64::from(flow.scroll[axis] / size[axis]));
                rates.extend(scroll);
                rates.push(f64::from(flow.turns));
            }
        }
        rates.extend(
            self.pulses.iter().filter_map(Pulse::period).map(|ticks| 1.0 / f64::from(ticks)),
        );
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
        // Shorter than a second is too short to look at.
        (60..MAX_PERIOD).find(|ticks| whole(*ticks)).unwrap_or(MAX_PERIOD)
    }
}

/// The name of the animation.
pub const SURFACES: &str = "Surfaces";

/// An animation that moves no node.
struct Nothing {
    frames: u32,
}

impl AnimationData for Nothing {
    fn decode(&self) -> Clip {
        Clip { frames: self.frames, tracks: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{ColourScale, ColourTable, NO_CORNER};
    use crate::scene::{FlipFrame, Flipbook, Material, PulseKey, Spans};

    fn material() -> Material {
        Material {
            name: String::new(),
            surface: Surface::Missing(None),
            uv: UvSpace::Fraction,
            tiled: true,
            blend: None,
            double_sided: false,
            colour: ColourScale::Raw,
            gouraud: true,
            lit: false,
            subdivided: false,
            vanishes: false,
        }
    }

    fn face(material: u32, refs: [u8; 4]) -> Face {
        Face {
            corners: [0, 1, 2, NO_CORNER],
            normals: [NO_CORNER; 4],
            colours: [[0; 3]; 4],
            colour_refs: CornerRefs::Table(refs),
            uvs: [[0.25; 2]; 4],
            material,
            layer: 0,
            index: 0,
        }
    }

    /// A face that flows by its material, one that flows by itself, one that only pulses.
    fn scene() -> Scene {
        let flow = |faces| Flow {
            faces,
            scroll: [1.0 / 60.0, 0.0],
            turns: 0.0,
            grain: 0.0,
            origin: Origin::default(),
        };
        let own = FlowFace { face: 1, base: [[0.5; 2]; 4], swings: Default::default() };
        let faces = Flowing::Faces { list: vec![own], spans: Spans::default() };
        let mesh = Mesh {
            faces: [face(1, [0; 4]), face(0, [0; 4]), face(0, [0, 7, 0, 0])].into_iter().collect(),
            flows: vec![flow(Flowing::Material(1)), flow(faces)],
            colour_table: Some(0),
            ..Mesh::default()
        };
        let key = |value| PulseKey { colour: [value; 3], ticks: 6 };
        let table = ColourTable {
            name: String::new(),
            colours: [[0; 3]; 8].into(),
            origin: Origin::default(),
            entries: Spans::default(),
        };
        let page = |name: &str, surface| FlipFrame {
            name: name.to_owned(),
            surface,
            origin: Origin::default(),
        };
        Scene {
            meshes: vec![mesh],
            materials: vec![material(), material()],
            colour_tables: vec![table],
            pulses: vec![Pulse { entry: 7, keys: vec![key(0), key(240)], ..Pulse::default() }],
            flipbooks: vec![Flipbook {
                material: 1,
                frames: vec![page("a", Surface::Plain), page("b", Surface::Missing(Some(1)))],
                round: 2,
                seconds: 0.5,
                ..Flipbook::default()
            }],
            ..Scene::default()
        }
    }

    #[test]
    fn everything_is_as_stored_until_the_first_tick_has_gone_by() {
        let scene = scene();
        assert!(scene.has_moving_surfaces());
        for seconds in [0.0, 0.016, -5.0, f32::NAN] {
            assert_eq!(scene.moved(seconds, Flashes::Free), Moved::default(), "{seconds}");
        }
        assert_ne!(scene.moved(1.0 / 60.0, Flashes::Free), Moved::default());
    }

    #[test]
    fn a_moment_has_its_coordinates_colours_and_pictures() {
        let moved = scene().moved(0.55, Flashes::Free);
        let us: Vec<_> = moved.uvs.iter().map(|(at, uvs)| (*at, uvs[0][0], uvs[0][1])).collect();
        assert_eq!(us.len(), 2);
        assert_eq!((us[0].0, us[0].2, us[1].0, us[1].2), ((0, 0), 0.25, (0, 1), 0.5));
        assert!((us[0].1 - 0.8).abs() < 1e-5 && (us[1].1 - 1.05).abs() < 1e-5, "{us:?}");
        // 33 ticks: half of the third way up.
        assert_eq!(moved.colours, [((0, 7), [120; 3])].into());
        assert_eq!(moved.surfaces, [(1, Surface::Missing(Some(1)))].into());
    }

    #[test]
    fn faces_know_what_moves_them() {
        let scene = scene();
        let mesh = &scene.meshes[0];
        assert_eq!(mesh.flowing(), [true, true, false]);
        let own: Vec<usize> = (0..3).map(|face| mesh.flows_of(face).count()).collect();
        assert_eq!(own, [1, 1, 0]);
        assert_eq!(scene.pulsing_faces(mesh), [2].into());
    }

    #[test]
    fn fast_pulses_are_slowed_down_to_three_flashes_a_second() {
        let scene = scene();
        let at = |ticks: f32, flashes| scene.moved(ticks / 60.0, flashes).colours[&(0, 7)][0];
        // Five flashes a second: three fifths of the way.
        assert_eq!(at(10.0, Flashes::Free), 80);
        assert_eq!(at(10.0, Flashes::Few { speed: 1.0 }), 240);
        assert_eq!(at(10.0, Flashes::Few { speed: 0.5 }), 80);
        assert_eq!(at(10.0, Flashes::Few { speed: 2.0 }), 120);
        assert_eq!(at(10.0, Flashes::None), 0);
    }

    #[test]
    fn there_is_one_animation_of_what_moves_behind_all_others() {
        let mut scene = scene();
        scene.add_surfaces();
        scene.add_surfaces();
        let [clip] = &scene.animations[..] else { panic!("one animation") };
        // Rounds of 60 ticks, 12 ticks, and a second.
        assert_eq!((clip.name.as_str(), clip.rate, clip.frames), ("Surfaces", 60.0, 60));
        assert_eq!(clip.data.decode().frames, 60);
        let mut still = Scene::default();
        still.add_surfaces();
        assert!(still.animations.is_empty());
    }
}
