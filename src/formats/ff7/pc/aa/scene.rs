//! Converts a skeleton and its companion files to a scene. Axes as in the PlayStation's models: (x, −y,
//! −z).

use std::sync::Arc;

use super::Aa;
use crate::bytes::{Problems, Severity, count32};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ff7::animation::Moves;
use crate::formats::ff7::pc::ab::Ab;
use crate::formats::ff7::pc::da::{Da, Packed};
use crate::formats::ff7::pc::materials::{SceneMaterials, empty_scene};
use crate::formats::ff7::pc::names::{Family, Role, WEAPONS};
use crate::formats::ff7::pc::p::{MeshOwner, P};
use crate::formats::ff7::rig::{self, Limb, SkeletonNodes, Weapons};
use crate::formats::ff7::stage;
use crate::formats::ff7::stage::motion::Moving;
use crate::scene::{BattleLayout, LayerKind, MeshId, Node, Origin, Scene, Table, TextureId};

/// The type of stages without moving parts.
const STANDS_STILL: u8 = 1;

/// Companion files that are already open; others are searched for.
#[derive(Clone, Copy, Default)]
pub struct OpenCompanions<'a> {
    pub pack: Option<&'a Loaded<Da>>,
    pub settings: Option<&'a Loaded<Ab>>,
}

/// Builds the model or stage of a skeleton, with all its companion files.
///
/// Its settings apply as in the PlayStation version. The parts of a stage are assumed to be in the same
/// order as there.
pub fn build_with(
    file: &Loaded<Aa>,
    context: Context<'_>,
    given: OpenCompanions<'_>,
) -> (Scene, Problems) {
    let name = file.source.file_name();
    let mut scene = empty_scene(name);
    let mut looks = SceneMaterials::new(context);
    let Some((family, _)) = Family::of(name) else {
        let message = "companion files not found: the file name is not that of a skeleton (two \
                       letters and aa, or x.d)";
        looks.problems.report(Severity::Warning, file.source.span(), "", message);
        skeleton(&mut scene, file);
        return (scene, looks.problems);
    };
    if let Some(title) = family.title(file.records.is_stage()) {
        scene.name = format!("{name} {title}");
    }
    let mut maker = Maker { file, family, looks, textures: Vec::new(), rows: Vec::new() };
    maker.textures(&mut scene);
    let beside = maker.settings(given.settings.is_some());
    let settings = given.settings.or(beside.as_deref());
    if file.records.is_stage() {
        maker.stage(&mut scene, settings);
    } else {
        maker.model(&mut scene, given.pack, settings);
    }
    let mut table = Table::new("Parts", &["file", "is", "polygons", "groups"]);
    for (origin, cells) in maker.rows {
        table.row(origin, cells);
    }
    scene.tables.splice(0..0, table.with_rows());
    (scene, maker.looks.problems)
}

