//! Sorts faces into categories: for colouring and counting, and to find similar faces.

use std::collections::{HashMap, HashSet};

use crate::app::model::view::bone_faces::{heaviest, of_face};
use crate::app::model::{ColourBy, DocScene, Like};
use crate::render::{CATEGORY_COLOURS, Paint, Pattern, category};
use crate::scene::{Blend, Face, FaceField, FaceRef, Id, Material, Mesh, NodeId, Scene, Surface};

/// A row of the legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub label: String,
    pub count: u32,
    /// `None`: these faces keep their own colour.
    pub paint: Option<Paint>,
}

/// The faces of a scene in categories.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colouring {
    pub title: String,
    pub rows: Vec<Row>,
    /// Row of each face, by draw id.
    pub row_of: Vec<u32>,
    /// Row that counts faces of another scene.
    pub alone: Option<u32>,
}

/// Viridis in five steps, from dark for low to light for high, without rainbow hues.
const STEPS: [[u8; 3]; 5] = [
    [0x44, 0x01, 0x54],
    [0x3B, 0x52, 0x8B],
    [0x21, 0x91, 0x8C],
    [0x5E, 0xC9, 0x62],
    [0xFD, 0xE7, 0x25],
];

/// Rows beyond this number are merged into a last one, since their colours could not be distinguished.
const MAX_ROWS: usize = 63;

/// Calls `f` with every placed face.
pub fn each_face(scene: &Scene, mut f: impl FnMut(FaceRef, &Mesh, &Face)) {
    for (node, placed) in scene.nodes.pairs() {
        let Some(mesh) = scene.mesh_of(placed) else { continue };
        for (face, stored) in (0u32..).zip(&mesh.faces) {
            f(FaceRef { node, face }, mesh, &stored);
        }
    }
}

/// Groups the faces of `scene` by value, and assigns a colour to each group.
pub fn colouring(scene: &DocScene, by: ColourBy) -> Colouring {
    if let ColourBy::Bits { field, mask } = by {
        return bits(scene, field, mask);
    }
    if let ColourBy::Weight { node } = by {
        return weights(scene, node, title(scene, by));
    }
    let mut counts: HashMap<u32, u32> = HashMap::new();
    let mut keys = Vec::with_capacity(scene.ids.total() as usize);
    each_face(&scene.scene, |at, mesh, face| {
        let key = key(scene, by, at, mesh, face);
        *counts.entry(key).or_default() += 1;
        keys.push(key);
    });
    let mut order: Vec<(u32, u32)> = counts.into_iter().collect();
    let strips = is_strips(scene, by);
    let most = if strips {
        // In stored order: the boundaries between strips matter.
        order.sort_unstable();
        usize::MAX
    } else {
        // Most frequent first, so that they get the most distinct colours.
        order.sort_by_key(|(key, count)| (std::cmp::Reverse(*count), *key));
        MAX_ROWS
    };
    let others: u32 = order.iter().skip(most).map(|(_, count)| count).sum();
    let rest = order.len().saturating_sub(most);
    order.truncate(most);
    let paint = |i: usize| category(if strips { i % CATEGORY_COLOURS.len() } else { i });
    let mut rows: Vec<Row> = order
        .iter()
        .enumerate()
        .map(|(i, (key, count))| Row {
            label: label(scene, by, *key),
            count: *count,
            paint: paints(by, *key).then(|| paint(i)),
        })
        .collect();
    if rest > 0 {
        let grey = Paint { rgb: [0x99; 3], pattern: Pattern::Solid };
        rows.push(Row { label: format!("{rest} others"), count: others, paint: Some(grey) });
    }
    let row_of_key: HashMap<u32, u32> =
        (0u32..).zip(&order).map(|(i, (key, _))| (*key, i)).collect();
    let last = order.len() as u32;
    let row_of = keys.iter().map(|key| row_of_key.get(key).copied().unwrap_or(last)).collect();
    Colouring { title: title(scene, by), rows, row_of, alone: None }
}

