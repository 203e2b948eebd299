//! Hex view of the open file: hex digits and characters, coloured by field, for files of any length.
//!
//! `layout` computes positions, `kinds` finds the field of each byte, `paint` draws. `strip` shows an
//! overview of the whole file, `inspector` the values of the bytes at the cursor.

pub mod anchor;
mod bars;
pub mod copy;
pub mod cursor_keys;
mod described;
pub mod find;
pub mod goto;
mod header;
pub mod inspect;
mod inspector;
mod keys;
pub mod kinds;
pub mod layout;
mod mouse;
mod overtype;
mod paint;
pub mod sideways;
mod strip;

use std::ops::Range;
use std::sync::Arc;

use egui::{FontFamily, FontId, Key, Rect, Ui, UiBuilder};
use egui_material_icons::icons;

use self::anchor::{Anchor, Position};
use self::bars::Bars;
use self::copy::CopyAs;
use self::described::Described;
use self::kinds::{Kinds, Mark};
use self::layout::Layout;
use self::overtype::Overtype;
use self::paint::PaintInputs;
use self::sideways::HorizontalScroll;
use self::strip::Strip;
use crate::app::model::{
    Command, PanelId, SelectionTarget, State, numbers::offset, selection::field_reference::referred,
};
use crate::app::ui::input::{key_area, takes_keys};
use crate::app::ui::per_tab::{FileChange, PerTab};
use crate::app::ui::{
    CTRL_SHIFT, Ctx, DefaultPosition, GRID, Keys, Panel, PanelInfo, RowScroll, Theme,
    cells::mono_width, empty_state, row_scroll,
};
use crate::bytes::{Field, Source, SourceId, Span, Tree};
use crate::library::Opened;

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::BYTES,
    title: "Bytes",
    icon: icons::ICON_GRID_ON,
    home: DefaultPosition::RightBottom,
    keys: &[Keys(CTRL_SHIFT, Key::B)],
    is_searched: true,
    make: Some(|| Box::<BytesPanel>::default()),
    ..PanelInfo::EMPTY
};

/// See the [module](self).
#[derive(Default)]
pub struct BytesPanel {
    file: Option<Arc<Opened>>,
    scroll: RowScroll,
    top: Anchor,
    sideways: HorizontalScroll,
    cursor: u64,
    /// Offset where the selection that is being extended began.
    anchor: u64,
    /// The selection that the cursor was last moved to.
    followed: Option<(SourceId, Span)>,
    positions: PerTab<Position>,
    /// The next selection change comes from this panel: the cursor stays where it is.
    own: bool,
    described: Described,
    kinds: Kinds,
    strip: Strip,
    marks: Vec<Mark>,
    marked: Option<(u64, SourceId)>,
    bars: Bars,
    shows_inspector: bool,
    inspector_scroll: RowScroll,
    /// Typed bytes that are not applied yet.
    overtype: Overtype,
    /// Requested by a command and handled in the next frame.
    copy: bool,
    follow: bool,
    /// Scroll to the cursor once the layout is known.
    reveal: bool,
    /// The cursor was moved from elsewhere: show it with some rows around it.
    arrived: bool,
}

/// Inputs for drawing one frame.
struct View<'a> {
    state: &'a State,
    tree: &'a Tree,
    source: &'a Source,
    selection: Option<Span>,
}

