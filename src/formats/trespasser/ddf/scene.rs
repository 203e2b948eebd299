//! Scene of a menu: a table, boxes at its controls, and its appearance with pictures. One unit is a
//! pixel, y upwards.

use glam::{Mat4, Vec2, Vec3};

use super::{Ddf, Kind, Statement, Value};
use crate::bytes::{Problems, Severity};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::trespasser::picture::{Holes, Picture};
use crate::scene::{
    Choice, ColourScale, Face, Helper, HelperShape, Id, LayerKind, Material, Mesh, Node, NodeId,
    Origin, Scene, Style, Surface, Table, UvSpace, Variant, VariantOption,
};

const COLUMNS: [&str; 10] =
    ["statement", "type", "id", "active", "visible", "left", "top", "right", "bottom", "texts"];

/// Pictures of a button or box, as their words are named; the first is the idle state.
const STATES: [&str; 4] = ["up", "over", "down", "inactive"];
/// Distance from one control to the next in front of it, in pixels.
const STEP: f32 = 1.0 / 16.0;

pub(super) fn build(file: &Loaded<Ddf>, context: Context<'_>) -> (Scene, Problems) {
    let name = file.source.stem();
    let mut scene = Scene { name: name.to_owned(), style: Style::Clean, ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let layer = scene.layer("Controls", LayerKind::Helper, true);
    let mut table = Table::new(format!("{name} menu"), &COLUMNS);
    let mut painter = Painter {
        scene: &mut scene,
        problems: Problems::default(),
        context,
        states: [const { Vec::new() }; 4],
    };
    for (index, statement) in file.records.statements.iter().enumerate() {
        let origin = file.origin(format!("statements[{index}]"));
        table.row(origin.clone(), cells(statement));
        let Some((corner, stated)) = bounds(statement) else { continue };
        let drawn = painter.paint(index, statement, corner, &origin);
        let size = if takes_size(statement, stated) { drawn } else { stated };
        let opposite = corner + Vec3::new(size.x, -size.y, 0.0);
        let shape = HelperShape::Box { min: corner.min(opposite), max: corner.max(opposite) };
        painter.scene.helpers.push(Helper { name: label(statement), layer, shape, origin });
    }
    let problems = painter.finish();
    scene.tables.push(table);
    (scene, problems)
}

/// Puts the pictures of controls into the scene.
struct Painter<'a> {
    scene: &'a mut Scene,
    problems: Problems,
    context: Context<'a>,
    /// Nodes of each state of buttons and boxes.
    states: [Vec<NodeId>; 4],
}

/// A picture that a statement names.
struct Named<'a> {
    /// Name of the word: `image`, or one of [`STATES`].
    word: &'static str,
    path: &'a str,
    /// Texels with the colour of the top left corner are transparent.
    keyed: bool,
}

