//! Controls of a model: weapons, detail, palettes, morph targets, drawing order, and added models.

use egui::{RichText, ScrollArea, Slider, Ui, vec2};
use egui_material_icons::icons;

use super::palettes;
use crate::app::model::{Command, DocScene, SelectionTarget, document::paths, grouped};
use crate::app::ui::{Ctx, GRID, ROW, Theme, drop_down::DropDown, shortcuts, theme, tips};
use crate::scene::{Choice, Element, Id, Morph, OptionId, Variant, VariantId};

/// Upper end of a slider; a typed number may be larger.
const MAX_WEIGHT: f32 = 1.5;

/// Draws the button, labelled `name` if there is room, and its list.
pub fn show(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene, name: &str) {
    let view = &cx.state.view;
    let lit = !view.morphs.is_empty() || view.first_faces.is_some() || !scene.around.is_empty();
    let tip = "Model: variants, morph targets, palettes, drawing order, added models";
    // Opens at the right, so that it does not cover the model.
    DropDown::new(icons::ICON_TUNE, name, tip).lit(lit).at_right().show(ui, |ui| {
        ui.set_width(100.0 * GRID);
        let height = ui.ctx().content_rect().height() * 0.7;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            variants(ui, cx, scene);
            morphs(ui, cx, scene);
            palettes::show(ui, cx, scene);
            order(ui, cx);
            around(ui, cx, scene);
        });
    });
}

/// Labels or a slider for each set of variants.
fn variants(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    for (id, variant) in scene.scene.variants.pairs() {
        let chosen = cx.state.view.visibility.variants.get(id.index()).copied().flatten();
        match variant.choice {
            Choice::Step => steps(ui, cx, id, variant, chosen),
            Choice::One | Choice::Optional => options(ui, cx, id, variant, chosen),
        }
    }
}

fn name_of(variant: &Variant, chosen: Option<OptionId>) -> &str {
    let option = chosen.and_then(|option| variant.options.get(option));
    option.map_or("none", |option| option.name.as_str())
}

/// A label for each variant.
fn options(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    id: VariantId,
    variant: &Variant,
    chosen: Option<OptionId>,
) {
    tips::heading(ui, &variant.name);
    let none = (variant.choice == Choice::Optional).then_some((None, "none"));
    let some = variant.options.pairs().map(|(at, option)| (Some(at), option.name.as_str()));
    ui.horizontal_wrapped(|ui| {
        for (option, name) in none.into_iter().chain(some) {
            if ui.selectable_label(option == chosen, name).clicked() {
                cx.push(Command::ChooseVariant { variant: id, option });
            }
        }
    });
}

/// A slider through the variants, with the name of the chosen one.
fn steps(
    ui: &mut Ui,
    cx: &mut Ctx<'_>,
    id: VariantId,
    variant: &Variant,
    chosen: Option<OptionId>,
) {
    tips::heading(ui, &variant.name);
    let last = u32::try_from(variant.options.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let mut step = chosen.map_or(0, Id::number);
    ui.horizontal(|ui| {
        let slider = Slider::new(&mut step, 0..=last).show_value(false);
        if ui.add(slider).accessible_name(&variant.name).changed() {
            cx.push(Command::ChooseVariant { variant: id, option: Some(Id::new(step)) });
        }
        ui.add(egui::Label::new(name_of(variant, chosen)).truncate());
    });
}

fn morphs(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    let meshes = scene.scene.meshes.pairs().filter(|(_, mesh)| !mesh.morphs.is_empty());
    for (mesh, stored) in meshes {
        tips::heading(ui, &format!("Morph targets of {}", stored.name));
        for (morph, target) in (0u32..).zip(&stored.morphs) {
            let mut weight = cx.state.view.morphs.get(&(mesh, morph)).copied().unwrap_or(0.0);
            ui.horizontal(|ui| {
                let slider = Slider::new(&mut weight, -MAX_WEIGHT..=MAX_WEIGHT)
                    .clamping(egui::SliderClamping::Never)
                    .fixed_decimals(2);
                if ui.add(slider).accessible_name(&target.name).changed() {
                    cx.push(Command::SetMorph { mesh, morph, weight });
                }
                morph_name(ui, cx, target, Element::Morph { mesh, morph });
            });
        }
    }
    if !cx.state.view.morphs.is_empty() && ui.button("Reset morphs").clicked() {
        cx.push(Command::ResetMorphs);
    }
}

/// Name of a morph target and the number of vertices it moves; a click selects it.
fn morph_name(ui: &mut Ui, cx: &mut Ctx<'_>, target: &Morph, element: Element) {
    let moved = target.deltas.iter().filter(|delta| **delta != glam::Vec3::ZERO).count();
    let facts = match moved {
        0 => "moves nothing".to_owned(),
        1 => "moves 1 vertex".to_owned(),
        _ => format!("moves {} vertices", grouped(moved as u64)),
    };
    let theme = Theme::of(ui);
    let name = egui::Link::new(RichText::new(&target.name));
    let response = ui.add(name).on_hover_text("Select it, and show its fields and bytes");
    if response.clicked() {
        cx.select(SelectionTarget::Element(element));
    }
    let facts = RichText::new(facts).size(theme::SMALL).color(theme.weak);
    ui.add(egui::Label::new(facts).truncate());
}

/// Opens the bars that draw faces one after the other.
fn order(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(all) = cx.state.faces_in_order() else { return };
    tips::heading(ui, "Drawing order");
    let on = cx.state.view.first_faces.is_some();
    let tip = "Shows a bar below the picture with every strip and face of an object, as stored";
    if ui.selectable_label(on, "Draw faces one at a time").on_hover_text(tip).clicked() {
        cx.push(Command::DrawFirst((!on).then_some(all)));
        ui.close();
    }
    let tip = "Draws the picture face by face, in the order of the renderer";
    let replay = ui.selectable_label(cx.state.view.replay, "Replay the picture");
    if replay.on_hover_text(tip).clicked() {
        cx.push(Command::ToggleReplay);
        ui.close();
    }
}

fn around(ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
    tips::heading(ui, "Added models");
    for path in &scene.around {
        ui.label(paths::name(path)).on_hover_text(path);
    }
    ui.horizontal(|ui| {
        let tip = shortcuts::tip(&Command::ShowWith);
        let button = egui::Button::new("Add model or stage…").min_size(vec2(0.0, ROW));
        if ui.add(button).on_hover_text(tip).clicked() {
            cx.push(Command::ShowWith);
            ui.close();
        }
        let alone = egui::Button::new("Remove added models").min_size(vec2(0.0, ROW));
        if ui.add_enabled(!scene.around.is_empty(), alone).clicked() {
            cx.push(Command::ShowAlone);
        }
    });
}