impl Panel for BytesPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        self.show_file(cx.state);
        let Some(file) = self.file.clone() else {
            let hint = "Open a file, or drop one on the window";
            return empty_state(ui, icons::ICON_GRID_ON, "No bytes to show", hint);
        };
        if file.document.source.is_empty() {
            return empty_state(ui, icons::ICON_GRID_ON, "This file is empty", "It has no bytes");
        }
        let (tree, source) = (&file.document.tree, &file.document.source);
        let selected = cx.state.selection.as_ref().filter(|s| s.source == source.id());
        let selection = selected.map(|s| s.span).filter(|span| span.len > 0);
        let view = View { state: cx.state, tree, source, selection };
        self.follow_selection(&view);
        self.find_marks(cx.state, tree);
        self.described.update(ui.ctx(), &file, cx.state);
        self.header(ui, cx, &view, selected);
        let font = FontId::new(cx.state.settings.hex_size, FontFamily::Monospace);
        let layout = self.fit(ui, &font);
        let id = egui::Id::unique("bytes grid");
        // The focus is read before the bars are drawn, because they give it up when Enter is pressed.
        let keyed = takes_keys(ui, id, cx.state.focus == PanelId::BYTES);
        if let Some(arrival) = self.bars.ui(ui, cx, self.cursor, tree) {
            self.arrive(arrival, cx);
        }
        let all = ui.available_rect_before_wrap();
        let room = self.inspector_ui(ui, cx, &view);
        let mut grid = ui.new_child(UiBuilder::new().max_rect(room));
        self.grid(&mut grid, cx, &view, (layout, font), keyed);
        let label = format!("Bytes, cursor at {}", offset(self.cursor));
        key_area(&grid, id, room, egui::Role::Grid, &label);
        ui.advance_cursor_after_rect(all);
    }

    fn command(&mut self, command: &Command, state: &State) {
        if matches!(command, Command::Select(_)) && std::mem::take(&mut self.own) {
            self.followed = state.selection.as_ref().map(|s| (s.source, s.span));
        }
        if state.focus != PanelId::BYTES {
            return;
        }
        match command {
            Command::GoToOffset => self.bars.open_goto(),
            Command::Find => self.bars.open_find(),
            Command::FindNext => self.bars.find_again(false),
            Command::FindPrevious => self.bars.find_again(true),
            Command::CopyBytes => self.copy = true,
            _ => {}
        }
    }
}

impl BytesPanel {
    /// Prepares the panel for another file or tab, which has its own position; the same file read again
    /// keeps it.
    fn show_file(&mut self, state: &State) {
        let change = self.exchange_position(state);
        let is_same = self.file.as_ref().map(Arc::as_ptr) == state.shown.as_ref().map(Arc::as_ptr);
        if is_same && change == FileChange::None {
            return;
        }
        if change != FileChange::None {
            self.bars.stop();
        }
        self.overtype.clear();
        self.file.clone_from(&state.shown);
        let len = self.file.as_ref().map_or(0, |file| file.document.source.len());
        self.cursor = self.cursor.min(len.saturating_sub(1));
        self.anchor = self.anchor.min(self.cursor);
        (self.kinds, self.strip) = (Kinds::default(), Strip::default());
        self.marked = None;
        // Another tab keeps its cursor.
        if change != FileChange::Tab {
            self.followed = None;
        }
    }

    fn exchange_position(&mut self, state: &State) -> FileChange {
        let mut at = Position {
            scroll: std::mem::take(&mut self.scroll),
            top: std::mem::take(&mut self.top),
            cursor: self.cursor,
            anchor: self.anchor,
            followed: self.followed,
        };
        let change = self.positions.follow(state, &mut at);
        (self.scroll, self.top) = (at.scroll, at.top);
        (self.cursor, self.anchor, self.followed) = (at.cursor, at.anchor, at.followed);
        change
    }

    /// Moves the cursor to a selection made elsewhere.
    fn follow_selection(&mut self, view: &View<'_>) {
        let now = view.selection.map(|span| (view.source.id(), span));
        if now == self.followed {
            return;
        }
        self.followed = now;
        let Some((_, span)) = now.filter(|_| view.state.settings.sync) else { return };
        if !span.contains(self.cursor) {
            self.move_to(span.start);
        }
    }

    fn find_marks(&mut self, state: &State, tree: &Tree) {
        let generation = state.generation();
        let key = Some((generation, tree.source().id()));
        if self.marked != key {
            self.marked = key;
            let problems: Vec<_> = state.doc.iter().flat_map(|doc| doc.problems.iter()).collect();
            self.marks = kinds::marks(problems.iter().map(|problem| &**problem), tree);
        }
    }