/// `true` if faces are coloured by strip.
pub fn is_strips(scene: &DocScene, by: ColourBy) -> bool {
    let strip = scene.scene.face_field(FaceField::STRIP);
    strip.is_some_and(|field| by == ColourBy::Field(field))
}

fn bits(scene: &DocScene, field: usize, mask: u32) -> Colouring {
    let mut counts = [0u32; 2];
    let mut row_of = Vec::with_capacity(scene.ids.total() as usize);
    each_face(&scene.scene, |at, mesh, _| {
        let set = value(mesh, field, at.face) & mask != 0;
        let row = u32::from(!set);
        if let Some(count) = counts.get_mut(row as usize) {
            *count += 1;
        }
        row_of.push(row);
    });
    let rows = vec![
        Row { label: "set".into(), count: counts[0], paint: Some(category(0)) },
        Row { label: "not set".into(), count: counts[1], paint: None },
    ];
    Colouring { title: title(scene, ColourBy::Bits { field, mask }), rows, row_of, alone: None }
}

/// Sorts faces by the weight of `bone`.
fn weights(scene: &DocScene, bone: NodeId, title: String) -> Colouring {
    let mut rows = vec![Row { label: "nothing".to_owned(), count: 0, paint: None }];
    for (step, rgb) in STEPS.into_iter().enumerate() {
        let label = format!("to {} %", (step + 1) * 100 / STEPS.len());
        let paint = Some(Paint { rgb, pattern: Pattern::Solid });
        rows.push(Row { label, count: 0, paint });
    }
    let mut row_of = Vec::with_capacity(scene.ids.total() as usize);
    each_face(&scene.scene, |at, mesh, face| {
        let shares = of_face(&scene.scene, at.node, mesh, face);
        let share = shares.iter().find(|(node, _)| *node == bone).map_or(0.0, |(_, w)| *w);
        // In range: there are five steps.
        let row = ((share * STEPS.len() as f32).ceil() as usize).min(STEPS.len());
        if let Some(row) = rows.get_mut(row) {
            row.count += 1;
        }
        row_of.push(row as u32);
    });
    Colouring { title, rows, row_of, alone: None }
}

/// The stored number of a face's field.
pub fn value(mesh: &Mesh, field: usize, face: u32) -> u32 {
    mesh.face_values.get(field).and_then(|v| v.get(face as usize)).unwrap_or(0)
}

fn surface(scene: &DocScene, face: &Face) -> Surface {
    let material = scene.scene.materials.get(face.material);
    material.map_or(Surface::Plain, |material| material.surface)
}

/// Faces without a texture or another requested property.
const NOTHING: u32 = u32::MAX;
/// Faces whose texture is missing.
const MISSING: u32 = u32::MAX - 1;

fn key(scene: &DocScene, by: ColourBy, at: FaceRef, mesh: &Mesh, face: &Face) -> u32 {
    match by {
        ColourBy::Field(field) | ColourBy::Bits { field, .. } => value(mesh, field, at.face),
        ColourBy::Texture => match surface(scene, face) {
            Surface::Textured { texture, .. } => texture.number(),
            Surface::Missing(_) | Surface::Faulty(_) => MISSING,
            Surface::Plain => NOTHING,
        },
        ColourBy::Model => {
            scene.scene.nodes.get(at.node).and_then(|n| n.mesh).map_or(NOTHING, Id::number)
        }
        ColourBy::Blend => {
            let material = scene.scene.materials.get(face.material);
            material.and_then(|m| m.blend).map_or(NOTHING, blend_key)
        }
        ColourBy::Layer => u32::from(face.layer),
        ColourBy::Class => {
            let class = scene.scene.nodes.get(at.node).and_then(|node| node.class);
            class.map_or(NOTHING, u32::from)
        }
        // Coloured by the comparison.
        ColourBy::Changes => NOTHING,
        ColourBy::Bone | ColourBy::Weight { .. } => {
            heaviest(&scene.scene, at.node, mesh, face).map_or(NOTHING, Id::number)
        }
    }
}

