//! Compares stored assets with the requested ones.

use super::find::{Asset, find, path_of, sounds_of, textures_of};
use super::scene_of;
use crate::container::Context;
use crate::edit::EditOp;
use crate::edit::asset::{AssetFile, suited};
use crate::export::texture_picture_in;
use crate::formats::Document;
use crate::scene::{
    Id, Picture, Recording, RecordingId, Replacement, Scene, Sound, TexelFormat, TextureId,
};

/// Difference between a stored asset and the requested one.
#[derive(Clone, Debug, PartialEq)]
pub struct Fidelity {
    /// Field path of the texture or sound; empty if it is the whole file.
    pub path: String,
    /// Texels, or samples of all channels.
    pub count: usize,
    /// Number of values that differ.
    pub differ: usize,
    /// Largest difference, of 8-bit channels or 16-bit samples.
    pub most: u32,
    /// Mean difference of all values.
    pub mean: f64,
    /// Conversion of a recording before it was stored, such as `mixed to one channel`. The comparison is
    /// with the converted recording.
    pub made: Option<String>,
    /// A further remark.
    pub remark: Option<String>,
    /// `true` for a sound, `false` for a texture.
    pub is_sound: bool,
}

/// A replaced or added asset, compared with its file.
pub struct Compared<'a> {
    /// Name in the operation.
    pub asset: &'a str,
    /// File that it was read from.
    pub with: &'a AssetFile,
    /// `true` if it was added.
    pub is_new: bool,
    /// The difference.
    pub fidelity: Fidelity,
}

/// Compares all assets that `orders` replaced or added in `changed` with the requested content.
pub fn compared<'a>(
    (changed, context): (&Document, Context<'_>),
    orders: &'a [EditOp],
) -> Vec<Compared<'a>> {
    let has_asset = |order: &EditOp| {
        matches!(order, EditOp::Replace { .. } | EditOp::Add { with: Some(_), .. })
    };
    let scene = orders.iter().any(has_asset).then(|| scene_of(changed, context)).flatten();
    let Some(scene) = scene else { return Vec::new() };
    // New assets are the last ones of the file.
    let mut textures: Vec<_> = textures_of(&scene, changed).map(|(id, _)| id).collect();
    let mut sounds: Vec<_> = sounds_of(&scene, changed).map(|(id, _)| id).collect();
    let mut all: Vec<Compared<'a>> = Vec::new();
    for order in orders.iter().rev() {
        let (asset, with, is_new) = match order {
            EditOp::Replace { replace, with, .. } => (replace, with, false),
            EditOp::Add { name, with: Some(with), .. } => (name, with, true),
            _ => continue,
        };
        let Some(content) = with.content.as_deref() else { continue };
        let found = match content {
            _ if !is_new => find(&scene, changed, asset, content).ok(),
            Replacement::Recording(_) => sounds.pop().map(Asset::Sound),
            _ => textures.pop().map(|id| Asset::Texture(id, None)),
        };
        let fidelity = found.and_then(|found| fidelity(&scene, found, content));
        all.extend(fidelity.map(|fidelity| Compared { asset, with, is_new, fidelity }));
    }
    all.reverse();
    all
}

/// Compares an asset with the requested content.
fn fidelity(scene: &Scene, found: Asset, content: &Replacement) -> Option<Fidelity> {
    let path = path_of(scene, found);
    match (found, content) {
        (Asset::Texture(id, palette), Replacement::Picture(picture)) => {
            picture_fidelity(scene, (id, palette), picture, path)
        }
        (Asset::Sound(id), Replacement::Recording(recording)) => {
            sound_fidelity(scene, id, recording, path)
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
        // 15-bit colours have no alpha: translucent ones have the STP bit.
        let channels = if has_alpha { 4 } else { 3 };
        let pairs = wanted.iter().zip(&shown.0).take(channels);
        pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).max().unwrap_or(0)
    };
    let differences = picture.texels.iter().zip(shown.pixels()).map(difference);
    Some(measure(path, differences, None, false))
}

fn sound_fidelity(
    scene: &Scene,
    id: RecordingId,
    recording: &Recording,
    path: String,
) -> Option<Fidelity> {
    let sound = scene.sounds.get(id)?;
    // Compared in 16 bits even if fewer are stored, so that their loss counts.
    let wanted = suited(recording, (sound.channels, sound.rate), 16).samples.to_i16();
    let stored = sound.data.decode().to_i16();
    let differences = wanted.iter().zip(&stored).map(|(a, b)| a.abs_diff(*b).into());
    let (captions, length) = (sound.captions_ms(), sound.duration_ms());
    let late = captions > length.saturating_add(CAPTION_SLACK_MS);
    let late = late.then(|| format!("its captions last {captions} ms, but the sound {length} ms"));
    // Block codings drop the last samples.
    let dropped = wanted.len().saturating_sub(stored.len());
    let dropped = (dropped > 0).then(|| format!("its last {dropped} samples are dropped"));
    let remarks: Vec<String> = dropped.into_iter().chain(late).collect();
    let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
    let made = made_of(recording, sound);
    Some(Fidelity { made, ..measure(path, differences, remark, true) })
}

/// Description of the conversion of a recording.
fn made_of(recording: &Recording, sound: &Sound) -> Option<String> {
    let resampled = (recording.rate != sound.rate)
        .then(|| format!("resampled from {} to {} Hz", recording.rate, sound.rate));
    let mixed = match (recording.channels, sound.channels) {
        (2, 1) => Some("mixed to one channel".to_owned()),
        (1, 2) => Some("duplicated to two channels".to_owned()),
        _ => None,
    };
    let all: Vec<String> = mixed.into_iter().chain(resampled).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

/// Captions are stored in fifths of a second.
const CAPTION_SLACK_MS: u64 = 200;

fn measure(
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
    Fidelity { path, count, differ, most, mean, made: None, remark, is_sound }
}
