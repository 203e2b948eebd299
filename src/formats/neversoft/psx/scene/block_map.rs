//! Displays the block map of a level (section 10.1): a grid above it, with cells that list their objects.

use glam::Vec3;

use super::super::chunk::{BlockMap, Chunk};
use super::super::records::File;
use crate::bytes::count32;
use crate::formats::Loaded;
use crate::formats::neversoft::transform::turn;
use crate::scene::{Helper, HelperShape, LayerKind, NodeId, Scene};

/// Maximum number of cells that get a helper; a normal map has 20 × 20.
const MAX_CELLS: usize = 4096;

/// Adds the map above the level, where every cell can be clicked. `nodes` are those of its objects.
pub fn add(scene: &mut Scene, file: &Loaded<File>, nodes: &[Option<NodeId>]) {
    let Some((index, map)) = file.records.last(Chunk::block_map) else { return };
    let [xmin, zmin, xmax, zmax] = map.bounds.map(|v| v as f32 / 4096.0);
    let top = highest(scene, nodes);
    let (a, b) = (turn(Vec3::new(xmin, 0.0, zmin)), turn(Vec3::new(xmax, 0.0, zmax)));
    let (min, max) = (a.min(b).with_y(top), a.max(b).with_y(top));
    let layer = scene.layer("Block map", LayerKind::Helper, false);
    scene.helpers.push(Helper {
        name: format!("block map {} x {}", map.nx, map.nz),
        layer,
        shape: HelperShape::Grid {
            min,
            max,
            nx: map.nx.into(),
            nz: map.nz.into(),
            counts: counts(map),
        },
        origin: super::chunk_of(file, index),
    });
    add_cells(scene, file, index, nodes, [min, max]);
}

/// Adds a helper for each cell that lists objects, linked to the placed ones.
fn add_cells(
    scene: &mut Scene,
    file: &Loaded<File>,
    chunk: usize,
    nodes: &[Option<NodeId>],
    [min, max]: [Vec3; 2],
) {
    let Some((_, map)) = file.records.last(Chunk::block_map) else { return };
    let (nx, nz) = (usize::from(map.nx).max(1), usize::from(map.nz).max(1));
    let layer = scene.layer("Block map", LayerKind::Helper, false);
    let side = (max - min) / Vec3::new(nx as f32, 1.0, nz as f32);
    let cells = map.cells.iter().take((nx * nz).min(MAX_CELLS)).enumerate();
    for (at, cell) in cells.filter(|(_, cell)| !cell.objects.is_empty()) {
        let (x, z) = (at % nx, at / nx);
        // The axis conversion mirrors Z: the first stored row is the far one.
        let row = nz - 1 - z;
        let from = min + side * Vec3::new(x as f32, 0.0, row as f32);
        let helper = scene.helpers.push(Helper {
            name: format!("cell {x}, {z}"),
            layer,
            shape: HelperShape::Area { min: from, max: from + side * Vec3::new(1.0, 0.0, 1.0) },
            origin: file.origin(format!("chunks[{chunk}].cells[{at}]")),
        });
        let object = |object: &u32| nodes.get(usize::try_from(*object).ok()?).copied().flatten();
        scene.held.insert(helper, cell.objects.iter().filter_map(object).collect());
    }
}

/// Objects per cell, rows in the order of the scene's Z; cells that were not read are empty.
fn counts(map: &BlockMap) -> Vec<u32> {
    let (nx, nz) = (usize::from(map.nx), usize::from(map.nz));
    // The header may state more cells than were read.
    if map.cells.len() < nx * nz {
        return Vec::new();
    }
    let cell = |x: usize, z: usize| {
        let cell = map.cells.get((nz - 1 - z) * nx + x);
        cell.map_or(0, |cell| count32(cell.objects.len()))
    };
    (0..nz).flat_map(|z| (0..nx).map(move |x| cell(x, z))).collect()
}

/// Highest point of the geometry of these nodes; 0 if there is none.
fn highest(scene: &Scene, nodes: &[Option<NodeId>]) -> f32 {
    let world = scene.world_transforms();
    let placed = nodes.iter().flatten().filter_map(|node| {
        let mesh = scene.mesh_of(scene.nodes.get(*node)?)?;
        Some((mesh, world.get(node.index())?))
    });
    let points = placed
        .flat_map(|(mesh, world)| mesh.positions.iter().map(|p| world.transform_point3(*p).y));
    points.reduce(f32::max).unwrap_or(0.0)
}
