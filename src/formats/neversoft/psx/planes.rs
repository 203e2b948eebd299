//! Finds normals that do not belong to their faces (section 27), and computes the right ones.

use std::collections::{BTreeMap, HashMap};

use super::derive;
use super::face::Face;
use super::records::{Model, Normal, Vertex, vertex_kind};

/// Minimum angle in degrees between a stored normal and its face that is reported as a note.
const LEAN: f64 = 5.0;
/// Vertex units by which rounding may have moved a corner across the plane of its face.
const ROUNDED: f64 = 2.0;
/// Length of a normal.
const UNIT: f64 = 4096.0;
/// Largest deviation from that length in retail files is 5.
const LENGTH_TOLERANCE: f64 = 8.0;

/// Errors in the normals of a model.
#[derive(Default)]
pub struct Findings {
    /// First face that is not perpendicular to its normal, and the number of such faces.
    pub leaning: Option<(usize, usize)>,
    /// Number of normals of faces that do not have length 4096, the first of them, and its length.
    pub lengths: Option<(usize, u16, f64)>,
    /// Computed normals that differ from the stored ones.
    pub computed: Vec<(u16, Normal)>,
    /// `true` if a face is still not perpendicular to its computed normal and needs a separate one.
    pub needs_split: bool,
}

/// Faces that use one normal.
#[derive(Default)]
struct Users {
    /// Corners of the first face with an area, otherwise of the first.
    corners: Option<[Vertex; 3]>,
    /// Corners of the first face that is not perpendicular to the normal.
    leaning: Option<[Vertex; 3]>,
    /// `true` if the normal belongs to one of the faces.
    fits: bool,
}

/// Compares the normals of a model with its faces.
pub fn findings(model: &Model) -> Findings {
    let mut all: BTreeMap<u16, Users> = BTreeMap::new();
    let mut found = Findings::default();
    for (number, face) in model.faces.iter().enumerate() {
        let Some(stored) = model.normals.get(usize::from(face.normal)) else { continue };
        let users = all.entry(face.normal).or_default();
        let Some((corners, count)) = corners(model, face) else {
            users.fits = true;
            continue;
        };
        let first = [corners[0], corners[1], corners[2]];
        let is_flat = derive::normal(first) == Normal::default();
        if users.corners.is_none_or(|known| derive::normal(known) == Normal::default() && !is_flat)
        {
            users.corners = Some(first);
        }
        let lean = leans(corners.get(..count).unwrap_or_default(), [stored.x, stored.y, stored.z]);
        if lean {
            users.leaning.get_or_insert(first);
            found.leaning.get_or_insert((number, 0)).1 += 1;
        } else {
            users.fits = true;
        }
    }
    for (index, users) in &all {
        let Some(stored) = model.normals.get(usize::from(*index)) else { continue };
        let length = length([stored.x, stored.y, stored.z].map(f64::from));
        let new = if (length - UNIT).abs() > LENGTH_TOLERANCE {
            users.corners.map(derive::normal)
        } else {
            // A normal that fits one of the faces that use it is not changed.
            users.leaning.filter(|_| !users.fits).map(derive::normal)
        };
        let Some(new) = new.filter(|new| !is_same(new, stored)) else { continue };
        if (length - UNIT).abs() > LENGTH_TOLERANCE {
            found.lengths.get_or_insert((0, *index, length)).0 += 1;
        }
        found.computed.push((*index, new));
    }
    let computed: HashMap<u16, Normal> = found.computed.iter().copied().collect();
    found.needs_split = model.faces.iter().any(|face| is_leaning(model, face, &computed));
    found
}

/// `true` if a face is not perpendicular to its normal, or to the new one in `computed`.
fn is_leaning(model: &Model, face: &Face, computed: &HashMap<u16, Normal>) -> bool {
    let stored = model.normals.get(usize::from(face.normal));
    let Some(normal) = computed.get(&face.normal).or(stored) else { return false };
    corners(model, face).is_some_and(|(corners, count)| {
        leans(corners.get(..count).unwrap_or_default(), [normal.x, normal.y, normal.z])
    })
}

