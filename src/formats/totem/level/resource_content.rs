//! Adds the content of each class of resources to the node that names it.

use glam::{Mat4, Vec3};

use super::scene_builder::{At, Mark, Stage};
use super::{ambience, skin, tables, worlds};
use crate::bytes::Endian;
use crate::formats::Loaded;
use crate::formats::totem::camera::Camera;
use crate::formats::totem::lights::{HFog, Omni, Sun};
use crate::formats::totem::lod::{Lod, Volume};
use crate::formats::totem::materialanim::MaterialAnim;
use crate::formats::totem::maths::{finite, matrix};
use crate::formats::totem::resource::{Resource, Viewed};
use crate::formats::totem::rotshape::RotShape;
use crate::formats::totem::skin::Skin;
use crate::formats::totem::spline::Spline;
use crate::formats::totem::surface::Surface;
use crate::formats::totem::volume::CollisionVol;
use crate::formats::totem::warp::Warp;
use crate::formats::totem::world::{AnimFrame, World};
use crate::formats::totem::{Header, class, name::class_name};
use crate::scene::{Face, FacesViewer, HelperShape, Mesh as SceneMesh, Origin, PackedInts};

/// Colour of placeholders for missing resources.
const GREY: [u8; 3] = [0x90; 3];

/// A class with visible content.
pub trait Show: Viewed {
    /// Adds the resource at a node.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>);
}

/// Placeholder resources of scripts, which are not drawn (section 17).
const PLACEHOLDERS: [&str; 3] = [
    "DB:>GAMEOBJ>SCRIPT_OBJ.TLOD",
    "DB:>GAMEOBJ>SCRIPT_DAMAGE_OBJ.TLOD",
    "DB:>GAMEOBJ>DAMGEAGENT.TLOD",
];

/// Adds the resource that a node names, or a placeholder if it is missing.
pub fn node(stage: &mut Stage<'_>, at: &At<'_>, resource: u32, origin: &Origin) {
    use crate::formats::totem::name_hash;
    if resource == 0 || PLACEHOLDERS.iter().any(|name| name_hash(name) == resource) {
        return;
    }
    let Some(found) = stage.looks.resources.find(resource) else {
        let name = stage.name(resource);
        let node = stage.scene.nodes.get(at.node).map(|node| node.name.clone());
        let node = node.unwrap_or_default();
        stage.looks.warn(origin, format!("resource not found: {name}, used by the node {node}"));
        let before = stage.scene.helpers.next_id();
        point(stage, at, Mark::Missing, name, origin.clone());
        if stage.scene.helpers.next_id() != before {
            stage.scene.tints.insert(before, GREY);
        }
        return;
    };
    let source = found.source;
    match found.class {
        Some(class::MESH | class::SURFACE) => {
            if let Some(mesh) = stage.mesh(resource, origin) {
                stage.attach(at, mesh);
            }
        }
        Some(class::SKIN) => match stage.looks.resources.read::<Skin>(&source) {
            Ok(file) => skin::show(stage, at, &file, &[]),
            Err(error) => unread(stage, resource, origin, &error),
        },
        Some(class::LOD) => read::<Lod>(stage, at, (resource, &source), origin),
        Some(class::ROTSHAPE) => read::<RotShape>(stage, at, (resource, &source), origin),
        Some(class::LIGHT) => read::<Sun>(stage, at, (resource, &source), origin),
        Some(class::OMNI) => read::<Omni>(stage, at, (resource, &source), origin),
        Some(class::HFOG) => read::<HFog>(stage, at, (resource, &source), origin),
        Some(class::CAMERA) => read::<Camera>(stage, at, (resource, &source), origin),
        Some(class::SPLINE) => read::<Spline>(stage, at, (resource, &source), origin),
        Some(class::COLLISIONVOL) => read::<CollisionVol>(stage, at, (resource, &source), origin),
        Some(class::WARP) => read::<Warp>(stage, at, (resource, &source), origin),
        other => {
            let class = other.map_or_else(String::new, class_name);
            let name = format!("{} {class}", stage.name(resource));
            point(stage, at, Mark::Particles, name, origin.clone());
        }
    }
}

