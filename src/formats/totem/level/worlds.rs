//! Worlds, which list the nodes of a level, and their grids.

use std::sync::Arc;

use glam::Vec3;

use super::scene_builder::{Mark, Stage};
use crate::formats::Loaded;
use crate::formats::totem::class;
use crate::formats::totem::resource::Resource;
use crate::formats::totem::world::{Grid, World};
use crate::scene::{HelperShape, Origin};

/// A world with its file.
pub type WorldFile = Arc<Loaded<Resource<World>>>;

/// All worlds of the archive.
pub fn read_all(stage: &mut Stage<'_>) -> Vec<WorldFile> {
    let hashes = stage.looks.resources.of_class(class::WORLD);
    let mut worlds = Vec::new();
    for hash in hashes {
        let Some(source) = stage.looks.resources.open(hash) else { continue };
        match stage.looks.resources.read::<Resource<World>>(&source) {
            Ok(world) => worlds.push(world),
            Err(error) => {
                let at = Origin::new(source.span(), "");
                stage.looks.warn(&at, format!("the world cannot be read: {error}"));
            }
        }
    }
    worlds
}

/// Adds a grid on the ground, with the number of nodes in each cell.
pub fn grid(stage: &mut Stage<'_>, name: String, grid: &Grid, origin: Origin) {
    let ([x0, z0], [x1, z1]) = (grid.head.min, grid.head.max);
    let (nx, nz) = (grid.head.columns, grid.head.rows);
    let cells = grid.cells.len();
    if u64::from(nx) * u64::from(nz) != cells as u64 || cells == 0 {
        return;
    }
    let mut counts = vec![0u32; cells];
    for entry in &grid.entries {
        let cell = usize::try_from(entry.cell).ok().and_then(|cell| counts.get_mut(cell));
        if let Some(count) = cell.filter(|_| entry.node != 0) {
            *count += 1;
        }
    }
    let (min, max) = (Vec3::new(x0, 0.0, z0), Vec3::new(x1, 0.0, z1));
    stage.mark(Mark::Volumes, name, HelperShape::Grid { min, max, nx, nz, counts }, origin);
}
