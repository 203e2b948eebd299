//! Parses and checks the numbers in properties.

use super::{Block, Line};
use crate::formats::trespasser::words::whole;

/// The value `(a,b,c),(d,e),f`: the numbers of each bracket, and those outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vectors {
    pub groups: Vec<Vec<f64>>,
    pub rest: Vec<f64>,
}

/// Parses numbers in brackets. `None` if there is anything else.
pub fn vectors(value: &[u8]) -> Option<Vectors> {
    let text = str::from_utf8(value).ok()?;
    let mut found = Vectors::default();
    let mut open = false;
    let mut word = String::new();
    for character in text.chars().chain([',']) {
        match character {
            '(' if !open && word.is_empty() => {
                open = true;
                found.groups.push(Vec::new());
            }
            ',' | ')' => {
                let number = word.trim();
                if !number.is_empty() {
                    let number: f64 = number.parse().ok().filter(|n: &f64| n.is_finite())?;
                    let group = if open { found.groups.last_mut()? } else { &mut found.rest };
                    group.push(number);
                }
                word.clear();
                open &= character != ')';
            }
            other if other.is_whitespace() && word.is_empty() => {}
            '(' => return None,
            other => word.push(other),
        }
    }
    (!open).then_some(found)
}

impl Vectors {
    /// The three numbers of a group in brackets, by its index.
    pub fn three(&self, group: usize) -> Option<[f64; 3]> {
        self.groups.get(group)?.as_slice().try_into().ok()
    }

    pub fn two(&self, group: usize) -> Option<[f64; 2]> {
        self.groups.get(group)?.get(..2)?.try_into().ok()
    }
}

impl Line {
    pub(super) fn vectors(&self) -> Option<Vectors> {
        vectors(&self.value)
    }
}

/// A corner of a face: indices from 0.
pub(super) type Corner = [Option<usize>; 3];

/// The corners (vertex, texture coordinate, normal) and the material of an `f` line.
pub(super) fn face(line: &Line) -> Option<([Corner; 3], Option<usize>)> {
    let vectors = line.vectors()?;
    let index = |number: f64| whole(number).and_then(|number| number.checked_sub(1));
    let [v, t, n] = [0, 1, 2].map(|group| vectors.three(group));
    let v = v?;
    let corner =
        |at: usize| [index(v[at]), t.and_then(|t| index(t[at])), n.and_then(|n| index(n[at]))];
    Some(([corner(0), corner(1), corner(2)], vectors.rest.first().copied().and_then(index)))
}

/// Reports properties that do not have the expected numbers, and faces whose vertices do not exist.
pub(super) fn check(block: &Block, mut report: impl FnMut(usize, String)) {
    let (kind, _) = block.head();
    match kind.to_ascii_lowercase().as_str() {
        "mesh" | "skin" => check_shape(block, &mut report),
        "instance" | "bone" => {
            for key in ["position", "rotation"] {
                for (line, property) in block.all(key) {
                    if property.vectors().and_then(|v| v.three(0)).is_none() {
                        report(line, format!("expected three numbers for {key}"));
                    }
                }
            }
        }
        _ => {}
    }
}

fn check_shape(block: &Block, report: &mut impl FnMut(usize, String)) {
    for (key, numbers) in [("v", 3), ("n", 3), ("t", 2)] {
        for (line, property) in block.all(key) {
            let there = property.vectors().and_then(|v| Some(v.groups.first()?.len()));
            if there != Some(numbers) {
                let found = there.map_or_else(|| "none".to_owned(), |found| found.to_string());
                report(line, format!("expected {numbers} numbers for {key}, found {found}"));
            }
        }
    }
    let counts = ["v", "t", "n"].map(|key| block.all(key).count());
    for (line, property) in block.all("f") {
        let Some((corners, _)) = face(property) else {
            report(line, "expected three corners for f".to_owned());
            continue;
        };
        let outside = |corner: &Corner| {
            corner[0].is_none_or(|vertex| vertex >= counts[0])
                || corner.iter().zip(counts).any(|(index, count)| index.is_some_and(|i| i >= count))
        };
        if corners.iter().any(outside) {
            let [v, t, n] = counts;
            report(line, format!("a corner is outside the lists of {v} v, {t} t and {n} n"));
        }
    }
}
