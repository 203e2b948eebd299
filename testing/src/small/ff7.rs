//! Small files of battle models and stages.

use crate::build::ff7;
use crate::build::ff7::animation::Pose;
use crate::build::ff7::battle::{Character, weapon};
use crate::build::ff7::mesh::{MeshBuilder, Paint};
use crate::build::tim::{self, clut_word};
use gouraud::formats::ff7::battle::Battle;
use gouraud::formats::ff7::battle::model::{Bone, MeshRef, Model};
use gouraud::formats::ff7::mesh::{Mesh, command};
use gouraud::formats::ff7::stage::Stage;
use gouraud::formats::ff7::unit::settings::Head;
use gouraud::formats::ps1::tim::Tim;
use gouraud::formats::ps1::vram::{Depth, TexPage};

/// Models' pictures: 4 bits at (320, 0), palettes from (0, 480) on.
pub fn picture() -> Tim {
    let indices: Vec<u8> = (0..32 * 16).map(|i| (i / 3 % 16) as u8).collect();
    let palette = |shift: u16| (0..16).map(|i| i << shift | 0x8000).collect();
    let palettes = [palette(0), palette(5), palette(10)];
    tim::indexed(Depth::Four, (320, 0), 32, &indices, (0, 480), &palettes).unwrap()
}

const PAGE: TexPage = TexPage(0x25);

/// One polygon of each kind; the textured ones have their own palettes and all commands.
pub fn every_polygon() -> Mesh {
    let mut mesh = MeshBuilder::new(PAGE);
    let corners = [[-50, -50, 0], [50, -50, 0], [-50, 50, -20], [50, 50, -20]];
    let uvs = [[0, 0], [31, 0], [0, 15], [31, 15]];
    for (row, command) in [(0, 0), (1, command::SEMI), (2, command::RAW | command::SEMI)] {
        let clut = clut_word(0, 480 + row);
        let shade = 0x80 - 16 * row as u8;
        mesh.polygon(&corners[..3], Paint::Texture { uvs: &uvs[..3], clut, shade, command });
        mesh.polygon(&corners, Paint::Texture { uvs: &uvs, clut, shade, command });
    }
    let rgb = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
    for blended in [false, true] {
        mesh.polygon(&corners[..3], Paint::Colours { rgb: &rgb[..3], blended });
        mesh.polygon(&corners, Paint::Colours { rgb: &rgb, blended });
    }
    mesh.finish().unwrap()
}

pub fn triangle() -> Mesh {
    let mut mesh = MeshBuilder::new(TexPage(0x20));
    let rgb = [[10, 20, 30], [40, 50, 60], [70, 80, 90]];
    let corners = [[-50, 0, 0], [50, 0, 0], [-50, 0, -100]];
    mesh.polygon(&corners, Paint::Colours { rgb: &rgb, blended: false });
    mesh.finish().unwrap()
}

/// A root, a joint, and two limbs that share a mesh, one of them mirrored.
pub fn body() -> Model {
    let bone = |parent, length, mesh, mirrored| Bone { parent, length, mesh, mirrored };
    Model {
        bones: vec![
            bone(0, 0, MeshRef::None, false),
            bone(0, -100, MeshRef::Mesh(0), false),
            bone(1, -80, MeshRef::None, false),
            bone(2, -60, MeshRef::Mesh(1), false),
            bone(2, -60, MeshRef::Mesh(1), true),
        ],
        meshes: vec![every_polygon(), triangle()],
        ..Model::default()
    }
}

/// Four frames of `bones` bones that use every kind of code with `key`.
pub fn poses(bones: usize, key: u8) -> Vec<Pose> {
    let one = 1i16 << key;
    let steps = [0, -1, 1, 3, -7, 15, -31, 63, 120];
    let frame = |frame: i16| Pose {
        translation: [frame * 40, -466 + frame * 70, -frame],
        angles: (0..bones)
            .map(|bone| {
                [0, 1, 2].map(|axis| {
                    let step = steps[(bone * 3 + axis) % steps.len()];
                    (frame * step * one) % 2048
                })
            })
            .collect(),
    };
    (0..4).map(frame).collect()
}

pub fn character() -> Character {
    let mut settings = Head { collision_radius: 350, ..Head::default() };
    settings.cursor_height = -600;
    settings.jump_height = 150;
    settings.status_height = -1000;
    settings.attachments.target = 2;
    Character {
        body: body(),
        settings,
        // Idling, and a script that turns to the target, waits and plays.
        scripts: vec![vec![0xC9, 0, 0xC1], vec![0xFC, 2, 0xF4, 3, 0xF3, 0, 0xEE]],
        animations: vec![poses(5, 0), Vec::new(), poses(5, 0)],
        weapon_animations: Vec::new(),
        weapons: Vec::new(),
        picture: picture(),
        key: 0,
    }
}

pub fn enemy() -> Battle {
    character().finish().unwrap()
}

fn armed_with(weapons: usize) -> Character {
    Character {
        weapons: vec![weapon(-25, triangle()); weapons],
        weapon_animations: vec![poses(1, 4), Vec::new(), poses(1, 4)],
        animations: vec![poses(5, 4), Vec::new(), poses(5, 4)],
        key: 4,
        ..character()
    }
}

pub fn armed() -> Battle {
    armed_with(1).finish().unwrap()
}

pub fn player() -> Battle {
    armed_with(3).finish().unwrap()
}

/// A quad of a stage at a depth, on a page of the stage's picture.
pub fn part(z: i16, page: u16, shade: u8) -> Mesh {
    let mut mesh = MeshBuilder::new(TexPage(page));
    let corners = [[-900, 0, z], [900, 0, z], [-900, 0, -z], [900, 0, -z]];
    let uvs = [[0, 0], [255, 0], [0, 7], [255, 7]];
    let clut = clut_word(320, 505);
    mesh.polygon(&corners, Paint::Texture { uvs: &uvs, clut, shade, command: 0 });
    mesh.finish().unwrap()
}

/// 512 × 8 texels of 8 bits at (384, 0), two rows of colours at (320, 504).
pub fn stage_picture() -> Tim {
    let indices: Vec<u8> = (0..512 * 8).map(|i| (i % 251) as u8).collect();
    let palettes = [1u16, 3].map(|step| (0..256).map(|i| i * step).collect::<Vec<u16>>());
    tim::indexed(Depth::Eight, (384, 0), 512, &indices, (320, 504), &palettes).unwrap()
}

pub fn stage() -> Stage {
    let sky = [part(30000, 0xA8, 64), part(20000, 0xA8, 64), part(10000, 0xA8, 64)];
    let objects = vec![(part(50, 0xA6, 20), false), (triangle(), true)];
    ff7::stage::stage(
        1,
        part(5000, 0xA6, 100),
        sky,
        vec![part(900, 0xA6, 0)],
        objects,
        stage_picture(),
    )
}
