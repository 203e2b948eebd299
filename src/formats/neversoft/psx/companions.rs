//! Finds the files that belong together (section 17): by name; the level's triggers take precedence.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::records::File;
use crate::bytes::Source;
use crate::container::{Context, MissingCompanion, Names, ParsedContent};
use crate::formats::neversoft::trg::Players;
use crate::formats::{FilesByHash, Loaded, real_name};

/// Clips of every skater of THPS2 to 4: in the game and in its menus.
const SKATER_CLIPS: [&str; 2] = ["sk2anim.psx", "anims_fe.psx"];

/// Files of a folder by the base that their names share, collected once for all levels of the folder.
#[derive(Default)]
struct ByBase {
    /// Numbered parts of levels, by lower-case base.
    parts: HashMap<String, Vec<String>>,
    /// Numbered libraries, by lower-case base.
    libraries: HashMap<String, Vec<String>>,
    /// Animation files, except those that all skaters share.
    clips: Vec<String>,
}

/// The texture libraries of a folder.
#[derive(Default)]
struct FolderLibraries {
    by_texture: FilesByHash,
    unreadable: Vec<String>,
}

impl ByBase {
    fn of_folder(context: Context<'_>) -> Arc<Self> {
        let siblings = context.siblings;
        let make = || -> ParsedContent { Arc::new(Self::of(&siblings.names())) };
        siblings.of_folder("psx files by base", &make).downcast().unwrap_or_default()
    }

    fn of(names: &[String]) -> Self {
        let mut all = Self::default();
        let is_of_skaters =
            |name: &str| SKATER_CLIPS.iter().any(|known| name.eq_ignore_ascii_case(known));
        for name in names {
            let part = cut(name, ".psx").and_then(numbered_part);
            if let Some(base) = part {
                all.parts.entry(base.to_ascii_lowercase()).or_default().push(name.clone());
            }
            let stem = cut(name, "_lib.psx").unwrap_or_default();
            let base = stem.trim_end_matches(|c: char| c.is_ascii_digit());
            if base.len() < stem.len() {
                all.libraries.entry(base.to_ascii_lowercase()).or_default().push(name.clone());
            }
            if name.to_ascii_lowercase().ends_with("anim.psx") && !is_of_skaters(name) {
                all.clips.push(name.clone());
            }
        }
        all
    }
}

/// Derives the names of companion files from the base name of a level.
pub struct Companions {
    /// File name without extension and without `_g`, `_l`, `_o` …
    base: String,
    /// Two-player variants have their own libraries.
    two_player: bool,
    own: String,
}

impl Companions {
    /// Companions of the file at `source`. If the file is named by a hash, its resolved name is used.
    pub fn of(source: &Source, names: &dyn Names) -> Self {
        let own = name_of(source, names);
        let stem = stem_of(&own);
        let two_player = ["_2", "_2g"].iter().any(|suffix| cut(stem, suffix).is_some());
        Self { base: base_of(stem).to_owned(), two_player, own }
    }

    /// Companions of the level to which triggers belong.
    pub fn of_triggers(source: &Source, names: &dyn Names, two_player: bool) -> Self {
        let own = name_of(source, names);
        let stem = stem_of(&own);
        let base = cut(stem, "_t").unwrap_or(stem).to_owned();
        Self { base, two_player, own }
    }

    /// Names of the existing one-player geometry files of the level.
    pub fn geometry(&self, context: Context<'_>) -> Vec<String> {
        let base = &self.base;
        let known = [format!("{base}.psx"), format!("aa{base}.psx"), format!("{base}_g.psx")];
        let known = known.into_iter().filter(|name| context.siblings.has(name));
        let by_base = ByBase::of_folder(context);
        let parts = by_base.parts.get(&base.to_ascii_lowercase()).map_or(&[][..], Vec::as_slice);
        let has_first = parts.iter().any(|name| name.eq_ignore_ascii_case(&self.named("_1")));
        known.chain(parts.iter().filter(|_| has_first).cloned()).collect()
    }

