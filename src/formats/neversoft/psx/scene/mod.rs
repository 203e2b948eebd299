//! Records to the neutral model: a level with its libraries, its bank and its triggers.
//!
//! Axes are turned once, here: the PlayStation's (X right, Y down, Z forward) become (x, −y, −z),
//! a rotation, so that windings and normals survive. Units are world units; a level's vertex is
//! `object position / 4096 + vertex` (section 14).

mod clips;
mod instances;
mod light;
mod lods;
mod materials;
mod mesh;
mod motion;
mod moving;
mod rig;
mod tables;
mod textures;
mod triggers;

use glam::Vec3;

use super::chunk::{Body, tag};
use super::companions::Companions;
use super::records::{File, Version, vertex_kind};
use super::{Level, Places};
use crate::bytes::{Problems, Severity, Source, Span, count32};
use crate::container::Context;
use crate::formats::neversoft::transform::turn;
use crate::scene::{Helper, HelperShape, LayerKind, Origin, Scene, Style};
use clips::Clips;
use materials::Materials;
use rig::Rig;
use textures::Textures;
use triggers::Triggers;

/// One file of a level.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub file: &'a File,
    pub places: &'a Places,
    pub source: &'a Source,
}

impl Part<'_> {
    pub fn span(&self, start: u64, len: u64) -> Span {
        Span::new(self.source.id(), start, len)
    }

    /// How objects find their models, and in which scale vertices are (sections 3 and 14).
    pub fn kind(&self) -> Kind {
        let chunk = |wanted| self.file.last_chunk(|c| (c.tag == wanted).then_some(())).is_some();
        let hier = chunk(tag::HIER);
        let animated = chunk(tag::ANIMATION) || chunk(tag::PACKED_ANIMATION);
        let stitch = vertex_kind::STITCH_SOURCE | vertex_kind::STITCH_REFERENCE;
        let vertices = || self.file.models.iter().flat_map(|model| &model.vertices);
        let stitched =
            || vertices().any(|v| v.kind & stitch != 0 && v.kind & vertex_kind::SPRITE == 0);
        let level = chunk(tag::BLOCK_MAP);
        let character = !level && ((hier && animated) || stitched());
        let apocalypse = self.file.version == Version::V3 { lod: false };
        let sixteenths = !apocalypse && (animated || (hier && character));
        let bones = character || animated;
        Kind { character, animated, bones, scale: if sixteenths { 1.0 / 16.0 } else { 1.0 } }
    }
}

/// Level or bank, or a character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Object *i* uses model *i*.
    pub character: bool,
    /// It has clips of its own.
    pub animated: bool,
    /// Objects are bones, which the clips of this file or of one beside it move; those of a level
    /// with a block map, too.
    pub bones: bool,
    /// World units per vertex unit.
    pub scale: f32,
}

/// Makes the scene of `level` with whatever of its companions is there.
pub(super) fn build(level: &Level, context: Context<'_>) -> (Scene, Problems) {
    let companions = Companions::of(&level.source);
    let part = level.part();
    let mut problems = Problems::default();
    let triggers = Triggers::open(&part, &companions, context);
    let bank = open_bank(&part, &companions, &triggers, context);
    let bank = bank.as_ref().map(Level::part);
    let mut textures = Textures::default();
    textures.add(&part);
    let libraries = if bank.is_some() || textures.misses(&part) {
        open_libraries(&companions, &triggers, context, &mut problems)
    } else {
        Vec::new()
    };
    for library in &libraries {
        textures.add(&library.part());
    }
    if let Some(bank) = &bank {
        textures.add(bank);
    }
    let mut scene = Scene {
        name: level.source.stem().to_owned(),
        style: Style::Ps1,
        face_fields: materials::face_fields(),
        ..Scene::default()
    };
    scene.layer("Drawn", LayerKind::Drawn, true);
    textures.fill(&mut scene, context);
    let mut materials = Materials::default();
    let clips = Clips::find(&part, &companions, context, &mut problems);
    let rig = part.kind().bones.then(|| Rig::new(part.file, clips.bone_names(&part, context)));
    let own = instances::Instances { rig: rig.as_ref(), ..instances::Instances::default() };
    let nodes =
        instances::add(&mut scene, &part, context, &textures, &mut materials, own, &mut problems);
    if let Some(rig) = &rig {
        rig.add_skeleton(&mut scene, &part, &nodes);
        let scale = part.kind().scale;
        motion::add(&mut scene, &clips.part(&part), rig, &nodes, scale, &mut problems);
    }
    if let Some(bank) = &bank {
        let (sky, placed) = (triggers.sky(), triggers.placed());
        let instances = instances::Instances { layer: Some("Object bank"), sky, placed, rig: None };
        instances::add(
            &mut scene,
            bank,
            context,
            &textures,
            &mut materials,
            instances,
            &mut problems,
        );
    }
    scene.materials = materials.finish(&scene);
    light::add(&mut scene);
    add_block_map(&mut scene, &part);
    tables::add(&mut scene, &part);
    if let Clips::Beside(_) = clips {
        tables::add(&mut scene, &clips.part(&part));
    }
    triggers.add_to(&mut scene, context);
    textures.report_misses(&part, &companions, &mut problems);
    (scene, problems)
}

