//! No spikes: a vertex read from the wrong offset pulls a few faces far out of their model.

use super::boxes::Bounds;
use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{Element, Face, Mesh, Scene, name_of};

pub(super) static RULE: Rule = Rule {
    key: "long_edges",
    title: "long edges",
    meaning: "A few faces with long edges do not double the size of a model",
    things: ["model", "models"],
    unit: Unit::Times,
    tolerance: 0.1,
    check: Check::Scene(check),
};

/// Minimum number of faces for a model to be checked.
const FEWEST_FACES: usize = 32;
/// Fraction of the faces that counts as few.
const FEW: f32 = 0.05;
/// Factor by which spikes enlarge a model.
const LIMIT: f32 = 2.0;

fn check(scene: &Scene, _: &Subject<'_>, tally: &mut Tally) {
    for (id, mesh) in scene.meshes.pairs().filter(|(_, mesh)| mesh.faces.len() >= FEWEST_FACES) {
        let spikes = spikes(mesh).filter(|spikes| spikes.factor > LIMIT);
        tally.count(spikes.as_ref().map(|spikes| spikes.factor.into()), || {
            let first = spikes.as_ref().map_or(0, |spikes| spikes.first);
            (name_of(scene, Element::Mesh(id)), mesh.face_spans.origin(first))
        });
    }
}

struct Spikes {
    /// Size of the model with spikes, relative to the rest.
    factor: f32,
    /// Stored index of the first such face.
    first: usize,
}

/// The few faces with an edge longer than half of the model; `None` if there are none or many.
fn spikes(mesh: &Mesh) -> Option<Spikes> {
    let corners = |face: Face| face.tex_coords().map(|(vertex, _)| vertex).collect::<Vec<_>>();
    let at = |vertex: u32| mesh.positions.get(vertex as usize).copied();
    let whole = Bounds::of(mesh.faces.iter().flat_map(corners).filter_map(at));
    let half = whole.diagonal() / 2.0;
    let (mut rest, mut count, mut first) = (Bounds::default(), 0, None);
    for face in &mesh.faces {
        let ring = face.perimeter().iter();
        let ring: Vec<_> = ring.filter_map(|corner| at(*face.corners.get(*corner)?)).collect();
        let next = ring.iter().cycle().skip(1);
        if ring.iter().zip(next).any(|(from, to)| from.distance(*to) > half) {
            count += 1;
            first = first.or(Some(face.index as usize));
        } else {
            ring.iter().for_each(|point| rest.add(*point));
        }
    }
    let is_few = count as f32 <= mesh.faces.len() as f32 * FEW;
    let factor = whole.diagonal() / rest.diagonal();
    Some(Spikes { factor, first: first.filter(|_| is_few)? })
}
