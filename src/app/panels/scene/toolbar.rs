//! Toolbar above the picture.

use egui::{Align, Button, DragValue, Layout, Role, ScrollArea, Ui, vec2};
use egui_material_icons::icons;

use super::{model, shading};
use crate::app::model::{ColourBy, Command, DocScene, Switch};
use crate::app::ui::named::Named;
use crate::app::ui::{
    Ctx, GRID, ROW, cells, command_button, drop_down::DropDown, menus, shortcuts, theme,
};
use crate::scene::{Id, LayerKind, Style};

/// Widths of the tools at the right: as a menu, and as buttons.
const MENU: f32 = 11.0 * GRID;
const BUTTONS: f32 = 48.0 * GRID;
/// Minimum widths at which lists show their names and switches are buttons. Narrower toolbars fit
/// into one row for every file, so that nothing moves from file to file.
const NAMED: f32 = 176.0 * GRID;
const SWITCHES: f32 = 152.0 * GRID;
/// Width of all other tools with their names.
const OTHERS: f32 = 186.0 * GRID;

/// Draws the toolbar.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(4, 2));
    frame.show(ui, |ui| {
        let width = ui.available_width();
        let name = |name: &'static str| if width >= NAMED { name } else { "" };
        // Only the narrowest pictures need a second row.
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = GRID;
            style(ui, cx);
            shading::show(ui, cx);
            ui.separator();
            for (switch, icon) in [
                (Switch::Gizmo, icons::ICON_OPEN_WITH),
                (Switch::Wireframe, icons::ICON_POLYLINE),
                (Switch::Grid, icons::ICON_GRID_4X4),
                (Switch::Bones, icons::ICON_ACCESSIBILITY_NEW),
                (Switch::NativePixels, icons::ICON_TV),
            ] {
                if width >= SWITCHES {
                    command_button(ui, cx, icon, &Command::Toggle(switch));
                }
            }
            marks(ui, cx);
            ui.separator();
            if let Some(scene) = cx.state.scene() {
                whole(ui, cx, scene, width - OTHERS);
                layers(ui, cx, scene, name("Layers"));
                starts(ui, cx, scene);
                colours(ui, cx, scene, name("Colour by"));
                model::show(ui, cx, scene, name("Model"));
            }
            last(ui, cx);
        });
    });
}

/// Snap step for moving while Ctrl is held.
fn steps(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let mut step = cx.state.view.step;
    let speed = step * 0.02;
    let number = DragValue::new(&mut step).speed(speed).range(1e-3..=1e6).prefix("Snap step ");
    let tip = "Snap step while Ctrl is held, in scene units";
    let response = ui.horizontal(|ui| {
        ui.add_space(2.0 * GRID);
        ui.add(number)
    });
    if response.inner.on_hover_text(tip).changed() {
        cx.push(Command::SetStep(step));
    }
}

/// Tools at the right: buttons, or a menu if they do not fit.
fn last(ui: &mut Ui, cx: &mut Ctx<'_>) {
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
        DropDown::new(more, "", "More tools").show(ui, |ui| {
            for (_, command) in &all {
                menus::command(ui, cx, command);
            }
        });
        return;
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        for (at, (icon, command)) in all.iter().enumerate().rev() {
            command_button(ui, cx, *icon, command);
            // Separates tools that change the view from those that copy it.
            if at == 3 {
                ui.separator();
            }
        }
    });
}

/// Button that opens the file that this one belongs to, with its name if that fits into `room`.
fn whole(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, room: f32) {
    let Some(path) = &scene.scene.part_of else { return };
    let icon = icons::ICON_LANDSCAPE.codepoint;
    let title = format!("Open {}", cx.state.library.display_name(path));
    let named = format!("{icon} {title}");
    let is_named = cells::width(ui, &named, theme::body()) + 6.0 * GRID <= room;
    let label = if is_named { named } else { icon.to_string() };
    let button = ui.add(Button::new(label).min_size(vec2(0.0, ROW)));
    let button = button.on_hover_text(format!("{title}, which contains this file"));
    button.named(Role::Button, title);
    if button.clicked() {
        cx.push(Command::Open(path.clone()));
    }
}

fn style(ui: &mut Ui, cx: &mut Ctx<'_>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    for (style, name) in [(Style::Ps1, "PS1"), (Style::Clean, "Clean")] {
        let on = cx.state.view.style == style;
        let response = ui.add(Button::selectable(on, name).min_size(vec2(0.0, ROW + GRID)));
        let tip = shortcuts::tip(&Command::ToggleStyle);
        if response.on_hover_text(tip).clicked() && !on {
            cx.push(Command::SetStyle(style));
        }
    }
    ui.spacing_mut().item_spacing.x = GRID;
}

