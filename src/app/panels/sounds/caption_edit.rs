//! Caption editing: text, duration, adding and removing.

use egui::text::CCursorRange;
use egui::{Event, FontId, Key as Press, Response, TextEdit, Ui};

use crate::app::model::Command;
use crate::app::model::edits::Edit;
use crate::app::ui::input::escaped;
use crate::app::ui::menus::{self, Item};
use crate::app::ui::{Ctx, Theme};
use crate::edit::EditOp;
use crate::formats::trespasser::cau::records::CAPTION_UNIT_MS;
use crate::scene::{Caption, CodingUse, Sound};

/// Text of a new caption.
const NEW: &str = "New caption";

/// State of the caption that is being edited.
#[derive(Default)]
pub struct CaptionEdit {
    open: Option<Open>,
}

struct Open {
    /// Field path of the caption.
    path: String,
    text: String,
    /// The box has yet to take the focus.
    is_new: bool,
}

impl CaptionEdit {
    /// Opens the edit box of a caption.
    pub fn begin(&mut self, caption: &Caption) {
        let (path, text) = (caption.origin.path.clone(), caption.text.clone());
        self.open = Some(Open { path, text, is_new: true });
    }

    /// `true` if this caption is being edited.
    pub fn is_of(&self, caption: &Caption) -> bool {
        self.open.as_ref().is_some_and(|open| open.path == caption.origin.path)
    }

    /// Closes the box unless it edits a caption of `sound`; a new caption may not have been added
    /// yet.
    pub fn stay_with(&mut self, sound: &Sound) {
        let list = list_of(sound);
        self.open.take_if(|open| !open.path.starts_with(&list));
    }

    /// Draws the edit box, as wide as `ui`. Enter or leaving the box applies the text, Shift+Enter starts
    /// a new line, Escape discards it.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, caption: &Caption, size: f32) {
        let Some(mut open) = self.open.take() else { return };
        let theme = Theme::of(ui);
        let entered = ui.input_mut(take_enter);
        let edit = TextEdit::multiline(&mut open.text)
            .id(egui::Id::unique("words of a caption"))
            .font(FontId::proportional(size))
            .text_color(theme.text)
            .desired_rows(1)
            .desired_width(f32::INFINITY);
        let mut shown = edit.show(ui);
        let response = shown.response.response.clone();
        let response = response.accessible_name("Text of the caption");
        if std::mem::take(&mut open.is_new) {
            response.request_focus();
            response.scroll_to_me(None);
            let all = CCursorRange::select_all(&shown.galley);
            shown.state.cursor.set_char_range(Some(all));
            shown.state.store(ui.ctx(), response.id);
        }
        if escaped(ui, &response) {
            response.surrender_focus();
        } else if entered || response.lost_focus() {
            if open.text != caption.text {
                set_words(cx, caption, &open.text);
            }
        } else {
            self.open = Some(open);
        }
    }

    /// Adds a caption to a sound and opens its edit box.
    pub fn add(&mut self, cx: &mut Ctx<'_>, sound: &Sound) {
        let list = list_of(sound);
        let path = format!("{list}[{}]", sound.captions.len());
        self.open = Some(Open { path, text: NEW.to_owned(), is_new: true });
        let add = EditOp::Add {
            add: list,
            name: NEW.to_owned(),
            with: None,
            bump: None,
            coding: CodingUse::Keep,
        };
        let name = format!("add a caption to {}", sound.name);
        order(cx, sound.origin.span.source, name, vec![add]);
    }

    /// Context menu of a caption.
    pub fn menu(&mut self, response: &Response, cx: &mut Ctx<'_>, caption: &Caption) {
        menus::context(response, false, |ui| {
            let item = Item {
                value: caption.text.clone(),
                offset: Some(caption.origin.span.start),
                path: caption.origin.path.clone(),
                like: None,
            };
            menus::item_menu(ui, cx, &item);
            ui.separator();
            if ui.button("Edit text").clicked() {
                self.begin(caption);
                ui.close();
            }
            let path = || caption.origin.path.clone();
            if ui.button("Duplicate caption").clicked() {
                change(cx, caption, "duplicate", vec![EditOp::Copy { copy: path().into() }]);
                ui.close();
            }
            if ui.button("Remove caption").clicked() {
                change(cx, caption, "remove", vec![EditOp::Remove { remove: path().into() }]);
                ui.close();
            }
        });
    }
}

/// Consumes Enter, which the box would take as a new line; Shift+Enter remains one.
fn take_enter(input: &mut egui::InputState) -> bool {
    let is_enter = |event: &Event| {
        matches!(
            event,
            Event::Key { key: Press::Enter, pressed: true, modifiers, .. } if !modifiers.shift
        )
    };
    let before = input.events.len();
    input.events.retain(|event| !is_enter(event));
    input.events.len() < before
}

/// `true` if captions can be added to the sounds of the open file.
pub fn can_have(cx: &Ctx<'_>) -> bool {
    let shown = cx.state.shown.as_ref();
    shown.is_some_and(|shown| shown.document.counts.get("captions").is_some())
}

/// Changes the durations of captions, in caption units.
pub fn set_durations(cx: &mut Ctx<'_>, lengths: &[(&Caption, u64)]) {
    let set = |(caption, units): &(&Caption, u64)| {
        EditOp::set(format!("{}.duration", caption.origin.path), units.to_string().as_str())
    };
    let orders: Vec<EditOp> = lengths.iter().map(set).collect();
    if let Some((caption, _)) = lengths.first() {
        change(cx, caption, "time", orders);
    }
}

/// Duration of a caption, in caption units.
pub fn units(caption: &Caption) -> u64 {
    (caption.end_ms - caption.start_ms) / CAPTION_UNIT_MS
}

/// Converts caption units to seconds.
pub fn seconds(units: u64) -> f64 {
    (units * CAPTION_UNIT_MS) as f64 / 1000.0
}

fn set_words(cx: &mut Ctx<'_>, caption: &Caption, text: &str) {
    // Captions are stored with CR (13) as line endings.
    let written = format!("{:?}", text.replace('\n', "\r"));
    let set = EditOp::set(format!("{}.text", caption.origin.path), written.as_str());
    change(cx, caption, "write", vec![set]);
}

fn change(cx: &mut Ctx<'_>, caption: &Caption, what: &str, orders: Vec<EditOp>) {
    let name = format!("{what} the caption {:?}", caption.text);
    order(cx, caption.origin.span.source, name, orders);
}

fn order(cx: &mut Ctx<'_>, source: crate::bytes::SourceId, name: String, orders: Vec<EditOp>) {
    if let Some(path) = cx.state.file_path(source) {
        cx.push(Command::Edit(Box::new(Edit { path, name, orders, ..Edit::default() })));
    }
}

/// Field path of a sound's captions; the sound may be a separate file.
fn list_of(sound: &Sound) -> String {
    match sound.origin.path.as_str() {
        "" => "captions.sections".to_owned(),
        path => format!("{path}.captions.sections"),
    }
}
