//! Builds the scene of a single mesh.

use super::draw::{Key, MeshOwner, finite};
use super::records::P;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ff7::pc::materials::{SceneMaterials, empty_scene};
use crate::formats::ff7::pc::names::{Family, Role};
use crate::formats::ff7::pc::rsd::Rsd;
use crate::scene::{Helper, HelperShape, LayerKind, Node, Scene, Table, TextureId};

/// Builds the scene of a mesh, with the textures of its model if its name identifies the model.
pub(super) fn build(file: &Loaded<P>, context: Context<'_>) -> (Scene, Problems) {
    let name = file.source.file_name().to_owned();
    let mut scene = empty_scene(&name);
    let mut looks = SceneMaterials::new(context);
    let textures = textures(&mut scene, &mut looks, file);
    let place = MeshOwner { name: name.clone(), bone: 0, textures: &textures, layer: 0 };
    let mesh = looks.add(&mut scene, file, &place);
    let origin = file.whole();
    scene.nodes.push(Node { name, mesh: Some(mesh), origin, ..Node::default() });
    boxes(&mut scene, file);
    scene.tables.extend(group_table(file).with_rows());
    (scene, looks.problems)
}

/// Finds the textures that the numbers of its groups refer to.
fn textures(
    scene: &mut Scene,
    looks: &mut SceneMaterials<'_>,
    file: &Loaded<P>,
) -> Vec<Option<TextureId>> {
    let used = file.records.groups.iter().enumerate().filter(|(_, group)| group.is_textured());
    let used: Vec<(usize, u32)> = used.map(|(index, group)| (index, group.texture)).collect();
    let Some(most) = used.iter().map(|(_, texture)| *texture).max() else { return Vec::new() };
    let name = file.source.file_name();
    let family =
        Family::of(name).filter(|(_, role)| matches!(role, Role::Part(_) | Role::Weapon(_)));
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
            looks.missing(&origin, name.as_deref().unwrap_or("resource with the texture names"));
        }
        found.push(texture);
    }
    found
}

/// The textures of the resource of a field mesh. As in the game's files, the resource has the name of the
/// mesh or the preceding name.
fn named_by_resource(looks: &SceneMaterials<'_>, stem: &str) -> Option<Vec<Option<String>>> {
    let before = name_before(stem);
    let names = [Some(stem.to_owned()), before].into_iter().flatten();
    let mut resources = names.filter_map(|name| looks.beside.read::<Rsd>(&format!("{name}.rsd")));
    let own = |resource: &Rsd| resource.mesh().is_some_and(|mesh| mesh.eq_ignore_ascii_case(stem));
    let textures = resources.find(|resource| own(&resource.records))?;
    let names = textures.records.textures().into_iter();
    Some(names.map(|name| name.map(|name| format!("{name}.tex"))).collect())
}

/// The preceding name: `aaab` for `aaac`.
pub fn name_before(name: &str) -> Option<String> {
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

/// Adds the stored boxes, initially hidden.
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

/// Table with one row per group.
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