fn read<T: Show>(
    stage: &mut Stage<'_>,
    at: &At<'_>,
    (hash, source): (u32, &crate::bytes::Source),
    origin: &Origin,
) {
    match stage.looks.resources.read::<Resource<T>>(source) {
        Ok(file) => T::show(&file, stage, at),
        Err(error) => unread(stage, hash, origin, &error),
    }
}

fn unread(stage: &mut Stage<'_>, hash: u32, origin: &Origin, error: &crate::bytes::ReadError) {
    let message = format!("{} cannot be read: {error}", stage.name(hash));
    stage.looks.warn(origin, message);
}

fn point(stage: &mut Stage<'_>, at: &At<'_>, mark: Mark, name: String, origin: Origin) {
    let place = at.world.w_axis.truncate();
    stage.mark(mark, name, HelperShape::Point { at: place, heading: None }, origin);
}

/// Name of a helper for a resource: that of its node, or of the file.
fn called(stage: &Stage<'_>, at: &At<'_>) -> String {
    stage.scene.nodes.get(at.node).map_or_else(String::new, |node| node.name.clone())
}

/// The box of a matrix: its rows are the half axes, its translation is the centre.
fn cuboid(matrix: &Mat4, half: Vec3) -> HelperShape {
    let axis = |axis: glam::Vec4, half: f32| axis.truncate() * half;
    let half_axes =
        [axis(matrix.x_axis, half.x), axis(matrix.y_axis, half.y), axis(matrix.z_axis, half.z)];
    HelperShape::Cuboid { centre: matrix.w_axis.truncate(), half_axes }
}

/// Adds the bounding sphere and box of a header.
pub fn bounds(stage: &mut Stage<'_>, header: &Header, endian: Endian, origin: &Origin) {
    for (name, shape) in header.bounds(endian) {
        stage.mark(Mark::Bounds, name.to_owned(), shape, origin.clone());
    }
}

impl Show for Surface {
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let name = called(stage, at);
        let mesh =
            crate::formats::totem::surface::mesh(&mut stage.scene, &mut stage.looks, file, &name);
        stage.attach(at, mesh);
        for (index, (centre, radius)) in file.records.body.edges.balls().into_iter().enumerate() {
            let shape = HelperShape::Sphere { centre: finite(centre), radius };
            let origin = file.origin(format!("edges[{index}]"));
            stage.mark(Mark::Collision, format!("edge {index}"), shape, origin);
        }
    }
}

impl Show for Lod {
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let lod = &file.records.body;
        for (index, component) in lod.components.iter().enumerate() {
            let origin = file.origin(format!("components[{index}]"));
            let found = stage.looks.resources.find(*component);
            match found {
                Some(found) if found.class == Some(class::SKIN) => {
                    match stage.looks.resources.read::<Skin>(&found.source) {
                        Ok(skin) => skin::show(stage, at, &skin, &lod.animations),
                        Err(error) => unread(stage, *component, &origin, &error),
                    }
                }
                _ if *component == 0 => {}
                _ => {
                    if let Some(mesh) = stage.mesh(*component, &origin) {
                        stage.attach(at, mesh);
                    }
                }
            }
        }
        for (name, volume) in lod.named_volumes() {
            let Some(shape) = volume_shape(volume, &at.world) else { continue };
            stage.mark(Mark::Collision, name.replace('_', " "), shape, file.origin(name));
        }
    }
}

/// Helper shape of a collision volume in world space.
fn volume_shape(volume: &Volume, world: &Mat4) -> Option<HelperShape> {
    let scale = world.x_axis.truncate().length();
    let ball = |centre: [f32; 3], radius: f32| HelperShape::Sphere {
        centre: world.transform_point3(Vec3::from(centre)),
        radius: radius * scale,
    };
    // As in meshes: x and z from −1 to 1, y from 0 to 1.
    let standing = |stored: &[f32; 16]| {
        let lifted = Mat4::from_translation(Vec3::new(0.0, 0.5, 0.0));
        cuboid(&(*world * matrix(stored) * lifted), Vec3::new(1.0, 0.5, 1.0))
    };
    Some(match volume {
        Volume::None => return None,
        Volume::Sphere(sphere) => ball(sphere.centre, sphere.radius),
        Volume::Marked(sphere) => ball(sphere.centre, sphere.radius),
        Volume::Long(long) => ball(long.sphere.centre, long.sphere.radius),
        Volume::Cuboid(cuboid) => standing(&cuboid.transform),
        Volume::Matrix(stored) => standing(stored),
        Volume::Cylinder(stored) => {
            let axis = Vec3::from(stored.axis) * stored.height;
            HelperShape::Cylinder {
                base: world.transform_point3(Vec3::from(stored.base)),
                axis: world.transform_vector3(axis),
                radius: stored.radius * scale,
            }
        }
    })
}

