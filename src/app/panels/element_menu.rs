//! The context menu of a scene element, the same in every list.

use egui::{Button, Response, Ui};

use super::contents::name_of;
use crate::app::model::command::QueueCommand;
use crate::app::model::edits::Edit;
use crate::app::model::numbers::counted;
use crate::app::model::view::colour_by::{match_criteria, value};
use crate::app::model::{Command, DocScene, Like, PanelId, SelectionTarget, State};
use crate::app::ui::Ctx;
use crate::app::ui::menus::{self, Item};
use crate::edit::EditOp;
use crate::scene::{
    CodingUse, Element, FaceRef, MeshId, NodeId, PaletteUse, RecordingId, ReplaceOptions,
};

/// The context menu of an element's row. Its commands act on the selection, so a right click on an
/// unselected row selects that first. The menu key opens the menu of the selected element if its list is in
/// the focused panel, which is `panel`.
pub fn show(response: &Response, element: Element, panel: PanelId, cx: &mut Ctx<'_>) {
    if response.secondary_clicked() {
        cx.select_unless_selected(element);
    }
    let selected = cx.state.selection.as_ref().and_then(|selection| selection.element);
    let is_current = cx.state.focus == panel && selected == Some(element);
    let opens = is_current && menus::key_pressed(&response.ctx);
    menus::context(response, opens, |ui| {
        menus::scrolled(ui, |ui| rows(ui, cx, element));
    });
}

/// The rows of the menu: actions first, copying last.
pub fn rows(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let is_content = matches!(
        element,
        Element::Texture(_) | Element::Palette(_) | Element::ColourTable(_) | Element::Sound(_)
    );
    if is_content {
        play(ui, cx, element);
        replace(ui, cx, element);
        in_panel(ui, cx, element);
        compare_palettes(ui, cx, element);
    }
    menus::of_selection(ui, cx);
    if !is_content {
        look_from(ui, cx, element);
        replace(ui, cx, element);
        compare_palettes(ui, cx, element);
        flip(ui, cx, element);
    }
    ui.separator();
    queue(ui, cx, element);
    list_of(ui, cx, element);
    similar(ui, cx, element);
    find_copies(ui, cx, element);
    ui.separator();
    copies(ui, cx, element);
}

/// Menu row that plays a sound from its start.
fn play(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    if let Element::Sound(sound) = element {
        menus::act(ui, cx, "Play", Command::PlaySound(sound));
    }
}

/// Menu row that swaps front and back of the faces of a model.
fn flip(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    if let Some(mesh) = mesh_of(element, cx.state) {
        menus::act(ui, cx, "Flip front faces", Command::TurnFront { mesh });
    }
}

/// The mesh of a face, an object or a model.
fn mesh_of(element: Element, state: &State) -> Option<MeshId> {
    let node = |node: NodeId| state.scene()?.scene.nodes.get(node)?.mesh;
    match element {
        Element::Face(face) => node(face.node),
        Element::Node(index) => node(index),
        Element::Mesh(mesh) => Some(mesh),
        _ => None,
    }
}

/// Menu rows that copy value, offset and path, or add a note.
fn copies(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let Some(selection) = cx.state.resolve(&SelectionTarget::Element(element)) else { return };
    let stored = selection.span.len > 0;
    let value = cx.state.scene().map(|scene| match element {
        Element::Face(face) => numbers(scene, face),
        other => name_of(&scene.scene, other),
    });
    let item = Item {
        value: value.unwrap_or_default(),
        offset: stored.then_some(selection.span.start),
        path: selection.path,
        like: None,
    };
    menus::submenu(ui, "Copy", |ui| menus::item_menu(ui, cx, &item));
    menus::act(ui, cx, "Add note…", Command::NoteOn(SelectionTarget::Element(element)));
}

/// Menu rows that add the selected sounds to the queue.
fn queue(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    if !matches!(element, Element::Sound(_)) {
        return;
    }
    let sounds: Vec<RecordingId> = cx.state.selected_sounds().collect();
    for (title, next) in [("Play next", true), ("Add to queue", false)] {
        let add = QueueCommand::Add { sounds: sounds.clone(), next };
        menus::act(ui, cx, title, Command::Queue(add));
    }
}

