//! Layout of the panels: tiles that can be dragged, split and put into tabs.

use std::collections::HashSet;

use egui::{FocusDirection, Id, Role, Sense, Stroke, Ui, WidgetText};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles, Tree, UiResponse,
};

use crate::app::model::{Command, PanelId, State};
use crate::app::panels::{self, scene::ScenePanel};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, DefaultPosition, GRID, Panel, PanelInfo, Theme, menus};

/// Points between a tab's title and its edges: small enough for the icons of all centre tabs to fit into
/// the smallest window.
const TAB_SPACING: f32 = 1.5 * GRID;
/// Approximate width of a tab that shows only an icon, in points.
const ICON: f32 = 13.0 + 2.0 * TAB_SPACING;

/// All panels.
pub struct Panels {
    pub scene: ScenePanel,
    others: Vec<(PanelId, Box<dyn Panel>)>,
}

impl Panels {
    pub fn new(scene: ScenePanel) -> Self {
        let others = panels::ALL.iter().filter_map(|info| Some((info.id, info.make?())));
        Self { scene, others: others.collect() }
    }

    pub fn each(&mut self) -> impl Iterator<Item = &mut dyn Panel> {
        let scene: &mut dyn Panel = &mut self.scene;
        std::iter::once(scene).chain(self.others.iter_mut().map(|(_, panel)| &mut **panel as _))
    }

    fn get(&mut self, id: PanelId) -> Option<&mut dyn Panel> {
        match id {
            PanelId::SCENE => Some(&mut self.scene),
            _ => Some(&mut *self.others.iter_mut().find(|(own, _)| *own == id)?.1),
        }
    }
}

/// The layout for a new user: Files and Contents, the scene, Fields above Bytes.
pub fn standard() -> Tree<PanelId> {
    let mut tiles = Tiles::default();
    let mut tabs = |home: DefaultPosition| {
        let there = panels::ALL.iter().filter(|info| info.home == home);
        let children: Vec<TileId> = there.map(|info| tiles.insert_pane(info.id)).collect();
        let first = children.first().copied();
        let mut tabs = Tabs::new(children);
        tabs.active = first;
        tiles.insert_container(tabs)
    };
    let [files, contents] = [DefaultPosition::LeftTop, DefaultPosition::LeftBottom].map(&mut tabs);
    let centre = tabs(DefaultPosition::Centre);
    let right =
        [DefaultPosition::RightTop, DefaultPosition::RightMiddle, DefaultPosition::RightBottom];
    let [card, fields, bytes] = right.map(&mut tabs);
    let mut split = |dir: LinearDir, parts: &[(TileId, f32)]| {
        let mut linear = Linear::new(dir, parts.iter().map(|(id, _)| *id).collect());
        for (id, share) in parts {
            linear.shares.set_share(*id, *share);
        }
        tiles.insert_container(Container::Linear(linear))
    };
    let left = split(LinearDir::Vertical, &[(files, 0.9), (contents, 1.1)]);
    // Enough for a face: its card, its fields, and nine rows of bytes at 1440×900.
    let right = split(LinearDir::Vertical, &[(card, 1.05), (fields, 1.0), (bytes, 0.95)]);
    // Wide enough for 16 bytes per row at that size.
    let root = split(LinearDir::Horizontal, &[(left, 0.16), (centre, 0.445), (right, 0.395)]);
    Tree::new(Id::unique("panels"), root, tiles)
}

/// Repairs a saved layout, which may come from another version, so that it has every panel once:
/// missing panels are added at their default position, unknown and duplicate panels are removed.
pub fn completed(mut tree: Tree<PanelId>) -> Tree<PanelId> {
    let mut known = HashSet::new();
    let mut panes: Vec<(TileId, PanelId)> = panes(&tree).collect();
    panes.sort_by_key(|(tile, _)| tile.0);
    for (tile, id) in panes {
        if panels::info(id).id != id || id == PanelInfo::EMPTY.id || !known.insert(id) {
            tree.remove_recursively(tile);
        }
    }
    let missing: Vec<_> = panels::ALL.iter().filter(|info| !known.contains(&info.id)).collect();
    for info in missing {
        if !restore_panel(&mut tree, info) {
            return standard();
        }
    }
    tree
}

/// Adds a panel to the tabs of its nearest neighbour by default position; `false` if there are no tabs.
fn restore_panel(tree: &mut Tree<PanelId>, info: &PanelInfo) -> bool {
    let steps = |id: PanelId| (panels::info(id).home as i32 - info.home as i32).abs();
    let mut all: Vec<(TileId, PanelId)> = panes(tree).collect();
    all.sort_by_key(|(tile, id)| (steps(*id), tile.0));
    let mut parents = all.iter().filter_map(|(tile, _)| tree.tiles.parent_of(*tile));
    let is_tabs =
        |tile: &TileId| matches!(tree.tiles.get(*tile), Some(Tile::Container(Container::Tabs(_))));
    let Some(tabs) = parents.find(is_tabs) else { return false };
    let pane = tree.tiles.insert_pane(info.id);
    if let Some(Tile::Container(tabs)) = tree.tiles.get_mut(tabs) {
        tabs.add_child(pane);
    }
    true
}

