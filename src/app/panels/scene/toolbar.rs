//! The tools above the picture.

use egui::{Align, Button, Layout, PopupCloseBehavior, RichText, ScrollArea, Ui, vec2};
use egui_material_icons::{MaterialIcon, icons};

use super::model;
use crate::app::colour_by;
use crate::app::command::{Command, Commands};
use crate::app::menu;
use crate::app::panel::command_button;
use crate::app::paths;
use crate::app::shortcuts;
use crate::app::state::{DocScene, State};
use crate::app::theme::{self, GRID, ROW, Theme};
use crate::app::view::{ColourBy, Switch};
use crate::scene::{LayerKind, Style};

/// Widths that the tools at the right take: as a menu, and as buttons.
const MENU: f32 = 14.0 * GRID;
const BUTTONS: f32 = 48.0 * GRID;

/// Draws the bar.
pub fn show(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(4, 2));
    frame.show(ui, |ui| {
        // What a scene lets choose may need a second line.
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = GRID;
            style(ui, state, commands);
            effects(ui, state, commands);
            ui.separator();
            for (switch, icon) in [
                (Switch::Wireframe, icons::ICON_DEPLOYED_CODE),
                (Switch::Grid, icons::ICON_GRID_4X4),
                (Switch::Bones, icons::ICON_ACCESSIBILITY_NEW),
                (Switch::NativePixels, icons::ICON_GRID_VIEW),
            ] {
                let bones = state.scene().is_some_and(|scene| !scene.scene.skeletons.is_empty());
                if switch != Switch::Bones || bones {
                    command_button(ui, icon, &Command::Toggle(switch), state, commands);
                }
            }
            marks(ui, state, commands);
            ui.separator();
            if let Some(scene) = state.scene() {
                whole(ui, scene, commands);
                layers(ui, scene, state, commands);
                colours(ui, scene, state, commands);
                model::show(ui, scene, state, commands);
            }
            last(ui, state, commands);
        });
    });
}

/// What stands at the right: buttons, or where they do not fit, a menu of them.
fn last(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let all = [
        (icons::ICON_FIT_SCREEN, Command::FrameAll),
        (icons::ICON_CENTER_FOCUS_STRONG, Command::FrameSelection),
        (icons::ICON_VIEW_IN_AR, Command::ToggleParallel),
        (icons::ICON_CONTENT_COPY, Command::CopyState),
        (icons::ICON_PHOTO_CAMERA, Command::Screenshot),
    ];
    if ui.available_size_before_wrap().x < MENU {
        ui.end_row();
    }
    if ui.available_size_before_wrap().x < BUTTONS {
        let more = icons::ICON_KEYBOARD_DOUBLE_ARROW_RIGHT;
        drop_down(ui, more, "", "More tools", false, |ui| {
            for (_, command) in &all {
                menu::command(ui, command, state, commands);
            }
        });
        return;
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        for (at, (icon, command)) in all.iter().enumerate().rev() {
            command_button(ui, *icon, command, state, commands);
            // What changes the view stands apart from what hands it out.
            if at == 3 {
                ui.separator();
            }
        }
    });
}

/// Opens the file that this is a part of.
fn whole(ui: &mut Ui, scene: &DocScene, commands: &mut Commands) {
    let Some(path) = &scene.scene.part_of else { return };
    let label = format!("{} Open {}", icons::ICON_LANDSCAPE.codepoint, paths::name(path));
    let button = Button::new(label).min_size(vec2(0.0, ROW));
    if ui.add(button).on_hover_text(format!("This is a part of {path}")).clicked() {
        commands.push(Command::Open(path.clone()));
    }
}

fn style(ui: &mut Ui, state: &State, commands: &mut Commands) {
    ui.spacing_mut().item_spacing.x = 0.0;
    for (style, name) in [(Style::Ps1, "PS1"), (Style::Clean, "Clean")] {
        let on = state.view.style == style;
        let response = ui.add(Button::selectable(on, name).min_size(vec2(0.0, ROW + GRID)));
        let tip = shortcuts::tip(&Command::ToggleStyle);
        if response.on_hover_text(tip).clicked() && !on {
            commands.push(Command::SetStyle(style));
        }
    }
    ui.spacing_mut().item_spacing.x = GRID;
}

/// A button that opens a list which stays open while things are switched.
pub fn drop_down(
    ui: &mut Ui,
    icon: MaterialIcon,
    text: &str,
    tip: &str,
    lit: bool,
    content: impl FnOnce(&mut Ui),
) {
    let theme = Theme::of(ui);
    let colour = if lit { theme.accent } else { theme.text };
    let arrow = icons::ICON_ARROW_DROP_DOWN.rich_text().color(theme.weak);
    let icon = icon.rich_text().size(theme::ICON).color(colour);
    let button = if text.is_empty() {
        Button::new((icon, arrow))
    } else {
        Button::new((icon, RichText::new(text).color(colour), arrow))
    };
    let response = ui
        .add(button.frame_when_inactive(false).min_size(vec2(0.0, ROW + GRID)))
        .on_hover_text(tip);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, tip.to_owned()));
    egui::Popup::menu(&response).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(
        |ui| {
            ui.set_min_width(56.0 * GRID);
            content(ui);
        },
    );
}

