//! Two lines that face each other: who stands where in a battle.

use glam::{Mat4, Vec3};

/// Distance of each line from the middle. Where units stand is not stored with them; in the game it
/// is a matter of each battle (format document `ff7-battle.md`, section 8.2).
const FROM_MIDDLE: f32 = 1500.0;
/// Room of a unit that takes none.
const LEAST_ROOM: f32 = 100.0;

/// One of the two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who stands there looks along +Z of the scene.
    Near,
    /// Who stands there is turned round.
    Far,
}

/// Who stands in the lines, and where the scene's own origin is among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BattleLayout {
    members: Vec<Member>,
    /// From the lines' space to that of the scene.
    origin: Mat4,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Member {
    side: Side,
    /// Half the room it takes, scene units.
    radius: f32,
    /// Along its line.
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
    /// The place where others stand: a stage.
    pub fn ground() -> Self {
        Self { members: Vec::new(), origin: Mat4::IDENTITY }
    }

    /// One unit, which stands at the origin of its scene and takes a room of this radius.
    pub fn alone(side: Side, radius: f32) -> Self {
        let member = Member { side, radius: radius.max(LEAST_ROOM), at: 0.0 };
        Self { members: vec![member], origin: member.transform().inverse() }
    }

    /// Takes in who stands in another formation, beside those of its side. Gives where its scene is
    /// put in this one.
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

    /// Where a line has room next to those in it: in its middle first, then to its sides in turn.
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
