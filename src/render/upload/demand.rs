//! Priority of textures for a camera.

use std::collections::HashMap;

use glam::{Mat4, Vec2, Vec3};

use crate::render::view::{Bounds, Camera, Projection, Visibility};
use crate::scene::{Mesh, Posed, Scene, Surface, TextureId};

/// Textures and sizes of the meshes of a scene.
#[derive(Debug, Default)]
pub struct Demand {
    meshes: Vec<Covered>,
}

#[derive(Debug)]
struct Covered {
    /// Bounding sphere of the unposed mesh, in its own space.
    centre: Vec3,
    radius: f32,
    textures: Vec<TextureId>,
}

/// Priority of a texture, highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    /// In the picture, at this distance from the eye. The bits of positive floats sort like the numbers.
    Seen(u32),
    Outside(u32),
    Hidden,
}

/// Textures by priority.
#[derive(Debug)]
pub struct Ranking {
    pub order: Vec<TextureId>,
    /// Number of textures in the picture.
    pub seen: usize,
}

impl Demand {
    pub fn new(scene: &Scene) -> Self {
        Self { meshes: scene.meshes.iter().map(|mesh| covered(scene, mesh)).collect() }
    }

    /// Ranks `textures`: those in the picture first, by distance.
    pub fn rank(
        &self,
        textures: impl Iterator<Item = TextureId>,
        scene: &Scene,
        posed: &Posed,
        visibility: &Visibility,
        sight: &ViewVolume,
    ) -> Ranking {
        let mut ranks: HashMap<TextureId, Rank> = HashMap::new();
        for (index, node) in scene.nodes.pairs() {
            let Some(mesh) = node.mesh.and_then(|mesh| self.meshes.get(mesh.index())) else {
                continue;
            };
            let Some(world) = posed.placed().get(index.index()) else { continue };
            if !visibility.node(scene, index) {
                continue;
            }
            let rank = match scene.is_sky(node.layer) {
                true => Rank::Seen(0),
                false => sight.rank(mesh, world),
            };
            for texture in &mesh.textures {
                let best = ranks.entry(*texture).or_insert(rank);
                *best = rank.min(*best);
            }
        }
        if let Some(sky) = scene.sky.as_ref().filter(|sky| visibility.layer(sky.layer)) {
            ranks.extend(sky.texture.map(|texture| (texture, Rank::Seen(0))));
        }
        let ranked = |texture| (ranks.get(&texture).copied().unwrap_or(Rank::Hidden), texture);
        let mut ranked: Vec<(Rank, TextureId)> = textures.map(ranked).collect();
        ranked.sort_unstable();
        let seen = ranked.partition_point(|(rank, _)| matches!(rank, Rank::Seen(_)));
        Ranking { order: ranked.into_iter().map(|(_, texture)| texture).collect(), seen }
    }
}

fn covered(scene: &Scene, mesh: &Mesh) -> Covered {
    let mut materials: Vec<_> = mesh.faces.materials().collect();
    materials.sort_unstable();
    materials.dedup();
    let own = materials.iter().filter_map(|at| Some(scene.materials.get(*at)?.surface));
    let books = scene.flipbooks.iter().filter(|b| materials.binary_search(&b.material).is_ok());
    let pages = books.flat_map(|book| &book.frames).map(|frame| frame.surface);
    let texture = |surface| match surface {
        Surface::Textured { texture, .. } => Some(texture),
        _ => None,
    };
    let mut textures: Vec<_> = own.chain(pages).filter_map(texture).collect();
    textures.sort_unstable();
    textures.dedup();
    let bounds = Bounds::of(mesh.positions.iter().copied());
    let (centre, radius) = bounds.map_or((Vec3::ZERO, 0.0), |b| (b.centre(), b.radius()));
    Covered { centre, radius, textures }
}

/// View volume of a camera.
#[derive(Debug)]
pub struct ViewVolume {
    view: Mat4,
    /// Tangents of half the angles of view, across and up.
    slope: Vec2,
    /// Half width and height of a parallel view.
    half: Option<Vec2>,
}

impl ViewVolume {
    pub fn new(camera: &Camera, aspect: f32) -> Self {
        let slope = Vec2::new(aspect, 1.0) * camera.half_height();
        let parallel = camera.projection == Projection::Orthographic;
        Self { view: camera.view(), slope, half: parallel.then_some(slope * camera.distance) }
    }

    fn rank(&self, mesh: &Covered, world: &Mat4) -> Rank {
        let scale = world.x_axis.length().max(world.y_axis.length()).max(world.z_axis.length());
        let radius = mesh.radius * scale;
        let centre = self.view.transform_point3(world.transform_point3(mesh.centre));
        let distance = (centre.length() - radius).max(0.0);
        let across = centre.truncate().abs();
        let seen = match self.half {
            Some(half) => (across - half).cmple(Vec2::splat(radius)).all(),
            None => {
                // Distance from the sides of the pyramid, and from the plane of the eye.
                let ahead = -centre.z;
                let beyond = (across - self.slope * ahead)
                    / (Vec2::ONE + self.slope * self.slope).map(f32::sqrt);
                ahead > -radius && beyond.cmple(Vec2::splat(radius)).all()
            }
        };
        if seen { Rank::Seen(distance.to_bits()) } else { Rank::Outside(distance.to_bits()) }
    }
}