impl Painter<'_> {
    /// Draws the pictures of a statement with their top left corner at `corner`. Returns the largest
    /// width and height.
    fn paint(
        &mut self,
        index: usize,
        statement: &Statement,
        corner: Vec3,
        origin: &Origin,
    ) -> Vec2 {
        let mut size = Vec2::ZERO;
        // Later statements are in front. Menus have few controls.
        let corner = corner + Vec3::Z * (STEP * index as f32);
        for Named { word, path, keyed } in pictures(statement) {
            let picture = match Picture::open(path, self.context) {
                Ok(picture) => picture,
                Err(why) => {
                    let message = format!("missing picture {path}: {why}");
                    let span = origin.span;
                    self.problems.report(Severity::Warning, span, origin.path.clone(), message);
                    continue;
                }
            };
            size = size.max(Vec2::new(picture.width as f32, picture.height as f32));
            let leaf = path.rsplit(['/', '\\']).next().unwrap_or(path);
            let node = self.picture(&picture, leaf, keyed, corner, origin);
            if let Some(state) = STATES.iter().position(|state| *state == word) {
                self.states[state].push(node);
            }
        }
        size
    }

    /// A picture below and right of its top left corner.
    fn picture(
        &mut self,
        picture: &Picture,
        name: &str,
        keyed: bool,
        corner: Vec3,
        origin: &Origin,
    ) -> NodeId {
        let holes = if keyed { Holes::Key } else { Holes::None };
        let texture = self.scene.textures.push(picture.texture(name, holes));
        let material = self.scene.materials.push(Material {
            name: name.to_owned(),
            surface: Surface::Textured { texture, palette: None },
            uv: UvSpace::Fraction,
            colour: ColourScale::Raw,
            double_sided: true,
            ..Material::PLAIN
        });
        let (width, height) = (picture.width as f32, picture.height as f32);
        let face = Face {
            corners: [0, 1, 2, 3],
            colours: [[255; 3]; 4],
            uvs: [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]],
            material,
            ..Face::default()
        };
        let mesh = self.scene.meshes.push(Mesh {
            name: name.to_owned(),
            origin: origin.clone(),
            positions: [(0.0, -height), (width, -height), (0.0, 0.0), (width, 0.0)]
                .map(|(x, y)| Vec3::new(x, y, 0.0))
                .into(),
            faces: [face].into_iter().collect(),
            ..Mesh::default()
        });
        self.scene.nodes.push(Node {
            name: name.to_owned(),
            local: Mat4::from_translation(corner),
            mesh: Some(mesh),
            origin: origin.clone(),
            ..Node::default()
        })
    }

    /// Adds the states of buttons as choices, if there are several.
    fn finish(self) -> Problems {
        let states = STATES.into_iter().zip(self.states);
        let there = states.filter(|(_, nodes)| !nodes.is_empty());
        let options: Vec<VariantOption> = there
            .map(|(name, nodes)| VariantOption {
                name: name.to_owned(),
                nodes,
                ..VariantOption::default()
            })
            .collect();
        if options.len() > 1 {
            self.scene.variants.push(Variant {
                name: "Buttons".to_owned(),
                choice: Choice::One,
                options: options.into(),
                chosen: Some(Id::new(0)),
            });
        }
        self.problems
    }
}

/// The pictures that a statement names.
fn pictures(statement: &Statement) -> Vec<Named<'_>> {
    let mut keyed = false;
    let mut found = Vec::new();
    for (token, name) in statement.tokens.iter().zip(&statement.names) {
        let word = *name;
        match &token.value {
            Value::Number(number) if word == "colour_key" => keyed = *number != 0,
            Value::Text(path) if word == "image" || STATES.contains(&word) => {
                if !path.is_empty() {
                    found.push(Named { word, path, keyed });
                }
                keyed = false;
            }
            _ => {}
        }
    }
    found
}
fn cells(statement: &Statement) -> Vec<String> {
    let mut cells = vec![match statement.kind {
        Kind::Background => "BACKGROUND".to_owned(),
        Kind::Control => "UICTRL".to_owned(),
        Kind::Other => String::new(),
    }];
    for name in &COLUMNS[1..9] {
        cells.push(statement.value(name).map_or(String::new(), |value| match value {
            Value::Word(text) | Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
        }));
    }
    cells.push(texts(statement).collect::<Vec<_>>().join(", "));
    cells
}

fn texts(statement: &Statement) -> impl Iterator<Item = &str> {
    statement.texts().filter(|text| !text.is_empty())
}

fn kind(statement: &Statement) -> &str {
    statement.value("type").and_then(Value::word).unwrap_or("background")
}

fn label(statement: &Statement) -> String {
    let id = statement.number("id").map_or(String::new(), |id| format!(" {id}"));
    let text = texts(statement).next().map_or(String::new(), |text| format!(" {text}"));
    format!("{}{id}{text}", kind(statement))
}

/// The top left corner, and the stated width and height.
fn bounds(statement: &Statement) -> Option<(Vec3, Vec2)> {
    let [left, top, right, bottom] =
        ["left", "top", "right", "bottom"].map(|name| statement.number(name));
    // Screens are small; larger numbers lose no precision that matters.
    let (corner, end) = (Vec2::new(left? as f32, top? as f32), (right?, bottom?));
    let size = Vec2::new(end.0 as f32, end.1 as f32) - corner;
    Some((Vec3::new(corner.x, -corner.y, 0.0), size))
}

/// `true` if the game takes the size of the pictures instead of the stated one: right and bottom are −1
/// then (format document `trespasser-level.md`, section 11).
fn takes_size(statement: &Statement, stated: Vec2) -> bool {
    stated.min_element() < 0.0 || kind(statement).eq_ignore_ascii_case("checkbox")
}
