//! An armed enemy for a battle: a crystal-backed drake with a glaive that has a will of its own.
//!
//! Authored in the file's axes and bones.

mod body;
mod loft;
mod motion;
mod rig;
mod skin;
mod weapon;

use gouraud::formats::Records;
use gouraud::formats::Refusal;
use gouraud::formats::ff7::battle::settings::Head;
use gouraud::formats::ff7::lzs;
use gouraud_testing::build::ff7::battle::Character;

/// Name and content of the file.
pub fn file() -> Result<(&'static str, Vec<u8>), Refusal> {
    let motions = motion::all();
    let (animations, weapon_animations) =
        motions.into_iter().map(|motion| (motion.body, motion.weapon)).unzip();
    let mut attachments = [0; 16];
    let (left, top) = (rig::OTHER_SIDE, [rig::CHEST, rig::HEAD, rig::JAW]);
    let limbs = [rig::HAND, rig::HAND + left, rig::FOOT, rig::FOOT + left, rig::TAIL + 3];
    for (slot, bone) in attachments.iter_mut().zip(top.into_iter().chain(limbs)) {
        *slot = bone as u8;
    }
    let settings = Head {
        collision_radius: 260,
        shadow_x: 0x1400,
        shadow_z: 0x1800,
        heights: [-300, -560, -700],
        attachments,
        ..Head::default()
    };
    let character = Character {
        body: body::model()?,
        settings,
        // An action for each animation: it plays, and the script ends.
        scripts: (0..7).map(|number| vec![number, 0xFE]).collect(),
        animations,
        weapon_animations,
        weapons: vec![weapon::model()?],
        picture: skin::picture()?,
        key: 0,
    };
    Ok(("creature.lzs", lzs::wrap(&character.finish()?.write()?)))
}
