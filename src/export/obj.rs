//! Wavefront OBJ with its MTL: the same axes, units and placement as the GLB, but polygons as stored, in
//! the current pose and without options that are not selected. Vertices have their colour after the
//! position (`v x y z r g b`), which readers that do not support it ignore.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::io;

use glam::{Mat3, Mat4, Vec3};

use super::blending::ExportedMaterial;
use super::digits::{push_fourth, push_whole};
use super::exporter::{Content, Exporter, Fit, Maker, NotWritten};
use super::names::UniqueNames;
use super::picture::{PictureKey, Pictures};
use super::plan::{ModelContent, pictures_of, shown_meshes};
use super::shape::{
    Group, MaterialUse, Notes, Shape, finite, fraction, material, metres, shapes, shown_channel,
    stored_normal, with_layer,
};
use super::{Job, Subject};
use crate::scene::{Face, Material, MeshId, Posed, Scene, Surface, Winding};

pub(super) static OBJ: Exporter = Exporter {
    name: "obj",
    meaning: "OBJ with MTL and separate PNGs; quads stay quads",
    suits: |scene, subject| match subject {
        Subject::Scene => (!scene.nodes.is_empty()).then_some(Fit::Asked),
        Subject::Model(_) => Some(Fit::Asked),
        _ => None,
    },
    files: &["obj", MTL],
    besides: |job, subject| match subject {
        Subject::Scene => left_out(job).into_iter().map(Subject::Model).collect(),
        _ => Vec::new(),
    },
    pictures_beside: true,
    make,
};

/// Extension of the material file.
const MTL: &str = "mtl";

fn make(
    maker: &mut Maker<'_>,
    content: Content,
    out: &mut dyn io::Write,
) -> Result<(), NotWritten> {
    let target = content.subject.into();
    maker.prepare(pictures_of(maker.job.scene, target));
    let text = if content.extension == MTL {
        let file_of = |key| maker.file_of(Content::picture(key));
        mtl(maker.job, target, &maker.pictures, file_of)
    } else {
        let beside = Content { extension: MTL, ..content };
        let mtl = maker.files.get(&beside).copied().unwrap_or_default();
        obj(maker.job, target, mtl, &maker.pictures, &mut maker.notes)
    };
    Ok(out.write_all(&text)?)
}

/// Meshes that an OBJ of the scene leaves out: those of options that are not selected.
fn left_out(job: &Job<'_>) -> Vec<MeshId> {
    let scene = job.scene;
    let hidden = scene.with_all_below(&scene.unchosen_nodes(&job.options.variants));
    let nodes = scene.nodes.iter().zip(hidden);
    let shown: BTreeSet<MeshId> =
        nodes.filter(|(_, hidden)| !hidden).filter_map(|(node, _)| node.mesh).collect();
    shown_meshes(scene).difference(&shown).copied().collect()
}

/// Writes polygons in perimeter order, counter-clockwise seen from the front.
fn obj(
    job: &Job<'_>,
    target: ModelContent,
    mtl: &str,
    pictures: &Pictures<'_>,
    notes: &mut Notes,
) -> Vec<u8> {
    let scene = job.scene;
    // A model that is exported separately is not posed.
    let posed = (target == ModelContent::Scene).then(|| Posed::new(scene, &job.options.pose));
    let shapes = shapes(scene, target, posed.as_ref(), notes);
    let mut writer = Writer {
        scene,
        pictures,
        names: material_names(scene, &shapes),
        text: format!("# Gouraud {}\nmtllib {mtl}\n", env!("CARGO_PKG_VERSION")),
        vertices: 0,
        normals: 0,
        fractions: HashMap::new(),
    };
    let scale = Mat4::from_scale(Vec3::splat(metres(scene)));
    match target {
        ModelContent::Model(_) => {
            for shape in &shapes {
                writer.instance(shape, &shape.mesh.name, scale);
            }
        }
        ModelContent::Scene => {
            let hidden = scene.with_all_below(&scene.unchosen_nodes(&job.options.variants));
            let placed = posed.iter().flat_map(|posed| posed.placed());
            for ((node, transform), hidden) in scene.nodes.iter().zip(placed).zip(hidden) {
                let shape = node.mesh.and_then(|mesh| find(&shapes, mesh));
                if let Some(shape) = shape.filter(|_| !hidden) {
                    writer.instance(shape, &node.name, scale * *transform);
                }
            }
        }
    }
    writer.text.into_bytes()
}