    /// Puts the cursor on a byte, scrolls to it, and stops extending the selection.
    fn move_to(&mut self, byte: u64) {
        (self.cursor, self.anchor) = (byte, byte);
        self.reveal = true;
        self.arrived = true;
    }

    /// Puts the cursor on a byte and selects its field, or with `extend` the bytes from the anchor.
    fn select(&mut self, byte: u64, extend: bool, source: SourceId, cx: &mut Ctx<'_>) {
        self.cursor = byte;
        self.reveal = true;
        self.own = true;
        if extend {
            let (start, end) = (self.anchor.min(byte), self.anchor.max(byte));
            cx.select(SelectionTarget::Bytes(Span::new(source, start, end - start + 1)));
        } else {
            self.anchor = byte;
            cx.select(SelectionTarget::Byte { source, offset: byte });
        }
    }

    /// Goes to the target of the go-to or find bar.
    fn arrive(&mut self, target: SelectionTarget, cx: &mut Ctx<'_>) {
        if let SelectionTarget::Byte { source, offset } = target {
            return self.select(offset, false, source, cx);
        }
        if let SelectionTarget::Bytes(span) = target {
            self.move_to(span.start);
            self.own = true;
        }
        cx.select(target);
    }

    fn fit(&mut self, ui: &Ui, font: &FontId) -> Layout {
        let rect = ui.available_rect_before_wrap();
        // The scroll bar and the strip take some of the width.
        let room = rect.width() - 2.0 * GRID - row_scroll::BAR - strip::WIDTH;
        let layout = Layout::fit(rect.left() + GRID, room, mono_width(ui, font));
        self.sideways.fit(layout, room)
    }

