//! Builds battle models from scratch.

use std::sync::Arc;

use super::animation::{Pose, encode};
use gouraud::bytes::{Cursor, Endian, NoRecorder, Source, layout};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::animation::Animation;
use gouraud::formats::ff7::battle::model::{Bone, MeshRef, Model};
use gouraud::formats::ff7::battle::roles::{
    ENEMY_SLOTS, Kind, PLAYER_SLOTS, PLAYER_WEAPONS, Role, Roles,
};
use gouraud::formats::ff7::battle::{Battle, Section};
use gouraud::formats::ff7::directory::Directory;
use gouraud::formats::ff7::mesh::Mesh;
use gouraud::formats::ff7::script::{ENEMY_SCRIPTS, PLAYER_SCRIPTS, Script};
use gouraud::formats::ff7::unit::settings::{
    HAS_WEAPON, Head, OffsetTarget, SectionBlock, Settings,
};
use gouraud::formats::ps1::tim::Tim;

/// Frame count of empty slots, as in the game's own files.
const EMPTY: u16 = 0x0A0D;

/// A model of one bone that has a mesh: a weapon.
pub fn weapon(length: i16, mesh: Mesh) -> Model {
    let bone = Bone { length, mesh: MeshRef::Mesh(0), ..Bone::default() };
    Model { bones: vec![bone], meshes: vec![mesh], ..Model::default() }
}

/// Settings with `count` actions. The first actions run the script of their index, the others run the
/// first script.
fn settings(head: Head, count: usize, scripts: Vec<Vec<u8>>) -> Settings {
    let target = |action| OffsetTarget::Block(if action < scripts.len() { action } else { 0 });
    Settings {
        head,
        textures: [OffsetTarget::Stale(0); 8],
        scripts: (0..count).map(target).collect(),
        gap: Vec::new(),
        pieces: scripts.into_iter().map(|bytes| SectionBlock::Script(script(bytes))).collect(),
    }
}

/// The script in these bytes, filled up to a multiple of 4.
pub fn script(bytes: Vec<u8>) -> Script {
    let source = Source::from_bytes("script", bytes);
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    let mut script = Script::default();
    // The reader of the file reports problems of the script.
    let _ = layout::read(&mut cur, &mut script, 0, 0);
    script.refill();
    script
}

/// A character under construction.
#[derive(Clone, Debug)]
pub struct Character {
    pub body: Model,
    /// The weapon flag is set according to the weapons.
    pub settings: Head,
    /// Bytes of the first actions' scripts; the other actions run the first.
    pub scripts: Vec<Vec<u8>>,
    /// By number; an empty list is an empty slot.
    pub animations: Vec<Vec<Pose>>,
    /// Weapon animations, by the numbers of the body's.
    pub weapon_animations: Vec<Vec<Pose>>,
    /// No weapon, one (an armed enemy) or up to 16 (a playable character).
    pub weapons: Vec<Model>,
    pub picture: Tim,
    /// Bits of precision that angles are stored without.
    pub key: u8,
}

impl Character {
    /// Builds the records. Fails when a value cannot be stored.
    pub fn finish(mut self) -> Result<Battle, Refusal> {
        let kind = match self.weapons.len() {
            0 => Kind::Enemy,
            1 => Kind::ArmedEnemy,
            2..=PLAYER_WEAPONS => Kind::Player,
            more => return Err(Refusal(format!("{more} weapons exceed the maximum of 16"))),
        };
        let (slots, actions) = match kind {
            Kind::Player => (PLAYER_SLOTS, PLAYER_SCRIPTS),
            Kind::ArmedEnemy => (ENEMY_SLOTS, ENEMY_SCRIPTS),
            Kind::Enemy | Kind::Embedded => (self.animations.len(), ENEMY_SCRIPTS),
        };
        if self.animations.len() > slots || self.weapon_animations.len() > slots {
            return Err(Refusal(format!("there are only {slots} animation slots")));
        }
        if kind != Kind::Enemy {
            self.settings.flags |= HAS_WEAPON;
            self.animations.resize(slots, Vec::new());
        }
        if self.scripts.is_empty() {
            self.scripts.push(vec![0]);
        }
        let settings = settings(self.settings, actions, self.scripts);
        let mut sections = vec![
            (Role::Body, Section::Model(self.body)),
            (Role::Settings, Section::Settings(settings)),
        ];
        for (number, poses) in self.animations.iter().enumerate() {
            sections.push((Role::Animation(number), slot(poses, self.key)?));
        }
        for (number, poses) in self.weapon_animations.iter().enumerate() {
            sections.push((Role::WeaponAnimation(number), slot(poses, self.key)?));
        }
        if kind == Kind::Player {
            // All sixteen slots are always present; missing weapons have no polygons.
            self.weapons.resize(PLAYER_WEAPONS, weapon(0, Mesh::default()));
        }
        let weapons = self.weapons.into_iter().enumerate();
        let weapons = weapons.map(|(number, model)| (Role::Weapon(number), Section::Model(model)));
        let picture = (Role::Picture, Section::Picture(self.picture));
        if kind == Kind::Player {
            sections.push(picture);
            sections.extend(weapons);
        } else {
            sections.extend(weapons);
            sections.push(picture);
        }
        let (roles, sections): (Vec<Role>, Vec<Section>) = sections.into_iter().unzip();
        let roles = Roles { kind, roles, reason: String::new(), doubt: None };
        Ok(Battle { directory: Directory::of(sections.len()), roles, sections })
    }
}

fn slot(poses: &[Pose], key: u8) -> Result<Section, Refusal> {
    let animation = if poses.is_empty() { Animation::empty(EMPTY) } else { encode(poses, key)? };
    Ok(Section::Animation(Arc::new(animation)))
}