fn marks(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let tip = "Overlays";
    let marks = [Switch::Axes, Switch::Bounds, Switch::Bones, Switch::Ghost];
    let on = marks.iter().any(|switch| cx.state.view.is_on(*switch));
    DropDown::new(icons::ICON_VISIBILITY, "", tip).lit(on).show(ui, |ui| {
        for switch in Switch::MARKS {
            menus::command(ui, cx, &Command::Toggle(switch));
        }
        ui.separator();
        steps(ui, cx);
    });
}

fn layers(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, name: &str) {
    let all = &scene.scene.layers;
    if all.len() < 2 {
        return;
    }
    let visibility = &cx.state.view.visibility;
    let changed = (0u16..).zip(all).any(|(i, layer)| visibility.layer(i) != layer.visible);
    DropDown::new(icons::ICON_LAYERS, name, "Layers").lit(changed).show(ui, |ui| {
        // Layers that the game draws come first.
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
                LayerKind::Drawn => "Drawn by the game",
                LayerKind::Invisible => "Never drawn by the game: collision, triggers",
                LayerKind::Helper => "Markers: points, lines and boxes",
                LayerKind::Sky => "Drawn behind everything",
                LayerKind::LevelOfDetail => "Simpler version for a distance",
            };
            if ui.checkbox(&mut shown, layer.name.as_str()).on_hover_text(meaning).changed() {
                cx.push(Command::ShowLayer { layer: index, shown });
            }
        }
    });
}

/// Menu of the player starts, if there are several.
fn starts(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    let all = &scene.scene.starts;
    if all.len() < 2 {
        return;
    }
    let list = DropDown::new(icons::ICON_PERSON_PIN_CIRCLE, "", "Look from a player start");
    list.show(ui, |ui| {
        let height = ui.ctx().content_rect().height() * 0.7;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for start in all {
                let camera = cx.state.view.camera.moved_to_start(start);
                menus::entry(ui, cx, &*start.name, Command::MoveCamera(camera));
            }
            ui.separator();
            menus::command(ui, cx, &Command::GoToStart);
            menus::command(ui, cx, &Command::GoToPreviousStart);
        });
    });
}

fn colours(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, name: &str) {
    let by = cx.state.view.colour_by;
    let compares = cx.state.comparing.other().is_some();
    let tip = "Colour by: texture, model, flags and more";
    // The list closes when an entry is chosen, because it would cover the legend with the colours.
    let button = DropDown::new(icons::ICON_FORMAT_COLOR_FILL, name, tip);
    button.lit(by.is_some()).closes_when_chosen().show(ui, |ui| {
        let height = ui.ctx().content_rect().height() * 0.7;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            let mut choice = |ui: &mut Ui, name: &str, value: Option<ColourBy>, tip: &str| {
                let response = ui.selectable_label(by == value, name);
                let response = if tip.is_empty() { response } else { response.on_hover_text(tip) };
                if response.clicked() {
                    cx.commands.push(Command::ColourBy(value));
                    ui.close();
                }
            };
            choice(ui, "Original colours", None, "");
            if compares {
                choice(
                    ui,
                    "Differences",
                    Some(ColourBy::Changes),
                    "Differences from the compared file",
                );
            }
            ui.separator();
            for (name, value) in [
                ("Texture", ColourBy::Texture),
                ("Model", ColourBy::Model),
                ("Blend mode", ColourBy::Blend),
                ("Layer", ColourBy::Layer),
            ] {
                choice(ui, name, Some(value), "");
            }
            if !scene.scene.classes.is_empty() {
                choice(ui, "Class", Some(ColourBy::Class), "Class of the object in the game");
            }
            if !scene.scene.skeletons.is_empty() {
                choice(ui, "Bone", Some(ColourBy::Bone), "Bone with the largest weight in a face");
                let bone = cx.state.selected_element();
                let bone = bone.and_then(|element| scene.scene.bone(element));
                let (name, node) = match bone {
                    Some(bone) => (format!("Weight of {}", bone.name), bone.node),
                    None => ("Weight of a bone".to_owned(), Id::new(0)),
                };
                let tip = "Weight of the selected bone on a face; follows the selection";
                choice(ui, &name, Some(ColourBy::Weight { node }), tip);
            }
            for (field, known) in scene.scene.face_fields.iter().enumerate() {
                ui.separator();
                let every = "One colour per stored value";
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