    /// Draws the data inspector at the bottom; returns the space above it.
    fn inspector_ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, view: &View<'_>) -> Rect {
        let all = ui.available_rect_before_wrap();
        let end = self.cursor.saturating_add(inspect::REACH as u64);
        let readings = inspect::readings(view.source.window(self.cursor, end));
        if !self.shows_inspector {
            return all;
        }
        let height = inspector::height(&readings, all.width());
        // The bytes keep the larger part, but the inspector always shows at least one line, even in the
        // smallest panel; the rest scrolls.
        let most = (all.height() * 0.4).floor().max(inspector::MIN_HEIGHT);
        let height = height.min(most).min(all.height());
        let below = all.with_min_y(all.bottom() - height);
        let mut child = ui.new_child(UiBuilder::new().max_rect(below));
        if let Some(size) = inspector::ui(&mut child, cx, &mut self.inspector_scroll, &readings) {
            let source = view.source.id();
            cx.hover(SelectionTarget::Bytes(Span::new(source, self.cursor, size as u64)));
        }
        all.with_max_y(below.top())
    }

    fn grid(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        view: &View<'_>,
        (layout, font): (Layout, FontId),
        focused: bool,
    ) {
        let theme = Theme::of(ui);
        let all = ui.available_rect_before_wrap();
        ui.painter().rect_filled(all, 0.0, theme.well);
        let strip = all.with_min_x(all.right() - strip::WIDTH);
        let mut body = ui.new_child(UiBuilder::new().max_rect(all.with_max_x(strip.left())));
        let len = view.source.len();
        let height = (font.size * 1.5).round();
        self.sideways.bar(&mut body);
        let room = body.available_rect_before_wrap().size();
        // A visible cursor stays visible when the view shrinks.
        self.reveal |= self.top.keep(&mut self.scroll, layout.width, room, self.cursor);
        if focused {
            let page = (all.height() / height) as u64;
            self.typed(ui, cx, view.tree);
            self.keys(ui, cx, view.tree, &layout, page);
        }
        self.run_commands(view, cx);
        if std::mem::take(&mut self.reveal) {
            let row = layout.row_of(self.cursor);
            self.sideways.reveal(&layout, self.cursor);
            match std::mem::take(&mut self.arrived) {
                true => self.scroll.arrive(row),
                false => self.scroll.reveal(row),
            }
        }
        let shown = self.scroll.show(&mut body, "Bytes", layout.rows(len), height);
        let visible = layout.bytes(shown.rows.start, len).start
            ..layout.bytes(shown.rows.end.saturating_sub(1), len).end;
        self.top.set_visible(visible.clone());
        self.kinds.look_at(view.tree, visible.clone(), &theme);
        self.pointer(ui, cx, &shown, view, &layout);
        let hover = view.state.hover.as_ref().filter(|hover| hover.source == view.source.id());
        let hover = hover.map(|hover| hover.span);
        let edited = view
            .state
            .scene()
            .map(|scene| view.state.palettes.in_source(&scene.scene, view.source.id()));
        let changed = view.state.changed_in(view.source.id());
        let scenery = PaintInputs {
            changed: changed.as_deref(),
            edited: edited.as_deref().unwrap_or_default(),
            typed: self.overtype.range(),
            layout,
            theme,
            font,
            kinds: &self.kinds,
            marks: &self.marks,
            notes: view.state.notes.of(view.source.id()),
            selection: view.selection,
            hover,
            cursor: self.cursor,
            focused,
        };
        let painter = ui.painter().with_clip_rect(shown.rect.intersect(ui.clip_rect()));
        for row in shown.rows.clone() {
            let range = layout.bytes(row, len);
            let span = Span::new(view.source.id(), range.start, range.end - range.start);
            let mut bytes = view.source.slice(span).to_vec();
            self.overtype.put_over(range.start, &mut bytes);
            scenery.row(&painter, shown.row_rect(row), range, &bytes);
        }
        self.strip(ui, strip, view, hover, visible, &layout);
    }

    fn strip(
        &mut self,
        ui: &Ui,
        rect: Rect,
        view: &View<'_>,
        hover: Option<Span>,
        visible: Range<u64>,
        layout: &Layout,
    ) {
        let over = strip::Overlay {
            marks: &self.marks,
            notes: view.state.notes.of(view.source.id()),
            selection: view.selection,
            hover,
            view: visible.clone(),
        };
        if let Some(offset) = self.strip.ui(ui, rect, view.tree, &over) {
            let rows = (visible.end - visible.start) / layout.width;
            self.scroll.jump(layout.row_of(offset).saturating_sub(rows / 2));
        }
    }

    /// Handles commands since the last frame.
    fn run_commands(&mut self, view: &View<'_>, cx: &mut Ctx<'_>) {
        if std::mem::take(&mut self.copy) {
            self.copy_as(CopyAs::Hex, view, cx);
        }
        if std::mem::take(&mut self.follow) {
            self.follow_pointer(self.cursor, view, cx);
        }
    }

    fn field_at(tree: &Tree, byte: u64) -> Option<Field> {
        tree.deepest_at(byte).and_then(|id| tree.field(&id))
    }

    fn follow_pointer(&self, byte: u64, view: &View<'_>, cx: &mut Ctx<'_>) {
        match Self::field_at(view.tree, byte).and_then(|field| referred(view.tree, &field)) {
            Some(target) => cx.select(target),
            None => cx.push(Command::info("This field refers to nothing in the file.")),
        }
    }

    fn copy_as(&self, how: CopyAs, view: &View<'_>, cx: &mut Ctx<'_>) {
        let span = view.selection.unwrap_or(Span::new(view.source.id(), self.cursor, 1));
        if span.len > copy::MAX_BYTES {
            let most = crate::app::model::numbers::size(copy::MAX_BYTES);
            cx.push(Command::info(format!("At most {most} can be copied as text.")));
            return;
        }
        let text = how.format(view.source.slice(span), span.start);
        cx.push(Command::Copy { what: "bytes", text });
    }
}
