//! The dialog *What is new*: the changelog.

use egui::text::{LayoutJob, TextFormat};
use egui::{Context, RichText, ScrollArea, Ui};

use super::modal;
use crate::app::ui::{GRID, Theme, input, theme};

const CHANGELOG: &str = include_str!("../../../../CHANGELOG.md");

/// Draws the dialog. Returns `true` to close it.
pub fn show(ctx: &Context) -> bool {
    modal(ctx, "What is new", 160.0 * GRID, |ui| {
        let height = ui.ctx().content_rect().height() * 0.7;
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            input::scroll_dialog(ui);
            for paragraph in paragraphs(CHANGELOG) {
                draw(ui, &paragraph);
            }
        });
        false
    })
}

/// A heading, an entry of a list, or text.
#[derive(Debug, PartialEq, Eq)]
enum Paragraph {
    /// With its level, 2 for a version.
    Heading(usize, String),
    Entry(String),
    Text(String),
}

/// The paragraphs of a Markdown text below its title, each in one line.
fn paragraphs(markdown: &str) -> Vec<Paragraph> {
    let mut all = Vec::new();
    let mut is_continued = false;
    for line in markdown.lines().skip(1) {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let text = line.trim_start_matches(['#', '*', ' ']);
        match all.last_mut() {
            _ if line.is_empty() => {}
            _ if level > 0 => all.push(Paragraph::Heading(level, text.to_owned())),
            _ if line.starts_with("* ") => all.push(Paragraph::Entry(text.to_owned())),
            Some(Paragraph::Entry(last) | Paragraph::Text(last)) if is_continued => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => all.push(Paragraph::Text(line.to_owned())),
        }
        is_continued = !line.is_empty();
    }
    all
}

fn draw(ui: &mut Ui, paragraph: &Paragraph) {
    match paragraph {
        Paragraph::Heading(level, text) => {
            ui.add_space(2.0 * GRID);
            let size = if *level == 2 { 18.0 } else { theme::BODY };
            ui.label(RichText::new(text).size(size).strong());
        }
        Paragraph::Text(text) => {
            ui.label(inline(ui, text));
        }
        Paragraph::Entry(text) => {
            ui.horizontal_top(|ui| {
                ui.weak("•");
                ui.add(egui::Label::new(inline(ui, text)).wrap());
            });
        }
    }
}

/// Text with `code` in the monospaced font and *names* in the accent colour.
fn inline(ui: &Ui, text: &str) -> LayoutJob {
    let theme = Theme::of(ui);
    let plain = TextFormat::simple(theme::body(), theme.text);
    let code = TextFormat::simple(theme::mono(), theme.text);
    let name = TextFormat::simple(theme::body(), theme.accent);
    let mut job = LayoutJob::default();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            job.append(part, 0.0, code.clone());
            continue;
        }
        for (number, part) in part.split('*').enumerate() {
            job.append(part, 0.0, if number % 2 == 1 { name.clone() } else { plain.clone() });
        }
    }
    job
}
