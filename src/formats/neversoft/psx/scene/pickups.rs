//! Displays pickups with the models that the engine uses for them. The model of each kind of pickup is
//! defined in the games' code, not in files (section 17).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::records::File;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::trg::{Angles, PlacedModel, Trg};
use crate::scene::Origin;

/// Banks of pickups that all levels share.
const BANKS: [&str; 2] = ["items.psx", "skmedals.psx"];

/// Name hashes of the models of a kind of pickup, in order of preference.
type Table = &'static [(u16, &'static [u32])];

/// A table for each game. No file identifies the game: the table whose models are in the bank is used.
const TABLES: [Table; 4] = [SKATING, MEDALS, SPIDER, APOCALYPSE];

const GEAR: &[u32] = &[0x7E74_F3D4];

const SKATING: Table = &[
    (4, &[0x2328_A71C]),
    (5, &[0x311D_55D4]),
    (6, &[0x2EBF_22CA]),
    (10, &[0x29B6_8A16]),
    (15, &[0x3452_4351]),
    (16, &[0x7C1B_2C4A, 0xD510_8E8C, 0x7E74_F3D4]),
    (18, &[0x7C1B_2C4A]),
    (21, &[0x6F0F_6B9F, 0x91EE_BD52]),
    (22, &[0xF606_3A25, 0x91EE_BD52]),
    (23, &[0x8101_0AB3, 0x91EE_BD52]),
    (24, &[0x694E_D947]),
    (25, &[0x260F_4F80]),
    (26, &[0xCC4E_141F]),
    (27, &[0x4837_01E6]),
    (28, &[0x608E_06C7]),
    (29, &[0x1012_2D2A]),
    (30, &[0xC12E_D64B]),
    (31, &[0x2290_8B06]),
    (32, &[0x5689_1A69]),
];

const MEDALS: Table = &[(0x664, &[0x5463_6518]), (0x665, &[0xBA6D_0434]), (0x666, &[0x2364_558E])];

const SPIDER: Table = &[
    (8, &[0x1764_6B0D]),
    (9, &[0xC673_9C3B]),
    (10, &[0xA092_D785]),
    (11, &[0x7F64_8179]),
    (12, &[0x1282_0A41]),
    (13, &[0xC673_9C3B]),
    (14, GEAR),
    (15, GEAR),
    (16, GEAR),
    (18, &[0xA092_D785]),
];

const APOCALYPSE: Table = &[
    (4, &[0x350E_968C]),
    (5, &[0xD40B_155E]),
    (6, &[0x51E4_6AAF]),
    (10, &[0x4D2C_5D7C]),
    (14, GEAR),
    (15, GEAR),
    (16, GEAR),
];

/// Pickup models of a bank with their positions and trigger nodes.
pub type PickupModels = Vec<(PlacedModel, Origin)>;

/// Available banks that contain a model for a pickup of the level.
pub fn find(trg: &Loaded<Trg>, context: Context<'_>) -> Vec<(Arc<Loaded<File>>, PickupModels)> {
    if trg.records.pickups().is_empty() {
        return Vec::new();
    }
    let banks = BANKS.iter().filter_map(|name| context.siblings.open(name).ok());
    let banks = banks.filter_map(|source| Loaded::<File>::companion(&source, context).ok());
    let placements = banks.map(|bank| {
        let placed = placed_pickups(trg, &bank.records);
        (bank, placed)
    });
    placements.filter(|(_, placed)| !placed.is_empty()).collect()
}

/// Table of which the bank has the most models; the first on a tie, `None` if it has none.
fn table_of(bank: &BTreeSet<u32>) -> Option<Table> {
    let hits = |table: Table| {
        let models = table.iter().flat_map(|(_, models)| models.iter());
        models.copied().filter(|model| bank.contains(model)).collect::<BTreeSet<_>>().len()
    };
    let found = TABLES.into_iter().rev().max_by_key(|table| hits(table))?;
    (hits(found) > 0).then_some(found)
}

/// Adds a note for each kind of pickup without a model, if there are banks of pickups.
pub fn report_missing(
    trg: &Loaded<Trg>,
    banks: &[(Arc<Loaded<File>>, PickupModels)],
    problems: &mut Problems,
) {
    let shown =
        banks.iter().flat_map(|(_, placements)| placements.iter().map(|(placed, _)| placed.node));
    let shown: BTreeSet<usize> = shown.collect();
    let mut missing: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
    for pickup in trg.records.pickups() {
        if !banks.is_empty() && !shown.contains(&pickup.node) {
            missing.entry(pickup.kind).or_insert((pickup.node, 0)).1 += 1;
        }
    }
    for (kind, (node, count)) in missing {
        let message = format!("no pickup bank has a model for kind {kind} (pickups: {count})");
        trg.report(problems).note(format!("nodes[{node}].kind"), message);
    }
}

/// Placed models for the pickups of a level. They are upright, as no rotation is stored.
fn placed_pickups(trg: &Loaded<Trg>, bank: &File) -> PickupModels {
    let names = bank.library.as_ref().map_or(&[][..], |library| &library.model_names);
    let names: BTreeSet<u32> = names.iter().copied().collect();
    let table = table_of(&names);
    let model_of = |kind: u16| {
        let (_, models) = table?.iter().find(|(own, _)| *own == kind)?;
        models.iter().copied().find(|model| names.contains(model))
    };
    let pickups = trg.records.pickups().into_iter();
    let placed = pickups.filter_map(|pickup| {
        let (node, position, angles) = (pickup.node, pickup.at, Angles::default());
        let placed = PlacedModel { node, model: model_of(pickup.kind)?, position, angles };
        Some((placed, trg.origin(format!("nodes[{node}]"))))
    });
    placed.collect()
}
