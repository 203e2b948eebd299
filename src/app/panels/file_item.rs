//! Presentation of files in lists: icon, thumbnail and tooltip.

use egui::Ui;
use egui_material_icons::{MaterialIcon, icons};

use crate::app::model::document::thumbnails::{self, Item, Thumbnail};
use crate::app::model::{Command, Sniff, State};
use crate::app::ui::Ctx;
use crate::container::channels_in_words;

const MODEL: MaterialIcon = icons::ICON_DEPLOYED_CODE;

/// The icon of a file's family.
pub fn icon_of(sniff: Option<&Sniff>) -> MaterialIcon {
    let Some(Sniff::Known { id, .. }) = sniff else { return icons::ICON_DRAFT };
    let last = id.rsplit('.').next().unwrap_or(id);
    match last {
        "trg" => icons::ICON_FLAG,
        "tim" | "swp" | "ssh" | "bitmap" | "pid" | "pvr" | "dds" | "screen" => icons::ICON_TEXTURE,
        "tpa" | "cau" | "cdda" | "vag" | "vab" | "vb" | "xa" | "kat" | "sfx" => {
            icons::ICON_MUSIC_NOTE
        }
        "smk" => icons::ICON_MOVIE,
        "hed" | "pkr" | "pre" | "ddx" | "lgp" | "big" | "archive" | "zip" => icons::ICON_FOLDER_ZIP,
        _ if id.starts_with("disc.") => icons::ICON_ALBUM,
        _ => MODEL,
    }
}

/// `true` if files of this format have a picture to show.
pub fn has_picture(sniff: Option<&Sniff>) -> bool {
    let icon = icon_of(sniff).codepoint;
    matches!(sniff, Some(Sniff::Known { .. }))
        && [MODEL, icons::ICON_TEXTURE, icons::ICON_MOVIE].iter().any(|seen| seen.codepoint == icon)
}

/// Requests the thumbnail of a visible model or texture, once; `size` is the file's size in bytes.
pub fn want_thumbnail(path: &str, size: u64, cx: &mut Ctx<'_>) {
    let is_seen = has_picture(cx.state.files.sniffs.get(path));
    let small = size <= thumbnails::MAX_FILE_LEN;
    let item = Item::file(path);
    if is_seen && small && cx.state.files.thumbnails.get(&item).is_none() {
        cx.push(Command::DrawThumbnail(item));
    }
}

/// Tooltip of a file or a folder: its format, if known.
pub fn tip(ui: &mut Ui, path: &str, is_folder: bool, state: &State) {
    let sniff = state.files.sniffs.get(path).filter(|_| !is_folder);
    if let Some(Sniff::Known { title: Some(title), .. }) = sniff {
        ui.label(format!("“{title}”"));
    }
    if let Some(game) = state.files.games.get(path) {
        ui.label(game.in_words());
    }
    ui.label(path);
    match sniff {
        Some(Sniff::Known { name, id, .. }) => _ = ui.label(format!("{name} ({id})")),
        Some(Sniff::Unknown) => _ = ui.label("Unknown format. Click to view as hex"),
        None => {}
    }
    if let Some(Thumbnail::Ready { large, .. }) = state.files.thumbnails.get(&Item::file(path)) {
        ui.image(large);
    }
}

/// Adds the source of a resolved hash name, and the channels of the sound in the file's sectors.
pub fn more(ui: &mut Ui, named_by: Option<&str>, channels: &[u8]) {
    if let Some(from) = named_by {
        ui.label(format!("Stored as a hash; name from {from}"));
    }
    if !channels.is_empty() {
        ui.label(channels_in_words(channels));
    }
}
