//! A mesh to a mesh of the scene.

use glam::Vec3;

use super::corners::Corners;
use super::records::{COLOUR, Group, P, Point, Polygon, RenderState, STATES, blend, state};
use crate::bytes::{Problems, count32};
use crate::container::Context;
use crate::formats::ff7::mesh::turn;
use crate::formats::ff7::pc::looks::{Looks, empty_scene};
use crate::formats::ff7::pc::names::{Family, Role};
use crate::formats::ff7::pc::rsd::Rsd;
use crate::formats::{Loaded, flag_bits};
use crate::scene::{
    Blend, Face, FaceField, Front, Helper, HelperShape, LayerKind, MaterialId, Mesh, NO_CORNER,
    Node, Numbers, Scene, Surface, Table, TextureId, Winding,
};

/// Whose mesh it is, and what it looks like.
pub struct Place<'a> {
    pub name: String,
    /// The bone that carries it.
    pub bone: u32,
    /// What the texture numbers of its groups mean; a number behind the last means none.
    pub textures: &'a [Option<TextureId>],
    pub layer: u16,
}

/// What tells render states apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    pub surface: Surface,
    /// Blend mode and alpha of the whole, where it is blended.
    blend: Option<(u32, u8)>,
    pub double_sided: bool,
    pub gouraud: bool,
}

/// The numbers of a polygon that can be coloured by, searched and exported.
pub fn face_fields() -> Vec<FaceField> {
    let number = |name, bits| FaceField { name, bits, flags: Vec::new() };
    vec![
        number("group", 32),
        number("texture", 32),
        FaceField { flags: flag_bits(STATES), ..number("flags", 32) },
        FaceField { flags: flag_bits(STATES), ..number("flags_mask", 32) },
        number("blend_mode", 32),
        number("bone", 32),
    ]
}

/// A point in the scene's axes; what is no number is 0.
fn finite(point: &Point) -> Vec3 {
    let v = Vec3::new(point.x, point.y, point.z);
    turn(Vec3::select(v.is_finite_mask(), v, Vec3::ZERO))
}

impl Key {
    fn of(group: &Group, state: Option<&RenderState>, textures: &[Option<TextureId>]) -> Self {
        let texture = usize::try_from(group.texture).ok().and_then(|at| textures.get(at));
        let surface = match (group.is_textured(), texture) {
            (true, Some(Some(texture))) => {
                Surface::Textured { texture: *texture, palette: None }
            }
            (true, Some(None)) => Surface::Missing(None),
            _ => Surface::Plain,
        };
        let set = state.map_or(0, RenderState::set);
        let blended = state.filter(|_| set & state::BLEND != 0);
        let blend = blended.map(|state| {
            (state.blend_mode, u8::try_from(state.vertex_alpha).unwrap_or(u8::MAX))
        });
        let is_flat = set & state::SHADE != 0 && state.is_some_and(|state| state.shade_mode == 1);
        Self { surface, blend, double_sided: set & state::CULL == 0, gouraud: !is_flat }
    }

    /// How it meets what is behind it, and whether the texels say how much. An average whose alpha is
    /// nothing or all is one of halves.
    pub fn blend(&self) -> Option<Blend> {
        let (mode, alpha) = self.blend?;
        Some(match mode {
            blend::ADD => Blend::Add,
            blend::SUBTRACT => Blend::Subtract,
            blend::ADD_QUARTER => Blend::AddQuarter,
            blend::AVERAGE => match alpha {
                0 | u8::MAX => Blend::Alpha(0.5),
                alpha => Blend::Alpha(f32::from(alpha) / 255.0),
            },
            _ => Blend::TEXELS,
        })
    }
}

/// The mesh of `file`, with the materials that `material` gives. Polygons that lead to no vertex are
/// left out.
pub fn add(
    scene: &Scene,
    file: &Loaded<P>,
    place: &Place<'_>,
    mut material: impl FnMut(Key) -> MaterialId,
) -> Mesh {
    let stored = &file.records;
    let mut mesh = Mesh {
        name: place.name.clone(),
        origin: file.whole(),
        positions: stored.vertices.iter().map(finite).collect(),
        position_spans: file.spans("vertices"),
        normals: stored.normals.iter().map(|n| finite(n).normalize_or_zero()).collect(),
        face_spans: file.spans("polygons"),
        face_values: vec![Numbers::default(); scene.face_fields.len()],
        ..Mesh::default()
    };
    (mesh.winding, mesh.front) = facing(stored);
    let keys: Vec<(Key, MaterialId)> = stored
        .groups
        .iter()
        .enumerate()
        .map(|(index, group)| {
            let key = Key::of(group, stored.states.get(index), place.textures);
            (key, material(key))
        })
        .collect();
    let mut faces = Vec::with_capacity(stored.polygons.len());
    let owned = stored.polygons.iter().zip(stored.owners()).enumerate();
    for (index, (polygon, owner)) in owned {
        let Some((number, group)) = owner.and_then(|at| Some((at, stored.groups.get(at)?))) else {
            continue;
        };
        let Some(corners) = stored.corners(group, polygon) else { continue };
        let Some((key, material)) = keys.get(number) else { continue };
        let face = Face {
            material: *material,
            layer: place.layer,
            index: count32(index),
            ..face(stored, polygon, corners, *key)
        };
        let state = stored.states.get(number).copied().unwrap_or_default();
        let texture = if group.is_textured() { group.texture } else { u32::MAX };
        let values = [
            count32(number),
            texture,
            state.flags,
            state.flags_mask,
            state.blend_mode,
            place.bone,
        ];
        faces.push((face, values));
    }
    mesh.add_faces(&faces);
    mesh
}