    /// Names of the two-player geometry. A `_2` file next to a `_1` file is a numbered part, not a
    /// two-player variant.
    pub fn geometry_for_two(&self, context: Context<'_>) -> Vec<String> {
        let there = |name: &String| context.siblings.has(name);
        let two = ["_2", "_2g"].into_iter().map(|suffix| self.named(suffix)).find(there);
        two.filter(|_| !there(&self.named("_1"))).into_iter().collect()
    }

    /// Names of the geometry for a game of HORSE.
    pub fn geometry_of_horse(&self, context: Context<'_>) -> Vec<String> {
        let horse = Some(self.named("_h"));
        horse.filter(|name| context.siblings.has(name)).into_iter().collect()
    }

    fn named(&self, suffix: &str) -> String {
        format!("{}{suffix}.psx", self.base)
    }

    /// Numbered libraries; each contains everything from those before it (Apocalypse).
    pub fn numbered_libraries(&self, context: Context<'_>) -> Vec<String> {
        let by_base = ByBase::of_folder(context);
        by_base.libraries.get(&self.base.to_ascii_lowercase()).cloned().unwrap_or_default()
    }

    /// Number of players for which the file is made.
    pub fn players(&self) -> Players {
        if self.two_player { Players::Two } else { Players::One }
    }

    /// File name of the level without extension and variant suffix.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// `true` if this file is itself a library, a bank, or a part of a level.
    pub fn is_part(&self) -> bool {
        let lower = self.base.to_ascii_lowercase();
        let endings = ["_l", "_o", "_l2", "_o2", "2l", "2o", "lib", "obj"];
        endings.iter().any(|ending| lower.ends_with(ending))
    }

    /// Names of texture libraries, most specific first.
    pub fn libraries(&self) -> Vec<String> {
        let base = &self.base;
        let two = ["l2", "_l2", "2l", "_2l"].map(|suffix| format!("{base}{suffix}.psx"));
        let one = [format!("{base}_l.psx"), format!("{base}_lib.psx"), format!("{base}lib.psx")];
        let shared = ["skatelib.psx".to_owned(), "sub_lib.psx".to_owned()];
        let two = self.two_player.then_some(two).into_iter().flatten();
        two.chain(one).chain(shared).collect()
    }

    /// Names of object banks, most specific first.
    pub fn banks(&self) -> Vec<String> {
        let base = &self.base;
        let two = ["o2", "_o2", "2o", "_2o"].map(|suffix| format!("{base}{suffix}.psx"));
        let one = [format!("{base}_o.psx"), format!("{base}_obj.psx"), format!("{base}obj.psx")];
        self.two_player.then_some(two).into_iter().flatten().chain(one).collect()
    }

    /// Name of the trigger file.
    pub fn triggers(&self) -> String {
        format!("{}_t.trg", self.base)
    }

    /// Opens the first existing file of `names`, except the file itself.
    pub fn first(
        &self,
        names: &[String],
        context: Context<'_>,
    ) -> Result<Source, MissingCompanion> {
        let mut missed = None;
        for name in names.iter().filter(|name| !name.eq_ignore_ascii_case(&self.own)) {
            match context.siblings.open(name) {
                Ok(source) => return Ok(source),
                Err(miss) => missed = missed.or(Some(miss)),
            }
        }
        Err(missed.unwrap_or_else(|| MissingCompanion {
            name: String::new(),
            looked_in: "nowhere".into(),
        }))
    }

    /// Files with clips of several characters: those of the skaters, then other animation files, sorted
    /// by the length of the common name prefix.
    pub fn clips(&self, context: Context<'_>) -> Vec<String> {
        let common = |name: &str| {
            let pairs = name.bytes().zip(self.own.bytes());
            pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
        };
        let is_own = |name: &str| name.eq_ignore_ascii_case(&self.own);
        let mut names = ByBase::of_folder(context).clips.clone();
        names.sort_by_key(|name| std::cmp::Reverse(common(name)));
        let skaters = SKATER_CLIPS.iter().map(|name| (*name).to_owned());
        skaters.chain(names).filter(|name| !is_own(name)).collect()
    }

