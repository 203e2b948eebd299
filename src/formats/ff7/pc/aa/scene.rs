//! A skeleton and the files beside it to the neutral model. Axes as of the PlayStation's models:
//! (x, −y, −z).

use std::sync::Arc;

use super::Aa;
use crate::bytes::{Problems, Severity, count32};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ff7::animation::Moves;
use crate::formats::ff7::pc::da::{Da, Packed};
use crate::formats::ff7::pc::looks::{Looks, empty_scene};
use crate::formats::ff7::pc::names::{Family, Role, WEAPONS};
use crate::formats::ff7::pc::p::{P, Place};
use crate::formats::ff7::rig::{self, Limb, Placed, Weapons};
use crate::scene::{MeshId, Node, Origin, Scene, Table, TextureId};

/// The model or stage of a skeleton, with the animations of `pack`, or else of the one beside it.
pub fn build_with(
    file: &Loaded<Aa>,
    context: Context<'_>,
    pack: Option<&Loaded<Da>>,
) -> (Scene, Problems) {
    let name = file.source.file_name();
    let mut scene = empty_scene(name);
    let mut looks = Looks::new(context);
    let Some((family, _)) = Family::of(name) else {
        let message = "it is not called as a skeleton (two letters and aa, or x.d), so its files \
                       are not known";
        looks.problems.tell(Severity::Warning, file.source.span(), "", message);
        skeleton(&mut scene, file);
        return (scene, looks.problems);
    };
    if let Some(title) = family.title(file.records.is_stage()) {
        scene.name = format!("{name} {title}");
    }
    let mut maker = Maker { file, family, looks, textures: Vec::new(), rows: Vec::new() };
    maker.textures(&mut scene);
    if file.records.is_stage() {
        maker.pieces(&mut scene);
    } else {
        let body = maker.body(&mut scene);
        let weapon = maker.weapons(&mut scene);
        let beside = maker.pack(pack.is_some());
        if let Some(pack) = pack.or(beside.as_deref()) {
            animations(&mut scene, &mut maker, pack, &body, weapon.as_ref());
        }
        rig::pose(&mut scene);
    }
    let mut table = Table::new("Parts", &["file", "is", "polygons", "groups"]);
    for (origin, cells) in maker.rows {
        table.row(origin, cells);
    }
    scene.tables.extend(table.with_rows());
    (scene, maker.looks.problems)
}

/// The root and the bones.
fn skeleton(scene: &mut Scene, file: &Loaded<Aa>) -> Placed {
    let root = Limb { parent: None, length: 0.0, origin: file.whole() };
    let bones = file.records.bones.iter().enumerate().map(|(index, bone)| Limb {
        // The root is the first.
        parent: Some(file.records.parent(index).map_or(0, |parent| parent + 1)),
        length: bone.length,
        origin: file.origin(format!("bones[{index}]")),
    });
    let limbs: Vec<Limb> = [root].into_iter().chain(bones).collect();
    rig::body(scene, &limbs, file.whole())
}

struct Maker<'a> {
    file: &'a Loaded<Aa>,
    family: Family,
    looks: Looks<'a>,
    textures: Vec<Option<TextureId>>,
    /// What the table says of each file.
    rows: Vec<(Origin, Vec<String>)>,
}