fn face(stored: &P, _: &Polygon, corners: Corners, key: Key) -> Face {
    let mut face = Face { corners: [NO_CORNER; 4], ..Face::default() };
    let normal = |vertex: usize| stored.normal(vertex).filter(|at| has_direction(stored, *at));
    for (corner, vertex) in corners.vertices.into_iter().enumerate() {
        face.corners[corner] = count32(vertex);
        face.normals[corner] = normal(vertex).map_or(NO_CORNER, count32);
        // Of a flat one the first corner's colour is that of all.
        let painted = if key.gouraud { vertex } else { corners.vertices[0] };
        let colour = stored.vertex_colours.get(painted);
        let [r, g, b, _] = colour.map_or([u8::MAX; 4], |colour| COLOUR.rgba(*colour));
        face.colours[corner] = [r, g, b];
    }
    face.colours[3] = face.colours[2];
    let at = |index: usize| {
        let found = stored.texcoords.get(index).copied().unwrap_or_default();
        [found.u, found.v].map(|part| if part.is_finite() { part } else { 0.0 })
    };
    for (corner, index) in corners.texcoords.into_iter().flatten().enumerate() {
        face.uvs[corner] = at(index);
    }
    face
}

fn has_direction(stored: &P, normal: usize) -> bool {
    stored.normals.get(normal).is_some_and(|normal| finite(normal) != Vec3::ZERO)
}

/// Which way round fronts are, as a clear majority of the normals says.
fn facing(stored: &P) -> (Winding, Front) {
    let (mut with, mut against) = (0usize, 0usize);
    for (polygon, owner) in stored.polygons.iter().zip(stored.owners()) {
        let group = owner.and_then(|owner| stored.groups.get(owner));
        let Some(corners) = group.and_then(|group| stored.corners(group, polygon)) else { continue };
        let point = |at: usize| stored.vertices.get(at).map_or(Vec3::ZERO, finite);
        let normal = |at: usize| {
            let found = stored.normal(at).and_then(|normal| stored.normals.get(normal));
            found.map_or(Vec3::ZERO, finite)
        };
        let [a, b, c] = corners.vertices.map(point);
        let lean = (b - a).cross(c - a).dot(corners.vertices.map(normal).into_iter().sum());
        with += usize::from(lean > 0.0);
        against += usize::from(lean < 0.0);
    }
    let all = with + against;
    let is_clear = |own: usize| all > 0 && own * 3 >= all * 2;
    match (is_clear(with), is_clear(against)) {
        (true, _) => (Winding::CounterClockwise, Front::Sure),
        (_, true) => (Winding::Clockwise, Front::Sure),
        _ => (Winding::CounterClockwise, Front::Open),
    }
}

/// The mesh by itself, in the textures of the model it is of, where that can be told by its name.
pub(super) fn build(file: &Loaded<P>, context: Context<'_>) -> (Scene, Problems) {
    let name = file.source.file_name().to_owned();
    let mut scene = empty_scene(&name);
    let mut looks = Looks::new(context);
    let textures = textures(&mut scene, &mut looks, file);
    let place = Place { name: name.clone(), bone: 0, textures: &textures, layer: 0 };
    let mesh = looks.add(&mut scene, file, &place);
    let origin = file.whole();
    scene.nodes.push(Node { name, mesh: Some(mesh), origin, ..Node::default() });
    boxes(&mut scene, file);
    scene.tables.extend(group_table(file).with_rows());
    (scene, looks.problems)
}

