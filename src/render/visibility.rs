//! What is shown, from which side, and how large it is.

use std::collections::BTreeSet;

use glam::{Mat4, Vec3};

use super::geometry::billboard;
use crate::scene::{Face, Front, LayerKind, NO_CORNER, Node, Posed, Scene, Winding};

/// Which layers and nodes are drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visibility {
    /// One for each of [`Scene::layers`]; a missing entry is shown.
    pub layers: Vec<bool>,
    /// One for each of [`Scene::nodes`]; a missing entry is shown.
    pub nodes: Vec<bool>,
    /// Meshes whose front is shown on the other side than the scene says.
    pub turned: BTreeSet<u32>,
}

impl Visibility {
    /// As the scene opens.
    pub fn initial(scene: &Scene) -> Self {
        let layers = scene.layers.iter().map(|layer| layer.visible).collect();
        Self { layers, ..Self::default() }.with_variants(scene)
    }

    /// What the game draws: no invisible layer, no helper.
    pub fn as_game(scene: &Scene) -> Self {
        let unseen = [LayerKind::Invisible, LayerKind::Helper];
        let layers = scene.layers.iter().map(|l| l.visible && !unseen.contains(&l.kind)).collect();
        Self { layers, ..Self::default() }.with_variants(scene)
    }

    fn with_variants(mut self, scene: &Scene) -> Self {
        for (index, variant) in scene.variants.iter().enumerate() {
            self.choose(scene, index, variant.chosen);
        }
        self
    }

    /// Shows one option of a variant and hides the others, each with all below its nodes; `None`
    /// hides them all.
    pub fn choose(&mut self, scene: &Scene, variant: usize, option: Option<u32>) {
        let Some(variant) = scene.variants.get(variant) else { return };
        let others = scene.with_all_below(&variant.unchosen(option));
        let chosen = option.and_then(|option| variant.options.get(option as usize));
        let chosen = scene.with_all_below(chosen.map_or(&[][..], |option| &option.nodes));
        self.nodes.resize(scene.nodes.len(), true);
        for ((shown, other), chosen) in self.nodes.iter_mut().zip(others).zip(chosen) {
            *shown = (*shown || chosen) && !other;
        }
    }

    /// The same without anything that is behind everything.
    pub fn without_sky(mut self, scene: &Scene) -> Self {
        self.layers.resize(scene.layers.len(), true);
        for (shown, layer) in self.layers.iter_mut().zip(&scene.layers) {
            *shown &= layer.kind != LayerKind::Sky;
        }
        self
    }

    /// Shows or hides a layer.
    pub fn show_layer(&mut self, layer: u16, shown: bool) {
        let index = usize::from(layer);
        if self.layers.len() <= index {
            self.layers.resize(index + 1, true);
        }
        if let Some(place) = self.layers.get_mut(index) {
            *place = shown;
        }
    }

    pub fn layer(&self, layer: u16) -> bool {
        self.layers.get(usize::from(layer)).copied().unwrap_or(true)
    }

    /// Whether the fronts of a node's faces run clockwise in the world.
    pub fn fronts_clockwise(&self, scene: &Scene, node: &Node, world: &Mat4) -> bool {
        let mesh = scene.mesh_of(node);
        let clockwise = mesh.is_some_and(|mesh| mesh.winding == Winding::Clockwise);
        let turned = mesh.is_some_and(|mesh| mesh.front == Front::Turned);
        let by_hand = node.mesh.is_some_and(|mesh| self.turned.contains(&mesh));
        clockwise ^ turned ^ by_hand ^ (world.determinant() < 0.0)
    }

    /// Whether node `index` of the scene is drawn, by itself and by its layer.
    pub fn node(&self, scene: &Scene, index: usize) -> bool {
        let own = self.nodes.get(index).copied().unwrap_or(true);
        own && scene.nodes.get(index).is_some_and(|node| self.layer(node.layer))
    }
}

