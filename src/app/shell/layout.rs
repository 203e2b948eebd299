//! Where the panels are: tiles that can be dragged, split and put into tabs.

use std::collections::HashSet;

use egui::{Id, Sense, Stroke, Ui, WidgetText};
use egui_tiles::{Behavior, Container, Linear, LinearDir, Tile, TileId, Tiles, Tree, UiResponse};

use crate::app::model::command::{Command, Commands};
use crate::app::model::panel_id::PanelKind;
use crate::app::model::state::State;
use crate::app::ui::panel::Panel;
use crate::app::ui::shortcuts;
use crate::app::ui::theme::{GRID, Theme};
use crate::bytes::Severity;

/// About the width of a letter in the title of a tab, points.
const LETTER: f32 = 7.0;

/// The panels, by kind.
pub trait Panels {
    fn get(&mut self, kind: PanelKind) -> Option<&mut dyn Panel>;
}

/// The layout of a new user: files and contents, the picture, fields over bytes.
pub fn standard() -> Tree<PanelKind> {
    use PanelKind::{
        Bytes, Card, Contents, Fields, Files, Log, Notes, Palette, Problems, Scene, Sounds, Tables,
        Texture,
    };
    let mut tiles = Tiles::default();
    let mut tabs = |kinds: &[PanelKind]| {
        let children: Vec<TileId> = kinds.iter().map(|kind| tiles.insert_pane(*kind)).collect();
        tiles.insert_tab_tile(children)
    };
    let [files, contents] = [tabs(&[Files]), tabs(&[Contents, Notes])];
    let centre = tabs(&[Scene, Texture, Palette, Tables, Sounds, Problems, Log]);
    let [fields, card, bytes] = [tabs(&[Fields]), tabs(&[Card]), tabs(&[Bytes])];
    let mut split = |dir: LinearDir, parts: &[(TileId, f32)]| {
        let mut linear = Linear::new(dir, parts.iter().map(|(id, _)| *id).collect());
        for (id, share) in parts {
            linear.shares.set_share(*id, *share);
        }
        tiles.insert_container(Container::Linear(linear))
    };
    let left = split(LinearDir::Vertical, &[(files, 0.9), (contents, 1.1)]);
    // Each as much as a face needs: its flags, its fields, its bytes with those around them.
    let right = split(LinearDir::Vertical, &[(card, 1.18), (fields, 1.1), (bytes, 0.72)]);
    let root = split(LinearDir::Horizontal, &[(left, 0.175), (centre, 0.535), (right, 0.29)]);
    let mut tree = Tree::new(Id::unique("panels"), root, tiles);
    // The first tab of the centre, not the one that was added last.
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(PanelKind::Scene | PanelKind::Contents)));
    tree
}

/// True when every panel is there exactly once, as after a change of version it may not be.
pub fn is_complete(tree: &Tree<PanelKind>) -> bool {
    let mut found: Vec<PanelKind> = tree
        .tiles
        .tiles()
        .filter_map(|tile| match tile {
            Tile::Pane(kind) => Some(*kind),
            Tile::Container(_) => None,
        })
        .collect();
    let mut all = PanelKind::ALL.to_vec();
    found.sort_unstable();
    all.sort_unstable();
    found == all
}

/// Brings a panel to the front of its tabs.
pub fn show(tree: &mut Tree<PanelKind>, kind: PanelKind) {
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(pane) if *pane == kind));
}

/// The panels that are on the screen, in the order of F6.
pub fn visible(tree: &Tree<PanelKind>) -> Vec<PanelKind> {
    let mut kinds: Vec<PanelKind> = tree
        .active_tiles()
        .into_iter()
        .filter_map(|id| tree.tiles.get_pane(&id).copied())
        .collect();
    kinds.sort_unstable();
    kinds
}

/// Draws the tiles for one frame.
pub struct Drawing<'a> {
    pub panels: &'a mut dyn Panels,
    pub state: &'a State,
    pub commands: &'a mut Commands,
    /// The panel that was pressed in this frame.
    pub pressed: Option<PanelKind>,
    /// See [`narrow`].
    pub narrow: HashSet<TileId>,
}

