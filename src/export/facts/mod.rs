//! Facts of a scene that no standard format can hold, as JSON, with their offsets. Most scene types
//! implement `Serialize` directly; this module serializes those that need the names or numbers of
//! other elements of the scene.

mod faces;
mod helper;
mod material;
mod motion;
mod surface_animation;
mod video;

use serde::Serialize;

use self::faces::{FieldFacts, histograms};
pub(super) use self::helper::{HelperFacts, SkyFacts};
pub(super) use self::material::MaterialFacts;
use self::motion::AnimationFacts;
pub(super) use self::surface_animation::{FlowFacts, pulses};
use self::video::FilmFacts;
use super::exporter::{Exporter, Fit, nothing_besides};
use super::{Job, Subject};
use crate::scene::{
    Caption, Collision, ColourTable, Cue, HeightField, Layer, Mesh, Origin, Palette,
    PaletteAnimation, Program, Scene, Skeleton, Sound, Table, Texture, Variant,
};

/// Source of an exported file; the same in GLB and JSON.
#[derive(Serialize)]
pub(super) struct Provenance<'a> {
    source: &'a str,
    crc32: String,
    version: &'static str,
}

impl<'a> Provenance<'a> {
    pub(super) fn new(job: &Job<'a>) -> Self {
        Self {
            source: job.source_name,
            crc32: format!("{:08x}", job.crc32),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

pub(super) static JSON: Exporter = Exporter {
    name: "json",
    meaning: "Data without a standard format: flags, scripts, triggers, collisions",
    suits: |_, subject| (subject == Subject::Scene).then_some(Fit::Usual),
    files: &["json"],
    besides: nothing_besides,
    pictures_beside: false,
    make: |maker, _, out| Ok(out.write_all(&json(maker.job)?)?),
};

/// All facts of the job's scene.
fn json(job: &Job<'_>) -> Result<Vec<u8>, String> {
    let scene = job.scene;
    let facts = Facts {
        name: job.title(),
        provenance: Provenance::new(job),
        metres_per_unit: scene.metres_per_unit,
        layers: &scene.layers,
        models: scene.meshes.iter().map(|mesh| ModelFacts::new(scene, mesh)).collect(),
        face_fields: histograms(scene),
        height_fields: &scene.height_fields,
        sky: SkyFacts::of(scene),
        helpers: scene
            .helpers
            .pairs()
            .map(|helper| HelperFacts::new(scene, helper, job.source))
            .collect(),
        tables: &scene.tables,
        materials: scene
            .materials
            .pairs()
            .map(|(index, material)| NamedMaterial {
                name: &material.name,
                facts: MaterialFacts::new(scene, index, material),
            })
            .collect(),
        textures: &scene.textures,
        palettes: &scene.palettes,
        colour_tables: scene
            .colour_tables
            .pairs()
            .map(|(index, table)| ColourTableFacts { table, pulses: pulses(scene, Some(index)) })
            .collect(),
        skeletons: &scene.skeletons,
        animations: scene.animations.iter().map(|one| AnimationFacts::new(scene, one)).collect(),
        variants: &scene.variants,
        films: scene.films.iter().map(FilmFacts::new).collect(),
        sounds: scene.sounds.iter().map(SoundFacts::new).collect(),
        programs: &scene.programs,
        cues: &scene.cues,
        collisions: &scene.collisions,
    };
    let mut text = serde_json::to_vec_pretty(&facts).map_err(|error| error.to_string())?;
    text.push(b'\n');
    Ok(text)
}

#[derive(Serialize)]
struct Facts<'a> {
    name: &'a str,
    #[serde(flatten)]
    provenance: Provenance<'a>,
    metres_per_unit: Option<f32>,
    layers: &'a [Layer],
    models: Vec<ModelFacts<'a>>,
    face_fields: Vec<FieldFacts<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    height_fields: &'a [HeightField],
    #[serde(skip_serializing_if = "Option::is_none")]
    sky: Option<SkyFacts<'a>>,
    helpers: Vec<HelperFacts<'a>>,
    tables: &'a [Table],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    materials: Vec<NamedMaterial<'a>>,
    textures: &'a [Texture],
    palettes: &'a [Palette],
    colour_tables: Vec<ColourTableFacts<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    skeletons: &'a [Skeleton],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    animations: Vec<AnimationFacts<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    variants: &'a [Variant],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    films: Vec<FilmFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sounds: Vec<SoundFacts<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    programs: &'a [Program],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    cues: &'a [Cue],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    collisions: &'a [Collision],
}

#[derive(Serialize)]
struct ModelFacts<'a> {
    name: &'a str,
    #[serde(flatten)]
    origin: &'a Origin,
    positions: usize,
    faces: usize,
    billboards: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flows: Vec<FlowFacts<'a>>,
}

impl<'a> ModelFacts<'a> {
    fn new(scene: &'a Scene, mesh: &'a Mesh) -> Self {
        Self {
            name: &mesh.name,
            origin: &mesh.origin,
            positions: mesh.positions.len(),
            faces: mesh.faces.len(),
            billboards: mesh.billboards.len(),
            flows: FlowFacts::of(scene, mesh),
        }
    }
}

/// Name and facts of a material; a GLB has the same facts in the material's extras.
#[derive(Serialize)]
struct NamedMaterial<'a> {
    name: &'a str,
    #[serde(flatten)]
    facts: MaterialFacts<'a>,
}

#[derive(Serialize)]
struct ColourTableFacts<'a> {
    #[serde(flatten)]
    table: &'a ColourTable,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pulses: Vec<&'a PaletteAnimation>,
}

/// Properties of a sound that a WAV file cannot hold.
#[derive(Serialize)]
struct SoundFacts<'a> {
    #[serde(flatten)]
    sound: &'a Sound,
    duration_ms: u64,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    captions: &'a [Caption],
}

impl<'a> SoundFacts<'a> {
    fn new(sound: &'a Sound) -> Self {
        Self { sound, duration_ms: sound.duration_ms(), captions: &sound.captions }
    }
}