/// Key of a blend mode. An opacity is keyed by its float bits with the sign bit set, which no mode number
/// has.
fn blend_key(blend: Blend) -> u32 {
    match (blend.mode(), blend.opacity()) {
        (Some(mode), _) => mode,
        (None, opacity) => opacity.unwrap_or(0.0).abs().to_bits() | SIGN,
    }
}

fn blend_of(key: u32) -> Blend {
    let opacity = Blend::Alpha(f32::from_bits(key & !SIGN));
    if key & SIGN == 0 { Blend::from_mode(key) } else { opacity }
}

/// The sign of a float.
const SIGN: u32 = 1 << 31;

/// `true` if a category is coloured: faces without a texture and opaque faces keep their colours.
fn paints(by: ColourBy, key: u32) -> bool {
    !matches!(
        (by, key),
        (ColourBy::Texture | ColourBy::Blend | ColourBy::Bone | ColourBy::Class, NOTHING)
    )
}

/// Name of a category.
fn label(scene: &DocScene, by: ColourBy, key: u32) -> String {
    let of_file = &scene.scene;
    let at = key as usize;
    let name = match by {
        ColourBy::Field(_) if is_strips(scene, by) => return format!("strip {key}"),
        ColourBy::Field(field) | ColourBy::Bits { field, .. } => {
            let Some(field) = of_file.face_fields.get(field) else { return String::new() };
            let named = of_file.value_names.get(&(field.name, key));
            return named.cloned().unwrap_or_else(|| word(field, key));
        }
        ColourBy::Texture if key == MISSING => return "missing".to_owned(),
        ColourBy::Texture => of_file.textures.get(Id::new(key)).map(|texture| &texture.name),
        ColourBy::Model => of_file.meshes.get(Id::new(key)).map(|mesh| &mesh.name),
        ColourBy::Changes => None,
        ColourBy::Layer => of_file.layers.get(at).map(|layer| &layer.name),
        ColourBy::Class => of_file.classes.get(at),
        ColourBy::Bone | ColourBy::Weight { .. } => {
            of_file.nodes.get(Id::new(key)).map(|node| &node.name)
        }
        ColourBy::Blend if key == NOTHING => return "opaque".to_owned(),
        ColourBy::Blend => return blend_of(key).to_string(),
    };
    match name {
        Some(name) if name.is_empty() => format!("#{key}"),
        Some(name) => name.clone(),
        None => "none".to_owned(),
    }
}

/// A stored number; for flags with the names of the set bits.
fn word(field: &FaceField, number: u32) -> String {
    let digits = usize::from(field.bits / 4);
    let set = field.flags.iter().filter(|flag| flag.mask & number != 0);
    let names: Vec<&str> = set.map(|flag| flag.name).collect();
    match names.is_empty() {
        true => format!("0x{number:0digits$x}"),
        false => format!("0x{number:0digits$x}  {}", names.join(", ")),
    }
}

/// Title of the colouring, such as `flags: semi-transparent`.
pub fn title(scene: &DocScene, by: ColourBy) -> String {
    let field_name = |field: usize| scene.scene.face_fields.get(field).map_or("field", |f| f.name);
    match by {
        ColourBy::Field(field) => field_name(field).to_owned(),
        ColourBy::Bits { field, mask } => {
            let flags = scene.scene.face_fields.get(field).map_or(&[][..], |f| &f.flags);
            let known = flags.iter().find(|flag| flag.mask == mask);
            match known {
                Some(flag) => format!("{}: {}", field_name(field), flag.name),
                None => format!("{}: bits {mask:#x}", field_name(field)),
            }
        }
        ColourBy::Changes => "differences".to_owned(),
        ColourBy::Texture => "texture".to_owned(),
        ColourBy::Model => "model".to_owned(),
        ColourBy::Blend => "blend mode".to_owned(),
        ColourBy::Layer => "layer".to_owned(),
        ColourBy::Class => "class".to_owned(),
        ColourBy::Bone => "bone".to_owned(),
        ColourBy::Weight { node } => {
            let node = scene.scene.nodes.get(node);
            format!("weight of {}", node.map_or("no bone", |node| &node.name))
        }
    }
}

