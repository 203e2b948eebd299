//! Scene of a text model.
//!
//! The file's axes (x right, y to the back, z up, metres) become (x, z, −y); texture coordinates count
//! from below and become (u, 1 − v).

use std::collections::HashMap;

use glam::{Mat4, Vec3};

use super::model::face;
use super::placement::{finite, placement, upright};
use super::{Block, Line, Tpm, joints};
use crate::bytes::{Problems, Severity};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::trespasser::picture::{Holes, Picture};
use crate::formats::trespasser::texture_id;
use crate::scene::{
    Bone, ColourScale, CornerRefs, Face, Faces, Influence, Joint, LayerKind, Light, List, Material,
    MaterialId, Mesh, MeshId, NO_CORNER, Node, NodeId, Origin, Scene, Skeleton, Skin, Style,
    Surface, UvSpace,
};

pub(super) fn build(file: &Loaded<Tpm>, context: Context<'_>) -> (Scene, Problems) {
    let mut maker = Maker {
        file,
        context,
        tpm: &file.records,
        scene: Scene {
            name: file.source.stem().to_owned(),
            style: Style::Clean,
            metres_per_unit: Some(1.0),
            light: Some(Light::daylight()),
            ..Scene::default()
        },
        problems: Problems::default(),
        materials: HashMap::new(),
        meshes: HashMap::new(),
        bones: Vec::new(),
    };
    maker.scene.layer("Drawn", LayerKind::Drawn, true);
    maker.materials();
    maker.bones();
    maker.shapes("mesh");
    maker.shapes("skin");
    maker.instances();
    (maker.scene, maker.problems)
}

struct Maker<'a> {
    file: &'a Loaded<Tpm>,
    context: Context<'a>,
    tpm: &'a Tpm,
    scene: Scene,
    problems: Problems,
    /// By name.
    materials: HashMap<String, MaterialId>,
    meshes: HashMap<String, MeshId>,
    /// Names and nodes.
    bones: Vec<(String, NodeId)>,
}

