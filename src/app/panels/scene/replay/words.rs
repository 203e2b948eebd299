//! Sentences about the order of faces.

use super::Replay;
use super::groups::group_at;
use crate::app::model::numbers::grouped;
use crate::app::model::{DocScene, State};
use crate::render::{DrawStep, NEAR_BUCKETS};
use crate::scene::{Element, face_label};

/// Describes the last drawn face, or compares two selected ones.
pub fn words(replay: &Replay, scene: &DocScene, state: &State) -> String {
    if replay.order.is_none() {
        return "sorting the faces…".to_owned();
    }
    if let Some((a, b)) = compared(replay, scene, state) {
        return comparison(replay, scene, a, b);
    }
    let Some(step) = replay.last() else { return "no faces drawn".to_owned() };
    let again = if step.again { ", blended texels" } else { "" };
    let mut words = format!("{}{again}", face_name(scene, step.id));
    if let Some(distance) = step.distance {
        words += &format!("  ·  distance {distance:.1}");
    }
    let drawn = replay.displayed_steps();
    let groups = replay.chosen_groups();
    if let Some((grouping, groups)) = groups
        && let Some(group) = group_at(groups, drawn)
    {
        let name = group.name(grouping, &scene.scene);
        words +=
            &format!("  ·  {name}, {} of {}", grouped((drawn - group.first) as u64), group.faces());
    }
    words
}

/// Average and maximum of the heat map, if it is on.
pub fn overdraw_words(replay: &Replay) -> String {
    let numbers = replay.heat.numbers();
    let words = |(mean, most)| format!("  ·  overdraw {mean:.1} on average, at most {most}");
    numbers.map_or_else(String::new, words)
}

/// Label of the face with a draw id.
pub fn face_name(scene: &DocScene, id: u32) -> String {
    let face = scene.ids.face(id);
    face.map_or_else(|| "no face".to_owned(), |face| face_label(&scene.scene, face))
}

/// The two selected faces; or the selected face, and the one in front of or behind it at the
/// clicked pixel.
fn compared(replay: &Replay, scene: &DocScene, state: &State) -> Option<(u32, u32)> {
    let selected = state.selected().filter_map(|element| match element {
        Element::Face(face) => scene.ids.id(face),
        _ => None,
    });
    match selected.take(3).collect::<Vec<u32>>()[..] {
        [a, b] => Some((a, b)),
        [a] => {
            let here = replay.here.as_ref()?;
            let at = here.iter().position(|id| *id == a)?;
            let other = here.get(at + 1).or_else(|| here.get(at.checked_sub(1)?))?;
            Some((a, *other))
        }
        _ => None,
    }
}

/// Explains the order of two faces. In one bucket, it depends only on their order in the file.
/// Otherwise it depends on their distances, so that faces in the same position can swap when the
/// view moves.
fn comparison(replay: &Replay, scene: &DocScene, a: u32, b: u32) -> String {
    let (Some(a), Some(b)) = (replay.step_of(a), replay.step_of(b)) else {
        return "one of the two selected faces is not drawn".to_owned();
    };
    let (below, above) = if a.count < b.count { (a, b) } else { (b, a) };
    let why = match (below.bucket, above.bucket) {
        (Some(one), Some(other)) if one == other => {
            format!("both are in bucket {one}, where the face stored later is drawn first")
        }
        (Some(one), Some(other)) if one.abs_diff(other) <= NEAR_BUCKETS => {
            format!("buckets {other} and {one}; a small move of the camera can swap them")
        }
        (Some(one), Some(other)) => format!("buckets {other} and {one}"),
        _ => "stored order".to_owned(),
    };
    let distances = match (below.distance, above.distance) {
        (Some(one), Some(other)) => format!(" (distances {other:.2} and {one:.2})"),
        _ => String::new(),
    };
    let name = |step: &DrawStep| face_name(scene, step.id);
    format!("{} is drawn over {}: {why}{distances}", name(above), name(below))
}
