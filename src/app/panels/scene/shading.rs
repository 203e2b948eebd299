//! Drop-down with PlayStation effects, lighting and level of detail.

use egui::{ScrollArea, Ui};
use egui_material_icons::icons;

use crate::app::model::{Command, DocScene, Switch};
use crate::app::ui::{Ctx, drop_down::DropDown, menus, tips};
use crate::render::{DetailChoice, Lighting};

/// Draws the button and its list.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let tip = "PlayStation effects, light and level of detail";
    let view = &cx.state.view;
    let answered = cx
        .state
        .scene()
        .is_some_and(|scene| scene.scene.read_options.iter().any(|asked| asked.taken != 0));
    let lit =
        answered || view.lighting != Lighting::default() || view.detail != DetailChoice::default();
    DropDown::new(icons::ICON_BLUR_ON, "", tip).lit(lit).show(ui, |ui| {
        let height = ui.ctx().content_rect().height() * 0.8;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for switch in Switch::EFFECTS {
                menus::command(ui, cx, &Command::Toggle(switch));
            }
            if let Some(scene) = cx.state.scene() {
                lights(ui, cx, scene);
                details(ui, cx, scene);
                read_options(ui, cx, scene);
            }
        });
    });
}

/// Choice of the scene's lights.
fn lights(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    let now = cx.state.view.lighting;
    let all = Lighting::all(&scene.scene);
    if all.is_empty() {
        return;
    }
    tips::heading(ui, "Light on lit faces");
    ui.horizontal_wrapped(|ui| {
        for (light, name) in all {
            if ui.selectable_label(light == now, name).clicked() {
                cx.push(Command::SetLighting(light));
            }
        }
    });
}

/// Choice of the level of detail, if objects have several.
fn details(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    let steps = u8::try_from(scene.scene.detail_steps()).unwrap_or(u8::MAX);
    if steps < 2 {
        return;
    }
    tips::heading(ui, "Level of detail");
    let now = cx.state.view.detail;
    let lower = (1..steps).map(DetailChoice::Lower);
    ui.horizontal_wrapped(|ui| {
        for choice in [DetailChoice::Highest, DetailChoice::Distance].into_iter().chain(lower) {
            let name = match choice {
                DetailChoice::Highest => "highest".to_owned(),
                DetailChoice::Distance => "by distance".to_owned(),
                DetailChoice::Lower(1) => "next lower".to_owned(),
                DetailChoice::Lower(steps) => format!("{steps} lower"),
            };
            if ui.selectable_label(choice == now, name).clicked() {
                cx.push(Command::SetDetail(choice));
            }
        }
    });
}

/// Read options of the file; another answer reloads the scene.
fn read_options(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    for asked in &scene.scene.read_options {
        tips::heading(ui, asked.question.title);
        for (at, (answer, meaning)) in asked.question.answers.iter().enumerate() {
            let clicked = ui.selectable_label(at == asked.taken, *meaning).clicked();
            if clicked && at != asked.taken {
                cx.push(Command::Answer { question: asked.question.name, answer });
            }
        }
    }
}