impl Behavior<PanelKind> for Drawing<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, kind: &mut PanelKind) -> UiResponse {
        let rect = ui.max_rect();
        let pressed = ui.input(|input| {
            input.pointer.any_pressed()
                && input.pointer.interact_pos().is_some_and(|pos| rect.contains(pos))
        });
        // A press on a menu or window above is not a press on the panel.
        if pressed && ui.rect_contains_pointer(rect) {
            self.pressed = Some(*kind);
        }
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        if let Some(panel) = self.panels.get(*kind) {
            // Every panel has a scope of its own, so that their widgets never share an id.
            let own = egui::UiBuilder::new().id_salt(*kind).max_rect(rect);
            ui.scope_builder(own, |ui| panel.ui(ui, self.state, self.commands));
        }
        if self.state.focus == *kind {
            // Keys go here first.
            let accent = Theme::of(ui).accent;
            ui.painter().hline(rect.x_range(), rect.top() + 0.5, (1.0, accent));
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, kind: &PanelKind) -> WidgetText {
        title(*kind, self.state).into()
    }

    /// A split among tabs is called by what is in it.
    fn tab_title_for_tile(&mut self, tiles: &Tiles<PanelKind>, tile: TileId) -> WidgetText {
        match tiles.get(tile) {
            Some(Tile::Pane(kind)) if self.narrow.contains(&tile) => kind.icon().rich_text().into(),
            Some(Tile::Pane(kind)) => self.tab_title_for_pane(kind),
            _ => split_title(tiles, tile).into(),
        }
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut Tiles<PanelKind>,
        tile: TileId,
        response: egui::Response,
    ) -> egui::Response {
        let Some(kind) = tiles.get_pane(&tile).copied() else { return response };
        if self.narrow.contains(&tile) {
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::Button, true, false, kind.title())
            });
        }
        if response.clicked() {
            self.pressed = Some(kind);
        }
        response.context_menu(|ui| {
            if ui.button("Reset layout").clicked() {
                self.commands.push(Command::ResetLayout);
                ui.close();
            }
        });
        let tip = shortcuts::tip(&Command::ShowPanel(kind));
        response.on_hover_text(tip)
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        tiles: &Tiles<PanelKind>,
        tile: TileId,
        state: &egui_tiles::TabState,
    ) -> egui::Color32 {
        let theme = Theme::new(visuals.dark_mode);
        let focused = tiles.get_pane(&tile) == Some(&self.state.focus);
        match (state.active, focused) {
            (true, true) => theme.accent,
            (true, false) => theme.text,
            (false, _) => theme.weak,
        }
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        Theme::new(visuals.dark_mode).bar()
    }

    fn tab_outline_stroke(
        &self,
        _: &egui::Visuals,
        _: &Tiles<PanelKind>,
        _: TileId,
        _: &egui_tiles::TabState,
    ) -> Stroke {
        Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, _: &egui::Visuals) -> Stroke {
        Stroke::NONE
    }

    fn resize_stroke(&self, style: &egui::Style, state: egui_tiles::ResizeState) -> Stroke {
        let theme = Theme::new(style.visuals.dark_mode);
        match state {
            egui_tiles::ResizeState::Idle => Stroke::new(self.gap_width(style), theme.bar()),
            egui_tiles::ResizeState::Hovering => Stroke::new(2.0, theme.faint),
            egui_tiles::ResizeState::Dragging => Stroke::new(2.0, theme.accent),
        }
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        GRID * 0.5
    }

    fn min_size(&self) -> f32 {
        64.0
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions {
            all_panes_must_have_tabs: true,
            ..egui_tiles::SimplificationOptions::default()
        }
    }

    fn drag_preview_stroke(&self, visuals: &egui::Visuals) -> Stroke {
        Stroke::new(1.0, Theme::new(visuals.dark_mode).accent)
    }

    fn drag_preview_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        Theme::new(visuals.dark_mode).accent.gamma_multiply(0.2)
    }
}

