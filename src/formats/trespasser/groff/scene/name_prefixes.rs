//! Finds the joints of an animal by name: `$J`, a name, and two digits.
//!
//! The name is that of the animal's prototype, or that of its model, which animals of other names share
//! (`RaptorB00-00` and `RaptorB01-00` use `$JRaptorB00` and so on).

use glam::{Mat4, Vec3};

use super::level::{Level, LevelInstance, stem};

/// Name prefix of the joints of an animal.
pub struct NamePrefix {
    /// The names without the digits.
    pub text: String,
    /// Transform of the animal to which the stored joints are relative.
    pub transform: Mat4,
}

impl NamePrefix {
    /// The prefix with which most of the first `count` joints exist; on a tie the prototype's name wins
    /// over the model's. `None` if the prototype has no transform.
    pub fn of(level: &Level<'_>, instance: &LevelInstance, count: i32) -> Option<Self> {
        let prototype = level.instance(instance.prototype).unwrap_or(instance);
        let own = stem(&prototype.name);
        // Designers also number animals without a hyphen.
        let bare = own.trim_end_matches(|c: char| c.is_ascii_digit());
        let names = [own, stem(level.model_name(instance)), bare]
            .into_iter()
            .filter(|name| !name.is_empty());
        let stems = names.map(|name| (name, joints(level, name, count).len()));
        // The first one on a tie.
        let best = stems.fold((own, 0), |best, next| if next.1 > best.1 { next } else { best });
        let transform = match best.0 == own {
            true => prototype.transform?,
            false => around(level, instance, best.0, count)?,
        };
        Some(Self { text: format!("$J{}", best.0), transform })
    }

    /// The index of a joint in the level's instances.
    pub fn joint(&self, level: &Level<'_>, number: i32) -> Option<usize> {
        level.named(&format!("{}{number:02}", self.text))
    }
}

/// The existing ones of the first `count` joints with this name, as indices in the level's instances.
fn joints(level: &Level<'_>, name: &str, count: i32) -> Vec<usize> {
    (0..count).filter_map(|number| level.named(&format!("$J{name}{number:02}"))).collect()
}

/// The transform of the animal to which the joints of this name are relative: the animal of that name,
/// otherwise the nearest of those with the same model.
fn around(level: &Level<'_>, instance: &LevelInstance, name: &str, count: i32) -> Option<Mat4> {
    let named = [format!("{name}-00"), name.to_owned()];
    let named = named.iter().find_map(|name| level.instance_named(name)?.transform);
    let position = |transform: Mat4| transform.w_axis.truncate();
    let similar = level.instances.iter().filter(|other| other.model == instance.model);
    let similar = similar.filter_map(|other| other.transform);
    let joints = joints(level, name, count).into_iter();
    let joints = joints.filter_map(|at| level.instance(at)?.transform).map(position);
    let joints: Vec<Vec3> = joints.collect();
    let middle = joints.iter().sum::<Vec3>() / joints.len().max(1) as f32;
    let distance = |transform: &Mat4| position(*transform).distance_squared(middle);
    named.or_else(|| similar.min_by(|a, b| distance(a).total_cmp(&distance(b))))
}
