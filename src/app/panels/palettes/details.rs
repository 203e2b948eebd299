//! The palette at the cursor: actions, a comparison of two palettes, and the faces that would change.

use std::sync::Arc;

use egui::{Button, Rect, Role, Sense, Ui, Vec2, vec2};
use egui_material_icons::icons;

use super::basis::{Basis, Slot};
use super::rows::Row;
use super::{grid, weak_line, weak_text};
use crate::app::model::edits::Edit;
use crate::app::model::numbers::counted;
use crate::app::model::{Command, DocScene, SelectionTarget, State, grouped};
use crate::app::panels::palette::swatches::{self, Cell};
use crate::app::ui::named::Named;
use crate::app::ui::pictures::Size;
use crate::app::ui::{
    Ctx, GRID, ROW, RowScroll, Side, Theme, cells, icon_button, row, spinner, theme,
};
use crate::bytes::Colour15;
use crate::edit::palette_edits;
use crate::export::{Subject, gimp_palette};
use crate::library::Library;
use crate::scene::{
    Element, EntryDifference, FaceRef, PaletteCandidate, Scene, face_label, name_of,
};

/// Letters of the two palettes that are compared.
const LETTERS: [&str; 2] = ["A", "B"];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    #[default]
    Compare,
    Faces,
}

/// The palette at the cursor, the marked ones, and the state of the lists.
#[derive(Default)]
pub struct Details {
    candidate: Option<Arc<PaletteCandidate>>,
    marks: [Option<(usize, Arc<PaletteCandidate>)>; 2],
    tab: Tab,
    entries: RowScroll,
    faces: RowScroll,
    /// Document and palette that `checked` belongs to.
    checked_for: Option<(u64, Arc<PaletteCandidate>)>,
    checked: Slot<Option<Arc<Checked>>>,
}

/// The edit that applies a palette, and the faces that it changes.
struct Checked {
    edit: Result<Edit, String>,
    faces: Vec<FaceRef>,
}

/// A compared palette: its title and its loaded words.
type Compared = (String, Arc<[u16]>);

impl Details {
    pub fn candidate(&self) -> Option<&PaletteCandidate> {
        self.candidate.as_deref()
    }

    /// Updates the details when the cursor moves.
    pub fn look_at(&mut self, row: &Row) {
        self.candidate = Some(row.candidate.clone());
    }

    /// Forgets the palette at the cursor.
    pub fn leave(&mut self) {
        self.candidate = None;
    }

    /// Forgets all palettes.
    pub fn forget(&mut self) {
        *self = Self { tab: self.tab, ..Self::default() };
    }

    /// Marks a palette as A or B; a marked one is unmarked.
    pub fn mark(&mut self, letter: usize, row: &Row) {
        let Some(mark) = self.marks.get_mut(letter) else { return };
        let is_same = |(_, marked): &(usize, Arc<_>)| Arc::ptr_eq(marked, &row.candidate);
        *mark = match mark.as_ref().is_some_and(is_same) {
            true => None,
            false => Some((row.number, row.candidate.clone())),
        };
    }