/// A box along the axes, in world space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Bounds {
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let mut points = points.into_iter().filter(|p| p.is_finite());
        let first = points.next()?;
        Some(points.fold(Self { min: first, max: first }, |b, p| Self {
            min: b.min.min(p),
            max: b.max.max(p),
        }))
    }

    pub fn centre(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    pub fn holds(&self, point: Vec3) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Half the diagonal.
    pub fn radius(&self) -> f32 {
        (self.max - self.min).length() * 0.5
    }

    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            Vec3::new(
                if i & 1 == 0 { self.min.x } else { self.max.x },
                if i & 2 == 0 { self.min.y } else { self.max.y },
                if i & 4 == 0 { self.min.z } else { self.max.z },
            )
        })
    }
}

/// World position of every corner of every shown face, sky apart. Where no face is shown, the
/// points of the shown helpers.
pub fn drawn_points(scene: &Scene, visibility: &Visibility) -> Vec<Vec3> {
    posed_points(scene, visibility, &Posed::at_rest(scene))
}

/// The same in a pose.
pub fn posed_points(scene: &Scene, visibility: &Visibility, posed: &Posed) -> Vec<Vec3> {
    let mut points = Vec::new();
    for (index, node) in (0u32..).zip(&scene.nodes) {
        if visibility.node(scene, index as usize) && !is_sky(scene, node.layer) {
            add_mesh(scene, index, posed, visibility, &mut points);
        }
    }
    if points.is_empty() {
        for helper in scene.helpers.iter().filter(|h| visibility.layer(h.layer)) {
            points.extend(helper.shape.points());
        }
    }
    points
}

/// The box around each node that is shown in a pose, sky apart.
pub fn placed_bounds(scene: &Scene, visibility: &Visibility, posed: &Posed) -> Vec<Bounds> {
    let mut points = Vec::new();
    let nodes = (0u32..).zip(&scene.nodes).filter(|(index, node)| {
        visibility.node(scene, *index as usize) && !is_sky(scene, node.layer)
    });
    let boxes = nodes.filter_map(|(index, _)| {
        points.clear();
        add_mesh(scene, index, posed, visibility, &mut points);
        Bounds::of(points.iter().copied())
    });
    boxes.collect()
}

/// The box around what is shown.
pub fn drawn_bounds(scene: &Scene, visibility: &Visibility) -> Option<Bounds> {
    Bounds::of(drawn_points(scene, visibility))
}

/// Adds the corners of a node's faces.
fn add_mesh(scene: &Scene, node: u32, posed: &Posed, shown: &Visibility, out: &mut Vec<Vec3>) {
    let index = scene.nodes.get(node as usize).and_then(|node| node.mesh);
    let mesh = index.and_then(|index| Some((index, scene.meshes.get(index as usize)?)));
    let (Some((index, mesh)), Some(place)) = (mesh, posed.placed().get(node as usize)) else {
        return;
    };
    // Each position once, however many faces share it.
    let mut used = vec![false; mesh.positions.len()];
    for face in &mesh.faces {
        if shown.layer(face.layer) && !is_sky(scene, face.layer) {
            for corner in corners(face) {
                let anchor = billboard(mesh, corner).map_or(corner, |b| b.anchor);
                if let Some(used) = used.get_mut(anchor as usize) {
                    *used = true;
                }
            }
        }
    }
    let points = posed.positions(scene, index).iter().zip(&used).filter(|(_, used)| **used);
    out.extend(points.map(|(p, _)| place.transform_point3(*p)));
}

fn corners(face: &Face) -> impl Iterator<Item = u32> {
    face.corners.into_iter().filter(|c| *c != NO_CORNER)
}

pub(super) fn is_sky(scene: &Scene, layer: u16) -> bool {
    scene.layers.get(usize::from(layer)).is_some_and(|l| l.kind == LayerKind::Sky)
}
