//! Builds triangle strips greedily: each triangle continues across the edge on which the strip leaves it.

use std::collections::HashMap;

/// Strips that together contain every triangle once, in the order of their first triangles. Odd triangles
/// of a strip are reversed.
pub fn strips(triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    // Triangles by each of their directed edges.
    let mut edges: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
    for (index, [a, b, c]) in triangles.iter().enumerate() {
        for edge in [(*a, *b), (*b, *c), (*c, *a)] {
            edges.entry(edge).or_default().push(index);
        }
    }
    let mut used = vec![false; triangles.len()];
    let mut all = Vec::new();
    for (index, [a, b, c]) in triangles.iter().enumerate() {
        if used[index] {
            continue;
        }
        // The longest of the three possible starts.
        let starts = [[*a, *b, *c], [*b, *c, *a], [*c, *a, *b]];
        let walks = starts.map(|start| walk(index, start, triangles, &edges, &used));
        let longest = walks.into_iter().max_by_key(|(strip, _)| strip.len());
        let Some((strip, taken)) = longest else { continue };
        taken.into_iter().for_each(|triangle| used[triangle] = true);
        all.push(strip);
    }
    all
}

/// The strip that starts with a triangle, and its triangles.
fn walk(
    first: usize,
    start: [u32; 3],
    triangles: &[[u32; 3]],
    edges: &HashMap<(u32, u32), Vec<usize>>,
    used: &[bool],
) -> (Vec<u32>, Vec<usize>) {
    let (mut strip, mut taken) = (start.to_vec(), vec![first]);
    while let [.., x, y] = strip[..] {
        // The next triangle has the last edge in the opposite direction.
        let edge = if taken.len() % 2 == 1 { (y, x) } else { (x, y) };
        let free = |triangle: &&usize| !used[**triangle] && !taken.contains(triangle);
        let next = edges.get(&edge).and_then(|found| found.iter().find(free));
        let Some(next) = next else { break };
        let Some(corner) = triangles[*next].iter().find(|corner| **corner != x && **corner != y)
        else {
            break;
        };
        strip.push(*corner);
        taken.push(*next);
    }
    (strip, taken)
}

/// Cuts a strip into parts of at most `most` vertices, none of them reversed.
pub(super) fn pieces<T>(strip: &[T], most: usize) -> Vec<&[T]> {
    // An even number of triangles, so that the next part is not reversed.
    let step = (most - 2) & !1;
    let starts = (0..strip.len().saturating_sub(2)).step_by(step);
    starts.map(|start| &strip[start..strip.len().min(start + step + 2)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The triangles of strips, each rotated to start with its smallest corner.
    fn triangles(strips: &[&[u32]]) -> Vec<[u32; 3]> {
        let mut all = Vec::new();
        for strip in strips {
            for (t, corners) in strip.windows(3).enumerate() {
                let [a, b, c] = corners.try_into().unwrap();
                all.push(from_smallest(if t % 2 == 0 { [a, b, c] } else { [c, b, a] }));
            }
        }
        all.sort_unstable();
        all
    }

    fn from_smallest([a, b, c]: [u32; 3]) -> [u32; 3] {
        [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap()
    }

    fn grid(side: u32) -> Vec<[u32; 3]> {
        let at = |x: u32, y: u32| y * (side + 1) + x;
        let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        cells
            .flat_map(|(x, y)| {
                let (a, b) = (at(x, y), at(x + 1, y));
                let (c, d) = (at(x, y + 1), at(x + 1, y + 1));
                [[a, b, c], [c, b, d]]
            })
            .collect()
    }

    #[test]
    fn keeps_every_triangle_once_with_its_winding() {
        let grid = grid(9);
        let mut expected: Vec<_> = grid.iter().copied().map(from_smallest).collect();
        expected.sort_unstable();
        let made = strips(&grid);
        let whole: Vec<&[u32]> = made.iter().map(Vec::as_slice).collect();
        assert_eq!(triangles(&whole), expected);
        assert!(made.len() < 20, "{} strips for {} triangles", made.len(), grid.len());
        let cut: Vec<&[u32]> = made.iter().flat_map(|strip| pieces(strip, 7)).collect();
        assert_eq!(triangles(&cut), expected);
        assert!(cut.iter().all(|piece| (3..=7).contains(&piece.len())));
    }
}
