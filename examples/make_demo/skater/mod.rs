//! A skater on a board, for the plaza: sixteen bones with seams at the joints, and three clips.
//!
//! Modelled in the scene's axes (X right, Y up, Z towards the viewer), one unit per centimetre, and
//! converted to the file's in one place ([`rig`]).

mod body;
mod motion;
mod rig;
mod shape;

use gouraud::formats::Refusal;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::build::psx::Builder;

/// Name and content of the file.
pub fn file() -> Result<(&'static str, Vec<u8>), Refusal> {
    let mut builder = Builder::new(Version::V4);
    body::add_all(&mut builder);
    for (bone, joint) in rig::JOINTS.iter().enumerate() {
        let model = bone as u16;
        builder.bone(model, rig::home(bone), joint.parent.map(|parent| parent as u32));
    }
    for clip in motion::all() {
        builder.packed_clip(&clip);
    }
    Ok(("skater.psx", builder.finish()?.write()?))
}