fn panes(tree: &Tree<PanelId>) -> impl Iterator<Item = (TileId, PanelId)> + '_ {
    tree.tiles.iter().filter_map(|(tile, found)| match found {
        Tile::Pane(id) => Some((*tile, *id)),
        Tile::Container(_) => None,
    })
}

/// Brings a panel to the front of its tabs.
pub fn show(tree: &mut Tree<PanelId>, kind: PanelId) {
    tree.make_active(|_, tile| matches!(tile, Tile::Pane(pane) if *pane == kind));
}

/// Gives a panel at least half of the column that it is in.
pub fn give_room(tree: &mut Tree<PanelId>, kind: PanelId) {
    let pane = panes(tree).find(|(_, id)| *id == kind).map(|(tile, _)| tile);
    let tabs = pane.and_then(|pane| tree.tiles.parent_of(pane));
    let column = tabs.and_then(|tabs| tree.tiles.parent_of(tabs));
    let Some((tabs, column)) = tabs.zip(column) else { return };
    let Some(Tile::Container(Container::Linear(column))) = tree.tiles.get_mut(column) else {
        return;
    };
    let others = column.children.iter().filter(|child| **child != tabs);
    let others: f32 = others.map(|child| column.shares[*child]).sum();
    if column.dir == LinearDir::Vertical && column.shares[tabs] < others {
        column.shares.set_share(tabs, others);
    }
}

/// Hides the tab *Side by side* while nothing is compared and another tab is in front, so that the other
/// titles have its room.
pub fn hide_unused(tree: &mut Tree<PanelId>, state: &State) {
    let Some(tile) = tree.tiles.find_pane(&PanelId::SIDE_BY_SIDE) else { return };
    let parent = tree.tiles.parent_of(tile).and_then(|parent| tree.tiles.get(parent));
    let is_behind = match parent {
        Some(Tile::Container(Container::Tabs(tabs))) => !tabs.is_active(tile),
        _ => false,
    };
    tree.tiles.set_visible(tile, !is_behind || state.comparing.other().is_some());
}

/// The visible panels, in the order of F6.
pub fn visible(tree: &Tree<PanelId>) -> Vec<PanelId> {
    let active = tree.active_tiles();
    let shown: Vec<PanelId> =
        active.into_iter().filter_map(|id| tree.tiles.get_pane(&id).copied()).collect();
    panels::ALL.iter().map(|info| info.id).filter(|id| shown.contains(id)).collect()
}

/// Draws the tiles for one frame.
pub struct Drawing<'a> {
    pub panels: &'a mut Panels,
    pub cx: Ctx<'a>,
    /// The panel that was pressed in this frame.
    pub pressed: Option<PanelId>,
    /// Tab was pressed while no widget had the focus: the first one of the focused panel gets it.
    pub tabs_into: bool,
    /// Tabs that are shortened to fit, see [`shortened`].
    pub shortened: Shortened,
}

impl Behavior<PanelId> for Drawing<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, kind: &mut PanelId) -> UiResponse {
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
        if self.cx.state.focus == *kind && std::mem::take(&mut self.tabs_into) {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
        }
        if let Some(panel) = self.panels.get(*kind) {
            // Every panel has its own id scope, so that widgets of two panels never share an id.
            let own = egui::UiBuilder::new().id_salt(*kind).max_rect(rect);
            ui.scope_builder(own, |ui| panel.ui(ui, &mut self.cx));
        }
        if self.cx.state.focus == *kind {
            // Marks the panel that receives keys.
            let accent = Theme::of(ui).accent;
            ui.painter().hline(rect.x_range(), rect.top() + 0.5, (1.0, accent));
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, kind: &PanelId) -> WidgetText {
        title(*kind, self.cx.state).into()
    }

    /// The title of a split in a tab lists the panels in it.
    fn tab_title_for_tile(&mut self, tiles: &Tiles<PanelId>, tile: TileId) -> WidgetText {
        match tiles.get(tile) {
            Some(Tile::Pane(kind)) if self.shortened.icons.contains(&tile) => {
                panels::info(*kind).icon.rich_text().into()
            }
            Some(Tile::Pane(kind)) if self.shortened.uncounted.contains(&tile) => {
                panels::info(*kind).title.into()
            }
            Some(Tile::Pane(kind)) => self.tab_title_for_pane(kind),
            _ => split_title(tiles, tile).into(),
        }
    }

