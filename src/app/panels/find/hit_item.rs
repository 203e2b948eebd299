//! Presentation and actions of a hit, shared by all lists.

use egui::{Color32, Ui};
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::document::thumbnails::{Item, MAX_FILE_LEN, Thumbnail};
use crate::app::model::search::{SearchResults, same_as};
use crate::app::model::{Command, Sniff, State, grouped, numbers};
use crate::app::panels::file_item;
use crate::app::ui::{Ctx, Theme, menus, theme};
use crate::formats;
use crate::index::{Hit, Kind};

/// Kinds that have pictures.
const PICTURED: [Kind; 4] = [Kind::Texture, Kind::Model, Kind::Palette, Kind::Sound];
/// Seconds below which the length of a sound is given in milliseconds.
const SHORT: f64 = 0.1;
/// Maximum number of characters of a text that are shown.
const MAX_TEXT: usize = 320;

/// Opens the file of a hit and selects the element in it.
pub fn open(cx: &mut Ctx<'_>, found: &SearchResults, hit: &Hit) {
    cx.push(Command::OpenGoal(Box::new(found.goal(hit))));
}

/// Context menu of a hit.
pub fn menu_of(ui: &mut Ui, cx: &mut Ctx<'_>, found: &SearchResults, hit: &Hit) {
    if ui.button("Open").clicked() {
        open(cx, found, hit);
        ui.close();
    }
    if ui.button("Open in new tab").clicked() {
        cx.push(Command::NewTab);
        open(cx, found, hit);
        ui.close();
    }
    if let Some(same) = question(hit) {
        menus::entry(ui, cx, "Find copies", Command::FindInIndex(same));
    }
    ui.separator();
    let copy = |what, text: &str| Command::Copy { what, text: text.to_owned() };
    menus::entry(ui, cx, "Copy name", copy("name", &hit.name));
    menus::entry(ui, cx, "Copy path", copy("path", &place(hit)));
}

/// The icon of a hit without a picture.
pub fn icon_of(hit: &Hit) -> MaterialIcon {
    match hit.kind {
        Kind::File => file_item::icon_of(sniff_of(hit).as_ref()),
        Kind::Model => icons::ICON_CATEGORY,
        Kind::Texture => icons::ICON_TEXTURE,
        Kind::Palette => icons::ICON_PALETTE,
        Kind::Sound => icons::ICON_GRAPHIC_EQ,
        Kind::Animation => icons::ICON_ANIMATION,
        Kind::Instance => icons::ICON_DEPLOYED_CODE,
        Kind::Text => icons::ICON_TABLE,
    }
}

/// Format of a hit's file, as used in lists of files.
fn sniff_of(hit: &Hit) -> Option<Sniff> {
    let info = formats::by_id(hit.format.as_deref()?)?.info();
    Some(Sniff::Known { id: info.id, name: info.name, title: None })
}

/// `true` if a picture of the hit can be drawn.
pub fn is_pictured(hit: &Hit) -> bool {
    match hit.kind {
        Kind::File => file_item::has_picture(sniff_of(hit).as_ref()),
        kind => PICTURED.contains(&kind),
    }
}

/// Requests the thumbnail of a hit, if it has one that was not requested yet.
pub fn want_picture(cx: &mut Ctx<'_>, hit: &Hit) {
    let is_small = hit.file_len <= MAX_FILE_LEN;
    if !is_pictured(hit) || !is_small {
        return;
    }
    let item = Item::of(hit);
    if cx.state.files.thumbnails.get(&item).is_none() {
        cx.push(Command::DrawThumbnail(item));
    }
}

/// Tint of a hit's picture: waveforms are drawn in white.
pub fn tint(hit: &Hit, theme: &Theme) -> Color32 {
    if hit.kind == Kind::Sound { theme.weak } else { Color32::WHITE }
}

/// The heading of a kind.
pub fn title_of(kind: &str) -> &str {
    match Kind::named(kind) {
        Some(Kind::File) => "Files",
        Some(Kind::Model) => "Models",
        Some(Kind::Texture) => "Textures",
        Some(Kind::Palette) => "Palettes",
        Some(Kind::Sound) => "Sounds",
        Some(Kind::Animation) => "Animations",
        Some(Kind::Instance) => "Objects",
        Some(Kind::Text) => "Texts",
        None => kind,
    }
}

/// Location of a hit: its file, and the field in it.
pub fn place(hit: &Hit) -> String {
    match &hit.field {
        Some(field) => format!("{}//{field}", hit.path),
        None => hit.path.clone(),
    }
}

/// Numbers that describe a hit.
pub fn facts(hit: &Hit) -> String {
    let mut facts: Vec<String> = Vec::new();
    facts.extend(hit.size.map(|[width, height]| format!("{width}×{height}")));
    let faced = hit.count.filter(|_| hit.kind == Kind::Model);
    match (faced, hit.faces) {
        (Some(count), Some(all)) => {
            facts.push(format!("{} of {}", grouped(count), numbers::counted(all, "face")));
        }
        (_, faces) => facts.extend(faces.map(|faces| numbers::counted(faces, "face"))),
    }
    facts.extend(hit.seconds.map(|seconds| match seconds < SHORT {
        true => format!("{:.1} ms", seconds * 1e3),
        false => format!("{seconds:.2} s"),
    }));
    if hit.kind == Kind::File {
        facts.extend(hit.count.map(|count| format!("{} ×", grouped(count))));
        facts.push(numbers::size(hit.file_len));
    }
    facts.join(", ")
}

/// Accessible name of a hit.
pub fn label(hit: &Hit) -> String {
    format!("{} {}, {}", hit.kind.name(), hit.name, place(hit))
}

/// The query for copies of a hit, if it has content that can be compared.
fn question(hit: &Hit) -> Option<String> {
    let has_content = !matches!(hit.kind, Kind::Animation | Kind::Instance | Kind::Text);
    (has_content && !hit.path.contains('"')).then(|| same_as(&hit.path, hit.field.as_deref()))
}

/// Tooltip of a hit with its picture.
pub fn tip(ui: &mut Ui, state: &State, hit: &Hit) {
    tip_words(ui, hit);
    if let Some(Thumbnail::Ready { large, .. }) = state.files.thumbnails.get(&Item::of(hit)) {
        ui.add(egui::Image::new(large).tint(tint(hit, &Theme::of(ui))));
    }
}

/// Tooltip of a hit without its picture.
pub fn tip_words(ui: &mut Ui, hit: &Hit) {
    let theme = Theme::of(ui);
    ui.label(&hit.name);
    if let Some(text) = &hit.text {
        let text: String = text.chars().take(MAX_TEXT).collect();
        ui.label(egui::RichText::new(text).color(theme.weak));
    }
    ui.label(egui::RichText::new(place(hit)).font(theme::small()).color(theme.weak));
    let facts = facts(hit);
    let format = hit.format.as_deref().unwrap_or("no format");
    let what = format!("{} in {format}", hit.kind.name());
    let line = if facts.is_empty() { what } else { format!("{what}, {facts}") };
    ui.label(egui::RichText::new(line).font(theme::small()).color(theme.weak));
}
