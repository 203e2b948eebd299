//! Joints between two others: `Anim00` and `Anim01` are the numbers of the two, `Ratio` is the first
//! one's share of the position, `RotationRatio` its share of the rotation (as in a level's double joints;
//! format document `trespasser-level.md`, sections 10 and 12.2).

use std::collections::HashMap;

use glam::{Mat4, Quat};

use super::placement::placement;
use super::{Block, Tpm};
use crate::formats::trespasser::words::whole;

/// The transforms of joints between others, by the index of their block. Reports joints that do not name
/// two others.
pub(super) fn places(tpm: &Tpm, report: &mut dyn FnMut(usize, String)) -> HashMap<usize, Mat4> {
    let bones: Vec<(usize, String, &Block)> = tpm.of_kind("bone").collect();
    let mut by_name: HashMap<&str, &Block> = HashMap::new();
    for (_, name, block) in &bones {
        by_name.entry(name.as_str()).or_insert(block);
    }
    let mut between = HashMap::new();
    for (index, name, block) in bones.iter().filter(|(_, _, block)| is_between(block)) {
        match place(name, block, &by_name) {
            Ok(place) => {
                between.insert(*index, place);
            }
            Err(why) => report(*index, format!("{name} {why}; shown at its stored transform")),
        }
    }
    between
}

fn is_between(block: &Block) -> bool {
    block.first("Anim00").is_some() || block.first("Anim01").is_some()
}

fn place(name: &str, block: &Block, bones: &HashMap<&str, &Block>) -> Result<Mat4, String> {
    let stem = name.get(..name.len().saturating_sub(2)).unwrap_or(name);
    // The number of a joint of the same mesh, or a full name.
    let other = |key: &str| {
        let text = block.first(key)?.value();
        let number = text.trim().parse::<f64>().ok().and_then(whole);
        let other = number.map_or(text, |number| format!("{stem}{number:02}"));
        bones.get(other.as_str()).copied()
    };
    let both = other("Anim00").zip(other("Anim01"));
    let (first, second) = both.ok_or("does not name two other joints")?;
    let number = |key: &str| {
        let text = block.first(key)?.value();
        text.trim().parse::<f32>().ok().filter(|number| number.is_finite())
    };
    let ratio = number("Ratio").ok_or("has no Ratio between two other joints")?;
    let [own, first, second] = [block, first, second].map(placement);
    let at = first.w_axis * ratio + second.w_axis * (1.0 - ratio);
    let (scale, own_turn, _) = own.to_scale_rotation_translation();
    let turn = |of: Mat4| of.to_scale_rotation_translation().1;
    let towards = |ratio: f32| turn(second).slerp(turn(first), ratio.clamp(0.0, 1.0));
    let turned: Quat = number("RotationRatio").map_or(own_turn, towards);
    let place = Mat4::from_scale_rotation_translation(scale, turned, at.truncate());
    if place.is_finite() { Ok(place) } else { Err("has no finite transform".to_owned()) }
}