    /// Opens all existing files of `names`, except the file itself.
    pub fn every<'n>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
        context: Context<'_>,
    ) -> Vec<Source> {
        let others = names.into_iter().filter(|name| !name.eq_ignore_ascii_case(&self.own));
        others.filter_map(|name| context.siblings.open(name).ok()).collect()
    }

    /// Other `.psx` files of the folder that are texture libraries (without objects and models, as their
    /// first 16 bytes show): the first one with each of these textures, and those that cannot be read.
    pub fn libraries_with(&self, textures: &HashSet<u32>, context: Context<'_>) -> Vec<Source> {
        let siblings = context.siblings;
        // Cached per folder: every file with a missing texture needs the list, and building it
        // opens all files.
        let made = siblings.of_folder("texture libraries", &|| {
            let (mut by_texture, mut unreadable) = (FilesByHash::default(), Vec::new());
            for name in siblings.names().iter().filter(|name| cut(name, ".psx").is_some()) {
                let library = siblings.open(name).ok().filter(is_library);
                let Some(library) = library else { continue };
                match Loaded::<File>::companion(&library, context) {
                    Ok(library) => by_texture.push(name, library.records.defined_textures()),
                    Err(_) => unreadable.push(name.clone()),
                }
            }
            Arc::new(FolderLibraries { by_texture: by_texture.finish(), unreadable })
        });
        let all: Arc<FolderLibraries> = made.downcast().unwrap_or_default();
        let found = all.by_texture.first_with_each(textures.iter().copied(), &self.own);
        self.every(found.into_iter().chain(&all.unreadable), context)
    }
}

/// Name of a file, resolved if it is a hash.
pub fn name_of(source: &Source, names: &dyn Names) -> String {
    let own = source.file_name();
    real_name(own, names).map_or_else(|| own.to_owned(), |(name, _)| name)
}

/// File name without its extension.
pub fn stem_of(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// File name for a `name` in a command, which mostly has no extension.
pub fn file_of(name: &str) -> String {
    let has_one = name.to_ascii_lowercase().ends_with(".psx");
    if has_one { name.to_owned() } else { format!("{name}.psx") }
}

/// Names of a level's files by naming rule, given the name of its geometry (section 17).
pub fn names_by_rule(geometry: &str) -> Vec<String> {
    const ENDINGS: [&str; 17] = [
        "", "_g", "_2", "_2g", "2", "_h", "_l", "_2l", "2l", "l2", "_l2", "_o", "_2o", "2o", "o2",
        "_o2", "_lib",
    ];
    let base = base_of(geometry);
    let files = ENDINGS.iter().map(|ending| format!("{base}{ending}.psx"));
    files.chain([format!("{base}_t.trg")]).collect()
}

/// Base name of a level from the name of its geometry, both without extension.
fn base_of(geometry: &str) -> &str {
    let base = ["_2g", "_g", "_2", "_h"].iter().find_map(|suffix| cut(geometry, suffix));
    base.or_else(|| numbered_part(geometry)).unwrap_or(geometry)
}

/// Strips `ending` from `name`, case-insensitively.
fn cut<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let at = name.len().checked_sub(ending.len())?;
    let (front, end) = name.split_at_checked(at)?;
    end.eq_ignore_ascii_case(ending).then_some(front)
}

/// Name before a part number with an optional letter: `city` of `city_1a`. Geometry, library and bank for
/// two players (`city_2g`, `city_2l`, `city_2o`) are not such parts.
fn numbered_part(stem: &str) -> Option<&str> {
    let (of, part) = stem.rsplit_once('_')?;
    if ["2g", "2l", "2o"].iter().any(|two| part.eq_ignore_ascii_case(two)) {
        return None;
    }
    let number = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && part.len() - number.len() <= 1).then_some(of)
}

/// `true` for a file with zero objects and zero models (section 1).
fn is_library(source: &Source) -> bool {
    let counts = source.bytes().get(8..16);
    counts.is_some_and(|counts| counts.iter().all(|byte| *byte == 0))
}
