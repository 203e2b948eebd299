//! Reduces colours by median cut, so that a table of 256 serves a whole level.

use std::collections::BTreeMap;

/// Reduced colours, and the index of the colour that replaces each input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reduced {
    pub colours: Vec<[u8; 3]>,
    pub indices: Vec<usize>,
}

/// A colour and how often it is used.
type Used = ([u8; 3], u64);

/// Reduces `wanted` to at most `most` colours; keeps them all, sorted, when they are few enough.
pub fn reduce(wanted: &[[u8; 3]], most: usize) -> Reduced {
    let mut counts: BTreeMap<[u8; 3], u64> = BTreeMap::new();
    for colour in wanted {
        *counts.entry(*colour).or_default() += 1;
    }
    let mut boxes: Vec<Vec<Used>> = vec![counts.into_iter().collect()];
    if boxes.iter().all(|colours| colours.len() <= most) {
        boxes = boxes.concat().into_iter().map(|colour| vec![colour]).collect();
    }
    while boxes.len() < most {
        // The box whose error is most visible: most spread and most used.
        let worst = (0..boxes.len()).max_by_key(|at| boxes.get(*at).map_or(0, |b| spread(b).0));
        let Some(colours) = worst.filter(|at| boxes[*at].len() > 1).map(|at| boxes.remove(at))
        else {
            break;
        };
        boxes.extend(halves(colours));
    }
    let means: Vec<[u8; 3]> = boxes.iter().map(|colours| mean(colours)).collect();
    let place: BTreeMap<[u8; 3], usize> = boxes
        .iter()
        .enumerate()
        .flat_map(|(at, colours)| colours.iter().map(move |(colour, _)| (*colour, at)))
        .collect();
    let indices = wanted.iter().map(|colour| place.get(colour).copied().unwrap_or(0)).collect();
    Reduced { colours: means, indices }
}

/// Visible error of a box, and its widest channel.
fn spread(colours: &[Used]) -> (u64, usize) {
    let range = |channel: usize| {
        let values = colours.iter().map(|(colour, _)| u64::from(colour[channel]));
        values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
    };
    let (width, channel) = (0..3).map(|c| (range(c), c)).max().unwrap_or((0, 0));
    let used: u64 = colours.iter().map(|(_, count)| count).sum();
    (width * width * used.isqrt(), channel)
}

/// Splits a box so that each part has half of the uses.
fn halves(mut colours: Vec<Used>) -> [Vec<Used>; 2] {
    let (_, channel) = spread(&colours);
    colours.sort_by_key(|(colour, _)| colour[channel]);
    let used: u64 = colours.iter().map(|(_, count)| count).sum();
    let mut below = 0;
    let cut = colours.iter().position(|(_, count)| {
        below += count;
        below * 2 >= used
    });
    let at = cut.map_or(1, |at| at + 1).clamp(1, colours.len().saturating_sub(1).max(1));
    let upper = colours.split_off(at);
    [colours, upper]
}

fn mean(colours: &[Used]) -> [u8; 3] {
    let used: u64 = colours.iter().map(|(_, count)| count).sum();
    [0, 1, 2].map(|channel| {
        let sum: u64 = colours.iter().map(|(colour, n)| u64::from(colour[channel]) * n).sum();
        ((sum + used / 2) / used.max(1)) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::reduce;

    #[test]
    fn keeps_few_colours_unchanged() {
        let wanted = [[3, 2, 1], [1, 2, 3], [3, 2, 1]];
        let reduced = reduce(&wanted, 2);
        assert_eq!(reduced.colours, [[1, 2, 3], [3, 2, 1]]);
        assert_eq!(reduced.indices, [1, 0, 1]);
        assert!(reduce(&[], 16).colours.is_empty());
    }

    #[test]
    fn replaces_many_colours_with_near_ones() {
        let wanted: Vec<[u8; 3]> = (0..=255).map(|v| [v, v / 2, 255 - v]).collect();
        let reduced = reduce(&wanted, 16);
        assert_eq!(reduced.colours.len(), 16);
        for (colour, index) in wanted.iter().zip(reduced.indices) {
            let near = reduced.colours[index];
            assert!(
                colour.iter().zip(near).all(|(a, b)| a.abs_diff(b) <= 12),
                "{colour:?} {near:?}"
            );
        }
    }
}
