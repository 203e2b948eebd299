//! Roles of the sections, derived from their structure; they are not stored.
//!
//! Section 0 is the skeleton, section 1 the settings. The position of the TIM determines the others; the
//! length of the script table must agree (section 3 of the format document).

use std::ops::Range;

use crate::formats::ff7::script::{ENEMY_SCRIPTS, PLAYER_SCRIPTS};
use crate::formats::ff7::unit::settings;

/// Kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Enemy,
    /// Enemy with a weapon that has its own animations.
    ArmedEnemy,
    /// A playable character with 16 weapons.
    Player,
    /// The frog inside the battle program: all further sections are animations.
    Embedded,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Enemy => "enemy",
            Kind::ArmedEnemy => "armed enemy",
            Kind::Player => "playable character",
            Kind::Embedded => "embedded model",
        }
    }

    /// Number of slots for the animations of the body, which precede those of the weapon.
    pub fn slots(self) -> Option<usize> {
        match self {
            Kind::ArmedEnemy => Some(ENEMY_SLOTS),
            Kind::Player => Some(PLAYER_SLOTS),
            Kind::Enemy | Kind::Embedded => None,
        }
    }
}

/// Index of the first animation section.
pub const FIRST_ANIMATION: usize = 2;
pub const ENEMY_SLOTS: usize = 16;
pub const PLAYER_SLOTS: usize = 52;
pub const PLAYER_WEAPONS: usize = 16;

/// Role of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Body,
    Settings,
    /// Number of the animation.
    Animation(usize),
    /// Animation of the weapon, with the number of the body's animation that it accompanies.
    WeaponAnimation(usize),
    Weapon(usize),
    Picture,
    Unknown,
}

/// The kind of a file and the roles of its sections.
#[derive(Clone, Debug, PartialEq)]
pub struct Roles {
    pub kind: Kind,
    pub roles: Vec<Role>,
    pub reason: String,
    /// Description of an inconsistency.
    pub doubt: Option<String>,
}

impl Roles {
    /// Determines the roles from the bytes of each section.
    pub fn of(sections: &[&[u8]]) -> Self {
        let count = sections.len();
        let bytes = |index: usize| sections.get(index).copied().unwrap_or(&[]);
        let head = bytes(1);
        let armed = head.get(2).is_some_and(|flags| flags & settings::HAS_WEAPON != 0);
        let table = settings::script_count(head);
        let picture_at = |from_end: usize| {
            let index = count.checked_sub(from_end).filter(|index| *index >= FIRST_ANIMATION);
            index.filter(|index| is_picture(bytes(*index)))
        };
        let (kind, picture) = match (picture_at(1), picture_at(PLAYER_WEAPONS + 1)) {
            (_, Some(at)) if table == Some(PLAYER_SCRIPTS) => (Kind::Player, Some(at)),
            (Some(at), _) if armed => (Kind::ArmedEnemy, Some(at)),
            (Some(at), _) => (Kind::Enemy, Some(at)),
            (None, Some(at)) => (Kind::Player, Some(at)),
            (None, None) => (Kind::Embedded, None),
        };
        let expected = match kind {
            Kind::Enemy | Kind::ArmedEnemy => Some(ENEMY_SCRIPTS),
            Kind::Player | Kind::Embedded => Some(PLAYER_SCRIPTS),
        };
        let where_from = match picture {
            Some(at) if kind == Kind::Player => format!("TIM in section {at}, followed by weapons"),
            Some(at) => format!("TIM in the last section, {at}"),
            None => "no TIM".to_owned(),
        };
        let actions = table.map_or("no script table".to_owned(), |n| format!("{n} actions"));
        let reason = format!("{where_from}; {actions}");
        let mut doubt = (table != expected)
            .then(|| format!("unknown variant: {reason} does not match a known kind of file"));
        let mut roles = vec![Role::Unknown; count];
        let mut set = |index: usize, role: Role| {
            if let Some(known) = roles.get_mut(index) {
                *known = role;
            }
        };
        set(0, Role::Body);
        set(1, Role::Settings);
        if let Some(at) = picture {
            set(at, Role::Picture);
        }
        let end = picture.unwrap_or(count);
        let ranges = match kind {
            Kind::Enemy | Kind::Embedded => (FIRST_ANIMATION..end, end..end),
            Kind::Player => {
                for weapon in 0..PLAYER_WEAPONS {
                    set(end + 1 + weapon, Role::Weapon(weapon));
                }
                split(end, PLAYER_SLOTS)
            }
            Kind::ArmedEnemy => {
                let weapon = end.saturating_sub(1).max(FIRST_ANIMATION);
                if weapon < end && looks_like_weapon(bytes(weapon)) {
                    set(weapon, Role::Weapon(0));
                    split(weapon, ENEMY_SLOTS)
                } else {
                    doubt.get_or_insert_with(|| {
                        "the settings declare a weapon, but no section contains one".to_owned()
                    });
                    (FIRST_ANIMATION..end, end..end)
                }
            }
        };
        let slots = kind.slots().unwrap_or(0);
        if slots > 0 && ranges.0.len() < slots {
            let there = ranges.0.len();
            doubt.get_or_insert_with(|| {
                format!(
                    "expected {slots} animations of the body, found {there}; the weapon has none"
                )
            });
        }
        ranges.0.enumerate().for_each(|(number, index)| set(index, Role::Animation(number)));
        ranges.1.enumerate().for_each(|(number, index)| set(index, Role::WeaponAnimation(number)));
        Self { kind, roles, reason, doubt }
    }
}

/// The animations of the body fill the slots; those of the weapon follow.
fn split(end: usize, slots: usize) -> (Range<usize>, Range<usize>) {
    let middle = (FIRST_ANIMATION + slots).min(end);
    (FIRST_ANIMATION.min(end)..middle, middle..end)
}

/// `true` if a section starts like a TIM with palettes.
fn is_picture(bytes: &[u8]) -> bool {
    matches!(bytes, [0x10, 0, 0, 0, 8 | 9, ..])
}

/// `true` if a section starts like a model of one bone with a mesh.
fn looks_like_weapon(bytes: &[u8]) -> bool {
    matches!(bytes, [0, 0, 0, 0, 0, 0, _, _, 0x0C, 0, 0, 0, ..])
}
