//! The facts of a scene that no standard format carries, as JSON, with their offsets.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Job;
use super::material_facts::MaterialFacts;
use super::motion_facts::{AnimationFacts, SkeletonFacts, VariantFacts};
use super::moving_facts::{FlowFacts, PulseFacts};
use super::sound_facts::{CollisionFacts, SoundFacts};
use crate::scene::{
    ColourTable, FaceField, HeightField, Helper, HelperShape, Layer, LayerKind, Mesh, Origin,
    Palette, Scene, Table, TableRow, Texture,
};

/// Where something is in the (decoded) source.
#[derive(Serialize)]
pub(super) struct Place {
    offset: u64,
    length: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
}

impl From<&Origin> for Place {
    fn from(origin: &Origin) -> Self {
        Self { offset: origin.span.start, length: origin.span.len, path: origin.path.clone() }
    }
}

/// What a file was made from; the same in GLB and JSON.
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

/// All facts of the job's scene.
pub(super) fn json(job: &Job<'_>) -> Result<Vec<u8>, String> {
    let scene = job.scene;
    let animations = scene.animations.iter().map(|one| AnimationFacts::new(scene, one));
    let facts = Facts {
        name: job.title(),
        provenance: Provenance::new(job),
        metres_per_unit: scene.metres_per_unit,
        layers: scene.layers.iter().map(LayerFacts::new).collect(),
        models: scene.meshes.iter().map(|mesh| ModelFacts::new(scene, mesh)).collect(),
        face_fields: histograms(scene),
        height_fields: scene.height_fields.iter().map(HeightFieldFacts::new).collect(),
        sky: SkyFacts::of(scene),
        helpers: scene.helpers.iter().map(|helper| HelperFacts::new(scene, helper)).collect(),
        tables: scene.tables.iter().map(TableFacts::new).collect(),
        materials: (0..)
            .zip(&scene.materials)
            .map(|(index, material)| NamedMaterial {
                name: &material.name,
                facts: MaterialFacts::new(scene, index, material),
            })
            .collect(),
        textures: scene.textures.iter().map(TextureFacts::new).collect(),
        palettes: scene.palettes.iter().map(PaletteFacts::new).collect(),
        colour_tables: (0..)
            .zip(&scene.colour_tables)
            .map(|(index, table)| ColourTableFacts::new(scene, index, table))
            .collect(),
        skeletons: scene.skeletons.iter().map(SkeletonFacts::new).collect(),
        animations: animations.collect(),
        variants: scene.variants.iter().map(VariantFacts::new).collect(),
        sounds: scene.sounds.iter().map(SoundFacts::new).collect(),
        collisions: scene.collisions.iter().map(CollisionFacts::new).collect(),
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
    layers: Vec<LayerFacts<'a>>,
    models: Vec<ModelFacts<'a>>,
    face_fields: Vec<FieldFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    height_fields: Vec<HeightFieldFacts<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sky: Option<SkyFacts<'a>>,
    helpers: Vec<HelperFacts<'a>>,
    tables: Vec<TableFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    materials: Vec<NamedMaterial<'a>>,
    textures: Vec<TextureFacts<'a>>,
    palettes: Vec<PaletteFacts<'a>>,
    colour_tables: Vec<ColourTableFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skeletons: Vec<SkeletonFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    animations: Vec<AnimationFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<VariantFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sounds: Vec<SoundFacts<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    collisions: Vec<CollisionFacts<'a>>,
}

#[derive(Serialize)]
struct HeightFieldFacts<'a> {
    name: &'a str,
    vertices: u64,
    #[serde(flatten)]
    place: Place,
}

impl<'a> HeightFieldFacts<'a> {
    fn new(field: &'a HeightField) -> Self {
        let place = Place::from(&field.origin);
        Self { name: &field.name, vertices: field.vertices, place }
    }
}

#[derive(Serialize)]
struct LayerFacts<'a> {
    name: &'a str,
    kind: &'static str,
    visible: bool,
}

impl<'a> LayerFacts<'a> {
    fn new(layer: &'a Layer) -> Self {
        Self { name: &layer.name, kind: layer_kind(layer.kind), visible: layer.visible }
    }
}

fn layer_kind(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::Drawn => "drawn",
        LayerKind::Invisible => "invisible",
        LayerKind::Helper => "helper",
        LayerKind::Sky => "sky",
        LayerKind::LevelOfDetail => "level of detail",
    }
}

#[derive(Serialize)]
struct ModelFacts<'a> {
    name: &'a str,
    #[serde(flatten)]
    place: Place,
    positions: usize,
    faces: usize,
    billboards: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flows: Vec<FlowFacts>,
}

