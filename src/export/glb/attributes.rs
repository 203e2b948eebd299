//! The attributes of triangles' corners: what is drawn, and the numbers of the source's faces.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use glam::Vec3;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::mesh::{MorphTarget, Semantic};
use gltf_json::validation::Checked::{self, Valid};
use gltf_json::{Accessor, Index};

use super::Document;
use super::buffer::{Layout, Use};
use super::corners::{Corners, Dressed, tangent, vertex};
use crate::export::shape::{finite, finite_2, full_channel, metres, stored_normal};
use crate::export::skin::Weights;
use crate::scene::{ColourScale, Face, Mesh, Morph, Scene, Surface};

const VECTOR: Layout = float(Type::Vec3, 12);
const FRACTION: Layout = float(Type::Vec2, 8);
/// 16 bits, since 8 are too few for dark linear colours.
const LINEAR: Layout = integer(ComponentType::U16, Type::Vec4, true, 8);
const JOINTS: Layout = integer(ComponentType::U16, Type::Vec4, false, 8);
const WEIGHTS: Layout = float(Type::Vec4, 16);
const TANGENT: Layout = WEIGHTS;
const BYTES: Layout = integer(ComponentType::U8, Type::Vec4, false, 4);
const NUMBER_16: Layout = integer(ComponentType::U16, Type::Scalar, false, 4);
/// Attributes have no 32-bit integers: two halves, the low one first.
const NUMBER_32: Layout = integer(ComponentType::U16, Type::Vec2, false, 4);

const fn float(shape: Type, stride: usize) -> Layout {
    Layout { component: ComponentType::F32, shape, normalized: false, stride }
}

const fn integer(component: ComponentType, shape: Type, normalized: bool, stride: usize) -> Layout {
    Layout { component, shape, normalized, stride }
}

/// Face fields that number what other attributes say: `_COLOR` and `NORMAL`.
const TOLD: [&str; 2] = ["colour", "normal"];

/// The face fields that become attributes, with their names.
fn field_attributes(scene: &Scene) -> Vec<(usize, String)> {
    let mut names = ["COLOR", "OFFSET", "UV"].map(str::to_owned).to_vec();
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
        names.push(name.clone());
        fields.push((number, name));
    }
    fields
}

/// Which attributes the corners of a group have, of those that not all have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kinds {
    coordinates: Coordinates,
    /// Colours count.
    coloured: bool,
    normals: bool,
    tangents: bool,
}

/// Unit of the texture coordinates, where there are any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Coordinates {
    None,
    /// Fractions of the texture.
    Fractions,
    /// Texels of a texture whose size is not known.
    Stored,
}

impl Kinds {
    pub(super) fn new(mesh: &Mesh, group: &Dressed<'_>) -> Self {
        let material = group.look.material;
        let textured = material.surface != Surface::Plain;
        let coordinates = match group.texels {
            Some(_) => Coordinates::Fractions,
            None if textured => Coordinates::Stored,
            None => Coordinates::None,
        };
        // On lit faces the colours are only what the picture makes of the normals: a viewer lights
        // them itself.
        let raw = textured && material.colour == ColourScale::Raw;
        let has_normal = |face: &Face| {
            (0..face.sides()).any(|corner| stored_normal(mesh, face, corner).is_some())
        };
        Self {
            coordinates,
            coloured: !raw && !material.lit,
            normals: group.relief || group.faces.iter().any(|(_, face)| has_normal(face)),
            tangents: group.relief,
        }
    }
}

/// The attributes of a set of corners.
pub(super) struct Made {
    pub attributes: BTreeMap<Checked<Semantic>, Index<Accessor>>,
    pub targets: Vec<MorphTarget>,
}

/// Makes the attributes of a set of corners.
pub(super) struct Attributes<'a, 'd> {
    document: &'a mut Document<'d>,
    corners: Corners<'a>,
    weights: Option<&'a Weights>,
    /// Scale of positions: those of skinned meshes are not below the node that scales.
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

