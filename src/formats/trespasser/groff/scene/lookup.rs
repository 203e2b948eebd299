//! Finds textures by the names of their maps.

use std::borrow::Cow;

use super::level::Level;
use super::scene_builder::Draft;
use crate::formats::trespasser::pid::TexturePack;
use crate::formats::trespasser::texture_id;

/// The companion textures of a level, and its names for them.
pub struct Lookup {
    pub pack: Option<TexturePack>,
    stems: NamesByStem,
}

/// Result of a lookup, and the compromise that was needed.
pub struct Match {
    pub id: u32,
    /// Index in the pack.
    pub texture: Option<u32>,
    pub way: Cow<'static, str>,
}

impl Lookup {
    pub fn of(level: &Level<'_>, draft: &mut Draft<'_>) -> Self {
        let (pack, problems) = TexturePack::beside(level.file.source.stem(), draft.context);
        draft.problems.extend(problems);
        Self { pack, stems: NamesByStem::of(level) }
    }

    /// Looks a texture up as the game does, then with values that may have applied when the textures were
    /// packed: the second bump map, and a diffuse of 1.
    pub fn find(&self, colour_map: &str, [bump, other]: [&str; 2], diffuse: f32) -> Match {
        let id = texture_id(colour_map, bump, diffuse);
        let tries = [
            (id, "yes"),
            (texture_id(colour_map, bump, 1.0), "with a diffuse of 1"),
            (texture_id(colour_map, other, diffuse), "with the other bump map"),
            (texture_id(colour_map, other, 1.0), "with the other bump map and a diffuse of 1"),
        ];
        let found = tries.into_iter().find_map(|(id, way)| {
            let texture = self.pack.as_ref()?.find(id)?;
            Some(Match { id, texture: Some(texture), way: way.into() })
        });
        let way = if self.pack.is_some() { "no" } else { "no textures" };
        let names_none = bump.is_empty() && other.is_empty();
        let found = found.or_else(|| self.find_bumpy(colour_map, diffuse).filter(|_| names_none));
        found.unwrap_or(Match { id, texture: None, way: way.into() })
    }

    /// Some animals name no bump map for a texture that was packed with a bump map of the same stem.
    fn find_bumpy(&self, colour_map: &str, diffuse: f32) -> Option<Match> {
        let pack = self.pack.as_ref()?;
        self.stems.like(colour_map).find_map(|bump_map| {
            let ids = [diffuse, 1.0].map(|diffuse| texture_id(colour_map, bump_map, diffuse));
            let (id, texture) = ids.into_iter().find_map(|id| Some((id, pack.find(id)?)))?;
            let way = format!("with the bump map {} (same stem)", leaf(bump_map));
            Some(Match { id, texture: Some(texture), way: way.into() })
        })
    }
}

/// Maximum number of maps with one stem: there is one of each kind.
const MAX_SIMILAR: usize = 16;

/// The names of a level, to find those with the same stem.
pub struct NamesByStem(Vec<(String, String)>);

impl NamesByStem {
    pub fn of(level: &Level<'_>) -> Self {
        let names = level.groff().names.iter().map(|name| level.text(name.handle));
        let mut names: Vec<_> = names.map(|name| (name.to_lowercase(), name.to_owned())).collect();
        names.sort();
        Self(names)
    }

    /// Other names that begin like a colour map's name without its final `t2.bmp`.
    pub fn like<'a>(&'a self, colour_map: &str) -> impl Iterator<Item = &'a str> {
        let whole = colour_map.to_lowercase();
        let stem = whole.len().checked_sub("t2.bmp".len()).and_then(|end| whole.get(..end));
        let stem = stem.filter(|stem| !leaf(stem).is_empty()).map(str::to_owned);
        let from = |stem: &String| self.0.partition_point(|(name, _)| name < stem);
        let from = stem.as_ref().map_or(self.0.len(), from);
        let begins = move |name: &str| stem.as_ref().is_some_and(|stem| name.starts_with(stem));
        let similar = self.0.get(from..).unwrap_or(&[]).iter().take_while(move |(n, _)| begins(n));
        let similar =
            similar.filter(move |(name, _)| *name != whole).map(|(_, name)| name.as_str());
        similar.take(MAX_SIMILAR)
    }
}

/// The part after the last slash.
pub fn leaf(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
