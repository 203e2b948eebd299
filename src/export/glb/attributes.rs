//! Vertex attributes of triangle corners: the drawn ones, and the numbers of the source's faces.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use glam::Vec3;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::mesh::{MorphTarget, Semantic};
use gltf_json::validation::Checked::{self, Valid};
use gltf_json::{Accessor, Index};

use super::Document;
use super::buffer::{Layout, Use};
use super::corners::{Corners, FaceTriangles, MaterialFaces, tangent, vertex};
use crate::export::shape::{finite, finite_2, full_channel, metres, stored_normal};
use crate::export::skin::Weights;
use crate::scene::{ColourScale, Face, Faces, Material, Mesh, Morph, Scene, Surface};

const VECTOR: Layout = float(Type::Vec3, 12);
const FRACTION: Layout = float(Type::Vec2, 8);
/// 16 bits, since 8 are too few for dark linear colours.
const LINEAR: Layout = integer(ComponentType::U16, Type::Vec4, true, 8);
const JOINTS: Layout = integer(ComponentType::U16, Type::Vec4, false, 8);
const WEIGHTS: Layout = float(Type::Vec4, 16);
const TANGENT: Layout = WEIGHTS;
/// All stored numbers are floats, even integers: Blender keeps only float custom attributes, and up to
/// 5.0 it cannot open meshes whose custom attributes differ in shape.
const NUMBER: Layout = float(Type::Scalar, 4);

const fn float(shape: Type, stride: usize) -> Layout {
    Layout { component: ComponentType::F32, shape, normalized: false, stride }
}

const fn integer(component: ComponentType, shape: Type, normalized: bool, stride: usize) -> Layout {
    Layout { component, shape, normalized, stride }
}

/// Face fields whose values other attributes already contain: `_COLOR` and `NORMAL`.
const TOLD: [&str; 2] = ["colour", "normal"];

/// Attributes that are not fields of a face.
const OWN: [&str; 8] = ["COLOR", "OFFSET", "OFFSET_HIGH", "CORNER", "COMPANION", "U", "V", "UV"];

/// Corner numbers reserved per face of a scene, regardless of its number of corners.
pub(super) const CORNERS: usize = 4;

/// Largest integer size, in bits, that a float represents exactly.
pub(super) const FLOAT_BITS: u32 = 24;

/// Name of the attribute with the bits of a number above [`FLOAT_BITS`].
pub(super) fn high(name: &str) -> String {
    format!("{name}_HIGH")
}

/// Face fields that become attributes.
pub(super) fn field_attributes(scene: &Scene) -> Vec<(usize, String)> {
    let mut names = OWN.map(str::to_owned).to_vec();
    let mut fields = Vec::new();
    for (number, field) in scene.face_fields.iter().enumerate() {
        if TOLD.contains(&field.name) {
            continue;
        }
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        let mut name: String = field.name.chars().map(letter).collect();
        while name.is_empty() || names.contains(&name) {
            name.push_str("_2");
        }
        names.extend([name.clone(), high(&name)]);
        fields.push((number, name));
    }
    fields
}

/// Optional attributes that the corners of a group have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kinds {
    coordinates: Coordinates,
    /// Colours affect the appearance.
    coloured: bool,
    normals: bool,
    tangents: bool,
}

/// Unit of the texture coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Coordinates {
    None,
    /// Fractions of the texture.
    Fractions,
    /// Texels of a texture of unknown size.
    Stored,
}