/// Submenu that selects similar elements.
fn similar(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let Some(scene) = cx.state.scene() else { return };
    let choices: Vec<(String, Like)> = match element {
        Element::Face(face) => {
            let material = scene.face(face).map(|(_, face)| face.material);
            let material = material.and_then(|index| scene.scene.materials.get(index));
            let named = |(name, like)| (format!("Same {name}"), like);
            match_criteria(scene, material).into_iter().map(named).collect()
        }
        Element::Node(_) => vec![
            ("Objects of the same model".to_owned(), Like::Model),
            ("Faces with the same textures".to_owned(), Like::Texture),
        ],
        Element::Mesh(_) => vec![
            ("Faces of this model".to_owned(), Like::Model),
            ("Faces with the same textures".to_owned(), Like::Texture),
        ],
        Element::Texture(_) => vec![("Faces with this texture".to_owned(), Like::Texture)],
        Element::Palette(_) => vec![("Faces with this palette".to_owned(), Like::Palette)],
        _ => return,
    };
    menus::submenu(ui, "Select similar", |ui| {
        for (name, like) in choices {
            menus::entry(ui, cx, name, Command::SelectLike(like));
        }
    });
}

/// Menu row that shows the level from a player start.
fn look_from(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let Some(scene) = cx.state.scene() else { return };
    let Element::Helper(helper) = element else { return };
    let origin = scene.scene.helpers.get(helper).map(|helper| &helper.origin);
    let start = scene.scene.starts.iter().find(|start| Some(&start.origin) == origin);
    if let Some(start) = start {
        let camera = cx.state.view.camera.moved_to_start(start);
        menus::act(ui, cx, "Look from here", Command::MoveCamera(camera));
    }
}

/// Menu rows that replace a texture, a sound or a palette with a file.
fn replace(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    match element {
        Element::Texture(_) => {
            menus::submenu(ui, "Replace texture", |ui| with_picture(ui, cx, element));
        }
        Element::Face(_) => {
            let scene = cx.state.scene();
            if let Some(texture) = scene.and_then(|scene| scene.texture_of(element)) {
                let texture = Element::Texture(texture);
                menus::submenu(ui, "Replace texture", |ui| with_picture(ui, cx, texture));
            }
        }
        Element::Palette(_) | Element::ColourTable(_) => {
            let manner = ReplaceOptions::default();
            menus::act(ui, cx, "Replace colours…", Command::Replace { element, manner });
        }
        Element::Sound(_) => {
            menus::submenu(ui, "Replace sound", |ui| {
                codings(ui, cx, "Same coding…", |coding| {
                    let manner = ReplaceOptions { coding, ..ReplaceOptions::default() };
                    Command::Replace { element, manner }
                });
            });
        }
        _ => {}
    }
}

/// Choices for the coding of a recording.
fn codings(ui: &mut Ui, cx: &mut Ctx<'_>, kept: &str, command: impl Fn(CodingUse) -> Command) {
    let choices = [
        (CodingUse::Keep, kept, "Keep the coding of the sound"),
        (CodingUse::Pcm, "As PCM…", "Uncompressed samples"),
        (CodingUse::Adpcm, "As IMA ADPCM…", "Four bits per sample: a quarter of the size"),
    ];
    for (coding, title, tip) in choices {
        if ui.button(title).on_hover_text(tip).clicked() {
            cx.push(command(coding));
            ui.close();
        }
    }
}

/// Menu rows that add and remove elements of this kind.
fn list_of(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let (removed, what) = match element {
        Element::Texture(_) => ("Remove texture", "texture"),
        Element::Sound(_) => ("Remove sound", "sound"),
        _ => return,
    };
    let Some((path, one)) = cx.state.place_of(element).filter(|(_, one)| one.ends_with(']')) else {
        return;
    };
    let order = |name: &str, orders: Vec<EditOp>| {
        Command::Edit(Box::new(Edit {
            path: path.clone(),
            name: name.to_owned(),
            orders,
            ..Edit::default()
        }))
    };
    let add = |coding| Command::AddBeside { element, coding };
    if let Element::Texture(_) = element {
        menus::act(ui, cx, "Add texture…", add(CodingUse::Keep));
    }
    if let Element::Sound(sound) = element {
        menus::submenu(ui, "Add sound", |ui| {
            codings(ui, cx, "Coding of the bank…", add);
        });
        let copy = EditOp::Copy { copy: one.clone().into() };
        menus::act(ui, cx, "Duplicate sound", order("duplicate a sound", vec![copy]));
        menus::submenu(ui, "Rename", |ui| rename(ui, cx, sound));
    }
    // With several sounds selected, all are removed at once.
    let all = match element {
        Element::Sound(_) => cx.state.selected_sounds().map(Element::Sound).collect(),
        _ => vec![element],
    };
    let mut places: Vec<(String, String)> =
        all.into_iter().filter_map(|one| cx.state.place_of(one)).collect();
    places.retain(|(of, _)| *of == path);
    let title = match places.len() {
        0 | 1 => removed.to_owned(),
        many => format!("{removed}s ({many})"),
    };
    let name = format!("remove {}", counted(places.len() as u64, what));
    let remove = places.into_iter().map(|(_, remove)| remove).collect();
    let remove = order(&name, vec![EditOp::Remove { remove }]);
    menus::act(ui, cx, title, remove);
}

