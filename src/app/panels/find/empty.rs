//! Content of the panel when there are no hits.

use egui::{RichText, Ui};
use egui_material_icons::{MaterialIcon, icons};

use super::{FindPanel, title_of};
use crate::app::model::{Command, State, document::paths, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, row, theme, tips};
use crate::index::Likeness;

/// Height needed for a message with an icon.
const ROOMY: f32 = 24.0 * GRID;

/// Example queries and their meanings.
const EXAMPLES: [(&str, &str); 5] = [
    ("kind:texture size:64", "textures with a side of 64"),
    ("kind:model faces:>200", "models with many faces"),
    ("caption:help", "sounds with this in a caption"),
    ("flag:0x0400", "faces with this bit"),
    ("bytes:\"de ad\"", "files with these bytes"),
];

impl FindPanel {
    /// Lists duplicates instead of search results.
    pub(super) fn list_similar(&mut self, likeness: Likeness) {
        self.query.clear();
        self.similar = Some(likeness);
    }

    /// Explains why nothing is listed, and offers queries to start with.
    pub(super) fn nothing(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, was_asked: bool) {
        match show(ui, cx, was_asked) {
            Some(Start::Query(query)) => self.query.put(query),
            Some(Start::Alike(likeness)) => self.list_similar(likeness),
            None => {}
        }
    }
}

/// A search to start with.
#[derive(Clone)]
enum Start {
    Query(String),
    Alike(Likeness),
}

/// Draws the content; returns the search that was clicked.
fn show(ui: &mut Ui, cx: &mut Ctx<'_>, was_asked: bool) -> Option<Start> {
    let finding = &cx.state.finding;
    let entries = finding.entries.unwrap_or(0);
    let reading = reading(cx.state);
    let icon = icons::ICON_MANAGE_SEARCH;
    if finding.mistake.is_some() || finding.failure.is_some() || finding.entries.is_none() {
        return None;
    }
    if was_asked {
        let among = format!("Among {} entries", grouped(entries));
        let hint = reading.map_or(among, |now| format!("{now} More results may follow"));
        let is_same = finding.asked.query.starts_with("same-as:");
        let headline = if is_same { "No other copies" } else { "No results" };
        show_message(ui, icons::ICON_SEARCH_OFF, headline, &hint);
        return None;
    }
    if entries > 0 {
        let headline = format!("{} entries indexed", grouped(entries));
        let hint = reading.unwrap_or_else(|| "Type a word, or try one of these".to_owned());
        return starts(ui, cx, |ui| show_message(ui, icon, &headline, &hint));
    }
    match reading {
        Some(now) => show_message(ui, icons::ICON_HOURGLASS_EMPTY, "Nothing is indexed yet", &now),
        None if cx.state.files.roots.is_empty() => {
            let hint = "Open a folder, a disc or an archive";
            show_message(ui, icon, "Nothing is indexed yet", hint);
        }
        None => {
            let hint = "The open files have not been indexed";
            show_message(ui, icon, "Nothing is indexed", hint);
            if ui.vertical_centered(|ui| ui.link("Index now").clicked()).inner {
                cx.push(Command::IndexNow);
            }
        }
    }
    None
}

/// Draws a message; if space is short, only its headline.
fn show_message(ui: &mut Ui, icon: MaterialIcon, headline: &str, hint: &str) {
    if ui.available_height() > ROOMY {
        return tips::empty_state(ui, icon, headline, hint);
    }
    if ui.available_height() > ROW {
        ui.vertical_centered(|ui| ui.add(egui::Label::new(headline).truncate()))
            .inner
            .on_hover_text(hint);
    }
}

/// Progress of indexing: `Indexing disc.cue: 12 of 340.`
pub fn reading(state: &State) -> Option<String> {
    let (root, job) = state.finding.reading.as_ref()?;
    let progress = state.jobs.iter().find(|info| info.id == *job).and_then(|info| info.progress);
    let name = paths::name(root);
    Some(match progress {
        Some((done, total)) => {
            format!("Indexing {name}: {} of {}.", grouped(done), grouped(total))
        }
        None => format!("Indexing {name}."),
    })
}

/// Lists saved queries, examples and lists of duplicates; returns the one that was clicked.
fn starts(ui: &mut Ui, cx: &Ctx<'_>, above: impl FnOnce(&mut Ui)) -> Option<Start> {
    let query = |text: &str| Start::Query(text.to_owned());
    let kept = cx.state.settings.queries.iter().rev();
    let kept = kept.map(|kept| (icons::ICON_STAR, kept.as_str(), "", query(kept)));
    let examples = EXAMPLES.map(|(text, meaning)| (icons::ICON_SEARCH, text, meaning, query(text)));
    let lists = [
        (Likeness::Equal, "everything stored more than once"),
        (Likeness::Recoloured, "identical except for their palettes"),
    ];
    let lists = lists.map(|(likeness, meaning)| {
        (icons::ICON_DIFFERENCE, title_of(likeness), meaning, Start::Alike(likeness))
    });
    let all: Vec<_> = kept.chain(examples).chain(lists).collect();
    let height = all.len() as f32 * ROW + 3.0 * GRID;
    // The part above takes the remaining height.
    let rest = (ui.available_height() - height).clamp(0.0, 2.0 * ROOMY);
    if rest > ROW {
        let size = egui::vec2(ui.available_width(), rest);
        ui.allocate_ui(size, |ui| {
            ui.set_min_size(size);
            above(ui);
        });
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = egui::ScrollArea::vertical().auto_shrink([false, false]);
    let mut clicked = None;
    row::rows(ui, area, &all, |ui, (icon, text, meaning, start)| {
        if is_clicked(ui, *icon, text, meaning) {
            clicked = Some(start.clone());
        }
    });
    clicked
}

fn is_clicked(ui: &mut Ui, icon: MaterialIcon, text: &str, meaning: &str) -> bool {
    let theme = Theme::of(ui);
    let response = row::row(ui, false, false);
    let rect = response.rect.shrink2(egui::vec2(3.0 * GRID, 0.0));
    row::row_icon(ui, rect, rect.left(), icon, theme::BODY + 1.0, theme.weak);
    let left = rect.left() + 5.0 * GRID;
    let end = row::row_text(ui, rect, left, rect.right(), text, theme::body(), theme.accent);
    let left = end + 2.0 * GRID;
    // Skipped if little more than the ellipsis would fit.
    if rect.right() - left > 8.0 * GRID {
        row::row_text(ui, rect, left, rect.right(), meaning, theme::small(), theme.weak);
    }
    response.named(egui::Role::Button, text);
    let response = match meaning.is_empty() {
        true => response,
        false => response.on_hover_text(RichText::new(meaning)),
    };
    response.clicked()
}
