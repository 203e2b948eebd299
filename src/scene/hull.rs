//! Convex hulls, which games use as bounds for drawing and collisions.

use std::collections::{BTreeMap, HashSet};

use glam::Vec3;

/// Every edge of the convex hull of points, as one line that follows each of them in both directions.
pub fn outline(points: &[Vec3]) -> Vec<Vec3> {
    /// Cosine of the angle between two planes that count as one.
    const FLAT: f32 = 0.9999;
    let mut sides: BTreeMap<[usize; 2], Vec<Vec3>> = BTreeMap::new();
    for [a, b, c] in faces(points) {
        let normal = (points[b] - points[a]).cross(points[c] - points[a]).normalize_or_zero();
        for [from, to] in [[a, b], [b, c], [c, a]] {
            sides.entry([from.min(to), from.max(to)]).or_default().push(normal);
        }
    }
    // Edges between two triangles of one plane are not edges of the hull.
    let is_edge = |normals: &[Vec3]| !matches!(normals, [one, other] if one.dot(*other) > FLAT);
    let edges = sides.iter().filter(|(_, normals)| is_edge(normals));
    let edges: Vec<[usize; 2]> = edges.map(|(side, _)| *side).collect();
    let mut line = Vec::new();
    walk(points, &edges, &mut line);
    line
}

/// Follows all edges from the first point, once in each direction.
fn walk(points: &[Vec3], edges: &[[usize; 2]], line: &mut Vec<Vec3>) {
    let Some([start, _]) = edges.first().copied() else { return };
    let mut near: Vec<Vec<(usize, usize)>> = vec![Vec::new(); points.len()];
    for (index, [a, b]) in edges.iter().copied().enumerate() {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(near) = near.get_mut(from) {
                near.push((to, index));
            }
        }
    }
    let mut gone = vec![false; edges.len()];
    let at = |point: usize| points.get(point).copied().unwrap_or_default();
    let mut way = vec![start];
    line.push(at(start));
    while let Some(here) = way.last().copied() {
        match near.get_mut(here).and_then(Vec::pop) {
            Some((_, edge)) if gone.get(edge).copied().unwrap_or(true) => {}
            Some((next, edge)) => {
                if let Some(gone) = gone.get_mut(edge) {
                    *gone = true;
                }
                way.push(next);
                line.push(at(next));
            }
            None => {
                way.pop();
                line.extend(way.last().map(|back| at(*back)));
            }
        }
    }
}

/// Triangles of the convex hull, counter-clockwise seen from outside; empty if all points are in a plane.
/// Each point in turn replaces the faces that it sees with triangles to their rim.
fn faces(points: &[Vec3]) -> Vec<[usize; 3]> {
    let Some(mut faces) = tetrahedron(points) else { return Vec::new() };
    let size = points.iter().map(|point| point.abs().max_element()).fold(0.0, f32::max);
    let near = size * 1e-5;
    for point in 0..points.len() {
        let sees = |[a, b, c]: &[usize; 3]| {
            let normal = (points[*b] - points[*a]).cross(points[*c] - points[*a]);
            normal.normalize_or_zero().dot(points[point] - points[*a]) > near
        };
        let (seen, mut kept): (Vec<_>, Vec<_>) = faces.iter().copied().partition(sees);
        if seen.is_empty() {
            continue;
        }
        let sides = |[a, b, c]: [usize; 3]| [[a, b], [b, c], [c, a]];
        let all: HashSet<[usize; 2]> = seen.iter().copied().flat_map(sides).collect();
        // An edge of the rim belongs to only one visible face.
        let rim = all.iter().filter(|[a, b]| !all.contains(&[*b, *a]));
        let mut rim: Vec<[usize; 2]> = rim.copied().collect();
        rim.sort_unstable();
        kept.extend(rim.into_iter().map(|[a, b]| [a, b, point]));
        faces = kept;
    }
    faces
}

/// Four points that span a solid, as triangles; `None` if all are in a plane.
fn tetrahedron(points: &[Vec3]) -> Option<Vec<[usize; 3]>> {
    let farthest = |from: &dyn Fn(Vec3) -> f32| {
        let mut all: Vec<(usize, f32)> =
            points.iter().enumerate().map(|(at, point)| (at, from(*point))).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all.first().copied()
    };
    let a = 0;
    let first = *points.first()?;
    let (b, far) = farthest(&|point| point.distance(first))?;
    let along = (*points.get(b)? - first).try_normalize()?;
    let (c, wide) = farthest(&|point| (point - first).reject_from(along).length())?;
    let normal = along.cross(*points.get(c)? - first).try_normalize()?;
    let (d, high) = farthest(&|point| normal.dot(point - first).abs())?;
    if !(wide > far * 1e-4 && high > far * 1e-4) {
        return None;
    }
    let (b, c) = if normal.dot(*points.get(d)? - first) > 0.0 { (c, b) } else { (b, c) };
    Some(vec![[a, b, c], [a, c, d], [a, d, b], [b, d, c]])
}
