//! How near what is stored comes to what was wanted.

use super::find::{Asset, find, path_of};
use super::scene_of;
use crate::container::Context;
use crate::edit::asset::{With, suited};
use crate::export::texture_picture_in;
use crate::formats::Document;
use crate::scene::{
    Id, Picture, Recording, RecordingId, Replacement, Scene, TexelFormat, TextureId,
};

/// How near what is stored now comes to what was wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fidelity {
    /// Field path of the texture or sound; empty where it is the whole file.
    pub path: String,
    /// Texels, or samples of all channels.
    pub count: usize,
    /// How many of them are not what was wanted.
    pub differ: usize,
    /// The largest difference: of a channel of 8 bits, or of a sample of 16.
    pub most: u32,
    /// The mean difference of all of them.
    pub mean: f64,
    /// What else is to be known, in a sentence.
    pub remark: Option<String>,
    /// A sound, and no texture.
    pub is_sound: bool,
}

/// How near the replaced `asset` of `changed` comes to what was wanted. `None` where it has none
/// of this name.
pub fn fidelity(
    (changed, context): (&Document, Context<'_>),
    asset: &str,
    with: &With,
) -> Option<Fidelity> {
    let (scene, content) = (scene_of(changed, context)?, with.content.as_deref()?);
    let found = find(&scene, changed, asset, content).ok()?;
    let path = path_of(&scene, found);
    match (found, content) {
        (Asset::Texture(id, palette), Replacement::Picture(picture)) => {
            picture_fidelity(&scene, (id, palette), picture, path)
        }
        (Asset::Sound(id), Replacement::Recording(recording)) => {
            sound_fidelity(&scene, id, recording, path)
        }
        _ => None,
    }
}

fn picture_fidelity(
    scene: &Scene,
    (id, palette): (TextureId, Option<u32>),
    picture: &Picture,
    path: String,
) -> Option<Fidelity> {
    let has_alpha = scene.textures.get(id)?.format == TexelFormat::Rgba8;
    let shown = texture_picture_in(scene, id, palette.map(Id::new)).ok()?;
    let difference = |(wanted, shown): (&[u8; 4], &image::Rgba<u8>)| -> u32 {
        let ([.., a], [.., b]) = (*wanted, shown.0);
        if a == 0 && b == 0 {
            return 0;
        }
        if (a == 0) != (b == 0) {
            return 255;
        }
        // Words have no alpha: what is translucent has STP.
        let channels = if has_alpha { 4 } else { 3 };
        let pairs = wanted.iter().zip(&shown.0).take(channels);
        pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).max().unwrap_or(0)
    };
    let differences = picture.texels.iter().zip(shown.pixels()).map(difference);
    Some(told(path, differences, None, false))
}

fn sound_fidelity(
    scene: &Scene,
    id: RecordingId,
    recording: &Recording,
    path: String,
) -> Option<Fidelity> {
    let sound = scene.sounds.get(id)?;
    let wanted = suited(recording, sound.channels, sound.rate, sound.bits);
    let (wanted, stored) = (wanted.samples.to_i16(), sound.data.decode().to_i16());
    // A coding in blocks drops the last few.
    let differences = wanted.iter().zip(&stored).map(|(a, b)| a.abs_diff(*b).into());
    let (captions, length) = (sound.captions_ms(), sound.duration_ms());
    let late = captions > length.saturating_add(CAPTION_SLACK_MS);
    let remark = late.then(|| format!("its captions last {captions} ms, the sound {length} ms"));
    Some(told(path, differences, remark, true))
}

/// Captions are stored in fifths of a second.
const CAPTION_SLACK_MS: u64 = 200;

fn told(
    path: String,
    differences: impl Iterator<Item = u32>,
    remark: Option<String>,
    is_sound: bool,
) -> Fidelity {
    let (mut count, mut differ, mut most, mut sum) = (0, 0, 0, 0u64);
    for difference in differences {
        count += 1;
        differ += usize::from(difference > 0);
        most = most.max(difference);
        sum += u64::from(difference);
    }
    let mean = if count == 0 { 0.0 } else { sum as f64 / count as f64 };
    Fidelity { path, count, differ, most, mean, remark, is_sound }
}
