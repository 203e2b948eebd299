//! The animations of a scene: names, lengths, and thumbnails that play under the pointer.

use std::time::Duration;

use egui::{Rect, Role, Sense, Ui, Vec2, pos2, vec2};
use egui_material_icons::icons;

use super::element_menu;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, PanelId, SelectionTarget, State, natural_order};
use crate::app::ui::input::take_pages;
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, DefaultPosition, Filter, GRID, Panel, PanelInfo, ROW, RowScroll, Theme, Words, cells, row,
    theme, tips,
};
use crate::scene::{Animation, AnimationId, Element, List};

/// See [`PanelInfo`].
pub static INFO: PanelInfo = PanelInfo {
    id: PanelId::ANIMATIONS,
    title: "Animations",
    icon: icons::ICON_ANIMATION,
    home: DefaultPosition::Centre,
    is_searched: true,
    make: Some(|| Box::<AnimationsPanel>::default()),
    ..PanelInfo::EMPTY
};

/// Height of a row, and the side of its thumbnail.
const HEIGHT: f32 = 3.0 * ROW;
/// Longest time between two pictures of a playing thumbnail, in seconds.
const SLOWEST: f64 = 0.25;

/// See the [module](self).
#[derive(Default)]
pub struct AnimationsPanel {
    filter: Filter,
    scroll: RowScroll,
    /// Number of rows that fit.
    page: u64,
    /// Animations that pass the filter, sorted by name.
    shown: Vec<AnimationId>,
    made_for: Option<(u64, Words)>,
    /// The animation that was current in the last frame, to notice a change.
    current: Option<AnimationId>,
}

impl Panel for AnimationsPanel {
    fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        let scene = cx.state.scene().map(|scene| scene.scene.clone());
        let Some(scene) = scene.filter(|scene| !scene.animations.is_empty()) else {
            let hint = "Open a character, an animation script or a skeleton";
            return tips::empty_state(
                ui,
                icons::ICON_ANIMATION,
                "No animations in this file",
                hint,
            );
        };
        self.filter.follow(cx.state.document_path());
        self.find(cx.state.generation(), &scene.animations);
        self.bar(ui, scene.animations.len());
        let current = cx.state.view.animation;
        if current != self.current {
            self.current = current;
            let row = self.shown.iter().position(|shown| Some(*shown) == current);
            row.into_iter().for_each(|row| self.scroll.reveal(row as u64));
        }
        if self.shown.is_empty() {
            return tips::empty_state(ui, icons::ICON_SEARCH_OFF, "No animation matches", "");
        }
        let pages = take_pages(ui, cx.state.focus == PanelId::ANIMATIONS);
        self.scroll.turn(pages, self.page);
        let view = self.scroll.show(ui, "Animations", self.shown.len() as u64, HEIGHT);
        self.page = view.page();
        view.each(ui, |ui, number, rect| {
            let id = usize::try_from(number).ok().and_then(|at| self.shown.get(at)).copied();
            let found = id.and_then(|id| Some((id, scene.animations.get(id)?)));
            if let Some((id, animation)) = found {
                line(ui, cx, id, animation, rect);
            }
        });
    }

    fn command(&mut self, command: &Command, state: &State) {
        if *command == Command::Find && state.focus == PanelId::ANIMATIONS {
            self.filter.focus();
        }
    }
}

impl AnimationsPanel {
    fn find(&mut self, generation: u64, all: &List<Animation>) {
        let key = (generation, self.filter.words());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let found = all.pairs().filter(|(_, animation)| key.1.are_in(&animation.name));
        let mut found: Vec<_> = found.map(|(id, a)| (natural_order::key(&a.name), id)).collect();
        found.sort();
        self.shown = found.into_iter().map(|(_, id)| id).collect();
        self.made_for = Some(key);
    }

    fn bar(&mut self, ui: &mut Ui, all: usize) {
        egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.weak(counted(all as u64, "animation"));
                self.filter.show(ui, "Filter animations", "Filter", f32::INFINITY);
            });
        });
        if self.filter.take_change() {
            self.scroll.jump(0);
        }
    }
}

/// Draws a row: the thumbnail, the name, and the length.
fn line(ui: &Ui, cx: &mut Ctx<'_>, id: AnimationId, animation: &Animation, rect: Rect) {
    let theme = Theme::of(ui);
    let is_current = cx.state.view.animation == Some(id);
    let response = ui.interact(rect, ui.scope_id().with(id), Sense::click());
    row::fill(ui, rect, is_current, response.hovered());
    let place = Rect::from_min_size(rect.min, Vec2::splat(HEIGHT)).shrink(GRID / 2.0);
    picture(ui, cx, (id, animation), place, response.hovered());
    let left = place.right() + 2.0 * GRID;
    let upper = Rect::from_min_max(pos2(left, rect.top() + ROW / 2.0), rect.max);
    let words =
        |at: f32| Rect::from_min_size(upper.min + vec2(0.0, at * ROW), vec2(upper.width(), ROW));
    let right = rect.right() - GRID;
    let name = animation.name.as_str();
    row::row_text(ui, words(0.0), left, right, name, theme::body(), theme.text);
    let facts = facts(animation);
    row::row_text(ui, words(1.0), left, right, facts.as_str(), theme::small(), theme.weak);
    element_menu::show(&response, Element::Animation(id), PanelId::ANIMATIONS, cx);
    if response.hovered() {
        cx.hover(SelectionTarget::Element(Element::Animation(id)));
    }
    if response.double_clicked() {
        cx.push(Command::ShowAnimation(id));
        if !cx.state.view.playing {
            cx.push(Command::PlayAnimation);
        }
    } else if response.clicked() {
        cx.push(Command::ShowAnimation(id));
    }
    response.named_on(Role::ListItem, is_current, format!("{name}, {facts}"));
}

/// Formats length, rate and looping: `24 frames, 15 fps, 1.60 s, loops`.
fn facts(animation: &Animation) -> String {
    let frames = counted(animation.frames.into(), "frame");
    let again = if animation.looped { ", loops" } else { "" };
    let rate = animation.rate;
    if !(rate.is_normal() && rate > 0.0) {
        return format!("{frames}{again}");
    }
    let seconds = animation.frames as f32 / rate;
    format!("{frames}, {rate} fps, {seconds:.2} s{again}")
}

fn picture(
    ui: &Ui,
    cx: &mut Ctx<'_>,
    (id, animation): (AnimationId, &Animation),
    place: Rect,
    moves: bool,
) {
    let theme = Theme::of(ui);
    let Some(strip) = cx.state.strips.get(cx.state.generation(), id) else {
        cx.push(Command::DrawStrip(id));
        return cells::icon(ui, place, icons::ICON_ANIMATION, HEIGHT / 3.0, theme.faint);
    };
    let Some(strip) = strip else {
        return cells::icon(ui, place, icons::ICON_ANIMATION, HEIGHT / 3.0, theme.weak);
    };
    let count = strip.count.max(1);
    let rate = f64::from(if animation.rate > 0.0 { animation.rate } else { 15.0 });
    let each = f64::from(animation.frames.max(1)) / rate / f64::from(count);
    let each = each.clamp(1.0 / 30.0, SLOWEST);
    let at = match moves {
        // Casts saturate.
        true => (ui.input(|input| input.time) / each) as u64 % u64::from(count),
        false => 0,
    };
    if moves && count > 1 {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(each));
    }
    let (at, count) = (at as f32, count as f32);
    let part = Rect::from_min_max(pos2(at / count, 0.0), pos2((at + 1.0) / count, 1.0));
    egui::Image::new(&strip.picture).uv(part).paint_at(ui, place);
}