impl Maker<'_> {
    /// The textures that are promised, and those behind that are there.
    fn textures(&mut self, scene: &mut Scene) {
        let promised = self.file.records.texture_count;
        for number in 0..self.family.textures() {
            let name = self.family.name(Role::Texture(number)).unwrap_or_default();
            let found = self.looks.texture(scene, &name);
            if found.is_none() && number >= promised {
                // There is no gap behind the last.
                break;
            }
            if found.is_none() {
                self.looks.missing(&self.file.origin("texture_count"), &name);
            }
            self.textures.push(found);
        }
    }

    /// Adds the mesh of a role; `None` where its file is not there.
    fn mesh(&mut self, scene: &mut Scene, role: Role, bone: u32, is: String) -> Option<MeshId> {
        let name = self.family.name(role)?;
        let mesh = self.looks.beside.read::<P>(&name)?;
        let cells = [
            name.clone(),
            is,
            mesh.records.polygons.len().to_string(),
            mesh.records.groups.len().to_string(),
        ];
        self.rows.push((mesh.whole(), cells.to_vec()));
        let place = Place { name, bone, textures: &self.textures, layer: 0 };
        Some(self.looks.add(scene, &mesh, &place))
    }

    fn body(&mut self, scene: &mut Scene) -> Placed {
        let placed = skeleton(scene, self.file);
        for (index, bone) in self.file.records.bones.iter().enumerate() {
            if bone.mesh == 0 {
                continue;
            }
            let number = count32(index);
            // The face field counts bones with the root, as nodes do.
            let own = number.saturating_add(1);
            let is = format!("bone {own}");
            let found = self.mesh(scene, Role::Part(number), own, is);
            if found.is_none() {
                let name = self.family.name(Role::Part(number)).unwrap_or_default();
                self.looks.missing(&self.file.origin(format!("bones[{index}].mesh")), &name);
            }
            let node = placed.nodes.get(index + 1).copied();
            if let Some(node) = node.and_then(|node| scene.nodes.get_mut(node)) {
                node.mesh = found;
            }
        }
        placed
    }

    /// Every weapon whose file is there: numbers may be left out.
    fn weapons(&mut self, scene: &mut Scene) -> Option<Placed> {
        if self.file.records.weapon_count == 0 {
            return None;
        }
        let origin = self.file.origin("weapon_count");
        let mut all: Option<Weapons> = None;
        for number in 0..WEAPONS {
            let is = format!("weapon {number}");
            let Some(mesh) = self.mesh(scene, Role::Weapon(number), 0, is) else { continue };
            let mesh_origin = scene.meshes.get(mesh).map_or(origin.clone(), |m| m.origin.clone());
            let all =
                all.get_or_insert_with(|| Weapons::new(scene, 0.0, origin.clone(), origin.clone()));
            all.add(scene, number as usize, &[mesh], mesh_origin);
        }
        if all.is_none() {
            let name = self.family.name(Role::Weapon(0));
            self.looks.missing(&origin, name.as_deref().unwrap_or("its weapon"));
        }
        all.map(|all| all.finish(scene))
    }

    /// The pieces of a stage that are there, whatever is promised.
    fn pieces(&mut self, scene: &mut Scene) {
        let promised = self.file.records.piece_count;
        let mut there = 0u32;
        for number in 0..self.family.parts() {
            let is = format!("piece {number}");
            let found = self.mesh(scene, Role::Part(number), number, is.clone());
            let Some(mesh) = found else {
                if number >= promised {
                    break;
                }
                continue;
            };
            there += 1;
            let origin = scene.meshes.get(mesh).map_or(Origin::default(), |m| m.origin.clone());
            scene.nodes.push(Node { name: is, mesh: Some(mesh), origin, ..Node::default() });
        }
        if there != promised {
            let origin = self.file.origin("piece_count");
            let message = format!("{promised} pieces are promised, {there} are beside it");
            self.looks.problems.tell(Severity::Warning, origin.span, origin.path, message);
        }
    }

    /// The animations beside it; none are looked for where they are `given`.
    fn pack(&mut self, given: bool) -> Option<Arc<Loaded<Da>>> {
        let name = self.family.name(Role::Animations).filter(|_| !given)?;
        let found = self.looks.beside.read::<Da>(&name);
        let wanted = self.file.records.body_animation_count > 0;
        if found.is_none() && wanted {
            self.looks.missing(&self.file.origin("body_animation_count"), &name);
        }
        found
    }
}

/// Every animation of the body, the weapon's in lock step with it. How many there are of each is said
/// by the skeleton; a pack that has fewer lacks the last of the body first, then those of the weapon.
fn animations(
    scene: &mut Scene,
    maker: &mut Maker<'_>,
    pack: &Loaded<Da>,
    body: &Placed,
    weapon: Option<&Placed>,
) {
    let skeleton = &maker.file.records;
    let there = pack.records.animations.len();
    let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let of_body = size(skeleton.body_animation_count).min(there);
    let of_weapon = size(skeleton.weapon_animation_count).min(there - of_body);
    let promised =
        u64::from(skeleton.body_animation_count) + u64::from(skeleton.weapon_animation_count);
    if promised != there as u64 {
        let origin = maker.file.origin("body_animation_count");
        let message = format!("{promised} animations are promised, {there} are in the pack");
        maker.looks.problems.tell(Severity::Note, origin.span, origin.path, message);
    }
    let field = |index: usize| pack.origin(format!("animations[{index}].frames"));
    for number in 0..of_body {
        let animation = pack.records.animations.get(number).and_then(Packed::animation);
        let Some(animation) = animation else { continue };
        let rotations = skeleton.rotations();
        if animation.bones != rotations && animation.bones != skeleton.bones.len() + 1 {
            let origin = pack.origin(format!("animations[{number}]"));
            let message = format!(
                "{} rotations a frame, where the skeleton has {rotations}",
                animation.bones
            );
            maker.looks.problems.tell(Severity::Warning, origin.span, origin.path, message);
        }
        let pair = (number < of_weapon).then_some(of_body + number);
        let paired = pair.and_then(|pair| pack.records.animations.get(pair));
        let paired = paired.and_then(Packed::animation).zip(pair);
        let moves = Moves {
            body: body.mover(animation, field(number)),
            weapon: paired.and_then(|(own, pair)| weapon?.mover(own, field(pair))),
        };
        scene.animations.push(rig::repeated(
            format!("animation {number}"),
            count32(animation.promised()),
            Arc::new(moves),
            pack.origin(format!("animations[{number}]")),
        ));
    }
}