/// The object bank of a level, by the triggers' word or by name; parts of levels and characters have
/// none.
fn open_bank(
    part: &Part<'_>,
    companions: &Companions,
    triggers: &Triggers,
    context: Context<'_>,
) -> Option<Level> {
    if companions.is_part() || part.kind().character || part.file.objects.is_empty() {
        return None;
    }
    let mut names = triggers.bank_names();
    names.extend(companions.banks());
    let source = companions.first(&names, context).ok()?;
    Level::read(source).ok()
}

/// Libraries by name, then those the triggers load, then every other library of the folder.
fn open_libraries(
    companions: &Companions,
    triggers: &Triggers,
    context: Context<'_>,
    problems: &mut Problems,
) -> Vec<Level> {
    let mut names = companions.libraries();
    names.extend(triggers.library_names());
    let mut sources = companions.every(&names, context);
    for source in companions.other_libraries(context) {
        if sources.iter().all(|known| known.id() != source.id()) {
            sources.push(source);
        }
    }
    let mut libraries = Vec::new();
    for source in sources {
        let name = source.file_name().to_owned();
        match Level::read(source) {
            Ok(library) => libraries.push(library),
            Err(error) => {
                let mut problem = *error.0;
                problem.severity = Severity::Warning;
                problem.message =
                    format!("the companion {name} cannot be read: {}", problem.message);
                problems.push(problem);
            }
        }
    }
    libraries
}

/// The block map as a grid under the level.
fn add_block_map(scene: &mut Scene, part: &Part<'_>) {
    let chunks = part.file.library.as_ref().map_or(&[][..], |library| &library.chunks);
    let Some((index, chunk)) =
        chunks.iter().enumerate().rfind(|(_, chunk)| chunk.tag == tag::BLOCK_MAP)
    else {
        return;
    };
    let Body::BlockMap(map) = &chunk.body else { return };
    let [xmin, zmin, xmax, zmax] = map.bounds.map(|v| v as f32 / 4096.0);
    let floor = lowest(scene);
    let (a, b) = (turn(Vec3::new(xmin, 0.0, zmin)), turn(Vec3::new(xmax, 0.0, zmax)));
    let layer = scene.layer("Block map", LayerKind::Helper, false);
    // Turning mirrors the order of Z: the first stored row is the far one.
    scene.helpers.push(Helper {
        name: format!("block map {} x {}", map.nx, map.nz),
        layer,
        shape: HelperShape::Grid {
            min: Vec3::new(a.x.min(b.x), floor, a.z.min(b.z)),
            max: Vec3::new(a.x.max(b.x), floor, a.z.max(b.z)),
            nx: map.nx.into(),
            nz: map.nz.into(),
            counts: grid_counts(map),
        },
        origin: Origin::new(
            part.places.chunks.get(index).copied().unwrap_or_default(),
            format!("chunks[{index}]"),
        ),
    });
}

/// Objects per cell with the scene's Z upwards; cells that were not read are empty.
fn grid_counts(map: &super::chunk::BlockMap) -> Vec<u32> {
    let (nx, nz) = (usize::from(map.nx), usize::from(map.nz));
    // Bounded by what was read, not by what the header promises.
    if map.cells.len() < nx * nz {
        return Vec::new();
    }
    let cell = |x: usize, z: usize| {
        let cell = map.cells.get((nz - 1 - z) * nx + x);
        cell.map_or(0, |cell| count32(cell.objects.len()))
    };
    (0..nz).flat_map(|z| (0..nx).map(move |x| cell(x, z))).collect()
}

/// The lowest point of everything placed; 0 without geometry.
fn lowest(scene: &Scene) -> f32 {
    let world = scene.world_transforms();
    let points = scene.nodes.iter().zip(&world).flat_map(|(node, world)| {
        let positions = scene.mesh_of(node).map_or(&[][..], |mesh| &mesh.positions);
        positions.iter().map(|p| world.transform_point3(*p).y)
    });
    points.reduce(f32::min).unwrap_or(0.0)
}
