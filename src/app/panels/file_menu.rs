//! The context menu of a file, a folder or an archive member, the same in every list.

use egui::{Color32, Response, RichText, Ui};
use egui_material_icons::{MaterialIcon, icons};

use super::open_as;
use crate::app::model::document::comparison::ComparedFile;
use crate::app::model::search::to_see_in;
use crate::app::model::{Command, Sniff, State, document::paths, grouped};
use crate::app::ui::{Ctx, Theme, menus};
use crate::library::{demo, plain};

/// The file or folder that a menu is for.
#[derive(Clone, Copy)]
pub struct MenuTarget<'a> {
    pub path: &'a str,
    /// `true` for a plain folder.
    pub is_folder: bool,
    /// `true` for a root, which can be closed.
    pub is_root: bool,
}

/// The menu of a right click on `response`; `opens` opens it, for the menu key.
pub fn show(response: &Response, cx: &mut Ctx<'_>, place: MenuTarget<'_>, opens: bool) {
    menus::context(response, opens, |ui| menu(ui, cx, place));
}

fn menu(ui: &mut Ui, cx: &mut Ctx<'_>, place: MenuTarget<'_>) {
    let MenuTarget { path, is_folder, is_root } = place;
    let chosen = cx.state.files.chosen();
    if chosen.len() > 1 && cx.state.files.marked.contains(path) {
        return of_many(ui, cx, chosen);
    }
    let own = || path.to_owned();
    entry(ui, cx, Some(icons::ICON_FILE_OPEN), "Open", Command::Open(own()));
    if !is_folder {
        if ui.button((picture(ui, Some(icons::ICON_TAB)), "Open in new tab")).clicked() {
            cx.push(Command::NewTab);
            cx.push(Command::Open(own()));
            ui.close();
        }
        ui.menu_button((picture(ui, None), "Open as…"), |ui| open_as::menu(ui, cx, path));
        let format = Some(plain::BYTES.id);
        entry(ui, cx, None, "Open as bytes", Command::OpenAs { path: own(), format });
    }
    if !is_folder && cx.state.doc.is_some() {
        let other = ComparedFile::File(own());
        let command = Command::CompareWith(Some(other));
        entry(ui, cx, Some(icons::ICON_DIFFERENCE), "Compare with open file", command);
    }
    if is_folder {
        let command = Command::CompareFolder(own());
        entry(ui, cx, Some(icons::ICON_DIFFERENCE), "Compare with folder…", command);
    }
    // A file of an unknown format may be a text.
    if !is_folder && cx.state.files.sniffs.get(path) == Some(&Sniff::Unknown) {
        let command = Command::LearnNames(own());
        entry(ui, cx, Some(icons::ICON_LABEL), "Use as hash names", command);
    }
    ui.separator();
    entry(ui, cx, Some(icons::ICON_UNARCHIVE), "Extract…", Command::ExtractFiles(vec![own()]));
    entry(ui, cx, Some(icons::ICON_FILE_EXPORT), "Export…", export(path, cx.state));
    ui.separator();
    ui.add_enabled_ui(!is_built_in(path), |ui| {
        let title = "Show in file manager";
        entry(ui, cx, Some(icons::ICON_FOLDER_OPEN), title, Command::ShowOnDisk(own()));
    })
    .response
    .on_disabled_hover_text("The demo is built in, not on disk");
    let copy = |what, text: &str| Command::Copy { what, text: text.to_owned() };
    entry(ui, cx, Some(icons::ICON_CONTENT_COPY), "Copy path", copy("path", path));
    entry(ui, cx, None, "Copy name", copy("name", paths::name(path)));
    if !is_folder {
        find_copies(ui, cx, path);
    }
    gallery(ui, cx, path);
    if is_root {
        ui.separator();
        entry(ui, cx, Some(icons::ICON_CLOSE), "Close", Command::CloseRoot(own()));
    }
}

/// Menu row that shows the pictures and sounds of a file or folder in the gallery.
fn gallery(ui: &mut Ui, cx: &mut Ctx<'_>, path: &str) {
    let why = cx.state.finding.not_indexed(path);
    ui.add_enabled_ui(why.is_none(), |ui| {
        let icon = Some(icons::ICON_GRID_VIEW);
        entry(ui, cx, icon, "Show in gallery", Command::ShowGallery(to_see_in(path)));
    })
    .response
    .on_disabled_hover_text(why.unwrap_or_default());
}

/// Menu row that finds copies of the file in the index.
fn find_copies(ui: &mut Ui, cx: &mut Ctx<'_>, path: &str) {
    let question = cx.state.find_file_copies(path);
    ui.separator();
    let why = question.query.as_ref().err().copied();
    ui.add_enabled_ui(question.query.is_ok(), |ui| {
        let icon = Some(icons::ICON_MANAGE_SEARCH);
        let query = question.query.unwrap_or_default();
        entry(ui, cx, icon, question.title, Command::FindInIndex(query));
    })
    .response
    .on_disabled_hover_text(why.unwrap_or_default());
}

/// Commands for several marked files.
fn of_many(ui: &mut Ui, cx: &mut Ctx<'_>, chosen: Vec<String>) {
    let all = grouped(chosen.len() as u64);
    let text = chosen.join("\n");
    let title = |what: &str| format!("{what} {all} marked files…");
    let extract = Command::ExtractFiles(chosen.clone());
    entry(ui, cx, Some(icons::ICON_UNARCHIVE), title("Extract"), extract);
    let export = Command::ExportFiles(chosen);
    entry(ui, cx, Some(icons::ICON_FILE_EXPORT), title("Export"), export);
    ui.separator();
    let copy = Command::Copy { what: "paths", text };
    entry(ui, cx, Some(icons::ICON_CONTENT_COPY), "Copy paths", copy);
    entry(ui, cx, Some(icons::ICON_CLOSE), "Clear marks", Command::MarkFiles(Vec::new()));
}

/// The command that exports a file; the open file is exported as displayed.
fn export(path: &str, state: &State) -> Command {
    let is_open = state.doc.as_ref().is_some_and(|doc| doc.opened.path == path);
    match is_open && state.scene().is_some() {
        true => Command::Export,
        false => Command::ExportFiles(vec![path.to_owned()]),
    }
}

fn is_built_in(path: &str) -> bool {
    path.strip_prefix(demo::FOLDER).is_some_and(|rest| rest.is_empty() || rest.starts_with("//"))
}

fn entry(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    icon: Option<MaterialIcon>,
    title: impl Into<String>,
    command: Command,
) {
    if ui.button((picture(ui, icon), title.into())).clicked() {
        cx.push(command);
        ui.close();
    }
}

/// An icon, or the same space without one, so that titles line up.
fn picture(ui: &Ui, icon: Option<MaterialIcon>) -> RichText {
    match icon {
        Some(icon) => icon.rich_text().color(Theme::of(ui).weak),
        None => icons::ICON_CHECK.rich_text().color(Color32::TRANSPARENT),
    }
}