/// The title of a panel's tab, with how much there is in it.
fn title(kind: PanelKind, state: &State) -> String {
    let count = match kind {
        PanelKind::Problems => {
            // Notes alone are no problems.
            let doc = state.doc.as_ref();
            let doc = doc.filter(|doc| doc.problems.worst() > Some(Severity::Note));
            doc.map(|doc| doc.problems.total())
        }
        PanelKind::Notes => Some(state.notes.len() as u64).filter(|count| *count > 0),
        _ => None,
    };
    match count {
        Some(count) => format!("{} {count}", kind.title()),
        None => kind.title().to_owned(),
    }
}

/// The tabs that have an icon instead of a title: where there is no room for all titles, only the
/// tab in front has one.
pub fn narrow(tree: &Tree<PanelKind>, state: &State) -> HashSet<TileId> {
    let tiles = &tree.tiles;
    let width = |tile: &TileId| {
        let title = match tiles.get(*tile) {
            Some(Tile::Pane(kind)) => title(*kind, state),
            _ => split_title(tiles, *tile),
        };
        title.chars().count() as f32 * LETTER + 4.0 * GRID
    };
    let mut narrow = HashSet::new();
    for (id, tile) in tiles.iter() {
        let Tile::Container(Container::Tabs(tabs)) = tile else { continue };
        let room = tiles.rect(*id).map_or(f32::INFINITY, |rect| rect.width());
        if tabs.children.iter().map(width).sum::<f32>() > room {
            narrow.extend(tabs.children.iter().filter(|child| !tabs.is_active(**child)));
        }
    }
    narrow
}

/// `Scene + Palette`: the panels in front of a split, the first two of them.
fn split_title(tiles: &Tiles<PanelKind>, tile: TileId) -> String {
    let mut names = Vec::new();
    let mut waiting = vec![tile];
    while let Some(tile) = waiting.pop() {
        match tiles.get(tile) {
            Some(Tile::Pane(kind)) => names.push(kind.title()),
            Some(Tile::Container(Container::Tabs(tabs))) => {
                waiting.extend(tabs.active.or(tabs.children.first().copied()));
            }
            Some(Tile::Container(container)) => {
                let children: Vec<TileId> = container.children().copied().collect();
                waiting.extend(children.into_iter().rev());
            }
            None => {}
        }
    }
    let more = if names.len() > 2 { " …" } else { "" };
    names.truncate(2);
    format!("{}{more}", names.join(" + "))
}

/// Draws a single panel over everything, when the others are hidden.
pub fn single(ui: &mut Ui, drawing: &mut Drawing<'_>, kind: PanelKind) {
    let rect = ui.max_rect();
    ui.interact(rect, Id::unique("single panel"), Sense::hover());
    if let Some(panel) = drawing.panels.get(kind) {
        panel.ui(ui, drawing.state, drawing.commands);
    }
    drawing.pressed = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_layout_has_every_panel_once() {
        assert!(is_complete(&standard()));
        assert!(!is_complete(&Tree::new_tabs(Id::unique("x"), vec![PanelKind::Scene])));
    }

    #[test]
    fn a_split_among_tabs_is_called_by_its_panels() {
        let mut tiles = Tiles::default();
        let panes = [PanelKind::Scene, PanelKind::Palette, PanelKind::Log];
        let [scene, palette, log] = panes.map(|kind| tiles.insert_pane(kind));
        let tabs = tiles.insert_tab_tile(vec![palette, log]);
        let split = tiles.insert_vertical_tile(vec![scene, tabs]);
        assert_eq!(split_title(&tiles, split), "Scene + Palette");
        let wide = tiles.insert_horizontal_tile(vec![split, log]);
        assert_eq!(split_title(&tiles, wide), "Scene + Palette …");
    }

    #[test]
    fn showing_a_panel_brings_it_to_the_front() {
        let mut tree = standard();
        assert!(visible(&tree).contains(&PanelKind::Scene));
        assert!(!visible(&tree).contains(&PanelKind::Log));
        show(&mut tree, PanelKind::Log);
        assert!(visible(&tree).contains(&PanelKind::Log));
        assert!(!visible(&tree).contains(&PanelKind::Scene));
    }
}
