//! A small character: a body, an arm that is stitched to it, a hand on the arm, a head.

use std::sync::Arc;

use gouraud::bytes::Source;
use gouraud::container::{Context, MissingCompanion, NoNames, Siblings};
use gouraud::formats::Document;
use gouraud::formats::neversoft::psx::File;
use gouraud::formats::neversoft::psx::animation::{Animations, ClipEntry, Coding, Matrix};
use gouraud::formats::neversoft::psx::chunk::{Body, Chunk};
use gouraud::formats::neversoft::psx::records::Version;
use gouraud::scene::Scene;
use gouraud_testing::build::psx::{Builder, Corner, Polygon};

pub const BONES: usize = 4;
pub const PARENTS: [Option<usize>; BONES] = [None, Some(2), Some(0), Some(0)];
/// Offsets from the parent, in sixteenths.
pub const OFFSETS: [[i16; 3]; BONES] = [[16, -320, 8], [0, 160, 0], [96, -64, 0], [0, -160, 0]];

/// Rotations about x, y and z and position of every bone in a frame.
pub type Frame = Vec<[i16; 6]>;

/// The bones without clips. The hand comes before the arm, its parent.
pub fn bones() -> Builder {
    let mut builder = Builder::new(Version::V4);
    let square = |r: i16| Polygon::quad([[-r, -r, 0], [r, -r, 0], [-r, r, 0], [r, r, 0]]);
    let source = |y| Corner::Source([64, y, 0]);
    let body = Polygon::quad_of([
        Corner::At([-64, -96, 0]),
        source(-96),
        Corner::At([-64, 64, 0]),
        source(64),
    ]);
    let body = builder.model(0xB0, &[body]);
    let hand = builder.model(0xB1, &[square(24)]);
    // In the arm's space, whose origin is (96, -64, 0) in the body's space.
    let seam = |builder: &Builder, y: i16| {
        let source = builder.source(body, [64, y, 0]).unwrap();
        Corner::Stitched { source, at: [-32, y + 64, 0] }
    };
    let (upper, lower) = (seam(&builder, -96), seam(&builder, 64));
    let (a, b) = (Corner::At([16, -32, 0]), Corner::At([16, 160, 0]));
    let arm = builder.model(0xB2, &[Polygon::quad_of([upper, a, lower, b]).double_sided()]);
    let head = builder.model(0xB3, &[square(48)]);
    for (bone, model) in [body, hand, arm, head].into_iter().enumerate() {
        builder.bone(model, home(bone), PARENTS[bone].map(|parent| parent as u32));
    }
    builder
}

/// Rest position of a bone, in sixteenths from the origin of the model.
pub fn home(bone: usize) -> [i32; 3] {
    let above = PARENTS[bone].map_or([0; 3], home);
    [0, 1, 2].map(|axis| above[axis] + i32::from(OFFSETS[bone][axis]))
}

/// Frames in which every bone turns and the root moves.
pub fn dance(frames: i16) -> Vec<Frame> {
    let key = |frame: i16, bone: usize| {
        let [x, y, z] = OFFSETS[bone];
        let n = bone as i16 + 1;
        let turns = [40 * frame * n, -25 * frame, 4096 + 300 - 7 * frame * n];
        let place = if bone == 0 { [x + 5 * frame, y - frame * frame, z] } else { [x, y, z] };
        [turns[0], turns[1], turns[2], place[0], place[1], place[2]]
    };
    (0..frames).map(|frame| (0..BONES).map(|bone| key(frame, bone)).collect()).collect()
}

/// The character with two packed clips.
pub fn packed() -> File {
    let mut builder = bones();
    builder.packed_clip(&dance(9));
    builder.packed_clip(&dance(1));
    builder.finish().unwrap()
}

/// Rotation matrix of stored angles for column vectors: about z, then x, then y.
pub fn matrix_of(angles: [i16; 3]) -> [[f64; 3]; 3] {
    let [x, y, z] = angles.map(|a| f64::from(a) * std::f64::consts::TAU / 4096.0);
    let rx = [[1.0, 0.0, 0.0], [0.0, x.cos(), -x.sin()], [0.0, x.sin(), x.cos()]];
    let ry = [[y.cos(), 0.0, y.sin()], [0.0, 1.0, 0.0], [-y.sin(), 0.0, y.cos()]];
    let rz = [[z.cos(), -z.sin(), 0.0], [z.sin(), z.cos(), 0.0], [0.0, 0.0, 1.0]];
    product(product(ry, rx), rz)
}

fn product(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let cell = |row: usize, column: usize| (0..3).map(|i| a[row][i] * b[i][column]).sum();
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| cell(row, column)))
}

pub fn apply(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(v).map(|(m, v)| m * v).sum())
}

/// Position of a bone in a frame, in sixteenths from the origin of the model. Parents rotate the offsets
/// of their children.
pub fn origin(frame: &Frame, bone: usize) -> [f64; 3] {
    let own = [frame[bone][3], frame[bone][4], frame[bone][5]].map(f64::from);
    let Some(parent) = PARENTS[bone] else { return own };
    let [rx, ry, rz, ..] = frame[parent];
    let (above, own) = (origin(frame, parent), apply(matrix_of([rx, ry, rz]), own));
    [0, 1, 2].map(|axis| above[axis] + own[axis])
}

