//! Layout of the panels.

use egui::Id;
use egui_tiles::{Tile, TileId, Tiles, Tree};
use gouraud::app::model::PanelId;
use gouraud::app::panels;
use gouraud::app::shell::layout::{completed, show, split_title, standard, visible};

fn places(tree: &Tree<PanelId>) -> Vec<PanelId> {
    let pane = |(_, tile): (&TileId, &Tile<PanelId>)| match tile {
        Tile::Pane(id) => Some(*id),
        Tile::Container(_) => None,
    };
    let mut all: Vec<PanelId> = tree.tiles.iter().filter_map(pane).collect();
    all.sort_by_key(|id| id.0);
    all
}

/// The tabs in the same group as a panel.
fn beside(tree: &Tree<PanelId>, id: PanelId) -> Vec<PanelId> {
    let tile = tree.tiles.find_pane(&id).unwrap();
    let parent = tree.tiles.parent_of(tile).unwrap();
    let Some(Tile::Container(tabs)) = tree.tiles.get(parent) else { panic!() };
    tabs.children().filter_map(|tile| tree.tiles.get_pane(tile).copied()).collect()
}

#[test]
fn default_layout_has_every_panel_once() {
    let tree = standard();
    assert_eq!(places(&tree).len(), panels::ALL.len());
    assert_eq!(completed(tree.clone()), tree);
}

/// Storage in memory that replaces the settings file.
#[derive(Default)]
struct Saved(String);

impl eframe::Storage for Saved {
    fn get_string(&self, _: &str) -> Option<String> {
        Some(self.0.clone())
    }
    fn set_string(&mut self, _: &str, value: String) {
        self.0 = value;
    }
    fn remove_string(&mut self, _: &str) {}
    fn flush(&mut self) {}
}

fn saved(tree: &Tree<PanelId>) -> Saved {
    let mut saved = Saved::default();
    eframe::set_value(&mut saved, "layout", tree);
    saved
}

#[test]
fn saved_layout_keeps_panel_names() {
    let saved = saved(&standard());
    for name in ["Pane(Files)", "Pane(Card)", "Pane(Bytes)"] {
        assert!(saved.0.contains(name), "{}", saved.0);
    }
    assert_eq!(eframe::get_value(&saved, "layout"), Some(standard()));
}

#[test]
fn adds_new_panels_to_a_saved_layout() {
    let mut tree = standard();
    let right = [
        PanelId::CARD,
        PanelId::PALETTES,
        PanelId::PIXEL,
        PanelId::VIDEO_MEMORY,
        PanelId::DESCRIPTION,
    ];
    for id in [PanelId::COMPARE, PanelId::NOTES].into_iter().chain(right) {
        let tile = tree.tiles.find_pane(&id).unwrap();
        tree.remove_recursively(tile);
    }
    show(&mut tree, PanelId::LOG);
    let saved: Tree<PanelId> = eframe::get_value(&saved(&tree), "layout").unwrap();
    let tree = completed(saved);
    assert_eq!(places(&tree), places(&standard()));
    let below = [PanelId::CONTENTS, PanelId::COMPARE, PanelId::NOTES];
    assert_eq!(beside(&tree, PanelId::NOTES), below);
    assert_eq!(beside(&tree, PanelId::CARD), [&[PanelId::FIELDS][..], &right].concat());
    assert!(visible(&tree).contains(&PanelId::LOG), "the rest is unchanged");
}

#[test]
fn removes_unknown_and_duplicate_panels_from_a_saved_layout() {
    let mut tree = standard();
    let twice = tree.tiles.insert_pane(PanelId::LOG);
    let gone = tree.tiles.insert_pane(PanelId("Retired"));
    let tile = tree.tiles.find_pane(&PanelId::FILES).unwrap();
    let parent = tree.tiles.parent_of(tile).unwrap();
    let Some(Tile::Container(tabs)) = tree.tiles.get_mut(parent) else { panic!() };
    tabs.add_child(twice);
    tabs.add_child(gone);
    let saved: Tree<PanelId> = eframe::get_value(&saved(&tree), "layout").unwrap();
    let tree = completed(saved);
    assert_eq!(places(&tree), places(&standard()));
    assert_eq!(beside(&tree, PanelId::FILES), [PanelId::FILES, PanelId::FIND]);
    assert_eq!(completed(Tree::empty(Id::unique("nothing"))), standard());
}

#[test]
fn nested_splits_are_named_after_their_panels() {
    let mut tiles = Tiles::default();
    let panes = [PanelId::SCENE, PanelId::PALETTE, PanelId::LOG];
    let [scene, palette, log] = panes.map(|kind| tiles.insert_pane(kind));
    let tabs = tiles.insert_tab_tile(vec![palette, log]);
    let split = tiles.insert_vertical_tile(vec![scene, tabs]);
    assert_eq!(split_title(&tiles, split), "Scene + Palette");
    let wide = tiles.insert_horizontal_tile(vec![split, log]);
    assert_eq!(split_title(&tiles, wide), "Scene + Palette …");
}

#[test]
fn showing_a_panel_activates_its_tab() {
    let mut tree = standard();
    assert!(visible(&tree).contains(&PanelId::SCENE));
    assert!(!visible(&tree).contains(&PanelId::LOG));
    show(&mut tree, PanelId::LOG);
    assert!(visible(&tree).contains(&PanelId::LOG));
    assert!(!visible(&tree).contains(&PanelId::SCENE));
}