/// Gives each face that is not perpendicular to its normal another normal, which is added to the
/// model if it does not exist.
pub fn split(model: &mut Model) {
    let wrong: Vec<(usize, Normal)> = (0..)
        .zip(&model.faces)
        .filter(|(_, face)| is_leaning(model, face, &HashMap::new()))
        .filter_map(|(number, face)| {
            let ([a, b, c, _], _) = corners(model, face)?;
            Some((number, derive::normal([a, b, c])))
        })
        .collect();
    // This number of normals means that every vertex has one, too.
    let smooth = model.vertices.len() + model.faces.len();
    let is_smooth = model.is_smooth();
    let key = |normal: &Normal| [normal.x, normal.y, normal.z];
    let mut known: HashMap<[i16; 3], u16> = HashMap::new();
    for (index, normal) in (0..=u16::MAX).zip(&model.normals) {
        known.entry(key(normal)).or_insert(index);
    }
    let mut used = vec![false; model.normals.len()];
    for face in &model.faces {
        if let Some(used) = used.get_mut(usize::from(face.normal)) {
            *used = true;
        }
    }
    let mut free = (model.vertices.len()..model.normals.len())
        .filter(|index| is_smooth && used.get(*index) == Some(&false));
    for (number, normal) in wrong {
        let index = known.get(&key(&normal)).copied().or_else(|| {
            let index = match free.next() {
                Some(index) => index,
                None if is_smooth => return None,
                None => model.normals.len(),
            };
            let stored = u16::try_from(index).ok()?;
            match model.normals.get_mut(index) {
                Some(unused) => *unused = normal,
                None => model.normals.push(normal),
            }
            known.insert(key(&normal), stored);
            Some(stored)
        });
        if let (Some(index), Some(face)) = (index, model.faces.get_mut(number)) {
            face.normal = index;
        }
    }
    if !is_smooth && model.normals.len() == smooth {
        model.normals.extend(model.normals.last().copied());
    }
}

fn is_same(a: &Normal, b: &Normal) -> bool {
    [a.x, a.y, a.z] == [b.x, b.y, b.z]
}

/// Corner positions of a face and their number; `None` if a corner is not a position.
fn corners(model: &Model, face: &Face) -> Option<([Vertex; 4], usize)> {
    let (mut corners, indices) = ([Vertex::default(); 4], face.corners());
    let count = indices.len();
    for (corner, index) in corners.iter_mut().zip(indices) {
        *corner = *model.vertices.get(usize::from(index))?;
        if corner.kind & !vertex_kind::STITCH_SOURCE != 0 {
            return None;
        }
    }
    Some((corners, count))
}

/// `true` if `stored` is not zero and not perpendicular to the face. It may be the normal of any three
/// corners of a quad, and may point to either side (as in mirrored models); rounding is tolerated for
/// thin faces.
fn leans(corners: &[Vertex], stored: [i16; 3]) -> bool {
    const TRIANGLES: [[usize; 3]; 4] = [[0, 1, 2], [1, 3, 2], [0, 1, 3], [0, 3, 2]];
    let corner = |at: usize| corners.get(at).map(|v| [v.x, v.y, v.z].map(f64::from));
    let triangles = TRIANGLES.into_iter().filter_map(|[a, b, c]| {
        let (a, b, c) = (corner(a)?, corner(b)?, corner(c)?);
        Some([difference(c, a), difference(b, a), difference(c, b)])
    });
    let stored = stored.map(f64::from);
    for (number, [e, f, third]) in triangles.enumerate() {
        let made = cross(e, f);
        let lengths = length(made) * length(stored);
        if lengths == 0.0 {
            // A face without area has no plane.
            if number == 0 {
                return false;
            }
            continue;
        }
        let height = length(made) / length(e).max(length(f)).max(length(third));
        let dot = made.iter().zip(stored).map(|(a, b)| a * b).sum::<f64>();
        let angle = (dot.abs() / lengths).min(1.0).acos();
        if height < ROUNDED || angle <= LEAN.to_radians() + (ROUNDED / height).atan() {
            return false;
        }
    }
    true
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}