    /// Letter of a marked palette.
    pub fn mark_of(&self, row: &Row) -> Option<&'static str> {
        let is_it = |mark: &Option<(usize, Arc<PaletteCandidate>)>| {
            mark.as_ref().is_some_and(|(_, marked)| Arc::ptr_eq(marked, &row.candidate))
        };
        LETTERS.into_iter().zip(&self.marks).find(|(_, mark)| is_it(mark)).map(|(letter, _)| letter)
    }

    pub fn ui(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        scene: &DocScene,
        (basis, row): (&Arc<Basis>, Option<&Row>),
    ) {
        let checked = row.and_then(|row| self.check(ui, cx.state, scene, (basis, row)));
        match row {
            Some(row) => self.header(ui, cx, (&**basis, row), checked.as_deref()),
            None => {
                ui.label("Click a picture to see its palette on the model.");
                weak_text(ui, "Arrow keys step, A and B compare two, Esc resets.");
            }
        }
        ui.horizontal(|ui| {
            ui.selectable_value(&mut self.tab, Tab::Compare, "Compare");
            let count = checked.as_ref().map(|checked| grouped(checked.faces.len() as u64));
            let faces = count.map_or("Faces".to_owned(), |count| format!("Faces ({count})"));
            ui.selectable_value(&mut self.tab, Tab::Faces, faces)
                .on_hover_text("Faces that would change");
        });
        match self.tab {
            Tab::Compare => self.compare(ui, cx.state, (&**basis, row)),
            Tab::Faces => self.list_faces(ui, cx, scene, checked.as_deref()),
        }
    }

    /// Checks on a worker if a palette can be applied; `None` until it is known.
    fn check(
        &mut self,
        ui: &Ui,
        state: &State,
        scene: &DocScene,
        (basis, row): (&Arc<Basis>, &Row),
    ) -> Option<Arc<Checked>> {
        let candidate = &row.candidate;
        let generation = state.generation();
        let is_same =
            |(own, checked): &(u64, Arc<_>)| *own == generation && Arc::ptr_eq(checked, candidate);
        if !self.checked_for.as_ref().is_some_and(is_same) {
            self.checked_for = Some((generation, candidate.clone()));
            let (scene, basis) = (scene.scene.clone(), basis.clone());
            let path = file_to_change(state, &scene, &basis, candidate);
            let (library, candidate) = (state.library.clone(), candidate.clone());
            self.checked = Slot::fill("Checking a palette", ui.ctx(), move || {
                let faces = basis.uses.changed_faces(&scene, &candidate);
                let edit = edit(&library, (&*scene, &*basis), &candidate, path);
                Some(Arc::new(Checked { edit, faces }))
            });
        }
        self.checked.get().flatten()
    }

    /// Draws name, facts and actions.
    fn header(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        (basis, row): (&Basis, &Row),
        checked: Option<&Checked>,
    ) {
        let candidate = &row.candidate;
        let theme = Theme::of(ui);
        ui.add_space(GRID);
        let size = vec2(ui.available_width(), 3.0 * GRID);
        let (strip, _) = ui.allocate_exact_size(size, Sense::hover());
        swatches::strip(ui, strip, &candidate.loaded);
        ui.add(egui::Label::new(title(row.number, candidate)).truncate());
        if !candidate.file.is_empty() {
            weak_line(ui, &candidate.file).on_hover_text(&candidate.file);
        }
        let differing = basis.counts.differences(&basis.drawn, &candidate.loaded).len();
        let differing = counted(differing as u64, "differing colour");
        weak_line(ui, &format!("distance {:.1}, {differing}", row.distance))
            .on_hover_text("Root mean square difference of R, G and B over all texels");
        if row.is_short {
            let (has, needs) = (candidate.loaded.len(), basis.counts.needed());
            let text = format!("{has} colours; the texels need {needs}");
            ui.colored_label(theme.warning, text);
        }
        ui.horizontal_wrapped(|ui| self.actions(ui, cx, (basis, row), checked));
        let is_present = candidate.own().is_some_and(|own| basis.uses.is_drawn_with(own));
        if let Some(Err(why)) = checked.map(|checked| &checked.edit).filter(|_| !is_present) {
            weak_text(ui, &format!("Not applicable: {why}."));
        }
        let sharers = basis.uses.sharers.len() as u64;
        if candidate.own().is_none() && sharers > 0 {
            weak_text(ui, &format!("Also changes {}.", counted(sharers, "other texture")));
        }
    }

    fn actions(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        (basis, row): (&Basis, &Row),
        checked: Option<&Checked>,
    ) {
        let candidate = &row.candidate;
        let edit = checked.and_then(|checked| checked.edit.as_ref().ok());
        let apply = ui.add_enabled(edit.is_some(), Button::new("Apply"));
        let why = checked.and_then(|checked| checked.edit.as_ref().err());
        let apply = apply.on_disabled_hover_text(why.map_or("Checking …", String::as_str));
        if apply.on_hover_text("Change the file; can be undone").clicked()
            && let Some(edit) = edit
        {
            cx.push(Command::TryPalette { texture: basis.texture, palette: None });
            cx.push(Command::Edit(Box::new(edit.clone())));
        }
        let tip = "Copy the colours as a GIMP palette";
        if icon_button(ui, icons::ICON_CONTENT_COPY, tip, false).clicked() {
            let text = gimp_palette(&candidate.name, &candidate.loaded);
            cx.push(Command::Copy { what: "palette", text });
        }
        let tip = "Export the texture with this palette…";
        if icon_button(ui, icons::ICON_DOWNLOAD, tip, false).clicked() {
            cx.push(match candidate.own() {
                Some(palette) => {
                    let (texture, own) = (basis.texture, Some(palette));
                    let texture = Subject::Texture { texture, palette: own };
                    Command::ExportThese(vec![texture, Subject::Palette(palette)])
                }
                None => Command::ExportPalettePicture {
                    texture: basis.texture,
                    name: candidate.name.clone(),
                    words: candidate.loaded.clone(),
                },
            });
        }
        for (at, letter) in LETTERS.into_iter().enumerate() {
            let on = self.mark_of(row) == Some(letter);
            let button = ui.selectable_label(on, letter);
            let tip = format!("Mark as {letter}, to compare two palettes ({letter})");
            button.named_on(Role::Button, on, format!("Mark as {letter}"));
            if button.on_hover_text(tip).clicked() {
                self.mark(at, row);
            }
        }
    }

    /// The marked palettes. Without A: the displayed one; without B: the one at the cursor.
    fn compared(&self, basis: &Basis, row: Option<&Row>) -> [Option<Compared>; 2] {
        let compared = |number: usize, candidate: &PaletteCandidate| {
            (title(number, candidate), candidate.loaded.clone())
        };
        let marked = |mark: &Option<(usize, Arc<PaletteCandidate>)>| {
            mark.as_ref().map(|(number, marked)| compared(*number, marked))
        };
        let [a, b] = self.marks.each_ref().map(marked);
        let present = || ("present".to_owned(), basis.drawn.clone());
        let at_cursor = |row: &Row| compared(row.number, &row.candidate);
        [Some(a.unwrap_or_else(present)), b.or_else(|| row.map(at_cursor))]
    }

    /// Draws two pictures side by side, and the entries that differ.
    fn compare(&mut self, ui: &mut Ui, state: &State, (basis, row): (&Basis, Option<&Row>)) {
        let [a, b] = self.compared(basis, row);
        let width = (ui.available_width() - 2.0 * GRID) / 2.0;
        let side = width.min(ui.available_height() * 0.5).clamp(8.0 * GRID, 40.0 * GRID);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0 * GRID;
            for (letter, compared) in LETTERS.into_iter().zip([&a, &b]) {
                let Some((title, words)) = compared else { continue };
                ui.vertical(|ui| {
                    ui.set_width(width);
                    weak_line(ui, &format!("{letter}  {title}")).on_hover_text(title);
                    let (frame, response) =
                        ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
                    response.named(Role::Image, format!("{letter}: {title}"));
                    grid::picture(ui, state, (basis.texture, words), frame, Size::Full);
                });
            }
        });
        let (Some((_, a)), Some((_, b))) = (a, b) else { return };
        let differences = basis.counts.differences(&a, &b);
        if differences.is_empty() {
            ui.weak("All colours are equal.");
            return;
        }
        let count = differences.len() as u64;
        let shown = self.entries.show(ui, "Differing colours", count, ROW);
        shown.each(ui, |ui, at, rect| {
            if let Some(difference) = usize::try_from(at).ok().and_then(|at| differences.get(at)) {
                entry(ui, rect, difference);
            }
        });
    }

    /// Lists the faces that would change; a click selects one.
    fn list_faces(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        scene: &DocScene,
        checked: Option<&Checked>,
    ) {
        let Some(checked) = checked else {
            if self.candidate.is_some() {
                spinner(ui, theme::ROW);
            }
            return;
        };
        if checked.faces.is_empty() {
            ui.weak("No face of this file changes.");
            return;
        }
        if ui.link("Select all").clicked() {
            let all = checked.faces.iter().copied().map(Element::Face).collect();
            cx.push(Command::SelectThese(all));
        }
        let selected = cx.state.selected_face();
        let shown = self.faces.show(ui, "Faces", checked.faces.len() as u64, ROW);
        shown.each(ui, |ui, at, rect| {
            let face = usize::try_from(at).ok().and_then(|at| checked.faces.get(at));
            let Some(face) = face.copied() else { return };
            let response = ui.interact(rect, ui.scope_id().with(("face", at)), Sense::CLICK);
            row::fill(ui, rect, selected == Some(face), response.hovered());
            let text = face_label(&scene.scene, face);
            cells::text(ui, rect, Side::Left, &text, theme::body(), Theme::of(ui).text);
            response.named_on(Role::ListItem, selected == Some(face), text);
            if response.hovered() {
                cx.hover(SelectionTarget::Element(Element::Face(face)));
            }
            if response.clicked() {
                cx.select(SelectionTarget::Element(Element::Face(face)));
            }
        });
    }
}

