//! Combo boxes.

use egui::{ComboBox, ScrollArea, Ui};

/// Draws `combo` with the name `called` and a tooltip (which may be empty); while it is open, lists the
/// `options` with their names and `now` as the current one. Returns the option that was clicked.
pub fn choose<T: PartialEq>(
    ui: &mut Ui,
    combo: ComboBox,
    called: (&str, &str),
    now: &T,
    options: impl IntoIterator<Item = (T, String)>,
) -> Option<T> {
    choose_in(ui, combo, called, |ui| {
        let mut clicked = None;
        for (option, name) in options {
            if ui.selectable_label(option == *now, name).clicked() {
                clicked = Some(option);
            }
        }
        clicked
    })
}

/// Draws `combo` with a name and a tooltip; while it is open, `list` draws its content. Returns the
/// result of `list`.
pub fn choose_in<T>(
    ui: &mut Ui,
    combo: ComboBox,
    (name, tip): (&str, &str),
    list: impl FnOnce(&mut Ui) -> Option<T>,
) -> Option<T> {
    let shown = combo.show_ui(ui, |ui| {
        let chosen = list(ui);
        if chosen.is_some() {
            // A click closes the list automatically, Enter does not.
            ui.close();
        }
        chosen
    });
    let response = shown.response.accessible_name(name);
    if !tip.is_empty() {
        response.on_hover_text(tip);
    }
    shown.inner.flatten()
}

/// A list of any length; only its visible rows are drawn and get accessible names.
pub fn long_list<T: Clone + PartialEq>(
    ui: &mut Ui,
    options: &[T],
    now: &T,
    name: impl Fn(&T) -> String,
) -> Option<T> {
    let height = ui.spacing().interact_size.y;
    let mut clicked = None;
    ScrollArea::vertical().show_rows(ui, height, options.len(), |ui, rows| {
        for option in options.get(rows).unwrap_or_default() {
            if ui.selectable_label(option == now, name(option)).clicked() {
                clicked = Some(option.clone());
            }
        }
    });
    clicked
}