impl Show for RotShape {
    /// Adds a square in the plane of its node, which faces the viewer.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let shape = &file.records.body;
        let mut made = SceneMesh {
            name: called(stage, at),
            origin: file.whole(),
            face_spans: file.spans("materials"),
            normals: vec![Vec3::Z],
            face_values: vec![PackedInts::default(); stage.scene.face_fields.len()],
            ..SceneMesh::default()
        };
        let lit = std::mem::replace(&mut stage.looks.is_lit, false);
        let mut faces = Vec::new();
        for (index, quad) in shape.quads().enumerate() {
            let origin = file.origin("materials[0]");
            let look = stage.looks.add_material(&mut stage.scene, quad.material, true, &origin);
            made.uv_animations.extend(look.flow().cloned());
            let first = u32::try_from(made.positions.len()).unwrap_or(u32::MAX);
            made.positions.extend(quad.corners.map(finite));
            // A strip downwards from the top left: counter-clockwise, seen from +Z.
            let order = [0u32, 3, 1, 2];
            let of = |at: u32| usize::try_from(at).unwrap_or(0);
            let uvs = order.map(|at| look.uv(quad.texcoords[of(at) % 4]));
            let face = Face {
                corners: order.map(|at| first.saturating_add(at)),
                uvs,
                colours: [look.colour(Vec3::Z); 4],
                material: look.index,
                layer: look.layer,
                index: u32::try_from(index).unwrap_or(u32::MAX),
                ..Face::default()
            };
            faces.push((face, [0]));
        }
        stage.looks.is_lit = lit;
        made.add_faces(&faces);
        if made.faces.is_empty() {
            return;
        }
        let mesh = stage.scene.meshes.push(made);
        if let Some(node) = stage.scene.nodes.get_mut(at.node) {
            node.faces_viewer = Some(FacesViewer { leans: shape.mode != 0, front_is_z: true });
        }
        stage.attach(at, mesh);
    }
}

impl Show for Warp {
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        ambience::sky(stage, file, at.node);
    }
}

impl Show for Sun {
    /// Adds an arrow in the direction of the light, at its stored position.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let sun = &file.records.body;
        let place = at.world.transform_point3(finite(sun.position));
        let heading = finite(sun.direction).try_normalize().map(|direction| -direction);
        let name = called(stage, at);
        tinted(stage, sun.colour, |stage| {
            let shape = HelperShape::Point { at: place, heading };
            stage.mark(Mark::Lights, name, shape, file.origin("direction"));
        });
    }
}

/// Adds a helper in a colour from 0 to 1.
fn tinted(stage: &mut Stage<'_>, colour: [f32; 3], add: impl FnOnce(&mut Stage<'_>)) {
    let first = stage.scene.helpers.next_id();
    add(stage);
    let channel = |v: f32| (v * 255.0).clamp(0.0, 255.0).round() as u8;
    let made = stage.scene.helpers.ids().skip(first.index());
    let made: Vec<_> = made.collect();
    stage.scene.tints.extend(made.into_iter().map(|helper| (helper, colour.map(channel))));
}

impl Show for Omni {
    /// Adds spheres at the start and the end of its falloff.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let lamp = &file.records.body;
        let centre = at.world.w_axis.truncate();
        let name = called(stage, at);
        tinted(stage, lamp.colour, |stage| {
            for (what, radius) in [("start", lamp.start), ("end", lamp.end)] {
                let shape = HelperShape::Sphere { centre, radius };
                let name = format!("{name}, {what} of its falloff");
                stage.mark(Mark::Lights, name, shape, file.origin(what));
            }
        });
    }
}