/// One edit box per name of a sound; the hash of the entered name is stored.
fn rename(ui: &mut Ui, cx: &mut Ctx<'_>, sound: RecordingId) {
    let ids = cx.state.scene().and_then(|scene| Some(scene.scene.sounds.get(sound)?.ids.clone()));
    for id in ids.unwrap_or_default() {
        let at = ui.scope_id().with(&id.origin.path);
        let mut name = ui.data(|data| data.get_temp(at)).unwrap_or_else(|| id.name.to_string());
        let text = egui::TextEdit::singleline(&mut name).desired_width(180.0);
        let response = ui.add(text).accessible_name(format!("Name {}", id.name));
        if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
            let set = EditOp::set(format!("{}.id", id.origin.path), name.as_str());
            let path = cx.state.file_path(id.origin.span.source);
            if let Some(path) = path.filter(|_| name != id.name.to_string()) {
                let orders = vec![set];
                let name = format!("rename {} to {name}", id.name);
                cx.push(Command::Edit(Box::new(Edit { path, name, orders, ..Edit::default() })));
            }
            ui.data_mut(|data| data.remove_temp::<String>(at));
            ui.close();
        } else {
            ui.data_mut(|data| data.insert_temp(at, name));
        }
    }
    ui.weak("Enter stores the hash of the name; the bank stores no names");
}

/// Choices for the palette when a texture is replaced.
pub fn with_picture(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let choices = [
        (PaletteUse::Keep, "Keep palette…", "Each texel gets the nearest colour of the palette"),
        (PaletteUse::Rebuild, "New palette…", "Only if no other texture uses the palette"),
        (
            PaletteUse::Shared,
            "New shared palette…",
            "Other textures with this palette change to its nearest colours",
        ),
    ];
    for (palette, title, tip) in choices {
        if ui.button(title).on_hover_text(tip).clicked() {
            let manner = ReplaceOptions { palette, resize: true, ..ReplaceOptions::default() };
            cx.push(Command::Replace { element, manner });
            ui.close();
        }
    }
}

/// Menu row that finds copies in other files.
fn find_copies(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    for question in cx.state.find_copies(element) {
        let title = (menus::blank(), question.title);
        let button = ui.add_enabled(question.query.is_ok(), Button::new(title));
        match question.query {
            Err(why) => _ = button.on_disabled_hover_text(why),
            Ok(query) if button.clicked() => {
                cx.push(Command::FindInIndex(query));
                ui.close();
            }
            Ok(_) => {}
        }
    }
}

/// Menu row that shows a texture or a palette in its panel.
fn in_panel(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let panel = match element {
        Element::Texture(_) => PanelId::TEXTURE,
        Element::Palette(_) | Element::ColourTable(_) => PanelId::PALETTE,
        _ => return,
    };
    let title = format!("Show in {}", super::info(panel).title);
    menus::act(ui, cx, title, Command::ShowPanel(panel));
}

/// Menu row that compares the palettes of a texture, of a palette's texture, or of a face.
fn compare_palettes(ui: &mut Ui, cx: &mut Ctx<'_>, element: Element) {
    let is_textured = match element {
        Element::Texture(_) | Element::Palette(_) => true,
        Element::Face(_) => cx.state.scene().is_some_and(|s| s.texture_of(element).is_some()),
        _ => false,
    };
    if is_textured && cx.state.scene().is_some_and(|scene| !scene.scene.palettes.is_empty()) {
        menus::act(ui, cx, "Compare palettes", Command::ShowPanel(PanelId::PALETTES));
    }
}

/// Formats the stored numbers of a face: `flags 0x0003, surface 0x0000`.
fn numbers(scene: &DocScene, face: FaceRef) -> String {
    let Some((mesh, _)) = scene.face(face) else { return String::new() };
    let fields = scene.scene.face_fields.iter().enumerate();
    let texts = fields.map(|(at, field)| {
        let value = value(mesh, at, face.face);
        if field.flags.is_empty() {
            format!("{} {value}", field.name)
        } else {
            format!("{} {value:#06x}", field.name)
        }
    });
    texts.collect::<Vec<_>>().join(", ")
}