/// A frame as matrices and positions in the model.
pub fn stored_frame(frame: &Frame) -> Vec<Matrix> {
    let stored = |bone: usize| {
        let [rx, ry, rz, ..] = frame[bone];
        let rows = matrix_of([rx, ry, rz]);
        let mut rotation = [0; 9];
        for (to, from) in rotation.iter_mut().zip(rows.as_flattened()) {
            *to = (from * 4096.0).round() as i16;
        }
        Matrix { rotation, translation: origin(frame, bone).map(|v| v.round() as i16) }
    };
    (0..frame.len()).map(stored).collect()
}

/// The same dance as matrices, of which one in `tween + 1` is stored.
pub fn plain(frames: i16, tween: u16) -> File {
    let mut builder = bones();
    let stored: Vec<Vec<Matrix>> =
        dance(frames).iter().step_by(usize::from(tween) + 1).map(stored_frame).collect();
    builder.plain_clip(frames as usize, tween, &stored);
    builder.finish().unwrap()
}

/// A skater whose clips are in another file, with its bones in another order. Its own clip is its rest
/// pose.
pub struct Skater {
    /// The bones of [`bones`] in the order of the objects.
    pub order: [usize; BONES],
    /// Parent of each object.
    pub parents: [Option<u32>; BONES],
    /// Offset added to the position of each bone in the model, in sixteenths.
    pub moved: [[i32; 3]; BONES],
}

impl Skater {
    pub fn bytes(&self) -> Vec<u8> {
        let mut builder = Builder::new(Version::V4);
        let mut rest = Vec::new();
        for (bone, parent) in self.order.into_iter().zip(self.parents) {
            let square = [[-24, -24, 0], [24, -24, 0], [-24, 24, 0], [24, 24, 0]];
            let model = builder.model(0xC0 + bone as u32, &[Polygon::quad(square)]);
            let home = home(bone);
            let at = [0, 1, 2].map(|axis| home[axis] + self.moved[bone][axis]);
            builder.bone(model, at, parent);
            let rotation = [4096, 0, 0, 0, 4096, 0, 0, 0, 4096];
            rest.push(Matrix { rotation, translation: at.map(|v| v as i16) });
        }
        builder.plain_clip(1, 0, &[rest]);
        builder.finish().unwrap().write().unwrap()
    }
}

/// A header that assigns these names to the parts.
pub fn header(names: &[&str]) -> Vec<u8> {
    let line = |(number, name): (usize, &&str)| format!("#define APART_{name}\t\t{number}\n");
    names.iter().enumerate().map(line).collect::<String>().into_bytes()
}

/// A header that also names the parents of its parts.
pub fn header_with_parents(parts: &[(&str, Option<&str>)]) -> Vec<u8> {
    let line = |(number, (name, parent)): (usize, &(&str, Option<&str>))| {
        format!(
            "#define APART_{name}\t\t{number}\n//   parent: {}\n",
            parent.unwrap_or("Scene Root")
        )
    };
    parts.iter().enumerate().map(line).collect::<String>().into_bytes()
}

/// Clips with these data offsets after the table, and these frame counts.
pub fn clips_at(list: &[(u32, u16)]) -> Vec<ClipEntry> {
    let data = 4 + 8 * list.len() as u32;
    list.iter()
        .map(|(at, frames)| ClipEntry { offset: data + at, frames: *frames, tween: 0 })
        .collect()
}

/// A file with these clips.
pub fn with_clips(animations: Animations) -> Vec<u8> {
    use gouraud::formats::neversoft::psx::chunk::tag;
    let mut file = bones().finish().unwrap();
    let tag = match animations.coding {
        Coding::Matrices => tag::ANIMATION,
        Coding::Streams => tag::PACKED_ANIMATION,
    };
    file.library.as_mut().unwrap().chunks.push(Chunk::new(tag, Body::Animation(animations)));
    file.write().unwrap()
}

/// Files next to the opened one.
pub struct InMemoryFiles(pub Vec<(&'static str, Vec<u8>)>);

impl Siblings for InMemoryFiles {
    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let miss = || MissingCompanion { name: name.into(), looked_in: "a test".into() };
        found.map(|(name, bytes)| Source::from_bytes(*name, bytes.clone())).ok_or_else(miss)
    }
    fn names(&self) -> Arc<[String]> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

pub fn open(bytes: &[u8]) -> Document {
    super::fixture::open_as("hawk.psx", bytes)
}

/// Scene of the character among these files, and all its problems.
pub fn scene_with_files(bytes: &[u8], files: Vec<(&'static str, Vec<u8>)>) -> (Scene, Vec<String>) {
    let context = Context { siblings: &InMemoryFiles(files), names: &NoNames };
    let (scene, problems) = open(bytes).content.displayed().scene(context).unwrap();
    (scene, problems.iter().map(|problem| problem.to_string()).collect())
}