impl Show for HFog {
    /// Adds the box in which the fog thickens; below it the fog is complete.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let fog = &file.records.body;
        let world = matrix(&fog.world_matrix) * Mat4::from_translation(Vec3::new(0.0, 0.5, 0.0));
        let name = called(stage, at);
        tinted(stage, fog.colour, |stage| {
            let shape = cuboid(&world, Vec3::new(1.0, 0.5, 1.0));
            stage.mark(Mark::Fog, name, shape, file.origin("world_matrix"));
        });
    }
}

impl Show for Camera {
    /// Adds a camera. Its target is resolved when all nodes exist.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        if stage.is_level {
            return;
        }
        let heading = at.world.transform_vector3(Vec3::Z).try_normalize();
        let shape = HelperShape::Point { at: at.world.w_axis.truncate(), heading };
        let name = called(stage, at);
        stage.mark(Mark::Cameras, name, shape, file.origin("fov"));
    }
}

impl Show for Spline {
    /// Adds the stored straight pieces of each section.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let name = called(stage, at);
        for (index, section) in file.records.body.sections.iter().enumerate() {
            let ends = section.pieces.iter().map(|piece| piece.to);
            let all = section.pieces.iter().take(1).map(|piece| piece.from).chain(ends);
            let line = all.map(|point| at.world.transform_point3(finite(point))).collect();
            let origin = file.origin(format!("sections[{index}]"));
            stage.mark(Mark::Paths, name.clone(), HelperShape::Line(line), origin);
        }
    }
}

impl Show for CollisionVol {
    /// Adds the unit cube in the space of its matrix.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let name = called(stage, at);
        for (index, matrices) in file.records.body.matrices.iter().enumerate() {
            let world = at.world * matrix(&matrices.local_matrix);
            let shape = cuboid(&world, Vec3::splat(0.5));
            let origin = file.origin(format!("matrices[{index}].local_matrix"));
            stage.mark(Mark::Volumes, name.clone(), shape, origin);
        }
    }
}

impl Show for MaterialAnim {
    /// Adds a square with the material.
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, at: &At<'_>) {
        let name = called(stage, at);
        let look = stage.looks.moving(&mut stage.scene, file, name);
        let square = [[-0.5, 0.5], [-0.5, -0.5], [0.5, 0.5], [0.5, -0.5]];
        let uvs = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
        let face = Face {
            corners: [0, 1, 2, 3],
            colours: [look.colour(Vec3::Z); 4],
            uvs: uvs.map(|uv| look.uv(uv)),
            material: look.index,
            layer: look.layer,
            ..Face::default()
        };
        let mut made = SceneMesh {
            name: called(stage, at),
            origin: file.whole(),
            positions: square.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
            normals: vec![Vec3::Z],
            face_values: vec![PackedInts::default(); stage.scene.face_fields.len()],
            ..SceneMesh::default()
        };
        made.add_faces(&[(face, [0])]);
        made.uv_animations.extend(look.flow().cloned());
        let mesh = stage.scene.meshes.push(made);
        stage.attach(at, mesh);
        stage.scene.tables.extend(tables::material_tracks(file, &stage.looks));
    }
}

impl Show for AnimFrame {
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, _: &At<'_>) {
        let own = [(file.whole(), &file.records.body)];
        stage.scene.tables.extend(tables::moving_nodes(own, &stage.looks));
    }
}

impl Show for World {
    fn show(file: &Loaded<Resource<Self>>, stage: &mut Stage<'_>, _: &At<'_>) {
        stage.scene.tables.extend(tables::world(file, &stage.looks));
        stage.scene.tables.extend(tables::animated_nodes(file, &stage.looks));
        let grids = [
            ("display_grid", &file.records.body.display_grid),
            ("collision_grid", &file.records.body.collision_grid),
            ("unhidden_grid", &file.records.body.unhidden_grid),
        ];
        for (name, grid) in grids {
            worlds::grid(stage, name.replace('_', " "), grid, file.origin(name));
        }
    }
}
