//! What a panel is, and the small pieces that look the same in all of them.

use egui::{Align2, Color32, Response, RichText, Sense, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};
use serde::{Deserialize, Serialize};

use super::shortcuts;
use super::theme::{self, GRID, ROW, Theme};
use crate::app::model::command::{Command, Commands};
use crate::app::model::selection::Target;
use crate::app::model::state::State;

/// Every panel there is. The order is that of the View menu and of F6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PanelKind {
    Files,
    Contents,
    Card,
    Scene,
    Texture,
    Palette,
    Tables,
    Sounds,
    Fields,
    Bytes,
    Notes,
    Problems,
    Log,
}

impl PanelKind {
    pub const ALL: [PanelKind; 13] = [
        PanelKind::Files,
        PanelKind::Contents,
        PanelKind::Card,
        PanelKind::Scene,
        PanelKind::Texture,
        PanelKind::Palette,
        PanelKind::Tables,
        PanelKind::Sounds,
        PanelKind::Fields,
        PanelKind::Bytes,
        PanelKind::Notes,
        PanelKind::Problems,
        PanelKind::Log,
    ];

    pub fn title(self) -> &'static str {
        match self {
            PanelKind::Files => "Files",
            PanelKind::Contents => "Contents",
            PanelKind::Card => "Selection",
            PanelKind::Scene => "Scene",
            PanelKind::Texture => "Texture",
            PanelKind::Palette => "Palette",
            PanelKind::Tables => "Tables",
            PanelKind::Sounds => "Sounds",
            PanelKind::Fields => "Fields",
            PanelKind::Bytes => "Bytes",
            PanelKind::Notes => "Notes",
            PanelKind::Problems => "Problems",
            PanelKind::Log => "Log",
        }
    }

    pub fn icon(self) -> MaterialIcon {
        match self {
            PanelKind::Files => icons::ICON_FOLDER,
            PanelKind::Contents => icons::ICON_LIST,
            PanelKind::Card => icons::ICON_CENTER_FOCUS_STRONG,
            PanelKind::Scene => icons::ICON_DEPLOYED_CODE,
            PanelKind::Texture => icons::ICON_TEXTURE,
            PanelKind::Palette => icons::ICON_PALETTE,
            PanelKind::Tables => icons::ICON_TABLE,
            PanelKind::Sounds => icons::ICON_GRAPHIC_EQ,
            PanelKind::Fields => icons::ICON_ACCOUNT_TREE,
            PanelKind::Bytes => icons::ICON_GRID_ON,
            PanelKind::Notes => icons::ICON_BOOKMARKS,
            PanelKind::Problems => icons::ICON_WARNING,
            PanelKind::Log => icons::ICON_NOTES,
        }
    }
}

/// One panel of the window. It reads the [`State`], never changes it, and asks for changes by
/// pushing commands, which are applied before the next frame. What only it cares about (scroll
/// position, open nodes, a filter) it keeps itself.
pub trait Panel {
    fn kind(&self) -> PanelKind;

    /// Draws the panel into all of `ui`, which has the panel's size and no margin.
    fn ui(&mut self, ui: &mut Ui, state: &State, commands: &mut Commands);

    /// Told of every command, after the state has taken it: to scroll to a new selection, to open
    /// the go-to box when it has the focus ([`State::focus`]) …
    fn command(&mut self, command: &Command, state: &State) {
        let _ = (command, state);
    }
}

/// A button that is an icon. `tip` says what it does; the key is added from the table when
/// `command` is in it.
pub fn icon_button(ui: &mut Ui, icon: MaterialIcon, tip: &str, on: bool) -> Response {
    let theme = Theme::of(ui);
    let colour = if on { theme.accent } else { theme.text };
    let text = icon.rich_text().size(theme::ICON).color(colour);
    let button = egui::Button::new(text)
        .frame_when_inactive(on)
        .selected(on)
        .min_size(vec2(ROW + GRID, ROW + GRID));
    let response = ui.add(button).on_hover_text(tip);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), on, tip.to_owned())
    });
    response
}

/// A command of the table as a button; grey when there is nothing for it to work on.
pub fn command_button(
    ui: &mut Ui,
    icon: MaterialIcon,
    command: &Command,
    state: &State,
    commands: &mut Commands,
) {
    let on = shortcuts::is_on(command, state).unwrap_or(false);
    let (tip, why_not) = (shortcuts::tip(command), shortcuts::blocked(command, state));
    ui.add_enabled_ui(why_not.is_none(), |ui| {
        let response = icon_button(ui, icon, &tip, on);
        let why = format!("{tip}\n{}", why_not.unwrap_or_default());
        if response.on_disabled_hover_text(why).clicked() {
            commands.push(command.clone());
        }
    });
}

