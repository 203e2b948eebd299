//! TotemTech `.TWORLD` (class WORLD): the nodes of a level, its sky, its grids, and its animated
//! nodes. No header.
//!
//! | part | element |
//! |---|---|
//! | `reserved` | 4 |
//! | `nodes`, `outside_nodes`, `omni_nodes`: name hashes | 4 |
//! | `root` | 4 |
//! | three [grids](Grid): display, collision, nodes that cannot be hidden | 40 and lists |
//! | `animated_nodes` | 4 and more |
//! | `camera_zones`, `unused` (not in version 1.75), `occluders` | 4 |
//! | `sky`, `prefabs` | 4, 4 |
//!
//! The unused list is assumed to be present unless only a reading without it ends exactly at the
//! end of the file.
//!
//! Source: format document `totem-level.md`, section 16.

mod animated;

pub use animated::{AnimFrame, AnimatedNode, Follow, Start, Trigger};

use crate::bytes::layout::{Extent, Layout, Measuring, Pass};
use crate::bytes::{Hint, Result, Shaped};
use crate::formats::totem::resource::{Class, SEEN, info};
use crate::formats::{Counts, FormatInfo};
use crate::record;

record! {
    /// A node in a cell of a grid.
    pub struct GridEntry {
        pub next: u32 => Hint::Hex,
        pub previous: u32 => Hint::Hex,
        pub next_of_node: u32 => Hint::Hex,
        pub cell: u32 => Hint::Hex,
        pub node: u32 => Hint::Name,
    }
}

record! {
    /// Position and size of a grid.
    pub struct GridHead {
        pub min: [f32; 2],
        pub max: [f32; 2],
        pub inverse_diagonal: [f32; 2],
        pub columns: u32,
        pub rows: u32,
        pub first_free: u32 => Hint::Hex,
        pub free_count: u32,
    }
}

/// Cells on the ground, each with a chain of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    pub head: GridHead,
    /// Index of the first entry of each cell; the list is stored without a count.
    pub cells: Vec<u32>,
    pub entries: Vec<GridEntry>,
}

impl Layout for Grid {
    const TYPE: &'static str = "Grid";
    const MIN_SIZE: u64 = GridHead::SIZE as u64 + 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("head", &mut self.head)?;
        let cells = u64::from(self.head.columns) * u64::from(self.head.rows);
        let cells = usize::try_from(cells).unwrap_or(usize::MAX);
        pass.run(("cells", Hint::Hex), &mut self.cells, cells)?;
        pass.counted::<u32, _>("entry_count", "entries", &mut self.entries)?;
        Ok(())
    }
}

/// A level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    pub reserved: u32,
    /// Name hashes of all nodes.
    pub nodes: Vec<u32>,
    pub outside_nodes: Vec<u32>,
    pub omni_nodes: Vec<u32>,
    pub root: u32,
    pub display_grid: Grid,
    pub collision_grid: Grid,
    pub unhidden_grid: Grid,
    pub animated_nodes: Vec<AnimatedNode>,
    pub camera_zones: Vec<u32>,
    /// `None` in version 1.75.
    pub unused: Option<Vec<u32>>,
    pub occluders: Vec<u32>,
    /// Name hash of a WARP.
    pub sky: u32,
    /// Name hash of a GAMEOBJ.
    pub prefabs: u32,
}

/// Content after the animated nodes.
#[derive(Clone, Debug, Default)]
struct End(World);

/// `true` if the unused list exists.
#[derive(Clone, Copy)]
struct HasUnused(bool);

impl Layout<HasUnused> for End {
    const TYPE: &'static str = "World";
    const MIN_SIZE: u64 = 16;

    fn pass<P: Pass>(&mut self, pass: &mut P, has: HasUnused) -> Result<()> {
        self.0.unused = has.0.then(Vec::new);
        self.0.end(pass)
    }
}

impl World {
    fn end<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        let named = |name: &'static str| (name, Hint::Name);
        pass.counted::<u32, _>("camera_zone_count", named("camera_zones"), &mut self.camera_zones)?;
        if let Some(unused) = &mut self.unused {
            pass.counted::<u32, _>("unused_count", named("unused"), unused)?;
        }
        pass.counted::<u32, _>("occluder_count", named("occluders"), &mut self.occluders)?;
        pass.value(named("sky"), &mut self.sky)?;
        pass.value(named("prefabs"), &mut self.prefabs)
    }
}

impl Layout for World {
    const TYPE: &'static str = "World";
    const MIN_SIZE: u64 = 40 + 3 * Grid::MIN_SIZE;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let named = |name: &'static str| (name, Hint::Name);
        pass.value("reserved", &mut self.reserved)?;
        pass.counted::<u32, _>("node_count", named("nodes"), &mut self.nodes)?;
        let outside = named("outside_nodes");
        pass.counted::<u32, _>("outside_node_count", outside, &mut self.outside_nodes)?;
        pass.counted::<u32, _>("omni_node_count", named("omni_nodes"), &mut self.omni_nodes)?;
        pass.value(named("root"), &mut self.root)?;
        pass.group("display_grid", &mut self.display_grid, ())?;
        pass.group("collision_grid", &mut self.collision_grid, ())?;
        pass.group("unhidden_grid", &mut self.unhidden_grid, ())?;
        pass.counted::<u32, _>("animated_node_count", "animated_nodes", &mut self.animated_nodes)?;
        if pass.is_reading() {
            let ends = |has: bool| {
                let len = pass.remaining();
                let skim = Measuring::new(pass.ahead(), len, 0, pass.endian());
                skim.extent(&mut End::default(), HasUnused(has)) == Extent::Ends(len)
            };
            self.unused = (ends(true) || !ends(false)).then(Vec::new);
        }
        self.end(pass)
    }
}

impl Class for World {
    const INFO: FormatInfo = info("totem.world", "TotemTech world", &["tworld"], SEEN);
    const ROOT: &'static str = "World";
    const LISTS: &'static [&'static str] = &[
        "nodes",
        "outside_nodes",
        "omni_nodes",
        "camera_zones",
        "unused",
        "occluders",
        "animated_nodes",
    ];

    fn count(&self, counts: &mut Counts) {
        counts.set("objects", self.nodes.len());
        counts.set("animations", self.animated_nodes.len());
    }
}
