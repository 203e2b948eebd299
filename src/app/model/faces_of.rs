//! The faces that a thing of the scene stands for: what is outlined, framed, hidden and counted
//! when an object, a model, a bone or a texture is chosen instead of its faces.

use std::collections::HashMap;
use std::ops::Range;

use super::colour_by::each_face;
use super::state::{DocScene, State};
use super::weights;
use crate::scene::{Element, Face, FaceRef, Scene};

/// Neighbouring faces of one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub node: u32,
    pub faces: Range<u32>,
}

/// All faces of one instance; `None` where there are none.
pub fn whole(scene: &Scene, node: u32) -> Option<Run> {
    let mesh = scene.mesh_of(scene.nodes.get(node as usize)?)?;
    let count = u32::try_from(mesh.faces.len()).ok()?;
    (count > 0).then_some(Run { node, faces: 0..count })
}

/// The placed faces that each bone moves most, by the bone's node.
pub fn by_bone(scene: &Scene) -> HashMap<u32, Vec<Run>> {
    let mut all: HashMap<u32, Vec<Run>> = HashMap::new();
    if scene.skeletons.is_empty() {
        return all;
    }
    for (node, placed) in (0u32..).zip(&scene.nodes) {
        let Some(mesh) = scene.mesh_of(placed) else { continue };
        if mesh.skin.is_none() {
            // It hangs on one bone as a whole.
            let bone = scene.bone_of(node).and_then(|bone| scene.bone(bone));
            if let Some((bone, run)) = bone.zip(whole(scene, node)) {
                all.entry(bone.node).or_default().push(run);
            }
            continue;
        }
        for (at, face) in (0u32..).zip(&mesh.faces) {
            let Some(bone) = weights::heaviest(scene, node, mesh, face) else { continue };
            let runs = all.entry(bone).or_default();
            match runs.last_mut().filter(|run| run.node == node && run.faces.end == at) {
                Some(run) => run.faces.end += 1,
                None => runs.push(Run { node, faces: at..at + 1 }),
            }
        }
    }
    all
}

/// Calls `f` with the placed faces of an element. An object is meant with everything below it, a
/// model at every place where it stands, a bone with the faces that it moves most.
pub fn each_run(scene: &DocScene, element: Element, f: &mut dyn FnMut(Run)) {
    let of_file = &scene.scene;
    match element {
        Element::Face(at) => f(Run { node: at.node, faces: at.face..at.face.saturating_add(1) }),
        Element::Node(node) => {
            for (index, inside) in (0u32..).zip(of_file.with_all_below(&[node])) {
                if inside {
                    whole(of_file, index).into_iter().for_each(&mut *f);
                }
            }
        }
        Element::Row { .. } => {
            if let Some(node) = of_file.node_of(element) {
                each_run(scene, Element::Node(node), f);
            }
        }
        Element::Mesh(mesh) | Element::Morph { mesh, .. } => {
            for (index, node) in (0u32..).zip(&of_file.nodes) {
                if node.mesh == Some(mesh) {
                    whole(of_file, index).into_iter().for_each(&mut *f);
                }
            }
        }
        Element::Bone { .. } => {
            let runs = of_file.bone(element).and_then(|bone| scene.bone_faces.get(&bone.node));
            runs.into_iter().flatten().cloned().for_each(f);
        }
        Element::Texture(_) | Element::Palette(_) => {
            each_face(scene, |at, _, face| {
                if shows(scene, face, element) {
                    f(Run { node: at.node, faces: at.face..at.face + 1 });
                }
            });
        }
        _ => {}
    }
}

/// Whether a face is covered by this texture, or coloured by this palette.
fn shows(scene: &DocScene, face: &Face, element: Element) -> bool {
    let material = scene.scene.materials.get(face.material as usize);
    material.is_some_and(|material| material.surface.elements().any(|own| own == element))
}

/// Calls `f` with the draw id of each face of an element, or of the helper that it is.
pub fn each_id(scene: &DocScene, element: Element, f: &mut dyn FnMut(u32)) {
    if let Element::Helper(helper) = element {
        // Helpers come behind the faces.
        return f(scene.ids.total().saturating_add(helper));
    }
    each_run(scene, element, &mut |run| {
        let base = scene.ids.base(run.node).unwrap_or(0);
        run.faces.for_each(|face| f(base.saturating_add(face)));
    });
}

/// Whether an element is something in the picture. Looks at no face that it need not look at.
pub fn is_seen(scene: &DocScene, element: Element) -> bool {
    match element {
        Element::Face(_) | Element::Helper(_) => true,
        Element::Texture(_) | Element::Palette(_) => scene.shown_surfaces.contains(&element),
        other => {
            let mut any = false;
            each_run(scene, other, &mut |_| any = true);
            any
        }
    }
}

/// Why an element is not in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// Somebody hid it.
    ByHand,
    /// Another option of a variant is chosen.
    Unchosen,
    /// All of this layer is hidden.
    Layer(u16),
}

/// Why nothing of an element is shown; `None` when some of it is, or when there is nothing of it.
pub fn unseen(state: &State, element: Element) -> Option<Unseen> {
    let scene = state.scene()?;
    let view = &state.view;
    if let Element::Helper(index) = element {
        let layer = scene.scene.helpers.get(index as usize)?.layer;
        let by_hand = view.hidden.contains(&scene.ids.total().saturating_add(index));
        let by_layer = (!view.visibility.layer(layer)).then_some(Unseen::Layer(layer));
        return by_layer.or(by_hand.then_some(Unseen::ByHand));
    }
    let (mut why, mut shown) = (None, false);
    each_run(scene, element, &mut |run| {
        if shown {
            return;
        }
        match unseen_run(state, scene, &run) {
            Some(reason) => why = why.or(Some(reason)),
            None => shown = true,
        }
    });
    why.filter(|_| !shown)
}

/// The same of a run.
pub fn unseen_run(state: &State, scene: &DocScene, run: &Run) -> Option<Unseen> {
    let (visibility, hidden) = (&state.view.visibility, &state.view.hidden);
    if !visibility.nodes.get(run.node as usize).copied().unwrap_or(true) {
        return Some(Unseen::Unchosen);
    }
    let node = scene.scene.nodes.get(run.node as usize)?;
    if !visibility.layer(node.layer) {
        return Some(Unseen::Layer(node.layer));
    }
    let base = scene.ids.base(run.node)?;
    let mut layer = None;
    for face in run.faces.clone() {
        let stored = scene.face(FaceRef { node: run.node, face }).map(|(_, face)| face.layer);
        let own = stored.filter(|own| !visibility.layer(*own));
        if own.is_none() && !hidden.contains(&base.saturating_add(face)) {
            return None;
        }
        layer = layer.or(own);
    }
    Some(layer.map_or(Unseen::ByHand, Unseen::Layer))
}
