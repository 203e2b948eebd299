//! The faces that an element represents: they are outlined, framed, hidden and counted when an object, a
//! model, a bone or a texture is selected.

use crate::app::model::view::bone_faces::{Run, whole};
use crate::app::model::view::colour_by::each_face;
use crate::app::model::{DocScene, View};
use crate::scene::{Element, Face, FaceRef};

/// Calls `f` with the placed faces of an element. An object includes its descendants, a model all its
/// instances, a bone the faces for which it has the largest weight.
pub fn each_run(scene: &DocScene, element: Element, f: &mut dyn FnMut(Run)) {
    let of_file = &scene.scene;
    match element {
        Element::Face(at) => f(Run { node: at.node, faces: at.face..at.face.saturating_add(1) }),
        Element::Node(node) => {
            for (index, inside) in of_file.nodes.ids().zip(of_file.with_all_below(&[node])) {
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
            for (index, node) in of_file.nodes.pairs() {
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
            each_face(&scene.scene, |at, _, face| {
                if shows(scene, face, element) {
                    f(Run { node: at.node, faces: at.face..at.face + 1 });
                }
            });
        }
        _ => {}
    }
}

/// `true` if a face uses this texture or palette.
fn shows(scene: &DocScene, face: &Face, element: Element) -> bool {
    let material = scene.scene.materials.get(face.material);
    material.is_some_and(|material| material.elements().any(|own| own == element))
}

/// Calls `f` with the draw id of each face of an element, or with that of the helper.
pub fn each_id(scene: &DocScene, element: Element, f: &mut dyn FnMut(u32)) {
    if let Element::Helper(helper) = element {
        // Draw ids of helpers follow those of faces.
        return f(scene.ids.total().saturating_add(helper.number()));
    }
    each_run(scene, element, &mut |run| {
        let base = scene.ids.base(run.node).unwrap_or(0);
        run.faces.for_each(|face| f(base.saturating_add(face)));
    });
}

/// `true` if an element has a visible counterpart in the picture. Stops as soon as the result is
/// known.
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

/// Reason why an element is not visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvisibleReason {
    /// Hidden manually.
    ByUser,
    /// Belongs to an option that is not selected.
    Unchosen,
    /// The element's layer is hidden.
    Layer(u16),
}

/// Reason why no face of an element is visible; `None` if some are, or if it has none.
pub fn unseen(view: &View, scene: &DocScene, element: Element) -> Option<InvisibleReason> {
    if let Element::Helper(index) = element {
        let layer = scene.scene.helpers.get(index)?.layer;
        let manual = view.hidden.contains(&scene.ids.total().saturating_add(index.number()));
        let by_layer = (!view.visibility.helper_in_layer(index, layer))
            .then_some(InvisibleReason::Layer(layer));
        let unchosen = (!view.visibility.chosen_helper(index)).then_some(InvisibleReason::Unchosen);
        return unchosen.or(by_layer).or(manual.then_some(InvisibleReason::ByUser));
    }
    let (mut why, mut shown) = (None, false);
    each_run(scene, element, &mut |run| {
        if shown {
            return;
        }
        match unseen_run(view, scene, &run) {
            Some(reason) => why = why.or(Some(reason)),
            None => shown = true,
        }
    });
    why.filter(|_| !shown)
}

/// Reason why no face of a run is visible; `None` if some are.
pub fn unseen_run(view: &View, scene: &DocScene, run: &Run) -> Option<InvisibleReason> {
    let (visibility, hidden) = (&view.visibility, &view.hidden);
    if !visibility.nodes.get(run.node.index()).copied().unwrap_or(true) {
        return Some(InvisibleReason::Unchosen);
    }
    let node = scene.scene.nodes.get(run.node)?;
    if !visibility.node_in_layer(run.node, node.layer) {
        return Some(InvisibleReason::Layer(node.layer));
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
    Some(layer.map_or(InvisibleReason::ByUser, InvisibleReason::Layer))
}