/// The modifiers at the click or press of this frame: by the time of a late frame they may have
/// been let go.
pub fn click_modifiers(ui: &Ui) -> egui::Modifiers {
    ui.input(|input| {
        let button = input.events.iter().rev().find_map(|event| match event {
            egui::Event::PointerButton { modifiers, .. } => Some(*modifiers),
            _ => None,
        });
        button.unwrap_or(input.modifiers)
    })
}

/// Says what is missing here and what to do about it.
pub fn empty_state(ui: &mut Ui, icon: MaterialIcon, headline: &str, hint: &str) {
    let theme = Theme::of(ui);
    let height = 84.0_f32.min(ui.available_height());
    ui.add_space(((ui.available_height() - height) * 0.4).max(0.0));
    ui.vertical_centered(|ui| {
        ui.label(icon.rich_text().size(28.0).color(theme.faint));
        ui.label(RichText::new(headline).color(theme.text));
        ui.label(RichText::new(hint).color(theme.weak).size(theme::SMALL + 1.0));
    });
}

/// What the menu of a right click offers: the same everywhere.
#[derive(Clone, Debug, Default)]
pub struct Item {
    pub value: String,
    pub offset: Option<u64>,
    pub path: String,
    /// "Show all like this".
    pub like: Option<Command>,
}

/// The right-click menu of a row, a face, a byte.
pub fn context_menu(response: &Response, commands: &mut Commands, item: impl FnOnce() -> Item) {
    response.context_menu(|ui| {
        let item = item();
        item_menu(ui, commands, &item);
    });
}

/// The entries of [`context_menu`], for menus that have more to offer.
pub fn item_menu(ui: &mut Ui, commands: &mut Commands, item: &Item) {
    let mut copy = |ui: &mut Ui, label: &str, what: &'static str, text: String| {
        if ui.add_enabled(!text.is_empty(), egui::Button::new(label)).clicked() {
            commands.push(Command::Copy { what, text });
            ui.close();
        }
    };
    copy(ui, "Copy value", "value", item.value.clone());
    copy(ui, "Copy offset", "offset", item.offset.map_or_else(String::new, offset));
    copy(ui, "Copy path", "path", item.path.clone());
    if let Some(like) = &item.like
        && ui.button("Show all like this").clicked()
    {
        commands.push(like.clone());
        ui.close();
    }
}

/// The entry of a right-click menu that writes something down about `target`; without one, about
/// what is selected.
pub fn note_entry(ui: &mut Ui, commands: &mut Commands, target: Option<Target>) {
    if ui.button("Add note…").clicked() {
        commands.push(target.map_or(Command::AddNote, Command::NoteOn));
        ui.close();
    }
}

/// An offset as shown everywhere: `0x0001f4a0`.
pub fn offset(offset: u64) -> String {
    format!("0x{offset:08x}")
}

/// `12 345` bytes and the like, in groups of three with a thin space.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    out
}

/// `640 B`, `12.3 KiB`, `4.0 MiB`.
pub fn size(bytes: u64) -> String {
    let scaled = bytes as f64;
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", scaled / 1024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", scaled / 1_048_576.0),
        _ => format!("{:.1} GiB", scaled / 1_073_741_824.0),
    }
}

/// One row of a list: full width, [`ROW`] high, with the fills of selection and hover.
pub fn row(ui: &mut Ui, selected: bool, hovered: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let theme = Theme::of(ui);
    let fill = if selected {
        theme.accent_fill
    } else if hovered || response.hovered() {
        theme.hover_fill
    } else {
        Color32::TRANSPARENT
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    response
}

/// Text painted in a row from `left` to `right`, cut with `…` where it is too long. Returns its
/// right edge.
pub fn row_text(
    ui: &Ui,
    row: egui::Rect,
    left: f32,
    right: f32,
    text: impl Into<String>,
    font: egui::FontId,
    colour: Color32,
) -> f32 {
    let width = (right - left).max(0.0);
    let mut job = egui::text::LayoutJob::simple_singleline(text.into(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    let pos = Align2::LEFT_CENTER.align_size_within_rect(
        galley.size(),
        egui::Rect::from_x_y_ranges(left..=right.max(left), row.y_range()),
    );
    let end = left + galley.size().x;
    ui.painter().galley(pos.min, galley, colour);
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_from_the_right() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1234), "1\u{2009}234");
        assert_eq!(grouped(1_234_567), "1\u{2009}234\u{2009}567");
    }

    #[test]
    fn sizes_have_their_unit() {
        assert_eq!(size(640), "640 B");
        assert_eq!(size(12_595), "12.3 KiB");
    }
}