impl<'a> ModelFacts<'a> {
    fn new(scene: &Scene, mesh: &'a Mesh) -> Self {
        Self {
            name: &mesh.name,
            place: (&mesh.origin).into(),
            positions: mesh.positions.len(),
            faces: mesh.faces.len(),
            billboards: mesh.billboards.len(),
            flows: FlowFacts::of(scene, mesh),
        }
    }
}

/// How often each number, and each bit of a set of flags, is stored in a per-face field. Faces
/// of a model that is placed several times count once.
#[derive(Serialize)]
struct FieldFacts<'a> {
    name: &'a str,
    bits: u8,
    values: Vec<ValueFacts>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<FlagFacts>,
}

#[derive(Serialize)]
struct ValueFacts {
    value: u32,
    faces: u64,
    first: Place,
}

#[derive(Serialize)]
struct FlagFacts {
    bit: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meaning: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<&'static str>,
    faces: u64,
    first: Place,
}

/// A number of faces, and the first of them: mesh and index in it.
type Count = (u64, (usize, usize));

fn histograms(scene: &Scene) -> Vec<FieldFacts<'_>> {
    let fields = scene.face_fields.iter().enumerate();
    fields.map(|(number, field)| histogram(scene, number, field)).collect()
}

fn histogram<'a>(scene: &Scene, number: usize, field: &'a FaceField) -> FieldFacts<'a> {
    let mut values: BTreeMap<u32, Count> = BTreeMap::new();
    for (m, mesh) in scene.meshes.iter().enumerate() {
        let Some(stored) = mesh.face_values.get(number) else { continue };
        for (f, (value, _)) in stored.iter().zip(&mesh.faces).enumerate() {
            values.entry(*value).or_insert((0, (m, f))).0 += 1;
        }
    }
    let flags = if field.flags.is_empty() { Vec::new() } else { flags(scene, field, &values) };
    let values = values.into_iter().map(|(value, (faces, first))| ValueFacts {
        value,
        faces,
        first: face_place(scene, first),
    });
    FieldFacts { name: field.name, bits: field.bits, values: values.collect(), flags }
}

/// The bits that some face has set, or that have a name.
fn flags(scene: &Scene, field: &FaceField, values: &BTreeMap<u32, Count>) -> Vec<FlagFacts> {
    let bit_facts = |bit: u32| {
        let with_bit = values.iter().filter(|(value, _)| **value >> bit & 1 == 1);
        let counts = with_bit.map(|(_, count)| *count);
        let (faces, first) = counts.reduce(|a, b| (a.0 + b.0, a.1.min(b.1)))?;
        let known = field.flags.iter().find(|flag| flag.mask >> bit & 1 == 1);
        Some(FlagFacts {
            bit,
            name: known.map(|flag| flag.name),
            meaning: known.map(|flag| flag.meaning),
            confidence: known.map(|flag| flag.confidence),
            faces,
            first: face_place(scene, first),
        })
    };
    (0..32).filter_map(bit_facts).collect()
}

fn face_place(scene: &Scene, (mesh, face): (usize, usize)) -> Place {
    let origin = scene.meshes.get(mesh).and_then(|mesh| {
        let stored = usize::try_from(mesh.faces.get(face)?.index).ok()?;
        Some(mesh.face_spans.origin(stored))
    });
    (&origin.unwrap_or_default()).into()
}

/// The sky that has no faces; also in the extras of the scene in a GLB.
#[derive(Serialize)]
pub(super) struct SkyFacts<'a> {
    name: &'a str,
    layer: Option<&'a str>,
    texture: Option<&'a str>,
    /// In the scene's units, above the viewer.
    height: f32,
    /// In the scene's units.
    repeat: f32,
    horizon: [u8; 3],
    /// Sines of the angles above the horizon where fading begins and ends.
    fade: [f32; 2],
    #[serde(flatten)]
    place: Place,
}

impl<'a> SkyFacts<'a> {
    pub(super) fn of(scene: &'a Scene) -> Option<Self> {
        let sky = scene.sky.as_ref()?;
        let texture = sky.texture.and_then(|texture| scene.textures.get(texture as usize));
        Some(Self {
            name: &sky.name,
            layer: scene.layers.get(usize::from(sky.layer)).map(|layer| layer.name.as_str()),
            texture: texture.map(|texture| texture.name.as_str()),
            height: sky.height,
            repeat: sky.repeat,
            horizon: sky.horizon,
            fade: sky.fade,
            place: (&sky.origin).into(),
        })
    }
}