impl Maker<'_> {
    fn origin(&self, block: usize) -> Origin {
        self.file.origin(format!("blocks[{block}]"))
    }

    /// Material 0 is for faces without one.
    fn materials(&mut self) {
        self.scene.materials.push(material("plain".to_owned(), Surface::Plain));
        for (index, name, block) in self.tpm.of_kind("material") {
            let map = |key: &str| block.first(key).map(Line::value).unwrap_or_default();
            let (colour, bump, opacity) = (map("colormap"), map("bumpmap"), map("opacitymap"));
            let [own, relief, holes] =
                [&colour, &bump, &opacity].map(|path| self.picture(index, &name, path));
            let holes = holes.map_or(Holes::None, Holes::Map);
            let surface = match own {
                Some(picture) => {
                    let texture = picture.texture(leaf(&colour), holes);
                    let texture = self.scene.textures.push(texture);
                    Surface::Textured { texture, palette: None }
                }
                None if colour.is_empty() => Surface::Plain,
                None => Surface::Missing(Some(texture_id(&colour, &bump, 1.0))),
            };
            // The height map of a relief is only displayed as a picture.
            let relief = relief.map(|relief| relief.texture(leaf(&bump), Holes::None));
            self.scene.textures.extend(relief);
            let number = self.scene.materials.push(material(name.clone(), surface));
            self.materials.entry(name).or_insert(number);
        }
    }

    /// Opens the picture of this path; reports it if it is missing.
    fn picture(&mut self, block: usize, material: &str, path: &str) -> Option<Picture> {
        if path.is_empty() {
            return None;
        }
        let found = Picture::open(path, self.context);
        if let Err(why) = &found {
            let Origin { span, path: field } = self.origin(block);
            let message = format!("missing picture {path} of {material}: {why}");
            self.problems.report(Severity::Warning, span, field, message);
        }
        found.ok()
    }

    fn bones(&mut self) {
        let between = joints::places(self.tpm, &mut |block, message| {
            let Origin { span, path } = self.file.origin(format!("blocks[{block}]"));
            self.problems.report(Severity::Warning, span, path, message);
        });
        let mut bones = List::default();
        for (index, name, block) in self.tpm.of_kind("bone") {
            let origin = self.origin(index);
            let local = between.get(&index).copied().unwrap_or_else(|| placement(block));
            let bone =
                Node { name: name.clone(), local, origin: origin.clone(), ..Node::default() };
            let node = self.scene.nodes.push(bone);
            bones.push(Bone { name: name.clone(), node, parent: None, tail: Vec3::ZERO, origin });
            self.bones.push((name, node));
        }
        if !bones.is_empty() {
            let name = self.scene.name.clone();
            let skeleton = Skeleton { name, bones, ..Skeleton::default() };
            self.scene.skeletons.push(skeleton);
        }
    }

    fn shapes(&mut self, kind: &str) {
        for (index, name, block) in self.tpm.of_kind(kind) {
            let mut mesh = self.shape(block);
            mesh.name = name.clone();
            mesh.origin = self.origin(index);
            mesh.face_spans = self.file.spans(&format!("blocks[{index}].lines"));
            if kind == "skin" {
                mesh.skin = self.skin(&name, block);
            }
            let number = self.scene.meshes.push(mesh);
            self.meshes.entry(name).or_insert(number);
        }
    }

    fn shape(&self, block: &Block) -> Mesh {
        let three = |key: &'static str| {
            block
                .all(key)
                .map(|(_, line)| line.vectors().and_then(|v| v.three(0)).unwrap_or([0.0; 3]))
        };
        let positions: Vec<Vec3> = three("v").map(upright).collect();
        let normals: Vec<Vec3> = three("n").map(|n| upright(n).normalize_or(Vec3::Y)).collect();
        let uvs: Vec<[f32; 2]> = block
            .all("t")
            .map(|(_, line)| line.vectors().and_then(|v| v.two(0)).unwrap_or([0.0; 2]))
            .map(|[u, v]| [finite(u), finite(1.0 - v)])
            .collect();
        let materials: Vec<MaterialId> = block
            .all("m")
            .map(|(_, line)| self.materials.get(&line.value()).copied().unwrap_or_default())
            .collect();
        let faces = block.all("f").filter_map(|(line, property)| {
            let (corners, used) = face(property)?;
            let vertex = corners.map(|corner| corner[0].filter(|v| *v < positions.len()));
            let [Some(a), Some(b), Some(c)] = vertex else { return None };
            let uv = corners
                .map(|corner| corner[1].and_then(|uv| uvs.get(uv)).copied().unwrap_or_default());
            let normal = corners.map(|corner| match corner[2].filter(|n| *n < normals.len()) {
                Some(normal) => u32::try_from(normal).unwrap_or(NO_CORNER),
                None => NO_CORNER,
            });
            let [a, b, c] = [a, b, c].map(|vertex| u32::try_from(vertex).unwrap_or(0));
            Some(Face {
                corners: [a, b, c, NO_CORNER],
                normals: [normal[0], normal[1], normal[2], NO_CORNER],
                colours: [[200; 3]; 4],
                colour_refs: CornerRefs::None,
                uvs: [uv[0], uv[1], uv[2], uv[2]],
                material: used.and_then(|used| materials.get(used)).copied().unwrap_or_default(),
                layer: 0,
                index: u32::try_from(line).unwrap_or(u32::MAX),
            })
        });
        let faces: Faces = faces.collect();
        // A face without three existing vertices.
        let undrawn = vec![Vec::new(); block.all("f").count().saturating_sub(faces.len())];
        Mesh { positions, normals, faces, undrawn, ..Mesh::default() }
    }

    /// Each vertex follows the bone whose name ends in its number; the mesh's own bones take precedence.
    fn skin(&self, name: &str, block: &Block) -> Option<Skin> {
        let numbered = |bone: &String| {
            let digits = bone.get(bone.len().checked_sub(2)?..)?;
            digits.parse::<usize>().ok()
        };
        let own = format!("$J{name}");
        let is_own = |bone: &String| {
            let stem = bone.get(..bone.len().saturating_sub(2)).unwrap_or("");
            stem.eq_ignore_ascii_case(&own)
        };
        let any_own = self.bones.iter().any(|(bone, _)| is_own(bone));
        let mut joints = Vec::new();
        let mut by_number = HashMap::new();
        for (bone, node) in self.bones.iter().filter(|(bone, _)| !any_own || is_own(bone)) {
            let rest = self.scene.nodes.get(*node).map_or(Mat4::IDENTITY, |n| n.local);
            if let (Some(number), Ok(joint)) = (numbered(bone), u16::try_from(joints.len())) {
                by_number.entry(number).or_insert(joint);
                joints.push(Joint { node: *node, inverse_bind: rest.inverse() });
            }
        }
        if joints.is_empty() {
            return None;
        }
        let influences = block.all("v").map(|(_, line)| {
            let bone = line.vectors().and_then(|v| v.rest.first().copied());
            let number = bone.filter(|bone| *bone >= 0.0).map(|bone| bone as usize);
            let joint = number.and_then(|number| by_number.get(&number));
            let first = joint.map(|joint| Influence { joint: *joint, weight: 1.0 });
            let none = Influence::default();
            [first.unwrap_or(none), none, none, none]
        });
        let influences = influences.collect();
        Some(Skin { joints, influences })
    }

    /// Meshes without an instance are placed where they were modelled.
    fn instances(&mut self) {
        let mut unplaced: Vec<bool> = vec![true; self.scene.meshes.len()];
        for (index, name, block) in self.tpm.of_kind("instance") {
            let of = block.first("mesh").map(Line::value).unwrap_or_default();
            let mesh = self.meshes.get(&of).copied();
            if let Some(unplaced) = mesh.and_then(|mesh| unplaced.get_mut(mesh.index())) {
                *unplaced = false;
            }
            let origin = self.origin(index);
            let local = placement(block);
            self.scene.nodes.push(Node { name, local, mesh, origin, ..Node::default() });
        }
        for (mesh, _) in self.scene.meshes.ids().zip(unplaced).filter(|(_, unplaced)| *unplaced) {
            let Some(shape) = self.scene.meshes.get(mesh) else { continue };
            let (name, origin) = (shape.name.clone(), shape.origin.clone());
            let mesh = Some(mesh);
            self.scene.nodes.push(Node { name, mesh, origin, ..Node::default() });
        }
    }
}

/// The part after the last slash.
fn leaf(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn material(name: String, surface: Surface) -> Material {
    Material {
        name,
        surface,
        uv: UvSpace::Fraction,
        tiled: true,
        colour: ColourScale::Modulate255,
        lit: true,
        ..Material::PLAIN
    }
}
