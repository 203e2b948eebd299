//! Builds scenes and savegames.

use super::{InstanceTransform, Names, container};
use glam::{EulerRot, Quat};
use gouraud::bytes::layout::Text;
use gouraud::bytes::{Writer, cp1252};
use gouraud::formats::ms::bmp::{self, Bmp};
use gouraud::formats::trespasser::groff::body::Body;
use gouraud::formats::trespasser::groff::directory::kind;
use gouraud::formats::trespasser::groff::grf::Point;
use gouraud::formats::trespasser::groff::instance_hash;
use gouraud::formats::trespasser::groff::records::Groff;
use gouraud::formats::trespasser::groff::scn::block::{Block, Place as BlockPlace, Quaternion};
use gouraud::formats::trespasser::groff::scn::saved::{
    Hierarchy, Label, Pair, Partition, PartitionBox, Partitions, Path, SaveHeader, VISIBLE,
};

/// A scene under construction.
pub struct Scene {
    pub header: SaveHeader,
    partitions: Vec<Partition>,
    /// Hierarchy, TerrainHierarchy, TriggerHierarchy.
    hierarchies: [Vec<Pair>; 3],
    blocks: Vec<(u32, Block)>,
    saved: Option<(String, String, Bmp)>,
}

impl Scene {
    /// A scene of the level at this path.
    pub fn new(level: &str) -> Self {
        Self {
            header: header(level),
            partitions: Vec::new(),
            hierarchies: Default::default(),
            blocks: Vec::new(),
            saved: None,
        }
    }

    /// Turns it into a savegame with its name, the scene it was saved in, and its picture.
    pub fn saved(mut self, name: &str, scene: &str, picture: Bmp) -> Self {
        self.saved = Some((name.to_owned(), scene.to_owned(), picture));
        self
    }

    /// Adds a partition and returns its ID.
    pub fn partition(&mut self, centre: [f32; 3], half: [f32; 3]) -> u32 {
        let point = |p: [f32; 3]| Point::new(p[0], p[1], p[2]);
        let extent = PartitionBox { centre: point(centre), half: point(half) };
        self.partitions.push(Partition { flags: VISIBLE, extent });
        extent.id()
    }

    /// Attaches a node to a parent (0 for none) in one of the three lists.
    pub fn hang(&mut self, list: usize, node: u32, parent: u32) {
        if let Some(pairs) = self.hierarchies.get_mut(list) {
            pairs.push(Pair { node, parent });
        }
    }

    /// Adds the block of an instance.
    pub fn block(&mut self, instance: &str, block: Block) {
        self.blocks.push((instance_hash(instance), block));
    }

    /// Adds the block of a movable instance.
    pub fn moved(&mut self, instance: &str, place: InstanceTransform, flags: u32) {
        let place = saved_place(place);
        self.block(instance, Block::Placement { place, flags: Some(flags) });
    }

    /// Builds the file.
    pub fn finish(self) -> Groff {
        let blocks = self.blocks.into_iter();
        let mut blocks: Vec<(String, Body)> =
            blocks.map(|(hash, block)| (format!("{hash:X}"), Body::Block(block))).collect();
        blocks.sort_by(|a, b| a.0.cmp(&b.0));
        let mut sections = Vec::new();
        if let Some((name, scene, picture)) = self.saved {
            sections.push(("SaveGameName", Body::Label(label(&name, 21))));
            sections.push(("SaveSCNName", Body::Label(label(&scene, 20))));
            sections.push(("SaveBMP", Body::Picture(picture)));
        }
        sections.push(("Header", Body::SaveHeader(self.header)));
        let partitions = Partitions { marker: 1, list: self.partitions, with_flags: true };
        sections.push(("Partitions", Body::Partitions(partitions)));
        let names = ["Hierarchy", "TerrainHierarchy", "TriggerHierarchy"];
        for (name, pairs) in names.into_iter().zip(self.hierarchies) {
            sections.push((name, Body::Hierarchy(Hierarchy { pairs })));
        }
        sections.extend(blocks.iter().map(|(name, body)| (name.as_str(), body.clone())));
        let special = |(name, body): (&str, Body)| (name.to_owned(), kind::SPECIAL, body);
        container(Names::default(), sections.into_iter().map(special).collect())
    }
}

/// Header of a scene with one level.
pub fn header(path: &str) -> SaveHeader {
    let slot = |text: &str| {
        let mut slot = [0; 256];
        slot.iter_mut().zip(cp1252::encode(text)).for_each(|(to, from)| *to = from);
        Path { text: Text(slot) }
    };
    SaveHeader {
        version: 22,
        paths: [path, "", "", "", ""].map(slot).into(),
        brief: 1,
        animal_version: 10,
        spare: vec![0; 48],
        ..SaveHeader::default()
    }
}

/// A text followed by a NUL, in `size` bytes.
fn label(text: &str, size: usize) -> Label {
    let mut bytes = cp1252::encode(text);
    bytes.truncate(size.saturating_sub(1));
    bytes.resize(size, 0);
    Label { bytes }
}

/// A bitmap file of these colours, row by row from the top.
pub fn picture(width: u32, height: u32, texel: impl Fn(u32, u32) -> [u8; 3]) -> Bmp {
    let mut pixels = Writer::default();
    for y in (0..height).rev() {
        for x in 0..width {
            let [red, green, blue] = texel(x, y);
            pixels.bytes(&[blue, green, red]);
        }
        pixels.align(4);
    }
    let pixels = pixels.finish();
    let image_size = u32::try_from(pixels.len()).unwrap_or(u32::MAX);
    let header = bmp::Header {
        size: 40,
        width: i32::try_from(width).unwrap_or(i32::MAX),
        height: i32::try_from(height).unwrap_or(i32::MAX),
        planes: 1,
        bits: 24,
        image_size,
        ..bmp::Header::default()
    };
    Bmp {
        magic: bmp::MAGIC,
        file_size: 54 + image_size,
        pixels_at: 54,
        header,
        pixels: pixels.into(),
        ..Bmp::default()
    }
}

/// A placement as stored in blocks.
pub fn saved_place(place: InstanceTransform) -> BlockPlace {
    let [x, y, z] = place.position;
    let [ax, ay, az] = place.angles;
    // About X first: the matrix is Rz · Ry · Rx.
    let turn = Quat::from_euler(EulerRot::ZYX, az, ay, ax);
    BlockPlace {
        position: Point::new(x, y, z),
        rotation: Quaternion { w: turn.w, x: turn.x, y: turn.y, z: turn.z },
        scale: place.scale,
    }
}
