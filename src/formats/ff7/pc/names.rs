//! Names of companion files (sections 1.1 and 2.5 of the document).
//!
//! In `battle.lgp` a name has four letters: two for the model, two for the role. In `magic.lgp` the role
//! is the extension.

use crate::formats::Probe;
use crate::formats::ff7::names;
use crate::scene::Side;

/// Textures of a model: `ac` to `al`.
pub const TEXTURES: u32 = 10;
/// Bones, or parts of a stage, that can have a mesh: `am` to `cj`.
pub const PARTS: u32 = 50;
/// Weapons: `ck` to `cz`.
pub const WEAPONS: u32 = 16;
/// Number of two-digit roles.
const NUMBERED: u32 = 100;

/// Models of enemies in `battle.lgp`, `aa` to `of`; the stages follow, then the players.
const ENEMIES: u32 = 370;
/// Stages in `battle.lgp`, `og` to `rr`.
const STAGES: u32 = 90;
/// Index of the first player in `battle.lgp`; players are `rs` to `sm`.
const FIRST_PLAYER: u32 = ENEMIES + STAGES;
const LAST_PLAYER: u32 = 480;
/// The only player whose letters are known, `rt`.
const CLOUD: u32 = 461;

/// Index of two letters in the sequence of pairs that starts with `aa` = 0.
fn place(pair: &str) -> Option<u32> {
    let place = |letter: u8| {
        let letter = letter.to_ascii_lowercase();
        letter.is_ascii_lowercase().then(|| u32::from(letter - b'a'))
    };
    let [high, low] = pair.as_bytes() else { return None };
    Some(place(*high)? * 26 + place(*low)?)
}

/// Role of a file in its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Skeleton,
    Settings,
    /// Texture with this number.
    Texture(u32),
    /// Mesh of the bone, or part of a stage, with this number.
    Part(u32),
    /// Mesh of the weapon with this number.
    Weapon(u32),
    Animations,
}

/// Index of the first pair of letters of each role; `aa` is 0.
const FIRST_TEXTURE: u32 = 2;
const FIRST_PART: u32 = 12;
const FIRST_WEAPON: u32 = FIRST_PART + PARTS;
const ANIMATIONS: u32 = FIRST_WEAPON + WEAPONS;

impl Role {
    /// The role with this index of a pair of letters.
    fn of_pair(pair: u32) -> Option<Self> {
        Some(match pair {
            0 => Role::Skeleton,
            1 => Role::Settings,
            FIRST_TEXTURE..FIRST_PART => Role::Texture(pair - FIRST_TEXTURE),
            FIRST_PART..FIRST_WEAPON => Role::Part(pair - FIRST_PART),
            FIRST_WEAPON..ANIMATIONS => Role::Weapon(pair - FIRST_WEAPON),
            ANIMATIONS => Role::Animations,
            _ => return None,
        })
    }

    fn pair(self) -> Option<u32> {
        let within = |number: u32, most: u32, first: u32| (number < most).then(|| first + number);
        match self {
            Role::Skeleton => Some(0),
            Role::Settings => Some(1),
            Role::Texture(number) => within(number, TEXTURES, FIRST_TEXTURE),
            Role::Part(number) => within(number, PARTS, FIRST_PART),
            Role::Weapon(number) => within(number, WEAPONS, FIRST_WEAPON),
            Role::Animations => Some(ANIMATIONS),
        }
    }

    /// The letters of the role in `battle.lgp`: `am` for the mesh of bone 0.
    pub fn letters(self) -> Option<String> {
        let pair = self.pair()?;
        let letter = |place: u32| char::from_u32(u32::from(b'a') + place);
        Some([letter(pair / 26)?, letter(pair % 26)?].iter().collect())
    }

