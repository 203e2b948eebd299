//! Builds the scene of a level from its triggers: all files that they load, in sets for one player, two
//! players and a game of HORSE, one of which is displayed at a time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::companions::{Companions, file_of, name_of, stem_of};
use super::super::records::File;
use super::assembly::{Assembly, FileElements, bank_instances};
use super::instances::Instances;
use super::pickups;
use super::triggers::{Triggers, places_of_models};
use super::{missing_textures, open_libraries};
use crate::bytes::{Problems, SourceId};
use crate::container::{Context, MissingCompanion};
use crate::formats::Loaded;
use crate::formats::neversoft::level_sounds;
use crate::formats::neversoft::trg::{
    GameMode, Named, Orders, Players, Surroundings, Trg, VisibleLayers, add_helpers,
};
use crate::scene::{Choice, List, Scene, Variant, VariantOption};

type Opened = Arc<Loaded<File>>;

/// Files of one game mode.
struct Set {
    name: &'static str,
    players: Players,
    geometry: Vec<Opened>,
    banks: Vec<Opened>,
    libraries: Vec<Opened>,
}

/// Builds the scene of the level with these triggers from the files that are available.
pub fn level_of(trg: &Loaded<Trg>, context: Context<'_>) -> (Scene, Problems) {
    let (opened, reported, problems) = (HashMap::new(), HashSet::new(), Problems::default());
    let mut finder = Finder { trg, context, opened, reported, problems };
    let sets = finder.sets();
    let triggers = Triggers { file: Some(trg), players: Players::One };
    let items = triggers.pickups(context);
    let parts = |of: fn(&Set) -> &Vec<Opened>| sets.iter().flat_map(of);
    let all = parts(|set| &set.geometry).chain(parts(|set| &set.libraries));
    let all = all.chain(parts(|set| &set.banks)).chain(items.iter().map(|(bank, _)| bank));
    let all = all.map(Arc::as_ref);
    let name = name_of(&trg.source, context.names);
    let mut level = Assembly::new(stem_of(&name), all, context, finder.problems);
    let mut placed: HashMap<SourceId, FileElements> = HashMap::new();
    for set in &sets {
        let own = Triggers { players: set.players, ..triggers };
        let geometry = set.geometry.iter().map(|part| (part, false));
        for (part, is_bank) in geometry.chain(set.banks.iter().map(|part| (part, true))) {
            placed.entry(part.source.id()).or_insert_with(|| {
                let instances = match is_bank {
                    true => bank_instances(own),
                    false => Instances { hiding: own.hiding(), ..Instances::default() },
                };
                level.add_part(part, instances)
            });
        }
    }
    pickups::report_missing(trg, &items, &mut level.problems);
    level.add_items(items);
    level.finish_materials();
    let mut reported = HashSet::new();
    for part in sets.iter().flat_map(|set| &set.geometry) {
        // Sets may share files.
        let id = part.source.id();
        if let Some(placed) = placed.get_mut(&id).filter(|_| reported.insert(id)) {
            level.add_facts(part, placed);
            let companions = Companions::of(&part.source, context.names);
            level.textures.report_misses(part, &companions, context, &mut level.problems);
        }
    }
    let is_void = level.scene.meshes.is_empty();
    let shows = if is_void { VisibleLayers::Everything } else { VisibleLayers::Points };
    if sets.len() > 1 {
        let options = sets.iter().map(|set| set.option(&placed)).collect();
        add_sets(&mut level.scene, trg, context, (&sets, options), shows);
    } else {
        triggers.add_to(&mut level.scene, context, shows);
    }
    let base = Companions::of_triggers(&trg.source, context.names, false).base().to_owned();
    let reported_at = Some(trg.span("magic"));
    level_sounds::add(&mut level.scene, &base, reported_at, context, &mut level.problems);
    (level.scene, level.problems)
}

impl Set {
    /// Scene elements displayed with this set.
    fn option(&self, placed: &HashMap<SourceId, FileElements>) -> VariantOption {
        let files = self.geometry.iter().chain(&self.banks);
        let parts: Vec<&FileElements> =
            files.filter_map(|file| placed.get(&file.source.id())).collect();
        VariantOption {
            name: self.name.to_owned(),
            nodes: parts.iter().flat_map(|part| &part.roots).copied().collect(),
            helpers: parts.iter().flat_map(|part| &part.helpers).copied().collect(),
            ..VariantOption::default()
        }
    }
}

/// Adds the sets as variants, and the triggers as they apply in each.
fn add_sets(
    scene: &mut Scene,
    trg: &Loaded<Trg>,
    context: Context<'_>,
    (sets, options): (&[Set], Vec<VariantOption>),
    shows: VisibleLayers,
) {
    let options: List<VariantOption> = options.into();
    let chosen = options.ids().next();
    let mut variant = Variant { name: "Set".to_owned(), choice: Choice::One, options, chosen };
    let ways = sets.iter().zip(variant.options.ids()).map(|(set, option)| GameMode {
        players: set.players,
        models: places_of_models(scene, &variant.hidden_nodes(Some(option))),
    });
    let around = Surroundings { names: context.names, shows, ways: ways.collect() };
    for (option, own) in variant.options.iter_mut().zip(add_helpers(trg, scene, &around)) {
        option.helpers.extend(own.helpers);
        option.air = Some(own.air);
    }
    scene.variants.push(variant);
}

