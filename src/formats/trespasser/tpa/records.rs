//! The records of a bank.

use std::collections::HashMap;

use crate::bytes::reference::{KeyKind, KeyRef, KeyedList, Reference};
use crate::bytes::{Arrangement, Bit, Hint};
use crate::formats::trespasser::cau::{Cau, Header};
use crate::record;

/// The only version that the game accepts.
pub const VERSION: u32 = 0x150;

record! {
    /// Header of a bank. Offsets are absolute.
    pub struct BankHeader {
        pub version: u32 => Hint::Hex,
        pub sound_count: u32,
        pub ids_offset: u32 => Hint::Pointer,
        pub collision_count: u32,
        pub collisions_offset: u32 => Hint::Pointer,
        pub id_count: u32,
    }
}

record! {
    /// An entry of the table of IDs.
    pub struct IdEntry {
        pub id: u32 => Hint::Name,
        pub offset: u32 => Hint::Pointer,
        /// Bytes of the sound: header, captions and samples.
        pub length: u32 => Hint::Unit("bytes"),
        /// dB per metre; 0 = no roll-off.
        pub attenuation: f32 => Hint::Unit("dB/m"),
        /// 0 = full, −100 = silent.
        pub volume: f32 => Hint::Unit("dB"),
        pub header: Header,
    }
}

record! {
    /// A linear function of the velocity of a collision, clamped.
    pub struct Line {
        pub max: f32,
        pub min: f32,
        pub slope: f32,
        /// Value at velocity 0.
        pub zero: f32,
    }
}

record! {
    /// Dependence of a sound on the velocity of a collision.
    pub struct Transfer {
        /// 0 to 1.
        pub volume: Line,
        /// −1 to 1.
        pub pitch: Line,
        /// dB per metre.
        pub attenuation: f32 => Hint::Unit("dB/m"),
        pub min_velocity: f32,
    }
}

/// Bits of [`CollisionEntry::flags`].
pub mod flags {
    pub const HITS: u32 = 3;
    pub const SLIDE: u32 = 0x80;
}

const FLAGS: &[Bit] = &[
    Bit::sure(flags::HITS, "hit sounds", "how many of the two hit sounds are used"),
    Bit::sure(flags::SLIDE, "slide sound", "the slide sound is used"),
];

/// The hash of a sound's name, which may be in another bank.
const SOUND: Hint = Hint::Ref(&Reference::Key(KeyRef {
    lists: &[KeyedList { list: "ids", key: "id", text: "" }],
    kind: KeyKind::Hash,
    zero_is_none: true,
}));

record! {
    /// Sounds of a collision of two materials. Slots that the flags do not enable are uninitialised.
    pub struct CollisionEntry {
        /// The smaller hash of the two.
        pub material_a: u32 => Hint::Name,
        pub material_b: u32 => Hint::Name,
        pub flags: u32 => Hint::Flags(FLAGS),
        pub min_delay: f32 => Hint::Unit("s"),
        /// Scratch variable of the game.
        pub last_used: f32,
        pub hit_1: u32 => SOUND,
        pub hit_2: u32 => SOUND,
        pub slide: u32 => SOUND,
        pub hit_1_transfer: Transfer,
        pub hit_2_transfer: Transfer,
        pub slide_transfer: Transfer,
    }
}

impl CollisionEntry {
    /// The hit sounds that are used.
    pub fn hits(&self) -> Vec<(u32, Transfer)> {
        let both = [(self.hit_1, self.hit_1_transfer), (self.hit_2, self.hit_2_transfer)];
        both.into_iter().take((self.flags & flags::HITS) as usize).collect()
    }

    pub fn slide(&self) -> Option<(u32, Transfer)> {
        (self.flags & flags::SLIDE != 0).then_some((self.slide, self.slide_transfer))
    }
}

/// An identifier, and its sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Id {
    pub id: u32,
    pub target: SoundTarget,
    /// dB per metre.
    pub attenuation: f32,
    /// dB.
    pub volume: f32,
    /// The stored length, if it is wrong.
    pub stale_length: Option<u32>,
    /// The header copy, if it differs from the header that is used.
    pub copy: Option<Header>,
}

/// Target of an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundTarget {
    /// Index in [`Bank::sounds`].
    Sound(usize),
    /// No sound at this offset.
    Nowhere(u32),
}

impl SoundTarget {
    /// The index of the sound.
    pub fn sound(self) -> Option<usize> {
        match self {
            SoundTarget::Sound(index) => Some(index),
            SoundTarget::Nowhere(_) => None,
        }
    }
}

/// Length of the sound with this header, as stored in the table of IDs.
pub(super) fn length(header: &Header) -> u32 {
    header.data_offset.saturating_add(header.data_size)
}

/// A sound bank.
#[derive(Clone, Debug, PartialEq)]
pub struct Bank {
    pub version: u32,
    pub ids: Vec<Id>,
    /// In the order of their first IDs.
    pub sounds: Vec<Cau>,
    pub collisions: Vec<CollisionEntry>,
    pub layout: Layout,
}

impl Bank {
    /// The sound that each identifier names: that of its first entry.
    pub fn sounds_by_id(&self) -> HashMap<u32, usize> {
        let mut all = HashMap::new();
        for entry in self.ids.iter().rev() {
            match entry.target.sound() {
                Some(sound) => _ = all.insert(entry.id, sound),
                None => _ = all.remove(&entry.id),
            }
        }
        all
    }

    /// Name hashes of all sounds and materials.
    pub fn hashes(&self) -> impl Iterator<Item = u32> {
        let pairs = self.collisions.iter();
        let materials = pairs.flat_map(|entry| [entry.material_a, entry.material_b]);
        self.ids.iter().map(|id| id.id).chain(materials)
    }

    /// The entries that name each sound.
    pub fn ids_of(&self) -> Vec<Vec<usize>> {
        let mut names = vec![Vec::new(); self.sounds.len()];
        for (entry, id) in self.ids.iter().enumerate() {
            if let Some(names) = id.target.sound().and_then(|sound| names.get_mut(sound)) {
                names.push(entry);
            }
        }
        names
    }

    /// The copies of the sound header field at `path`: in front of the sound, and in the entry of each of
    /// its IDs, as [`Bank::ids_of`] lists them.
    pub(super) fn header_copies(&self, path: &str, ids_of: &[Vec<usize>]) -> Option<Vec<String>> {
        let (owner, field) = path.split_once("].header.")?;
        let index = |list: &str| owner.strip_prefix(list)?.parse::<usize>().ok();
        let of_id = |entry: usize| self.ids.get(entry)?.target.sound();
        let sound = index("sounds[").or_else(|| of_id(index("ids[")?))?;
        let ids = ids_of.get(sound).into_iter().flatten();
        let ids = ids.map(|entry| format!("ids[{entry}].header.{field}"));
        let all = std::iter::once(format!("sounds[{sound}].header.{field}")).chain(ids);
        Some(all.filter(|copy| copy != path).collect())
    }
}

/// A block of the file after its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BankBlock {
    Ids,
    Sound(usize),
    Collisions,
}

/// Layout that does not follow from the records; default for a bank as the game's tools write it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Usually IDs, sounds, collisions.
    pub pieces: Arrangement<BankBlock>,
    /// Stored counts and offsets, if they are wrong.
    pub stale: StaleHeader,
}

/// Numbers of the header that do not match the content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaleHeader {
    pub sound_count: Option<u32>,
    pub ids_offset: Option<u32>,
    pub collision_count: Option<u32>,
    pub collisions_offset: Option<u32>,
    pub id_count: Option<u32>,
}