/// `12: 16000001`.
fn title(number: usize, candidate: &PaletteCandidate) -> String {
    format!("{number}: {}", candidate.name)
}

/// Draws an entry with different colours: its index, both colours, and its texels.
fn entry(ui: &Ui, rect: Rect, difference: &EntryDifference) {
    let theme = Theme::of(ui);
    let number = rect.with_max_x(rect.left() + 7.0 * GRID);
    let text = difference.entry.to_string();
    cells::text(ui, number, Side::Right, &text, theme::mono(), theme.weak);
    let mut left = number.right() + GRID;
    for word in difference.words {
        let cell = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(8.0 * GRID, ROW));
        match word {
            Some(word) => {
                let swatch = cell.shrink2(vec2(0.0, 2.0));
                swatches::swatch(ui, swatch, Cell::of_word(Colour15(word)), false, false);
            }
            None => cells::centred(ui, cell, "–", theme::small(), theme.weak),
        }
        left = cell.right() + GRID;
    }
    let texels = counted(difference.texels, "texel");
    let rest = rect.with_min_x(left + GRID).with_max_x(rect.right() - GRID);
    cells::text(ui, rest, Side::Right, &texels, theme::small(), theme.weak);
}

/// Path of the file that a change affects: that of the palette, or of the colours that are replaced.
fn file_to_change(
    state: &State,
    scene: &Scene,
    basis: &Basis,
    candidate: &PaletteCandidate,
) -> Option<String> {
    let drawn = || scene.palettes.get(basis.uses.drawn?);
    let source = match candidate.own() {
        Some(_) => candidate.origin.span.source,
        None => drawn()?.entries.get(0).source,
    };
    state.file_path(source)
}

/// The edit that applies a palette, or the reason why it cannot be applied.
fn edit(
    library: &Library,
    (scene, basis): (&Scene, &Basis),
    candidate: &PaletteCandidate,
    path: Option<String>,
) -> Result<Edit, String> {
    let change = basis.uses.change(scene, basis.texture, candidate)?;
    let path = path.ok_or("it is not stored in a file")?;
    let opened = library.open(&path, None).map_err(|error| error.to_string())?;
    let orders =
        opened.beside(library, |context| palette_edits(&opened.document, context, &change));
    let orders = orders.map_err(|refused| refused.0)?;
    if orders.is_empty() {
        return Err("the texture already uses this palette".to_owned());
    }
    let texture = name_of(scene, Element::Texture(basis.texture));
    let name = format!("use palette {} on {texture}", candidate.name);
    Ok(Edit { path, name, orders, ..Edit::default() })
}