fn find<'a, 's>(shapes: &'a [Shape<'s>], mesh: MeshId) -> Option<&'a Shape<'s>> {
    shapes.binary_search_by_key(&mesh, |shape| shape.index).ok().and_then(|i| shapes.get(i))
}

/// Writes the materials that [`obj`] names, with their pictures.
fn mtl<'f>(
    job: &Job<'_>,
    target: ModelContent,
    pictures: &Pictures<'_>,
    file_of: impl Fn(PictureKey) -> Option<&'f str>,
) -> Vec<u8> {
    let scene = job.scene;
    let names = material_names(scene, &shapes(scene, target, None, &mut Notes::new()));
    let mut text = String::new();
    for (usage, name) in names {
        let look = ExportedMaterial::new(scene, pictures, usage);
        // Colours already include lighting, so only the diffuse colour counts.
        let _ = writeln!(text, "newmtl {name}\nKa 0 0 0\nKd 1 1 1\nKs 0 0 0\nillum 0");
        let _ = writeln!(text, "d {}", look.alpha.factor());
        let file = look.picture.and_then(|(key, picture)| Some((file_of(key)?, picture)));
        if let Some((file, picture)) = file {
            let _ = writeln!(text, "map_Kd {file}");
            if picture.holes || picture.translucent {
                let _ = writeln!(text, "map_d {file}");
            }
        }
        text.push('\n');
    }
    text.into_bytes()
}

