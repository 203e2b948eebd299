//! Meshes as unshared triangles, with the numbers of their faces.

use std::collections::BTreeMap;

use glam::Vec3;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::mesh::{Mesh as GltfMesh, Mode, MorphTarget, Primitive, Semantic};
use gltf_json::validation::Checked::{self, Valid};
use gltf_json::{Accessor, Index};
use serde::Serialize;
use serde_json::json;

use super::buffer::{Layout, Use};
use super::corners::{Corners, tangent, vertex};
use super::{Document, extras, name, next_index};
use crate::export::facts::Place;
use crate::export::look::Look;
use crate::export::moving_facts::{FlowFacts, PulseFacts};
use crate::export::shape::{
    Group, Shape, finite, finite_2, fraction, metres, shown_channel, stored_normal,
};
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

/// A glTF mesh made from the faces of one layer; `None` is what the game draws.
pub(super) struct Part {
    pub layer: Option<u16>,
    pub name: String,
    pub mesh: Index<GltfMesh>,
}

/// Names of the attributes of the scene's face fields.
fn field_attributes(scene: &Scene) -> Vec<String> {
    let mut names = ["COLOR", "OFFSET", "UV"].map(str::to_owned).to_vec();
    let own = names.len();
    for field in &scene.face_fields {
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        let mut name: String = field.name.chars().map(letter).collect();
        while name.is_empty() || names.contains(&name) {
            name.push_str("_2");
        }
        names.push(name);
    }
    names.split_off(own)
}

/// Where a mesh is in the source, and what its morph targets are called.
#[derive(Serialize)]
struct MeshFacts<'a> {
    #[serde(flatten)]
    place: Place,
    /// As other tools look for them.
    #[serde(rename = "targetNames", skip_serializing_if = "Vec::is_empty")]
    target_names: Vec<&'a str>,
    /// How texture coordinates move, which glTF has no animation for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flows: Vec<FlowFacts>,
    /// Entries of its colour table that change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pulses: Vec<PulseFacts>,
}

impl<'a> MeshFacts<'a> {
    fn new(scene: &Scene, mesh: &'a Mesh) -> Self {
        let target_names = mesh.morphs.iter().map(|morph| morph.name.as_str()).collect();
        let pulses = !scene.pulsing_faces(mesh).is_empty();
        Self {
            place: (&mesh.origin).into(),
            target_names,
            flows: FlowFacts::of(scene, mesh),
            pulses: PulseFacts::of(scene, mesh.colour_table.filter(|_| pulses)),
        }
    }
}

impl Document<'_> {
    /// The parts of a mesh, none for a mesh without faces. With `weights` its vertices know their
    /// joints.
    pub(super) fn add_mesh(&mut self, shape: &Shape<'_>, weights: Option<&Weights>) -> Vec<Part> {
        let mut parts = Vec::new();
        let morphs = &shape.mesh.morphs;
        let shown = |target: usize| {
            let of = |(mesh, morph, _): &&(u32, u32, f32)| {
                *mesh == shape.index && *morph as usize == target
            };
            self.pose.morphs.iter().find(of).map_or(0.0, |(_, _, weight)| *weight)
        };
        let shown = (!morphs.is_empty()).then(|| (0..morphs.len()).map(shown).collect());
        for (layer, groups) in shape.parts() {
            let primitives =
                groups.iter().map(|group| self.primitive(shape, group, weights)).collect();
            let part_name = shape.part_name(self.scene, layer);
            let mesh = next_index(&self.root.meshes);
            self.root.meshes.push(GltfMesh {
                name: name(&part_name),
                primitives,
                weights: Option::<Vec<f32>>::clone(&shown),
                extensions: None,
                extras: extras(&MeshFacts::new(self.scene, shape.mesh)),
            });
            parts.push(Part { layer, name: part_name, mesh });
        }
        parts
    }

    fn primitive(
        &mut self,
        shape: &Shape<'_>,
        group: &Group<'_>,
        weights: Option<&Weights>,
    ) -> Primitive {
        let look = self.materials.look(self.scene, group.usage);
        let material = self.material(&look);
        let made = self.root.materials.get(material.value());
        let has_relief = made.is_some_and(|made| made.normal_texture.is_some());
        let scale = if weights.is_some() { metres(self.scene) } else { 1.0 };
        let corners = Corners { shape, group };
        let mut attributes = Attributes { document: self, corners, scale, made: BTreeMap::new() };
        attributes.positions();
        attributes.normals(has_relief);
        if has_relief {
            attributes.tangents(&look);
        }
        attributes.fractions(&look);
        attributes.colours(&look);
        attributes.offsets();
        attributes.fields();
        if let Some(weights) = weights {
            attributes.weights(weights);
        }
        let targets = attributes.morphs(&shape.mesh.morphs);
        Primitive {
            attributes: attributes.made,
            indices: None,
            material: Some(material),
            mode: Valid(Mode::Triangles),
            targets: (!targets.is_empty()).then_some(targets),
            extensions: None,
            extras: None,
        }
    }
}