/// Adds the root and the bones.
fn skeleton(scene: &mut Scene, file: &Loaded<Aa>) -> SkeletonNodes {
    let root = Limb { parent: None, length: 0.0, origin: file.whole() };
    let bones = file.records.bones.iter().enumerate().map(|(index, bone)| Limb {
        // The root comes first.
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
    looks: SceneMaterials<'a>,
    textures: Vec<Option<TextureId>>,
    /// Table rows, one per file.
    rows: Vec<(Origin, Vec<String>)>,
}

impl Maker<'_> {
    /// Loads the textures that the skeleton counts, and further ones that exist.
    fn textures(&mut self, scene: &mut Scene) {
        let declared = self.file.records.texture_count;
        for number in 0..self.family.textures() {
            let name = self.family.name(Role::Texture(number)).unwrap_or_default();
            let found = self.looks.texture(scene, &name);
            if found.is_none() && number >= declared {
                // Numbers after the counted ones are contiguous.
                break;
            }
            if found.is_none() {
                self.looks.missing(&self.file.origin("texture_count"), &name);
            }
            self.textures.push(found);
        }
    }

    /// Adds the mesh of a role; `None` if its file does not exist.
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
        let place = MeshOwner { name, bone, textures: &self.textures, layer: 0 };
        Some(self.looks.add(scene, &mesh, &place))
    }

    fn body(&mut self, scene: &mut Scene) -> SkeletonNodes {
        let placed = skeleton(scene, self.file);
        for (index, bone) in self.file.records.bones.iter().enumerate() {
            if bone.mesh == 0 {
                continue;
            }
            let number = count32(index);
            // The face field counts bones including the root, as nodes do.
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

    /// Adds every weapon that has a file; numbers may be missing.
    fn weapons(&mut self, scene: &mut Scene) -> Option<SkeletonNodes> {
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
            self.looks.missing(&origin, name.as_deref().unwrap_or("weapon mesh"));
        }
        all.map(|all| all.finish(scene))
    }

    /// Adds a model in its first pose.
    fn model(
        &mut self,
        scene: &mut Scene,
        pack: Option<&Loaded<Da>>,
        settings: Option<&Loaded<Ab>>,
    ) {
        let body = self.body(scene);
        let weapon = self.weapons(scene);
        let beside = self.pack(pack.is_some());
        let pack = pack.or(beside.as_deref());
        let moves =
            pack.map_or(Vec::new(), |pack| animations(scene, self, pack, &body, weapon.as_ref()));
        if !settings.is_some_and(|file| file.apply(scene, Some(&body), &moves)) {
            rig::pose(scene);
        }
    }

    /// Adds a stage whose parts move according to its type.
    fn stage(&mut self, scene: &mut Scene, settings: Option<&Loaded<Ab>>) {
        let own = settings.and_then(|file| Some((file, file.records.of_stage()?)));
        let still = stage::Settings { kind: STANDS_STILL, ..stage::Settings::default() };
        let settings = own.map_or(still, |(_, settings)| *settings);
        let mut moving = Moving::new(settings.kind);
        self.pieces(scene, settings, &mut moving);
        let animation = own.and_then(|(file, _)| moving.animation(file.origin("settings.kind")));
        scene.animations.extend(animation);
        scene.formation = Some(BattleLayout::ground());
    }

    /// Adds the parts of a stage that exist, whatever the skeleton's count.
    fn pieces(&mut self, scene: &mut Scene, settings: stage::Settings, moving: &mut Moving) {
        let declared = self.file.records.piece_count;
        let mut there = 0u32;
        for number in 0..self.family.parts() {
            // On the PlayStation section 0 holds the settings, and the picture follows the parts.
            let section = number as usize + 1;
            let role = stage::Role::of(section, usize::MAX, &settings);
            let is = format!("piece {number}, {}", role.name());
            let found = self.mesh(scene, Role::Part(number), number, is.clone());
            let Some(mesh) = found else {
                if number >= declared {
                    break;
                }
                continue;
            };
            there += 1;
            let origin = scene.meshes.get(mesh).map_or(Origin::default(), |m| m.origin.clone());
            let layer = match role {
                stage::Role::Sky => scene.layer("Sky", LayerKind::Sky, true),
                _ => 0,
            };
            let node = Node { name: is, mesh: Some(mesh), layer, origin, ..Node::default() };
            moving.place(scene, section, node);
        }
        if there != declared {
            let origin = self.file.origin("piece_count");
            let message = format!("expected {declared} parts, found {there}");
            self.looks.problems.report(Severity::Warning, origin.span, origin.path, message);
        }
    }

    /// The companion settings; not searched for if they are `given`. Stages may have none.
    fn settings(&mut self, given: bool) -> Option<Arc<Loaded<Ab>>> {
        let name = self.family.name(Role::Settings).filter(|_| !given)?;
        let found = self.looks.beside.read::<Ab>(&name);
        if found.is_none() && !self.file.records.is_stage() {
            self.looks.missing(&self.file.whole(), &name);
        }
        found
    }

    /// The companion animations; not searched for if they are `given`.
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

/// Adds every animation of the body, synchronised with that of the weapon. The skeleton gives the number
/// of each; if the pack has fewer, those of the body come first. Returns the animations that have frames,
/// by number.
fn animations(
    scene: &mut Scene,
    maker: &mut Maker<'_>,
    pack: &Loaded<Da>,
    body: &SkeletonNodes,
    weapon: Option<&SkeletonNodes>,
) -> Vec<(u8, Arc<Moves>)> {
    let mut all = Vec::new();
    let skeleton = &maker.file.records;
    let there = pack.records.animations.len();
    let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let of_body = size(skeleton.body_animation_count).min(there);
    let of_weapon = size(skeleton.weapon_animation_count).min(there - of_body);
    let declared =
        u64::from(skeleton.body_animation_count) + u64::from(skeleton.weapon_animation_count);
    if declared != there as u64 {
        let origin = maker.file.origin("body_animation_count");
        let message = format!("expected {declared} animations, found {there} in the pack");
        maker.looks.problems.report(Severity::Note, origin.span, origin.path, message);
    }
    let field = |index: usize| pack.origin(format!("animations[{index}].frames"));
    for number in 0..of_body {
        let animation = pack.records.animations.get(number).and_then(Packed::animation);
        let Some(animation) = animation else { continue };
        let rotations = skeleton.rotations();
        if animation.bones != rotations && animation.bones != skeleton.bones.len() + 1 {
            let origin = pack.origin(format!("animations[{number}]"));
            let message =
                format!("expected {rotations} rotations per frame, found {}", animation.bones);
            maker.looks.problems.report(Severity::Warning, origin.span, origin.path, message);
        }
        let pair = (number < of_weapon).then_some(of_body + number);
        let paired = pair.and_then(|pair| pack.records.animations.get(pair));
        let paired = paired.and_then(Packed::animation).zip(pair);
        let moves = Arc::new(Moves {
            body: body.mover(animation, field(number)),
            weapon: paired.and_then(|(own, pair)| weapon?.mover(own, field(pair))),
        });
        if let (Ok(number), true) = (u8::try_from(number), moves.body.is_some()) {
            all.push((number, moves.clone()));
        }
        scene.animations.push(rig::repeated(
            format!("animation {number}"),
            count32(animation.declared()),
            moves,
            pack.origin(format!("animations[{number}]")),
        ));
    }
    all
}
