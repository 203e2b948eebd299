//! Builds block maps over the objects of a level.

use crate::build::count;
use gouraud::formats::neversoft::psx::chunk::{BlockMap, Cell};
use gouraud::formats::neversoft::psx::derive;

/// Margin around the area of all footprints: 32 units.
const MARGIN: i64 = 0x20000;

/// A valid block map of `n` × `n` square cells over objects with these footprints.
pub fn block_map(footprints: &[[i64; 4]], n: u16) -> BlockMap {
    let n = i64::from(n.max(1));
    let least = |i: usize| footprints.iter().map(|f| f[i]).min().unwrap_or(0) - MARGIN;
    let most = |i: usize| footprints.iter().map(|f| f[i]).max().unwrap_or(0) + MARGIN;
    let (xmin, zmin, xmax, zmax) = (least(0), least(1), most(2), most(3));
    let side = ((xmax - xmin + n - 1) / n).max((zmax - zmin + n - 1) / n);
    let bounds = [xmin, zmin, xmin + n * side, zmin + n * side];
    let cells = (0..n * n).map(|cell| {
        let (x, z) = (xmin + cell % n * side, zmin + cell / n * side);
        let touches = |f: &[i64; 4]| derive::touches(f, [x, z, x + side, z + side]);
        let objects = footprints.iter().enumerate().filter(|(_, f)| touches(f));
        Cell { objects: objects.map(|(index, _)| count(index)).collect(), ..Cell::default() }
    });
    let n = u16::try_from(n).unwrap_or(u16::MAX);
    let stored = |v: i64| i32::try_from(v).unwrap_or(if v < 0 { i32::MIN } else { i32::MAX });
    BlockMap { bounds: bounds.map(stored), nx: n, nz: n, cells: cells.collect() }
}