/// The attributes of one primitive.
struct Attributes<'a, 'd> {
    document: &'a mut Document<'d>,
    corners: Corners<'a>,
    /// Of places: those of skinned meshes are not below the node that scales.
    scale: f32,
    made: BTreeMap<Checked<Semantic>, Index<Accessor>>,
}

impl Attributes<'_, '_> {
    fn add(&mut self, semantic: Semantic, layout: Layout, fill: impl FnOnce(&mut Vec<u8>)) {
        let accessor = self.document.buffer.append(Use::Attribute(semantic.clone()), layout, fill);
        self.insert(semantic, accessor);
    }

    fn insert(&mut self, semantic: Semantic, accessor: Accessor) {
        let index = self.document.accessor(accessor);
        self.made.insert(Valid(semantic), index);
    }

    fn positions(&mut self) {
        let corners = self.corners;
        let semantic = Semantic::Positions;
        let kind = Use::Attribute(semantic.clone());
        let accessor = self.places(kind, |face, corner| corners.position(face, corner));
        self.insert(semantic, accessor);
    }

    /// A vector for each corner, with the bounds that positions need.
    fn places(&mut self, kind: Use, place: impl Fn(&Face, usize) -> Vec3) -> Accessor {
        let (corners, scale) = (self.corners, self.scale);
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let mut accessor = self.document.buffer.append(kind, VECTOR, |bytes| {
            for (face, corner) in corners.all() {
                let place = finite(place(face, corner) * scale);
                min = min.min(place);
                max = max.max(place);
                push_floats(bytes, place.to_array());
            }
        });
        accessor.min = Some(json!(min.to_array()));
        accessor.max = Some(json!(max.to_array()));
        accessor
    }

    /// How far each target moves each corner. Those that move none share their zeros.
    fn morphs(&mut self, morphs: &[Morph]) -> Vec<MorphTarget> {
        let corners = self.corners;
        let mut still: Option<Index<Accessor>> = None;
        let mut target = |morph: &Morph| {
            let delta = |face: &Face, corner: usize| {
                finite(morph.deltas.get(vertex(face, corner)).copied().unwrap_or_default())
            };
            let moves = corners.all().any(|(face, corner)| delta(face, corner) != Vec3::ZERO);
            let known = still.filter(|_| !moves);
            let positions = known.unwrap_or_else(|| {
                let accessor = self.places(Use::Morph, delta);
                self.document.accessor(accessor)
            });
            if !moves {
                still = Some(positions);
            }
            MorphTarget { positions: Some(positions), normals: None, tangents: None }
        };
        morphs.iter().map(&mut target).collect()
    }