/// Assigns a name without spaces to each material in use.
fn material_names(scene: &Scene, shapes: &[Shape<'_>]) -> BTreeMap<MaterialUse, String> {
    let groups = shapes.iter().flat_map(|shape| &shape.groups);
    let uses: BTreeSet<MaterialUse> = groups.map(|group| group.usage).collect();
    let mut names = UniqueNames::default();
    let mut name = |usage: MaterialUse| {
        let name = with_layer(scene, &material(scene, usage.material).name, usage.layer);
        names.unique(&token(&name, "material"), "")
    };
    uses.into_iter().map(|usage| (usage, name(usage))).collect()
}

/// `name` as one word.
fn token(name: &str, fallback: &str) -> String {
    let name = if name.trim().is_empty() { fallback } else { name };
    name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

struct Writer<'a> {
    scene: &'a Scene,
    pictures: &'a Pictures<'a>,
    names: BTreeMap<MaterialUse, String>,
    text: String,
    /// Number of `v` lines and of `vn` lines.
    vertices: u32,
    normals: u32,
    /// Numbers of `vt` lines, by the bits of their values.
    fractions: HashMap<[u32; 2], u32>,
}

/// A mesh with the transform of its instance, and the lines written for it.
struct Instance<'a, 's> {
    shape: &'a Shape<'s>,
    world: Mat4,
    /// Transforms normals: the inverse transpose keeps them perpendicular to scaled faces.
    turn: Mat3,
    /// The transform mirrors, which swaps the sides of every face.
    mirrored: bool,
    /// Numbers of the lines by position and colour bits.
    vertices: HashMap<(u32, [u32; 3]), u32>,
    normals: HashMap<u32, u32>,
}

impl<'a, 's> Instance<'a, 's> {
    fn new(shape: &'a Shape<'s>, world: Mat4) -> Self {
        let linear = Mat3::from_mat4(world);
        let determinant = linear.determinant();
        let sound = determinant.is_finite() && determinant != 0.0;
        Self {
            shape,
            world,
            turn: if sound { linear.inverse().transpose() } else { Mat3::IDENTITY },
            mirrored: determinant < 0.0,
            vertices: HashMap::new(),
            normals: HashMap::new(),
        }
    }
}

impl Writer<'_> {
    fn instance(&mut self, shape: &Shape<'_>, name: &str, world: Mat4) {
        if shape.groups.is_empty() {
            return;
        }
        let mut instance = Instance::new(shape, world);
        let object = token(name, "node");
        let _ = writeln!(self.text, "o {object}");
        for (layer, groups) in shape.parts() {
            let _ = writeln!(self.text, "g {}", token(&with_layer(self.scene, &object, layer), ""));
            for group in groups {
                self.group(&mut instance, group);
            }
        }
    }

    fn group(&mut self, instance: &mut Instance<'_, '_>, group: &Group) {
        let look = ExportedMaterial::new(self.scene, self.pictures, group.usage);
        let size = look.texels(&group.faces);
        let name = self.names.get(&group.usage).map_or("material", String::as_str);
        let _ = writeln!(self.text, "usemtl {name}");
        let mut line = String::new();
        for (_, face) in &group.faces {
            line.clear();
            line.push('f');
            let normals = face_normals(instance.shape, face);
            for &corner in perimeter(face, instance.shape.mesh.winding, instance.mirrored) {
                let v = self.vertex(instance, look.material, face, corner);
                let vt = size.and_then(|size| self.fraction(look.material, face, corner, size));
                let vn = normals.and_then(|normals| self.normal(instance, *normals.get(corner)?));
                line.push(' ');
                push_whole(&mut line, v);
                let slashes = if vt.is_none() { "//" } else { "/" };
                for (mark, number) in [("/", vt), (slashes, vn)] {
                    if let Some(number) = number {
                        line.push_str(mark);
                        push_whole(&mut line, number);
                    }
                }
            }
            line.push('\n');
            self.text.push_str(&line);
        }
    }

    /// Line number of a corner's position and colour; writes the line if it is new.
    fn vertex(
        &mut self,
        instance: &mut Instance<'_, '_>,
        material: &Material,
        face: &Face,
        corner: usize,
    ) -> u32 {
        let position = face.corners.get(corner).copied().unwrap_or_default();
        let colour = face.colours.get(corner).copied().unwrap_or_default();
        let colour = colour.map(|byte| shown_channel(material, byte));
        let key = (position, colour.map(f32::to_bits));
        if let Some(line) = instance.vertices.get(&key) {
            return *line;
        }
        let stored = instance.shape.positions.get(position as usize).copied().unwrap_or_default();
        let [x, y, z] = finite(instance.world.transform_point3(stored)).to_array();
        let _ = write!(self.text, "v {x} {y} {z}");
        for channel in colour {
            self.text.push(' ');
            push_fourth(&mut self.text, channel);
        }
        self.text.push('\n');
        self.vertices += 1;
        instance.vertices.insert(key, self.vertices);
        self.vertices
    }

    /// Line number of a corner's texture coordinate; V points up in OBJ.
    fn fraction(
        &mut self,
        material: &Material,
        face: &Face,
        corner: usize,
        (width, height): (u32, u32),
    ) -> Option<u32> {
        let uv = fraction(material, *face.uvs.get(corner)?, width, height);
        let lies = match material.surface {
            Surface::Textured { texture, .. } => {
                self.scene.textures.get(texture).is_some_and(|t| t.pixels.bottom_up())
            }
            _ => false,
        };
        let (u, v) = (uv.x, if lies { uv.y } else { 1.0 - uv.y });
        let next = u32::try_from(self.fractions.len()).ok()? + 1;
        let line = *self.fractions.entry([u.to_bits(), v.to_bits()]).or_insert(next);
        if line == next {
            let _ = writeln!(self.text, "vt {u} {v}");
        }
        Some(line)
    }

    /// Line number of a stored normal, rotated by the transform.
    fn normal(&mut self, instance: &mut Instance<'_, '_>, normal: u32) -> Option<u32> {
        if let Some(line) = instance.normals.get(&normal) {
            return Some(*line);
        }
        let stored = *instance.shape.mesh.normals.get(normal as usize)?;
        let turned = (instance.turn * stored).try_normalize().unwrap_or(Vec3::Y);
        let _ = writeln!(self.text, "vn {} {} {}", turned.x, turned.y, turned.z);
        self.normals += 1;
        instance.normals.insert(normal, self.normals);
        Some(self.normals)
    }
}

/// Normals of the face if every corner has one. Those of a skinned mesh are not rotated with its bones.
fn face_normals(shape: &Shape<'_>, face: &Face) -> Option<[u32; 4]> {
    if shape.mesh.skin.is_some() {
        return None;
    }
    (0..face.sides())
        .all(|corner| stored_normal(shape.mesh, face, corner).is_some())
        .then_some(face.normals)
}

/// Corner numbers around the edge, counter-clockwise seen from the front.
fn perimeter(face: &Face, winding: Winding, mirrored: bool) -> &'static [usize] {
    match (face.is_triangle(), (winding == Winding::Clockwise) != mirrored) {
        (true, false) => &[0, 1, 2],
        (true, true) => &[0, 2, 1],
        (false, false) => &[0, 1, 3, 2],
        (false, true) => &[0, 2, 3, 1],
    }
}
