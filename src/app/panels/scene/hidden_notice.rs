//! Notice in the picture that the selection is hidden, and why.

use egui::{Align2, Margin, Rect, RichText, Ui, vec2};
use egui_material_icons::icons;

use crate::app::model::{
    Command, InvisibleReason, Selection, State, async_cache::AsyncCache,
    view::visible_set::VisibilityKey,
};
use crate::app::panels::contents::{label_of, name_of};
use crate::app::ui::{Ctx, GRID, plate, shortcuts, theme};
use crate::scene::Element;

/// Cached result: searching all faces of a texture takes a while.
#[derive(Default)]
pub struct HiddenSelection {
    words: AsyncCache<(VisibilityKey, Option<Selection>), Option<String>>,
}

impl HiddenSelection {
    /// Draws a line over the picture if the whole active element is hidden.
    pub fn show(&self, ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect) {
        let now = (cx.state.shown_now(), cx.state.selection.clone());
        if let Some(words) = self.words.get(now, || words(cx.state)) {
            plate(ui, cx, rect, &words);
        }
    }
}

/// Formats the reason: `PMac10-00 is hidden with its layer, Parked prototypes`.
fn words(state: &State) -> Option<String> {
    let scene = &state.scene()?.scene;
    let element = state.selection.as_ref()?.element?;
    let why = state.unseen(element)?;
    let (name, rest) = match element {
        Element::Face(_) => ("The selected face".to_owned(), String::new()),
        element => label_of(element, &name_of(scene, element)),
    };
    let name = format!("{name} {rest}");
    let name = name.trim_end();
    Some(match why {
        InvisibleReason::ByUser => format!("{name} is hidden"),
        InvisibleReason::Unchosen => format!("{name} is hidden: another variant is chosen"),
        InvisibleReason::Layer(layer) => {
            let layer = scene.layers.get(usize::from(layer));
            format!("{name} is hidden with its layer, {}", layer.map_or("", |layer| &layer.name))
        }
    })
}

fn plate(ui: &mut Ui, cx: &mut Ctx<'_>, rect: Rect, words: &str) {
    let top = rect.center_top() + vec2(0.0, 3.0 * GRID);
    plate::area("hidden selection", rect, Align2::CENTER_TOP, top).show(ui.ctx(), |ui| {
        plate::frame(ui, Margin::symmetric(8, 4)).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(icons::ICON_VISIBILITY_OFF.rich_text().size(theme::ICON));
                let room = (rect.width() - 60.0 * GRID).max(30.0 * GRID);
                ui.scope(|ui| {
                    ui.set_max_width(room);
                    ui.add(egui::Label::new(RichText::new(words)).truncate());
                });
                let tip = shortcuts::tip(&Command::ShowSelected);
                if ui.button("Show").on_hover_text(tip).clicked() {
                    cx.push(Command::ShowSelected);
                }
            });
        });
    });
}
