//! An armed enemy for a battle: a crystal-backed drake with a glaive that has its own animation.
//!
//! Modelled in the file's axes and bones.

mod body;
mod loft;
mod motion;
mod rig;
mod script;
mod skin;
mod weapon;

use gouraud::formats::Records;
use gouraud::formats::Refusal;
use gouraud::formats::ff7::lzs;
use gouraud::formats::ff7::unit::settings::{Attachments, Head};
use gouraud_testing::build::ff7::battle::Character;

/// Name and content of the file.
pub fn file() -> Result<(&'static str, Vec<u8>), Refusal> {
    let motions = motion::all();
    let (animations, weapon_animations) =
        motions.into_iter().map(|motion| (motion.body, motion.weapon)).unzip();
    let (left, bone) = (rig::OTHER_SIDE, |bone: usize| bone as u8);
    let attachments = Attachments {
        target: bone(rig::CHEST),
        point_1: bone(rig::HEAD),
        point_2: bone(rig::JAW),
        point_3: bone(rig::TAIL + 3),
        hand_6: bone(rig::HAND),
        hand_7: bone(rig::HAND + left),
        foot_b: bone(rig::FOOT),
        foot_c: bone(rig::FOOT + left),
        ..Attachments::default()
    };
    let settings = Head {
        collision_radius: 260,
        shadow_x: 0x1400,
        shadow_z: 0x1800,
        cursor_height: -620,
        jump_height: -400,
        status_height: -700,
        attachments,
        ..Head::default()
    };
    let character = Character {
        body: body::model()?,
        settings,
        scripts: script::all(),
        animations,
        weapon_animations,
        weapons: vec![weapon::model()?],
        picture: skin::picture()?,
        key: 0,
    };
    Ok(("creature.lzs", lzs::wrap(&character.finish()?.write()?)))
}
