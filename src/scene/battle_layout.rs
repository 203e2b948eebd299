//! Positions of units in a battle: two lines that face each other.

use glam::{Mat4, Vec3};

/// Distance of each line from the centre. Positions are not stored with the units; in the game they
/// depend on the battle (format document `ff7-battle.md`, section 8.2).
const FROM_MIDDLE: f32 = 1500.0;
/// Minimum radius of a unit.
const MIN_ROOM: f32 = 100.0;

/// One of the two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Units face +Z of the scene.
    Near,
    /// Units face −Z of the scene.
    Far,
}

/// Units in the lines, and the position of the scene's own origin among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BattleLayout {
    members: Vec<Member>,
    /// Transform from the lines' space to that of the scene.
    origin: Mat4,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Member {
    side: Side,
    /// Half the width of the unit, in scene units.
    radius: f32,
    /// Position of the unit along its line.
    at: f32,
}

impl Member {
    fn transform(&self) -> Mat4 {
        let (z, turn) = match self.side {
            Side::Near => (-FROM_MIDDLE, 0.0),
            Side::Far => (FROM_MIDDLE, std::f32::consts::PI),
        };
        Mat4::from_translation(Vec3::new(self.at, 0.0, z)) * Mat4::from_rotation_y(turn)
    }
}

impl BattleLayout {
    /// A layout without units: a stage.
    pub fn ground() -> Self {
        Self { members: Vec::new(), origin: Mat4::IDENTITY }
    }

    /// A single unit with this radius, at the origin of its scene.
    pub fn alone(side: Side, radius: f32) -> Self {
        let member = Member { side, radius: radius.max(MIN_ROOM), at: 0.0 };
        Self { members: vec![member], origin: member.transform().inverse() }
    }

    /// Adds the units of another layout next to those on the same side. Returns the transform from
    /// the other scene to this one.
    pub fn take_in(&mut self, other: &Self) -> Mat4 {
        let Some(first) = other.members.first() else {
            return self.origin * other.origin.inverse();
        };
        let at = self.free(first.side, first.radius);
        for member in &other.members {
            let at = if member.side == first.side { at + member.at - first.at } else { member.at };
            self.members.push(Member { at, ..*member });
        }
        let place = Member { at, ..*first }.transform();
        self.origin * place * first.transform().inverse() * other.origin.inverse()
    }

    /// Free position in a line: first the centre, then both sides in turn.
    fn free(&self, side: Side, radius: f32) -> f32 {
        let own = || self.members.iter().filter(|member| member.side == side);
        let count = own().count();
        if count == 0 {
            return 0.0;
        }
        let right = own().map(|member| member.at + member.radius).fold(f32::MIN, f32::max);
        let left = own().map(|member| member.at - member.radius).fold(f32::MAX, f32::min);
        if count % 2 == 1 { right + radius } else { left - radius }
    }
}