    /// The extension of the role in `magic.lgp`: `p00` for the mesh of bone 0.
    fn extension(self) -> Option<String> {
        let numbered =
            |letter: char, number: u32| (number < NUMBERED).then(|| format!("{letter}{number:02}"));
        match self {
            Role::Skeleton => Some("d".to_owned()),
            Role::Texture(number) => numbered('t', number),
            Role::Part(number) => numbered('p', number),
            Role::Animations => Some("a00".to_owned()),
            Role::Settings | Role::Weapon(_) => None,
        }
    }

    fn of_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        match extension.as_str() {
            "d" => return Some(Role::Skeleton),
            "a00" => return Some(Role::Animations),
            _ => {}
        }
        let number = |letter: char| {
            let digits = extension.strip_prefix(letter).filter(|digits| digits.len() == 2)?;
            digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        number('p').map(Role::Part).or_else(|| number('t').map(Role::Texture))
    }
}

/// Naming scheme of the files of one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    base: String,
    /// `true` if roles are extensions.
    dotted: bool,
}

impl Family {
    /// The family of a file and its role; `None` if the name follows neither scheme.
    pub fn of(name: &str) -> Option<(Self, Role)> {
        if let Some((base, extension)) = name.rsplit_once('.') {
            let family = Self { base: base.to_owned(), dotted: true };
            return Role::of_extension(extension).map(|role| (family, role));
        }
        let letters = name.len().checked_sub(2).filter(|at| *at > 0)?;
        let (base, pair) = (name.get(..letters)?, name.get(letters..)?);
        let role = Role::of_pair(place(pair)?)?;
        Some((Self { base: base.to_owned(), dotted: false }, role))
    }

    /// File name of a role; `None` if the scheme has no name for it.
    pub fn name(&self, role: Role) -> Option<String> {
        match self.dotted {
            true => Some(format!("{}.{}", self.base, role.extension()?)),
            false => Some(format!("{}{}", self.base, role.letters()?)),
        }
    }

    /// Name of the model or stage in `battle.lgp`, where the letters number the files in the order of the
    /// PlayStation. `None` if a stage has the letters of a model.
    ///
    /// Source: format document `ff7-pc.md`, section 1.2.
    pub fn title(&self, is_stage: bool) -> Option<&'static str> {
        let number = place(&self.base).filter(|_| !self.dotted)?;
        match (number.checked_sub(ENEMIES), is_stage) {
            (None, false) => names::of(&format!("ENEMY{number:03}")),
            (Some(stage), true) if stage < STAGES => names::of(&format!("STAGE{stage:02}")),
            (Some(_), false) if number == CLOUD => names::of("CLOUD"),
            _ => None,
        }
    }

    /// Line of a battle to which the model belongs, according to its letters.
    pub fn side(&self) -> Option<Side> {
        let number = place(&self.base).filter(|_| !self.dotted)?;
        match number {
            ..ENEMIES => Some(Side::Far),
            FIRST_PLAYER..=LAST_PLAYER => Some(Side::Near),
            _ => None,
        }
    }

    /// Maximum number of textures.
    pub fn textures(&self) -> u32 {
        if self.dotted { NUMBERED } else { TEXTURES }
    }

    /// Maximum number of bones, or parts of a stage, that can have a mesh.
    pub fn parts(&self) -> u32 {
        if self.dotted { NUMBERED } else { PARTS }
    }
}

/// `true` if the name assigns the file a role that `is_it` accepts.
pub fn has_role(name: &str, is_it: fn(Role) -> bool) -> bool {
    Family::of(name).is_some_and(|(_, role)| is_it(role))
}

/// Claims a file with a four-letter name next to its skeleton, if `is_it` accepts its role: the file is
/// identified only by its name.
pub fn probe_with_companions(
    name: &str,
    is_there: &dyn Fn(&str) -> bool,
    is_it: fn(Role) -> bool,
) -> Option<Probe> {
    let (family, role) = Family::of(name).filter(|_| name.len() == 4)?;
    let skeleton = family.name(Role::Skeleton).filter(|_| !family.dotted && is_it(role))?;
    let reason = format!("companion of the skeleton {}", skeleton.to_ascii_lowercase());
    is_there(&skeleton).then_some(Probe { score: 99, reason })
}