fn effects(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let tip = "The steps of the PlayStation's drawing, one by one";
    drop_down(ui, icons::ICON_BLUR_ON, "", tip, false, |ui| {
        for switch in Switch::EFFECTS {
            switch_row(ui, switch, state, commands);
        }
    });
}

fn marks(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let tip = "Lines and names on top of the picture";
    let marks = [Switch::Axes, Switch::Bounds, Switch::Bones, Switch::Ghost];
    let on = marks.iter().any(|switch| state.view.is_on(*switch));
    drop_down(ui, icons::ICON_VISIBILITY, "", tip, on, |ui| {
        for switch in Switch::MARKS {
            switch_row(ui, switch, state, commands);
        }
    });
}

fn switch_row(ui: &mut Ui, switch: Switch, state: &State, commands: &mut Commands) {
    let mut on = state.view.is_on(switch);
    let command = Command::Toggle(switch);
    let key = shortcuts::entry(&command).and_then(|entry| entry.keys.first());
    ui.horizontal(|ui| {
        if ui.checkbox(&mut on, switch.title()).on_hover_text(switch.meaning()).changed() {
            commands.push(command.clone());
        }
        if let Some(key) = key {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(key.text()).color(Theme::of(ui).weak).size(theme::SMALL));
            });
        }
    });
}

fn layers(ui: &mut Ui, scene: &DocScene, state: &State, commands: &mut Commands) {
    let all = &scene.scene.layers;
    if all.len() < 2 {
        return;
    }
    let visibility = &state.view.visibility;
    let changed = (0u16..).zip(all).any(|(i, layer)| visibility.layer(i) != layer.visible);
    drop_down(ui, icons::ICON_LAYERS, "Layers", "What is shown", changed, |ui| {
        // What the game draws comes first.
        let rank = |kind: LayerKind| match kind {
            LayerKind::Drawn | LayerKind::Sky | LayerKind::LevelOfDetail => 0,
            LayerKind::Invisible => 1,
            LayerKind::Helper => 2,
        };
        let mut sorted: Vec<_> = (0u16..).zip(all).collect();
        sorted.sort_by_key(|(_, layer)| rank(layer.kind));
        let mut above = None;
        for (index, layer) in sorted {
            if above.replace(rank(layer.kind)).is_some_and(|above| above != rank(layer.kind)) {
                ui.separator();
            }
            let mut shown = visibility.layer(index);
            let meaning = match layer.kind {
                LayerKind::Drawn => "What the game draws",
                LayerKind::Invisible => "There, but never drawn: collision, triggers",
                LayerKind::Helper => "Points, lines and boxes that explain",
                LayerKind::Sky => "Drawn behind everything",
                LayerKind::LevelOfDetail => "Stands in for something else at a distance",
            };
            if ui.checkbox(&mut shown, layer.name.as_str()).on_hover_text(meaning).changed() {
                commands.push(Command::ShowLayer { layer: index, shown });
            }
        }
    });
}

fn colours(ui: &mut Ui, scene: &DocScene, state: &State, commands: &mut Commands) {
    let by = state.view.colour_by;
    let title = by.map_or_else(|| "Colour by".to_owned(), |by| colour_by::title(scene, by));
    let tip = "Colours faces by what they have in common";
    drop_down(ui, icons::ICON_PALETTE, &title, tip, by.is_some(), |ui| {
        let height = ui.ctx().content_rect().height() * 0.7;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let mut choice = |ui: &mut Ui, name: &str, value: Option<ColourBy>, tip: &str| {
                let response = ui.selectable_label(by == value, name);
                let response = if tip.is_empty() { response } else { response.on_hover_text(tip) };
                if response.clicked() {
                    commands.push(Command::ColourBy(value));
                }
            };
            choice(ui, "Their own colours", None, "");
            ui.separator();
            for (name, value) in [
                ("Texture", ColourBy::Texture),
                ("Model", ColourBy::Model),
                ("Blend mode", ColourBy::Blend),
                ("Layer", ColourBy::Layer),
            ] {
                choice(ui, name, Some(value), "");
            }
            if !scene.scene.skeletons.is_empty() {
                choice(ui, "Bone", Some(ColourBy::Bone), "The bone that moves most of a face");
                let bone = state.selection.as_ref().and_then(|selection| selection.element);
                let bone = bone.and_then(|element| scene.scene.bone(element));
                let (name, node) = match bone {
                    Some(bone) => (format!("Weight of {}", bone.name), bone.node),
                    None => ("Weight of a bone".to_owned(), 0),
                };
                let tip = "How much the selected bone moves a face; follows the selection";
                choice(ui, &name, Some(ColourBy::Weight { node }), tip);
            }
            for (field, known) in scene.scene.face_fields.iter().enumerate() {
                ui.separator();
                let every = "Every stored number its own colour";
                choice(ui, &format!("{}: value", known.name), Some(ColourBy::Field(field)), every);
                for flag in &known.flags {
                    let value = Some(ColourBy::Bits { field, mask: flag.mask });
                    let name = format!("{}: {}", known.name, flag.name);
                    let tip = format!("{} ({})", flag.meaning, flag.confidence);
                    choice(ui, &name, value, &tip);
                }
            }
        });
    });
}
