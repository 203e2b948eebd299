//! Companion files: the level of a scene, the scene of a level.

use std::sync::Arc;

use super::super::grf::region::Region;
use super::super::kinds::{File, HeadFindings, Kind, Level as LevelFile, Scn, header_levels};
use super::super::read::Parsed;
use super::super::scn::block::Block;
use super::super::scn::block_kinds::BlockKinds;
use super::super::scn::saved::{Label, Partitions, SaveHeader};
use super::block_kinds::{kinds_of_level, save_version};
use super::level::Level;
use super::scene_builder::Draft;
use crate::bytes::{Cursor, Endian, NoRecorder, Severity, Source, Span};
use crate::container::{Context, MissingCompanion};
use crate::formats::ms::szdd::Szdd;
use crate::formats::trespasser::Game;
use crate::formats::{Head, Loaded, Records};

/// Number of scenes of a folder whose headers are read.
const MAX_SCENES: usize = 256;

/// Opens the companion of this name.
///
/// # Errors
/// When it is missing or cannot be read.
pub fn open<K: Kind>(
    name: &str,
    context: Context<'_>,
) -> Result<Arc<Loaded<File<K>>>, MissingCompanion> {
    let source = context.siblings.open(name)?;
    read(&source, context).map_err(|why| {
        let looked_in = format!("{}, which cannot be read: {why}", source.name());
        MissingCompanion { name: name.to_owned(), looked_in }
    })
}

/// Reads a companion. The game opens every file through a library that unpacks Microsoft's compression.
///
/// # Errors
/// When it cannot be read, with the reason.
pub fn read<T: Records>(source: &Source, context: Context<'_>) -> Result<Arc<Loaded<T>>, String> {
    Loaded::companion_in::<Szdd>(source, context).map_err(|error| error.0.message)
}

pub fn is_level(file: &Parsed) -> bool {
    file.groff.first::<Region>().is_some()
}

pub fn is_scene(file: &Parsed) -> bool {
    let groff = &file.groff;
    groff.first::<SaveHeader>().is_some()
        || groff.first::<Block>().is_some()
        || groff.first::<Partitions>().is_some()
}

/// The scene of a level, if it exists: the level opens without it too.
pub fn scene_beside(stem: &str, context: Context<'_>) -> Option<Arc<Loaded<File<Scn>>>> {
    open(&format!("{stem}.scn"), context).ok().filter(|scene| is_scene(&scene.records.parsed))
}

/// The scenes of the level called `name`, and their sources: the one with its stem, then others in
/// its folder and in the roots whose headers name it. Scenes in roots with a level of this name may
/// belong to that one.
pub fn scenes_of(name: &str, context: Context<'_>) -> Vec<(Source, Arc<Loaded<File<Scn>>>)> {
    let siblings = context.siblings;
    let (beside, roots) = (siblings.names(), siblings.in_roots());
    let has_other = roots.iter().any(|other| other.eq_ignore_ascii_case(name));
    let roots = if has_other { &[][..] } else { &*roots };
    let mut names = vec![format!("{}.scn", stem(name))];
    for other in beside.iter().chain(roots.iter()).map(|other| other.to_ascii_lowercase()) {
        if names.len() < MAX_SCENES && other.ends_with(".scn") && !names.contains(&other) {
            names.push(other);
        }
    }
    let read = |other: &String| {
        let source = siblings.open(other).ok()?;
        if header_levels(&Head::of(&source)).is_some_and(|levels| !has_level(&levels, name)) {
            return None;
        }
        let scene = read::<File<Scn>>(&source, context).ok()?;
        has_level(&levels_of(&scene.records.parsed), name).then_some((source, scene))
    };
    names.iter().filter_map(read).collect()
}

fn stem(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_ascii_lowercase()
}

fn has_level(levels: &[String], name: &str) -> bool {
    levels.iter().any(|level| stem(level) == stem(name))
}

/// The kinds of the blocks of the scene in `source`; `None` without its level.
pub fn kinds_of_scene(source: &Source, context: Context<'_>) -> Option<BlockKinds> {
    if !HeadFindings::of(&Head::of(source))?.special {
        return None;
    }
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let scene = Parsed::read(&mut cur, None).ok()?;
    let game = Game::of(context);
    let level = find_level(&scene, game.context(context)).ok()?;
    Some(kinds_of_level(&Level::new(level.parsed()), save_version(&scene)))
}

/// Like [`scenes_of`], with the blocks read as `level` determines.
pub fn typed_scenes_of(
    level: &Loaded<&Parsed>,
    name: &str,
    context: Context<'_>,
) -> Vec<(Source, Arc<Loaded<File<Scn>>>)> {
    let scenes = scenes_of(name, context);
    if scenes.is_empty() {
        return scenes;
    }
    let level = Level::new(level.part(|parsed| *parsed));
    let typed = |(source, scene): (Source, Arc<Loaded<File<Scn>>>)| {
        let kinds = kinds_of_level(&level, save_version(&scene.records.parsed));
        let typed = scene.source.with_companion_data(Arc::new(kinds));
        let (scene, _) = Loaded::open(&typed).ok()?;
        Some((source, Arc::new(scene)))
    };
    scenes.into_iter().filter_map(typed).collect()
}

/// The text of a savegame's section with this name.
pub fn label(file: &Parsed, name: &str) -> Option<String> {
    let mut labels = file.groff.all::<Label>();
    labels.find_map(|(index, label)| {
        let section = file.groff.sections.get(index)?;
        (file.texts.get(section.name) == name).then(|| label.text())
    })
}

/// The levels that a scene names.
fn levels_of(scene: &Parsed) -> Vec<String> {
    let header = scene.groff.first::<SaveHeader>();
    header.map_or_else(Vec::new, |header| header.levels().collect())
}

/// The level that a scene names, or the scene that a savegame was made in.
pub fn level_of(scene: &Parsed, draft: &mut Draft<'_>) -> Option<Arc<Loaded<File<LevelFile>>>> {
    let found = find_level(scene, draft.context);
    found.map_err(|message| draft.report(Severity::Warning, Span::default(), message)).ok()
}

/// Like [`level_of`].
///
/// # Errors
/// A message, if the level is missing or cannot be read.
pub fn find_level(
    scene: &Parsed,
    context: Context<'_>,
) -> Result<Arc<Loaded<File<LevelFile>>>, String> {
    let mut names = levels_of(scene);
    let named = names.first().cloned();
    if let Some(stored) = label(scene, "SaveSCNName").filter(|name| !name.is_empty()) {
        let saved_in = open::<Scn>(&stored, context).ok();
        names.extend(saved_in.iter().flat_map(|scene| levels_of(&scene.records.parsed)));
        let stem = stored.rsplit_once('.').map_or(stored.as_str(), |(stem, _)| stem);
        names.push(format!("{stem}.grf"));
    }
    let mut missed = None;
    for name in names {
        // A packed level has another last letter in its name.
        let packed = name.get(..name.len().saturating_sub(1)).map(|stem| format!("{stem}_"));
        for name in [Some(name.clone()), Some(format!("{name}_")), packed].into_iter().flatten() {
            match open::<LevelFile>(&name, context) {
                Ok(level) if is_level(&level.records.parsed) => return Ok(level),
                Ok(_) => {}
                Err(miss) => missed = missed.or(Some(miss)),
            }
        }
    }
    let looked =
        missed.map_or_else(String::new, |miss| format!(", looked for in {}", miss.looked_in));
    let level = named.map_or_else(
        || "it names no level".to_owned(),
        |name| format!("missing level {name}{looked}"),
    );
    Err(format!("{level}; only data of the scene is shown"))
}