    fn on_tab_button(
        &mut self,
        tiles: &mut Tiles<PanelId>,
        tile: TileId,
        response: egui::Response,
    ) -> egui::Response {
        let Some(kind) = tiles.get_pane(&tile).copied() else { return response };
        if self.shortened.icons.contains(&tile) {
            response.named_on(Role::Button, false, panels::info(kind).title);
        }
        if response.clicked() {
            self.pressed = Some(kind);
        }
        if response.has_focus() {
            let accent = Theme::new(response.ctx.theme() == egui::Theme::Dark).accent;
            let painter = response.ctx.layer_painter(response.layer_id);
            let stroke = Stroke::new(1.0, accent);
            painter.rect_stroke(response.rect, 2.0, stroke, egui::StrokeKind::Inside);
        }
        menus::context(&response, false, |ui| {
            menus::entry(ui, &mut self.cx, "Reset layout", Command::ResetLayout);
        });
        response.on_hover_text(panels::info(kind).tip())
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        tiles: &Tiles<PanelId>,
        tile: TileId,
        state: &egui_tiles::TabState,
    ) -> egui::Color32 {
        let theme = Theme::new(visuals.dark_mode);
        let focused = tiles.get_pane(&tile) == Some(&self.cx.state.focus);
        match (state.active, focused) {
            (true, true) => theme.accent,
            (true, false) => theme.text,
            (false, _) => theme.weak,
        }
    }

    fn tab_title_spacing(&self, _: &egui::Visuals) -> f32 {
        TAB_SPACING
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        Theme::new(visuals.dark_mode).bar()
    }

    fn tab_outline_stroke(
        &self,
        _: &egui::Visuals,
        _: &Tiles<PanelId>,
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

/// The title of a panel's tab, with its number of entries.
fn title(kind: PanelId, state: &State) -> String {
    let info = panels::info(kind);
    match (info.count)(state) {
        Some(count) => format!("{} {count}", info.title),
        None => info.title.to_owned(),
    }
}

/// Tabs that are shortened because not all titles fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shortened {
    /// Tabs without the number of entries.
    pub uncounted: HashSet<TileId>,
    /// Tabs with an icon instead of a title.
    pub icons: HashSet<TileId>,
}

/// Shortens tabs until they fit: first the tabs in the background lose their number of entries, then they
/// become icons, and finally the tab in front, too. `width` measures a title.
pub fn shortened(tree: &Tree<PanelId>, state: &State, width: &dyn Fn(String) -> f32) -> Shortened {
    let tiles = &tree.tiles;
    let titled = |title: String| width(title) + 2.0 * TAB_SPACING;
    let counted = |tile: &TileId| match tiles.get(*tile) {
        Some(Tile::Pane(kind)) => titled(title(*kind, state)),
        _ => titled(split_title(tiles, *tile)),
    };
    let uncounted = |tile: &TileId| match tiles.get(*tile) {
        Some(Tile::Pane(kind)) => titled(panels::info(*kind).title.to_owned()),
        _ => counted(tile),
    };
    let mut shortened = Shortened::default();
    for (id, tile) in tiles.iter() {
        let Tile::Container(Container::Tabs(tabs)) = tile else { continue };
        let room = tiles.rect(*id).map_or(f32::INFINITY, |rect| rect.width());
        let shown = tabs.children.iter().copied().filter(|child| tiles.is_visible(*child));
        let (front, behind): (Vec<TileId>, Vec<TileId>) =
            shown.partition(|child| tabs.is_active(*child));
        let front_width = front.iter().map(counted).sum::<f32>();
        if front_width + behind.iter().map(counted).sum::<f32>() <= room {
            continue;
        }
        if front_width + behind.iter().map(uncounted).sum::<f32>() <= room {
            shortened.uncounted.extend(behind);
            continue;
        }
        if front_width + behind.len() as f32 * ICON > room {
            shortened.icons.extend(front);
        }
        shortened.icons.extend(behind);
    }
    shortened
}

/// Title of a split, such as `Scene + Palette`: its first two front panels.
pub fn split_title(tiles: &Tiles<PanelId>, tile: TileId) -> String {
    let mut names = Vec::new();
    let mut waiting = vec![tile];
    while let Some(tile) = waiting.pop() {
        match tiles.get(tile) {
            Some(Tile::Pane(kind)) => names.push(panels::info(*kind).title),
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

/// Draws a single panel over the whole area, when the others are hidden.
pub fn single(ui: &mut Ui, drawing: &mut Drawing<'_>, kind: PanelId) {
    let rect = ui.max_rect();
    ui.interact(rect, Id::unique("single panel"), Sense::hover());
    if let Some(panel) = drawing.panels.get(kind) {
        panel.ui(ui, &mut drawing.cx);
    }
    drawing.pressed = None;
}