/// A helper; also the extras of its node in a GLB.
#[derive(Serialize)]
pub(super) struct HelperFacts<'a> {
    name: &'a str,
    layer: Option<&'a str>,
    kind: &'static str,
    /// In the scene's units, whatever places the scene.
    points: Vec<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    radius: Option<f32>,
    /// From the base of a cylinder to its top.
    #[serde(skip_serializing_if = "Option::is_none")]
    axis: Option<[f32; 3]>,
    /// From the centre of a cuboid to the middle of three of its sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    half_axes: Option<[[f32; 3]; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<GridFacts<'a>>,
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct GridFacts<'a> {
    nx: u32,
    nz: u32,
    /// Row by row: `counts[z * nx + x]`.
    counts: &'a [u32],
}

impl<'a> HelperFacts<'a> {
    pub(super) fn new(scene: &'a Scene, helper: &'a Helper) -> Self {
        let mut facts = Self {
            name: &helper.name,
            layer: scene.layers.get(usize::from(helper.layer)).map(|layer| layer.name.as_str()),
            kind: "",
            points: Vec::new(),
            heading: None,
            radius: None,
            axis: None,
            half_axes: None,
            grid: None,
            place: (&helper.origin).into(),
        };
        let points = match &helper.shape {
            HelperShape::Point { at, heading } => {
                facts.kind = "point";
                facts.heading = heading.map(|heading| heading.to_array());
                vec![*at]
            }
            HelperShape::Line(points) => {
                facts.kind = "line";
                points.clone()
            }
            HelperShape::Box { min, max } => {
                facts.kind = "box";
                vec![*min, *max]
            }
            HelperShape::Cuboid { centre, half_axes } => {
                facts.kind = "cuboid";
                facts.half_axes = Some(half_axes.map(|axis| axis.to_array()));
                vec![*centre]
            }
            HelperShape::Sphere { centre, radius } => {
                (facts.kind, facts.radius) = ("sphere", Some(*radius));
                vec![*centre]
            }
            HelperShape::Cylinder { base, axis, radius } => {
                (facts.kind, facts.radius) = ("cylinder", Some(*radius));
                facts.axis = Some(axis.to_array());
                vec![*base, *base + *axis]
            }
            HelperShape::Grid { min, max, nx, nz, counts } => {
                facts.kind = "grid";
                facts.grid = Some(GridFacts { nx: *nx, nz: *nz, counts });
                vec![*min, *max]
            }
        };
        facts.points = points.iter().map(|point| point.to_array()).collect();
        facts
    }
}

#[derive(Serialize)]
struct TableFacts<'a> {
    name: &'a str,
    columns: &'a [String],
    rows: Vec<RowFacts<'a>>,
}

#[derive(Serialize)]
struct RowFacts<'a> {
    #[serde(flatten)]
    place: Place,
    cells: &'a [String],
}

impl<'a> TableFacts<'a> {
    fn new(table: &'a Table) -> Self {
        let row = |row: &'a TableRow| RowFacts { place: (&row.origin).into(), cells: &row.cells };
        Self {
            name: &table.name,
            columns: &table.columns,
            rows: table.rows.iter().map(row).collect(),
        }
    }
}

/// A GLB has the same in the extras of its materials.
#[derive(Serialize)]
struct NamedMaterial<'a> {
    name: &'a str,
    #[serde(flatten)]
    facts: MaterialFacts<'a>,
}

#[derive(Serialize)]
struct TextureFacts<'a> {
    name: &'a str,
    id: String,
    width: u32,
    height: u32,
    bits: u32,
    palette: Option<u32>,
    #[serde(flatten)]
    place: Place,
}

impl<'a> TextureFacts<'a> {
    fn new(texture: &'a Texture) -> Self {
        Self {
            name: &texture.name,
            id: format!("{:08x}", texture.id),
            width: texture.width,
            height: texture.height,
            bits: texture.format.bits(),
            palette: texture.palette,
            place: (&texture.origin).into(),
        }
    }
}

#[derive(Serialize)]
struct PaletteFacts<'a> {
    name: &'a str,
    id: String,
    #[serde(flatten)]
    place: Place,
    /// Bits 0–4 red, 5–9 green, 10–14 blue, 15 STP.
    stored: &'a [u16],
}

impl<'a> PaletteFacts<'a> {
    fn new(palette: &'a Palette) -> Self {
        Self {
            name: &palette.name,
            id: format!("{:08x}", palette.id),
            place: (&palette.origin).into(),
            stored: &palette.stored,
        }
    }
}

#[derive(Serialize)]
struct ColourTableFacts<'a> {
    name: &'a str,
    #[serde(flatten)]
    place: Place,
    colours: &'a [[u8; 3]],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pulses: Vec<PulseFacts>,
}

impl<'a> ColourTableFacts<'a> {
    fn new(scene: &Scene, index: u32, table: &'a ColourTable) -> Self {
        let pulses = PulseFacts::of(scene, Some(index));
        let place = (&table.origin).into();
        Self { name: &table.name, place, colours: &table.colours, pulses }
    }
}
