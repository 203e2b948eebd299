//! Small models of the PC version, file by file.

use crate::build::ff7::animation::Pose;
use crate::build::ff7::pc::{
    MeshGroup, bone, cuboid, field, indexed, mesh, pack, skeleton, square,
};
use gouraud::formats::Records;
use gouraud::formats::ff7::pc::a::{Frame, Rotation, Translation};
use gouraud::formats::ff7::pc::p::{P, blend};
use gouraud::formats::ff7::pc::tex::Tex;

/// Files with their names.
pub type Files = Vec<(&'static str, Vec<u8>)>;

fn bytes<T: Records>(file: &T) -> Vec<u8> {
    file.write().expect("it can be written")
}

/// 16 × 8 texels with two palettes of 16; the first has a transparent entry and an alpha that refers to
/// the header's.
pub fn picture() -> Tex {
    let pixels: Vec<u8> = (0..16 * 8).map(|at| (at / 2 % 16) as u8).collect();
    let palette = |shift: u8| -> Vec<[u8; 4]> {
        (0..16u8)
            .map(|at| {
                let alpha = if at == 5 { 0xFE } else { 255 };
                [at * 16, 255 - at * 16, shift.wrapping_add(at * 7), alpha]
            })
            .collect()
    };
    indexed((16, 8), &pixels, &[palette(0), palette(100)], &[true, false])
}

/// A box, and in front of it a textured square with additive blending.
pub fn limb(length: f32, shade: u8) -> P {
    let body = cuboid([-6.0, -5.0, -length], [6.0, 5.0, 0.0], [shade, 80, 120]);
    let front = MeshGroup { blend: Some((blend::ADD, 255)), ..square(4.0, -length - 1.0, 0) };
    mesh(&[body, front])
}

/// Four frames of `rotations` rotations.
pub fn poses(rotations: usize, key: u8) -> Vec<Pose> {
    super::ff7::poses(rotations, key)
}

/// A model of three bones with a weapon, as in `battle.lgp`; bone 1 has no mesh.
pub fn battle() -> Files {
    let bones = vec![bone(-1, -100.0, true), bone(0, -80.0, false), bone(1, -60.5, true)];
    let slot = || (Vec::new(), 0);
    let body = [(poses(4, 0), 0), slot(), (poses(4, 4), 4)];
    let weapon = [(poses(1, 0), 0), slot(), (poses(1, 4), 4)];
    let all = pack(&[body, weapon].concat()).expect("it can be packed");
    vec![
        ("qaaa", bytes(&skeleton(bones, 0, 1, [3, 3], 1))),
        ("qaab", settings()),
        ("qaac", bytes(&picture())),
        ("qaam", bytes(&limb(100.0, 40))),
        ("qaao", bytes(&limb(60.0, 58))),
        ("qack", bytes(&mesh(&[cuboid([-1.0, -2.0, -28.0], [1.0, 2.0, 2.0], [200, 200, 90])]))),
        ("qada", bytes(&all)),
    ]
}

/// Settings with the scripts of an enemy.
pub fn settings() -> Vec<u8> {
    use gouraud::bytes::{Endian, Writer};
    use gouraud::formats::ff7::battle::Section;
    let battle = super::ff7::enemy();
    let Some(Section::Settings(settings)) = battle.sections.get(1) else {
        unreachable!("an enemy has settings");
    };
    let mut out = Writer::new(Endian::Little);
    settings.write(&mut out).expect("the scripts can be written");
    out.finish()
}

/// A stage of two models.
pub fn stage() -> Files {
    let ground = cuboid([-1500.0, -20.0, 0.0], [1500.0, 20.0, 2000.0], [30, 60, 20]);
    let wall = MeshGroup { texture: 0, ..square(400.0, 900.0, 0) };
    vec![
        ("qbaa", bytes(&skeleton(Vec::new(), 2, 1, [0, 0], 0))),
        ("qbab", vec![1, 5, 0, 0, 0, 0, 0, 0]),
        ("qbac", bytes(&picture())),
        ("qbam", bytes(&mesh(&[ground]))),
        ("qban", bytes(&mesh(&[wall]))),
    ]
}

/// A model of one bone, as in `magic.lgp`.
pub fn magic() -> Files {
    let spark = MeshGroup { blend: Some((blend::ADD, 255)), ..square(5.0, -4.0, 0) };
    vec![
        ("spark.d", bytes(&skeleton(vec![bone(-1, -8.0, true)], 0, 1, [1, 0], 0))),
        ("spark.p00", bytes(&mesh(&[spark]))),
        ("spark.t00", bytes(&picture())),
        ("spark.a00", bytes(&pack(&[(poses(1, 0), 0)]).expect("it can be packed"))),
    ]
}

/// Text of a field skeleton of three bones, with one resource, with two, and without any.
pub const SKELETON: &str = ":HEADER_BLOCK 2\r\n:SKELETON someone\r\n:BONES 3\r\n\r\n\
    hip\r\nroot\r\n5.5 \r\n1 AAAB \r\n\r\n# a remark\r\n\
    chest\r\nhip\r\n4.25\r\n2 AAAD AAAB\r\n\r\nhead\r\nchest\r\n2.0\r\n0\r\n";

/// Text of a resource with a texture.
pub const RESOURCE: &str =
    "@RSD940102\n# a remark\nPLY=AAAC.PLY\nMAT=AAAC.MAT\nGRP=AAAC.GRP\nNTEX=1\nTEX[0]=ACAA.TIM\n";

/// A field model of three bones with two animations, as in `char.lgp`.
pub fn character() -> Files {
    let normals = |piece: MeshGroup| {
        let middle = [0.0f32, 0.0, -2.0];
        let normal = |at: &[f32; 3]| [0, 1, 2].map(|axis| at[axis] - middle[axis]);
        MeshGroup { normals: piece.points.iter().map(normal).collect(), ..piece }
    };
    let body = normals(cuboid([-1.25, -1.0, -4.0], [1.25, 1.0, 0.0], [50, 90, 0]));
    let face = normals(square(0.5, -4.5, 0));
    let plain = normals(cuboid([-0.5, -0.5, -4.0], [0.5, 0.5, 0.0], [110, 90, 30]));
    let resource = "@RSD940102\nPLY=AAAE.PLY\nNTEX=0\n";
    vec![
        ("aaaa.hrc", SKELETON.as_bytes().to_vec()),
        ("aaab.rsd", RESOURCE.as_bytes().to_vec()),
        ("aaac.p", bytes(&mesh(&[body, face]))),
        ("aaad.rsd", resource.as_bytes().to_vec()),
        ("aaae.p", bytes(&mesh(&[plain]))),
        ("acaa.tex", bytes(&picture())),
        ("aada.a", bytes(&field(frames(3, 3)))),
        ("aadb.a", bytes(&field(frames(2, 3)))),
        ("aadc.a", bytes(&field(frames(2, 4)))),
    ]
}

/// Frames in which every bone turns.
pub fn frames(count: usize, bones: usize) -> Vec<Frame> {
    let frame = |frame: usize| {
        let at = frame as f32;
        let rotation = |bone: usize| Rotation { x: 30.0 * at, y: 5.0 * bone as f32, z: -10.0 };
        Frame {
            root_rotation: Rotation { x: 0.0, y: 15.0 * at, z: 0.0 },
            root_translation: Translation { x: 0.5, y: 10.0 + at, z: -1.0 },
            rotations: (0..bones).map(rotation).collect(),
        }
    };
    (0..count).map(frame).collect()
}
