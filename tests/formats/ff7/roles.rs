//! Roles of the sections of a battle.

use gouraud::formats::ff7::battle::roles::{Kind, Role, Roles};

const PICTURE: &[u8] = &[0x10, 0, 0, 0, 8, 0, 0, 0];
const WEAPON: &[u8] = &[0, 0, 0, 0, 0, 0, 0xE7, 0xFF, 0x0C, 0, 0, 0];
const SLOT: &[u8] = &[0x0D, 0x0A, 0, 0];

fn head(flags: u8, scripts: usize) -> Vec<u8> {
    let mut head = vec![0; 0x68];
    head[2] = flags;
    head.extend((0x68 + 4 * scripts as u32).to_le_bytes());
    head
}

#[test]
fn enemy_ends_with_picture() {
    let head = head(0, 32);
    let roles = Roles::of(&[&[], &head, SLOT, SLOT, PICTURE]);
    assert_eq!((roles.kind, &roles.doubt), (Kind::Enemy, &None));
    assert_eq!(roles.roles[2..], [Role::Animation(0), Role::Animation(1), Role::Picture]);
    // The first bytes alone do not distinguish animations from pictures.
    let none = Roles::of(&[&[], &head, SLOT, SLOT, &[0x10, 0, 0, 0]]);
    assert!(!none.roles.contains(&Role::Picture));
}

#[test]
fn armed_enemy_has_16_slots_and_weapon() {
    let head = head(0x80, 32);
    let mut sections = vec![&[][..], &head];
    sections.extend([SLOT; 18]);
    sections.extend([WEAPON, PICTURE]);
    let roles = Roles::of(&sections);
    assert_eq!((roles.kind, &roles.doubt), (Kind::ArmedEnemy, &None));
    assert_eq!(roles.roles[17..19], [Role::Animation(15), Role::WeaponAnimation(0)]);
    assert_eq!(roles.roles[20..], [Role::Weapon(0), Role::Picture]);
    let few = Roles::of(&[&[], &head, SLOT, WEAPON, PICTURE]);
    assert_eq!(few.roles[2..4], [Role::Animation(0), Role::Weapon(0)]);
    assert!(few.doubt.is_some());
}

#[test]
fn character_has_weapons_after_picture() {
    let head = head(0x80, 74);
    let mut sections = vec![&[][..], &head];
    sections.extend([SLOT; 54]);
    sections.push(PICTURE);
    sections.extend([WEAPON; 16]);
    let roles = Roles::of(&sections);
    assert_eq!((roles.kind, &roles.doubt), (Kind::Player, &None));
    assert_eq!(roles.roles[53..57], {
        let weapon = Role::WeaponAnimation;
        [Role::Animation(51), weapon(0), weapon(1), Role::Picture]
    });
    assert_eq!(roles.roles[72], Role::Weapon(15));
}

#[test]
fn sections_without_picture_are_animations() {
    let head = head(0, 74);
    let roles = Roles::of(&[&[], &head, SLOT, SLOT]);
    assert_eq!((roles.kind, roles.doubt), (Kind::Embedded, None));
    assert_eq!(roles.roles[3], Role::Animation(1));
    let unknown = Roles::of(&[&[], &[], SLOT]);
    assert!(unknown.doubt.is_some_and(|doubt| doubt.contains("unknown variant")));
}