fn is_missing(name: &str, miss: &MissingCompanion) -> String {
    format!("{name} not found in {}: its contents are missing", miss.looked_in)
}

/// Opens the files that triggers name, and reports missing ones.
struct Finder<'a> {
    trg: &'a Loaded<Trg>,
    context: Context<'a>,
    /// Opened files by lower-case name: sets share files.
    opened: HashMap<String, Opened>,
    reported: HashSet<String>,
    problems: Problems,
}

impl Finder<'_> {
    /// Sets of all game modes that have files.
    fn sets(&mut self) -> Vec<Set> {
        let trg = &self.trg.records;
        let names = Companions::of_triggers(&self.trg.source, self.context.names, false);
        let named = trg.orders(Players::One).geometry();
        let by_name = names.geometry(self.context);
        let one = self.set("One player", Players::One, &named, by_name);
        let named = match trg.is_for_two() {
            true => trg.orders(Players::Two).geometry(),
            false => Vec::new(),
        };
        let by_name = names.geometry_for_two(self.context);
        let two = self.set("Two players", Players::Two, &named, by_name);
        let horse = self.set("HORSE", Players::One, &[], names.geometry_of_horse(self.context));
        let ids = |parts: &[Opened]| parts.iter().map(|part| part.source.id()).collect::<Vec<_>>();
        let first = (ids(&one.geometry), ids(&one.banks));
        let mut sets = vec![one];
        for set in [two, horse] {
            let is_new = (ids(&set.geometry), ids(&set.banks)) != first;
            if is_new && !set.geometry.is_empty() {
                sets.push(set);
            }
        }
        sets
    }

    /// Files that commands name, or else existing files by naming rule.
    fn set(
        &mut self,
        name: &'static str,
        players: Players,
        named: &[Named],
        by_name: Vec<String>,
    ) -> Set {
        let geometry = if named.is_empty() {
            by_name.iter().filter_map(|name| self.open(name, None)).collect()
        } else {
            named
                .iter()
                .filter_map(|named| self.open(&file_of(&named.name), Some(&named.path)))
                .collect()
        };
        let mut set = Set { name, players, geometry, banks: Vec::new(), libraries: Vec::new() };
        if set.geometry.is_empty() {
            return set;
        }
        let triggers = Triggers { file: Some(self.trg), players };
        let (own, two) = (&self.trg.source, players == Players::Two);
        let companions = Companions::of_triggers(own, self.context.names, two);
        let banks = triggers.orders().map_or_else(Vec::new, Orders::obj_file);
        set.banks =
            banks.iter().filter_map(|n| self.open(&file_of(&n.name), Some(&n.path))).collect();
        if set.banks.is_empty() {
            let found = companions.first(&companions.banks(), self.context).ok();
            let name = found.map(|bank| bank.file_name().to_owned());
            set.banks.extend(name.and_then(|name| self.open(&name, None)));
        }
        for named in triggers.orders().map_or_else(Vec::new, Orders::spool_in) {
            self.look_for(&named);
        }
        let items = triggers.pickups(self.context);
        let items = items.iter().map(|(bank, _)| bank);
        let files = set.geometry.iter().chain(&set.banks).chain(items).map(|file| &file.records);
        let missing = missing_textures(files);
        set.libraries =
            open_libraries(missing, &companions, triggers, self.context, &mut self.problems);
        set
    }

    /// Opens a file of the level; a missing file that a command names is reported.
    fn open(&mut self, name: &str, path: Option<&str>) -> Option<Opened> {
        let key = name.to_ascii_lowercase();
        if let Some(part) = self.opened.get(&key) {
            return Some(part.clone());
        }
        let why = match self.context.siblings.open(name) {
            Ok(source) => match Loaded::companion(&source, self.context) {
                Ok(part) => {
                    self.opened.insert(key, Arc::clone(&part));
                    return Some(part);
                }
                Err(error) => format!("{name} cannot be read: {}", error.0.message),
            },
            Err(miss) => is_missing(name, &miss),
        };
        self.report(path.unwrap_or("nodes"), why);
        None
    }

    /// Reports a further file that a command loads, if it is missing.
    fn look_for(&mut self, named: &Named) {
        let name = file_of(&named.name);
        if let Err(miss) = self.context.siblings.open(&name) {
            self.report(&named.path, is_missing(&name, &miss));
        }
    }

    /// Reports a problem once, as sets share commands.
    fn report(&mut self, path: &str, why: String) {
        if self.reported.insert(why.clone()) {
            self.trg.report(&mut self.problems).warning(path, why);
        }
    }
}