/// What the numbers of its groups mean.
fn textures(
    scene: &mut Scene,
    looks: &mut Looks<'_>,
    file: &Loaded<P>,
) -> Vec<Option<TextureId>> {
    let used = file.records.groups.iter().enumerate().filter(|(_, group)| group.is_textured());
    let used: Vec<(usize, u32)> = used.map(|(index, group)| (index, group.texture)).collect();
    let Some(most) = used.iter().map(|(_, texture)| *texture).max() else { return Vec::new() };
    let name = file.source.file_name();
    let family = Family::of(name).filter(|(_, role)| matches!(role, Role::Part(_) | Role::Weapon(_)));
    let names: Vec<Option<String>> = match &family {
        Some((family, _)) => {
            let number = 0..family.textures();
            number.map(|number| family.name(Role::Texture(number))).collect()
        }
        None => named_by_resource(looks, file.source.stem()).unwrap_or_default(),
    };
    let mut found = Vec::new();
    let last = usize::try_from(most).unwrap_or(usize::MAX).min(names.len().max(1) - 1);
    for number in 0..=last {
        let is_used = used.iter().find(|(_, texture)| *texture as usize == number);
        let Some((group, _)) = is_used else {
            found.push(None);
            continue;
        };
        let name = names.get(number).cloned().flatten();
        let texture = name.as_deref().and_then(|name| looks.texture(scene, name));
        if texture.is_none() {
            let origin = file.origin(format!("groups[{group}].texture"));
            looks.missing(&origin, name.as_deref().unwrap_or("the resource that names its textures"));
        }
        found.push(texture);
    }
    found
}

/// The textures that the resource of a field mesh names: it is called as the mesh, or stands before it
/// in the order of names, as the game's files do.
fn named_by_resource(looks: &Looks<'_>, stem: &str) -> Option<Vec<Option<String>>> {
    let before = name_before(stem);
    let names = [Some(stem.to_owned()), before].into_iter().flatten();
    let resources = names.filter_map(|name| looks.beside.read::<Rsd>(&format!("{name}.rsd")));
    let own = |resource: &Rsd| resource.mesh().is_some_and(|mesh| mesh.eq_ignore_ascii_case(stem));
    let textures = resources.map(|resource| resource).find(|resource| own(&resource.records))?;
    let names = textures.records.textures().into_iter();
    Some(names.map(|name| name.map(|name| format!("{name}.tex"))).collect())
}

/// The name of letters before this one: `aaab` of `aaac`.
fn name_before(name: &str) -> Option<String> {
    let mut letters = name.to_ascii_lowercase().into_bytes();
    for letter in letters.iter_mut().rev() {
        match letter {
            b'b'..=b'z' => {
                *letter -= 1;
                return String::from_utf8(letters).ok();
            }
            b'a' => *letter = b'z',
            _ => return None,
        }
    }
    None
}

/// The stored boxes, hidden at first.
fn boxes(scene: &mut Scene, file: &Loaded<P>) {
    let stored = &file.records;
    let whole = stored.boxes.iter().map(|own| (own.min, own.max)).enumerate();
    let whole = whole.map(|(index, own)| (format!("boxes[{index}]"), own));
    let short = stored.short_boxes.iter().map(|own| (own.min, own.max)).enumerate();
    let short = short.map(|(index, own)| (format!("short_boxes[{index}]"), own));
    let all: Vec<_> = whole.chain(short).collect();
    if all.is_empty() {
        return;
    }
    let layer = scene.layer("Bounding boxes", LayerKind::Helper, false);
    for (path, (min, max)) in all {
        let (a, b) = (finite(&min), finite(&max));
        let shape = HelperShape::Box { min: a.min(b), max: a.max(b) };
        let name = path.replace("short_boxes", "box").replace("boxes", "box");
        scene.helpers.push(Helper { name, layer, shape, origin: file.origin(path) });
    }
}

/// One row a group.
fn group_table(file: &Loaded<P>) -> Table {
    let columns = ["group", "polygons", "vertices", "edges", "texture", "blending", "drawn"];
    let mut table = Table::new("Groups", &columns);
    for (index, group) in file.records.groups.iter().enumerate() {
        let state = file.records.states.get(index);
        let key = Key::of(group, state, &[]);
        let texture = if group.is_textured() { group.texture.to_string() } else { String::new() };
        let sides = if key.double_sided { "both sides" } else { "one side" };
        let cells = [
            index.to_string(),
            group.polygon_count.to_string(),
            group.vertex_count.to_string(),
            group.edge_count.to_string(),
            texture,
            key.blend().map_or(String::new(), |blend| blend.to_string()),
            format!("{sides}, {}", if key.gouraud { "gouraud" } else { "flat" }),
        ];
        table.row(file.origin(format!("groups[{index}]")), cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_in_letters() {
        let before = |name| name_before(name).unwrap_or_default();
        assert_eq!(["aaac", "ABBA", "baaa", "aaaa", "same1"].map(before), ["aaab", "abaz", "azzz", "", ""]);
    }
}