impl Kinds {
    pub(super) fn new(mesh: &Mesh, group: &MaterialFaces<'_>) -> Self {
        let material = group.look.material;
        let textured = material.surface != Surface::Plain;
        let coordinates = match group.texels {
            Some(_) => Coordinates::Fractions,
            None if textured => Coordinates::Stored,
            None => Coordinates::None,
        };
        // On lit faces the colours are only a result of the normals, which viewers compute themselves.
        let raw = textured && material.colour == ColourScale::Raw;
        // A tint is preserved.
        let is_neutral = |colour: &[u8; 3]| matches!(colour, [128, 128, 128] | [255, 255, 255]);
        let is_tinted = material.gouraud
            && group.faces.iter().any(|(_, face)| !face.colours.iter().all(is_neutral));
        let has_normal = |face: &Face| {
            (0..face.sides()).any(|corner| stored_normal(mesh, face, corner).is_some())
        };
        Self {
            coordinates,
            coloured: !raw && (!material.lit || is_tinted),
            normals: group.relief || group.faces.iter().any(|(_, face)| has_normal(face)),
            tangents: group.relief,
        }
    }
}

/// Written attributes of a set of corners.
pub(super) struct WrittenAttributes {
    pub attributes: BTreeMap<Checked<Semantic>, Index<Accessor>>,
    pub targets: Vec<MorphTarget>,
}

/// Writer of the attributes of a set of corners.
pub(super) struct Attributes<'a, 'd> {
    document: &'a mut Document<'d>,
    corners: Corners<'a>,
    weights: Option<&'a Weights>,
    /// Scale of positions: skinned meshes are not below the node that scales.
    scale: f32,
    made: BTreeMap<Checked<Semantic>, Index<Accessor>>,
}

impl<'a, 'd> Attributes<'a, 'd> {
    pub(super) fn new(
        document: &'a mut Document<'d>,
        corners: Corners<'a>,
        weights: Option<&'a Weights>,
    ) -> Self {
        let scale = if weights.is_some() { metres(document.scene) } else { 1.0 };
        Self { document, corners, weights, scale, made: BTreeMap::new() }
    }

    pub(super) fn all(mut self, kinds: Kinds) -> WrittenAttributes {
        self.positions();
        if kinds.normals {
            self.normals();
        }
        if kinds.tangents {
            self.tangents();
        }
        match kinds.coordinates {
            Coordinates::None => {}
            Coordinates::Fractions => self.fractions(),
            Coordinates::Stored => self.texels(),
        }
        if kinds.coloured {
            self.light();
        }
        self.colours();
        self.offsets();
        self.corner_numbers();
        self.companion();
        self.fields();
        if let Some(weights) = self.weights {
            self.joints(weights);
        }
        let targets = self.morphs(&self.corners.mesh().morphs);
        WrittenAttributes { attributes: self.made, targets }
    }

    fn add(&mut self, semantic: Semantic, layout: Layout, fill: impl FnOnce(&mut Vec<u8>)) {
        let accessor = self.document.buffer.append(Use::Attribute(semantic.clone()), layout, fill);
        self.made.insert(Valid(semantic), accessor);
    }

    fn positions(&mut self) {
        let corners = self.corners;
        let semantic = Semantic::Positions;
        let kind = Use::Attribute(semantic.clone());
        let accessor = self.vectors(kind, |face, corner| corners.position(face, corner));
        self.made.insert(Valid(semantic), accessor);
    }

    /// Writes a vector per corner, with the bounds that positions require.
    fn vectors(&mut self, kind: Use, vector: impl Fn(&Face, usize) -> Vec3) -> Index<Accessor> {
        let (corners, scale) = (self.corners, self.scale);
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let accessor = self.document.buffer.append(kind, VECTOR, |bytes| {
            for (face, corner) in corners.all() {
                let vector = finite(vector(face, corner) * scale);
                min = min.min(vector);
                max = max.max(vector);
                push_floats(bytes, vector.to_array());
            }
        });
        self.document.buffer.bound(accessor, &min.to_array(), &max.to_array());
        accessor
    }

    /// Writes the offsets of each corner in each morph target.
    fn morphs(&mut self, morphs: &[Morph]) -> Vec<MorphTarget> {
        let mut target = |morph: &Morph| {
            let delta = |face: &Face, corner: usize| {
                finite(morph.deltas.get(vertex(face, corner)).copied().unwrap_or_default())
            };
            let positions = Some(self.vectors(Use::Morph, delta));
            MorphTarget { positions, normals: None, tangents: None }
        };
        morphs.iter().map(&mut target).collect()
    }