/// Faces that share the property `like` with one of `faces`, in drawing order. A face without the
/// property, for example without a texture, matches nothing, not even itself.
pub fn similar(scene: &DocScene, faces: &[FaceRef], like: Like) -> Vec<FaceRef> {
    if like == Like::Normal {
        return faces.first().map_or_else(Vec::new, |first| facing_like(scene, *first));
    }
    let of = |at: FaceRef, mesh: &Mesh, face: &Face| match (like, surface(scene, face)) {
        (Like::Texture, Surface::Textured { texture, .. }) => Some(texture.number()),
        (Like::Palette, Surface::Textured { palette, .. }) => palette.map(Id::number),
        (Like::Texture | Like::Palette, _) => None,
        (Like::Model, _) => Some(key(scene, ColourBy::Model, at, mesh, face)),
        (Like::Object, _) => Some(at.node.number()),
        (Like::Normal, _) => None,
        (Like::Value { field }, _) => Some(value(mesh, field, at.face)),
        (Like::Bits { field, mask }, _) => Some(value(mesh, field, at.face) & mask),
    };
    let known = faces.iter().filter_map(|at| scene.face(*at).map(|(mesh, face)| (*at, mesh, face)));
    let wanted: HashSet<u32> = known.filter_map(|(at, mesh, face)| of(at, mesh, &face)).collect();
    let mut found = Vec::new();
    each_face(&scene.scene, |at, mesh, other| {
        if of(at, mesh, other).is_some_and(|key| wanted.contains(&key)) {
            found.push(at);
        }
    });
    found
}

/// Smallest cosine of the angle between normals that count as the same: 15 degrees.
const SAME_NORMAL: f32 = 0.966;

/// Faces with about the same normal as a face, in drawing order. A face without an area has none.
fn facing_like(scene: &DocScene, first: FaceRef) -> Vec<FaceRef> {
    let world = scene.scene.world_transforms();
    let normal =
        |at: FaceRef, mesh: &Mesh, face: &Face| mesh.face_normal(face, world.get(at.node.index())?);
    let wanted = scene.face(first).and_then(|(mesh, face)| normal(first, mesh, &face));
    let Some(wanted) = wanted else { return Vec::new() };
    let mut found = Vec::new();
    each_face(&scene.scene, |at, mesh, face| {
        if normal(at, mesh, face).is_some_and(|normal| normal.dot(wanted) >= SAME_NORMAL) {
            found.push(at);
        }
    });
    found
}

/// The properties by which faces with this material can be matched, in the order of the menu.
pub fn match_criteria(scene: &DocScene, material: Option<&Material>) -> Vec<(String, Like)> {
    let surface = material.map(|material| material.surface);
    let mut ways = Vec::new();
    if matches!(surface, Some(Surface::Textured { .. })) {
        ways.push(("texture".to_owned(), Like::Texture));
    }
    if matches!(surface, Some(Surface::Textured { palette: Some(_), .. })) {
        ways.push(("palette".to_owned(), Like::Palette));
    }
    ways.push(("model".to_owned(), Like::Model));
    ways.push(("object".to_owned(), Like::Object));
    ways.push(("normal".to_owned(), Like::Normal));
    for (field, known) in scene.scene.face_fields.iter().enumerate() {
        // A field with the name of a criterion, such as the number of the texture, is already covered.
        if ways.iter().all(|(name, _)| name != known.name) {
            ways.push((known.name.to_owned(), Like::Value { field }));
        }
    }
    ways
}