    /// Which joints move each corner, and how much.
    fn weights(&mut self, weights: &Weights) {
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

    /// Stored normals; where some faces have none, those of their planes. None at all where no face
    /// has one, unless they are `needed`.
    fn normals(&mut self, needed: bool) {
        let corners = self.corners;
        let mesh = corners.mesh();
        if !needed
            && !corners.all().any(|(face, corner)| stored_normal(mesh, face, corner).is_some())
        {
            return;
        }
        self.add(Semantic::Normals, VECTOR, |bytes| {
            for (face, corner) in corners.all() {
                let normal = corners.normal(face, corner);
                push_floats(bytes, normal.to_array());
            }
        });
    }

    /// Which way u runs along the surface, and on which side of it v does: a relief needs both. Each
    /// triangle has its own, since corners are not shared.
    fn tangents(&mut self, look: &Look<'_>) {
        let corners = self.corners;
        let size = look.picture.map_or((1, 1), |(_, picture)| (picture.width, picture.height));
        self.add(Semantic::Tangents, TANGENT, |bytes| {
            for (_, face, numbers) in corners.faces() {
                for triangle in numbers.chunks_exact(3) {
                    let along = corners.directions(face, triangle, look, size);
                    for corner in triangle {
                        let normal = corners.normal(face, *corner);
                        push_floats(bytes, tangent(normal, along).to_array());
                    }
                }
            }
        });
    }

    /// Where the corners are in the picture. Without one, as stored: they count texels of a
    /// texture whose size is not known.
    fn fractions(&mut self, look: &Look<'_>) {
        let corners = self.corners;
        let stored = |face: &Face, corner: usize| face.uvs.get(corner).copied().unwrap_or_default();
        if let Some((_, picture)) = look.picture {
            self.add(Semantic::TexCoords(0), FRACTION, |bytes| {
                for (face, corner) in corners.all() {
                    let uv = stored(face, corner);
                    let uv = fraction(look.material, uv, picture.width, picture.height);
                    push_floats(bytes, uv.to_array());
                }
            });
        } else if look.material.surface != Surface::Plain {
            self.add(Semantic::Extras("UV".to_owned()), FRACTION, |bytes| {
                for (face, corner) in corners.all() {
                    push_floats(bytes, finite_2(stored(face, corner)).to_array());
                }
            });
        }
    }

    /// The colours as light, where they count, and as stored.
    fn colours(&mut self, look: &Look<'_>) {
        let corners = self.corners;
        let stored =
            |face: &Face, corner: usize| face.colours.get(corner).copied().unwrap_or_default();
        let raw =
            look.material.surface != Surface::Plain && look.material.colour == ColourScale::Raw;
        // On lit faces the colours are only what the picture makes of the normals: a viewer lights
        // them itself.
        if !raw && !look.material.lit {
            let linear: Vec<[u8; 2]> =
                (0..=255).map(|byte| linear_16(shown_channel(look.material, byte))).collect();
            let channel = |byte: u8| linear.get(usize::from(byte)).copied().unwrap_or_default();
            self.add(Semantic::Colors(0), LINEAR, |bytes| {
                for (face, corner) in corners.all() {
                    let [r, g, b] = stored(face, corner).map(channel);
                    bytes.extend([r, g, b, [255, 255]].as_flattened());
                }
            });
        }
        self.add(Semantic::Extras("COLOR".to_owned()), BYTES, |bytes| {
            for (face, corner) in corners.all() {
                let [r, g, b] = stored(face, corner);
                bytes.extend([r, g, b, 255]);
            }
        });
    }

    /// Where each face is in the source.
    fn offsets(&mut self) {
        let corners = self.corners;
        let spans = &corners.mesh().face_spans;
        if spans.all().len == 0 {
            return;
        }
        self.add(Semantic::Extras("OFFSET".to_owned()), NUMBER_32, |bytes| {
            for (_, face, triangles) in corners.faces() {
                let start = spans.get(face.index as usize).start;
                push_number(bytes, u32::try_from(start).unwrap_or(u32::MAX), triangles.len());
            }
        });
    }

    /// The source's numbers of each face. Both widths are four bytes: the low half of a 16-bit
    /// number is the number, and the high half its padding.
    fn fields(&mut self) {
        let (corners, scene) = (self.corners, self.document.scene);
        for (number, attribute) in field_attributes(scene).into_iter().enumerate() {
            let wide = scene.face_fields.get(number).is_some_and(|field| field.bits > 16);
            let Some(values) = corners.mesh().face_values.get(number) else { continue };
            let layout = if wide { NUMBER_32 } else { NUMBER_16 };
            self.add(Semantic::Extras(attribute), layout, |bytes| {
                for (index, _, triangles) in corners.faces() {
                    let value = values.get(index).copied().unwrap_or_default();
                    let value = if wide { value } else { value & 0xffff };
                    push_number(bytes, value, triangles.len());
                }
            });
        }
    }
}

fn push_floats<const N: usize>(bytes: &mut Vec<u8>, floats: [f32; N]) {
    bytes.extend(floats.map(f32::to_le_bytes).as_flattened());
}

fn push_number(bytes: &mut Vec<u8>, number: u32, times: usize) {
    for _ in 0..times {
        bytes.extend(number.to_le_bytes());
    }
}

/// An sRGB channel (0 to 1) as linear light, as 16 bits.
fn linear_16(channel: f32) -> [u8; 2] {
    let linear =
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) };
    ((linear * 65535.0).round() as u16).to_le_bytes()
}