    /// Writes joints and weights of each corner.
    fn joints(&mut self, weights: &Weights) {
        let corners = self.corners;
        let shares = |face: &Face, corner: usize| {
            weights.shares.get(vertex(face, corner)).copied().unwrap_or_default()
        };
        self.add(Semantic::Joints(0), JOINTS, |bytes| {
            for (face, corner) in corners.all() {
                let joints = shares(face, corner).map(|share| share.0.to_le_bytes());
                bytes.extend(joints.as_flattened());
            }
        });
        self.add(Semantic::Weights(0), WEIGHTS, |bytes| {
            for (face, corner) in corners.all() {
                push_floats(bytes, shares(face, corner).map(|share| share.1));
            }
        });
    }

    /// Writes stored normals; faces without them use their plane's normal.
    fn normals(&mut self) {
        let corners = self.corners;
        self.add(Semantic::Normals, VECTOR, |bytes| {
            for (face, corner) in corners.all() {
                push_floats(bytes, corners.normal(face, corner).to_array());
            }
        });
    }

    /// Writes tangents: the direction of u on the surface and the side of v, for normal maps. Each
    /// triangle has its own, since corners are not shared.
    fn tangents(&mut self) {
        let corners = self.corners;
        self.add(Semantic::Tangents, TANGENT, |bytes| {
            for drawn in corners.faces {
                for triangle in drawn.corners.chunks_exact(3) {
                    let along = corners.directions(drawn, triangle);
                    for corner in triangle {
                        let normal = corners.normal(drawn.face, *corner);
                        push_floats(bytes, tangent(normal, along).to_array());
                    }
                }
            }
        });
    }

    /// Writes texture coordinates as fractions of the picture.
    fn fractions(&mut self) {
        let corners = self.corners;
        self.add(Semantic::TexCoords(0), FRACTION, |bytes| {
            for drawn in corners.faces {
                for corner in drawn.corners {
                    push_floats(bytes, drawn.fraction(*corner).to_array());
                }
            }
        });
    }

    /// Writes texture coordinates as stored.
    fn texels(&mut self) {
        let stored = |face: &Face, corner: usize| {
            finite_2(face.uvs.get(corner).copied().unwrap_or_default())
        };
        self.numbers("U", |drawn, corner| stored(drawn.face, corner).x);
        self.numbers("V", |drawn, corner| stored(drawn.face, corner).y);
    }

    /// Writes the colours as linear light.
    fn light(&mut self) {
        let corners = self.corners;
        self.add(Semantic::Colors(0), LINEAR, |bytes| {
            for drawn in corners.faces {
                let light = lights(drawn.dress.look.material);
                let channel = |byte: u8| light.get(usize::from(byte)).copied().unwrap_or_default();
                for corner in drawn.corners {
                    let [r, g, b] = stored_colour(drawn.face, *corner).map(channel);
                    bytes.extend([r, g, b, [255, 255]].as_flattened());
                }
            }
        });
    }

    /// Writes the stored colours as one number, red in its lowest byte.
    fn colours(&mut self) {
        self.numbers("COLOR", |drawn, corner| {
            let [r, g, b] = stored_colour(drawn.face, corner);
            u32::from_le_bytes([r, g, b, 0]) as f32
        });
    }

    /// Writes the source offset of each face.
    fn offsets(&mut self) {
        let spans = &self.corners.mesh().face_spans;
        if spans.all().len == 0 {
            return;
        }
        self.whole_numbers("OFFSET", |drawn| {
            let start = spans.get(drawn.face.index as usize).start;
            u32::try_from(start).unwrap_or(u32::MAX)
        });
    }

