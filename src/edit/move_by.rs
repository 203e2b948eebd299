//! Moves elements of a scene by a distance.

use std::collections::{BTreeSet, HashMap};

use glam::{Mat4, Vec3};

use super::match_fields::matching;
use super::{EditError, EditOp, InputData, Operation, all_stored_as};
use crate::bytes::Value;
use crate::container::Context;
use crate::formats::{Document, Refusal};
use crate::scene::{Element, ElementState, NodeId, Scene};

/// Edit operations that move the elements at these paths by a distance along the axes of the file.
/// Elements that move along with them in the picture are moved, too.
///
/// # Errors
/// If a path matches nothing, or an element cannot be moved.
pub fn move_by(
    (document, context): (&Document, Context<'_>),
    scene: &Scene,
    paths: &[String],
    distance: Vec3,
) -> Result<Vec<EditOp>, EditError> {
    let own_axes = || document.content.editable().axes();
    let axes = scene.file_space.map_or_else(own_axes, |space| space.axes);
    let by = axes.iter().zip(distance.to_array()).map(|(axis, along)| *axis * along).sum();
    let moved = states(document, scene, paths, &Mat4::from_translation(by))?;
    let shown = moved.iter().map(|(path, state)| (path.as_str(), state));
    let asked = all_stored_as(document, context, shown);
    let refused = asked.refused.into_iter().chain(asked.unfit).next();
    match refused {
        Some((_, why)) => Err(EditError::Refused(why)),
        None => Ok(asked.orders.into_iter().map(|order| as_addition(document, order)).collect()),
    }
}

/// The states of the elements at these paths after the move. Nodes below other moved ones follow them.
fn states(
    document: &Document,
    scene: &Scene,
    paths: &[String],
    by: &Mat4,
) -> Result<Vec<(String, ElementState)>, EditError> {
    let source = document.source.id();
    let mut elements: HashMap<&str, Element> = HashMap::new();
    for (id, helper) in scene.helpers.pairs().filter(|(_, of)| of.origin.span.source == source) {
        elements.entry(&helper.origin.path).or_insert(Element::Helper(id));
    }
    let mut nodes: HashMap<&str, NodeId> = HashMap::new();
    for (id, node) in scene.nodes.pairs().filter(|(_, of)| of.origin.span.source == source) {
        nodes.entry(&node.origin.path).or_insert(id);
    }
    elements.extend(nodes.into_iter().map(|(path, id)| (path, Element::Node(id))));
    let world = scene.world_transforms();
    let (mut all, mut moved) = (Vec::new(), BTreeSet::new());
    for pattern in paths {
        for id in matching(document, pattern)? {
            let path = document.tree.path(&id);
            let element = elements.get(path.as_str());
            let Some(place) = element.and_then(|of| scene.placement_of(*of, &world)) else {
                return Err(EditError::Refused(Refusal(format!("{path} has no position"))));
            };
            moved.extend(place.node());
            all.push((path, place));
        }
    }
    all.retain(|(_, place)| place.node().is_none_or(|node| !is_below(scene, node, &moved)));
    Ok(all.into_iter().map(|(path, place)| (path, place.moved(by))).collect())
}

/// `true` if a node is below one of `others`.
fn is_below(scene: &Scene, node: NodeId, others: &BTreeSet<NodeId>) -> bool {
    let parent = |node: NodeId| {
        let parent = scene.nodes.get(node)?.parent?;
        // Parents precede their children, so this ends.
        (parent < node).then_some(parent)
    };
    std::iter::successors(parent(node), |node| parent(*node)).any(|node| others.contains(&node))
}

/// The operation as an addition to the present value.
fn as_addition(document: &Document, order: EditOp) -> EditOp {
    let EditOp::Set { set, to, .. } = &order else { return order };
    let field = document.tree.find(set).ok().and_then(|id| document.tree.field(&id));
    let difference = match (field.map(|field| field.value), to) {
        (Some(Value::Float(was)), InputData::Number(to)) => InputData::Number(to - was),
        (Some(Value::Int(was)), InputData::Whole(to)) => InputData::Whole(to.saturating_sub(was)),
        _ => return order,
    };
    EditOp::Set { set: set.clone(), how: Operation::Add, to: difference, condition: None }
}