    pub(super) fn all(mut self, kinds: Kinds) -> Made {
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
        self.fields();
        if let Some(weights) = self.weights {
            self.joints(weights);
        }
        let targets = self.morphs(&self.corners.mesh().morphs);
        Made { attributes: self.made, targets }
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

    /// A vector for each corner, with the bounds that positions need.
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

    /// Offsets of each corner in each morph target.
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

    /// Joints and weights of each corner.
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

    /// Stored normals; where some faces have none, those of their planes.
    fn normals(&mut self) {
        let corners = self.corners;
        self.add(Semantic::Normals, VECTOR, |bytes| {
            for (face, corner) in corners.all() {
                push_floats(bytes, corners.normal(face, corner).to_array());
            }
        });
    }

    /// Which way u runs along the surface, and on which side of it v does: a relief needs both. Each
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

    /// Texture coordinates as fractions of the picture.
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

    fn texels(&mut self) {
        let corners = self.corners;
        self.add(Semantic::Extras("UV".to_owned()), FRACTION, |bytes| {
            for (face, corner) in corners.all() {
                let stored = face.uvs.get(corner).copied().unwrap_or_default();
                push_floats(bytes, finite_2(stored).to_array());
            }
        });
    }

    /// The colours as light.
    fn light(&mut self) {
        let corners = self.corners;
        self.add(Semantic::Colors(0), LINEAR, |bytes| {
            for drawn in corners.faces {
                let light = match full_channel(drawn.dress.look.material) {
                    Some(128) => &LIGHTS[1],
                    _ => &LIGHTS[0],
                };
                let channel = |byte: u8| light.get(usize::from(byte)).copied().unwrap_or_default();
                for corner in drawn.corners {
                    let [r, g, b] = stored_colour(drawn.face, *corner).map(channel);
                    bytes.extend([r, g, b, [255, 255]].as_flattened());
                }
            }
        });
    }

    /// The colours as stored.
    fn colours(&mut self) {
        let corners = self.corners;
        self.add(Semantic::Extras("COLOR".to_owned()), BYTES, |bytes| {
            for (face, corner) in corners.all() {
                let [r, g, b] = stored_colour(face, corner);
                bytes.extend([r, g, b, 255]);
            }
        });
    }

    /// Offset of each face in the source.
    fn offsets(&mut self) {
        let corners = self.corners;
        let spans = &corners.mesh().face_spans;
        if spans.all().len == 0 {
            return;
        }
        self.add(Semantic::Extras("OFFSET".to_owned()), NUMBER_32, |bytes| {
            for drawn in corners.faces {
                let start = spans.get(drawn.face.index as usize).start;
                push_number(bytes, u32::try_from(start).unwrap_or(u32::MAX), drawn.corners.len());
            }
        });
    }

    /// The source's numbers of each face. Both widths are four bytes: the low half of a 16-bit
    /// number is the number, and the high half its padding.
    fn fields(&mut self) {
        let (corners, scene) = (self.corners, self.document.scene);
        for (number, attribute) in field_attributes(scene) {
            let wide = scene.face_fields.get(number).is_some_and(|field| field.bits > 16);
            let Some(values) = corners.mesh().face_values.get(number) else { continue };
            let layout = if wide { NUMBER_32 } else { NUMBER_16 };
            self.add(Semantic::Extras(attribute), layout, |bytes| {
                for drawn in corners.faces {
                    let value = values.get(drawn.index).unwrap_or_default();
                    let value = if wide { value } else { value & 0xffff };
                    push_number(bytes, value, drawn.corners.len());
                }
            });
        }
    }
}

fn stored_colour(face: &Face, corner: usize) -> [u8; 3] {
    face.colours.get(corner).copied().unwrap_or_default()
}

fn push_floats<const N: usize>(bytes: &mut Vec<u8>, floats: [f32; N]) {
    bytes.extend(floats.map(f32::to_le_bytes).as_flattened());
}

fn push_number(bytes: &mut Vec<u8>, number: u32, times: usize) {
    for _ in 0..times {
        bytes.extend(number.to_le_bytes());
    }
}

/// The light of each stored byte, where 255 and where 128 is full.
static LIGHTS: LazyLock<[[[u8; 2]; 256]; 2]> = LazyLock::new(|| {
    let of = |full: f32| {
        let channel = |byte: usize| linear_16((byte as f32 / full).min(1.0));
        std::array::from_fn(channel)
    };
    [255.0, 128.0].map(of)
});

/// An sRGB channel (0 to 1) as linear light, as 16 bits.
fn linear_16(channel: f32) -> [u8; 2] {
    let linear =
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) };
    ((linear * 65535.0).round() as u16).to_le_bytes()
}