    /// Writes the corner number in the face, by which an edited vertex is traced back. A polygon that is
    /// several faces of the scene continues counting, four per face.
    fn corner_numbers(&mut self) {
        let parts = parts_before(&self.corners.mesh().faces);
        self.numbers("CORNER", |drawn, corner| {
            let before = parts.get(drawn.index).copied().unwrap_or_default() as usize;
            (before * CORNERS + corner) as f32
        });
    }

    /// Marks faces that come from a file other than the exported one.
    fn companion(&mut self) {
        if self.corners.mesh().face_spans.all().source != self.document.source {
            self.numbers("COMPANION", |_, _| 1.0);
        }
    }

    /// Writes the source's numbers of each face.
    fn fields(&mut self) {
        let mesh = self.corners.mesh();
        for (number, name) in field_attributes(self.document.scene) {
            let Some(values) = mesh.face_values.get(number) else { continue };
            self.whole_numbers(&name, |drawn| values.get(drawn.index).unwrap_or_default());
        }
    }

    /// Writes an integer per face; the bits that a float cannot hold go into a second attribute, if any
    /// are set.
    fn whole_numbers(&mut self, name: &str, number: impl Fn(&FaceTriangles<'_>) -> u32) {
        let low = (1 << FLOAT_BITS) - 1;
        self.numbers(name, |drawn, _| (number(drawn) & low) as f32);
        if self.corners.faces.iter().any(|drawn| number(drawn) > low) {
            self.numbers(&high(name), |drawn, _| (number(drawn) >> FLOAT_BITS) as f32);
        }
    }

    /// Writes a custom attribute: a number per corner.
    fn numbers(&mut self, name: &str, number: impl Fn(&FaceTriangles<'_>, usize) -> f32) {
        let corners = self.corners;
        self.add(Semantic::Extras(name.to_owned()), NUMBER, |bytes| {
            for drawn in corners.faces {
                for corner in drawn.corners {
                    push_floats(bytes, [number(drawn, *corner)]);
                }
            }
        });
    }
}

/// Number of faces of the same stored polygon directly before each face of the scene.
fn parts_before(faces: &Faces) -> Vec<u32> {
    let mut last = None;
    let mut before = 0;
    let count = |face: Face| {
        let is_same = last.replace(face.index) == Some(face.index);
        before = if is_same { before + 1 } else { 0 };
        before
    };
    faces.iter().map(count).collect()
}

/// Exported light of a stored colour byte, from 0 to 1.
pub(super) fn light_of(material: &Material, byte: u8) -> f32 {
    let [low, high] = lights(material).get(usize::from(byte)).copied().unwrap_or_default();
    f32::from(u16::from_le_bytes([low, high])) / 65535.0
}

/// Stored byte that is exported as this light: the nearest one, and none above full intensity.
pub(super) fn byte_of(material: &Material, light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let shown =
        if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    let full = full_channel(material).unwrap_or(u8::MAX);
    (shown * f32::from(full)).round() as u8
}

fn lights(material: &Material) -> &'static [[u8; 2]; 256] {
    match full_channel(material) {
        Some(128) => &LIGHTS[1],
        _ => &LIGHTS[0],
    }
}

fn stored_colour(face: &Face, corner: usize) -> [u8; 3] {
    face.colours.get(corner).copied().unwrap_or_default()
}

fn push_floats<const N: usize>(bytes: &mut Vec<u8>, floats: [f32; N]) {
    bytes.extend(floats.map(f32::to_le_bytes).as_flattened());
}

/// Light of each stored byte, where 255 and where 128 is full intensity.
static LIGHTS: LazyLock<[[[u8; 2]; 256]; 2]> = LazyLock::new(|| {
    let of = |full: f32| {
        let channel = |byte: usize| linear_16((byte as f32 / full).min(1.0));
        std::array::from_fn(channel)
    };
    [255.0, 128.0].map(of)
});

/// Converts an sRGB channel (0 to 1) to linear light, as 16 bits.
fn linear_16(channel: f32) -> [u8; 2] {
    let linear =
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) };
    ((linear * 65535.0).round() as u16).to_le_bytes()
}
