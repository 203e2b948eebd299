//! Pairs the elements of two lists, so that an inserted or removed element does not shift the others.

use std::collections::HashMap;
use std::ops::Range;

/// Hashes of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Hash of the element's bytes; `None` if it has none.
    pub content: Option<u64>,
    /// Hash of the element's name, if it has one.
    pub name: Option<u64>,
    /// Hash of the element's numbers without those that refer to other elements.
    pub shape: Option<u64>,
}

/// Positions of matching elements in both lists. `None` if the element exists in only one of them.
pub type Pair = (Option<usize>, Option<usize>);

/// Pairs the elements of `a` and `b`: equal content first, then equal names, then equal shapes, then the
/// order. Pairs never cross. The result has every element once, in the order of both lists; of elements without a
/// counterpart at the same position, those of `a` come first.
///
/// Time and memory grow with n · log n.
pub fn align(a: &[Element], b: &[Element]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(a.len().max(b.len()));
    let lists = Lists { a, b };
    lists.part(0..a.len(), 0..b.len(), &[Key::Content, Key::Name, Key::Shape], &mut pairs);
    pairs
}

/// Property by which elements are paired.
#[derive(Clone, Copy)]
enum Key {
    Content,
    Name,
    Shape,
}

impl Key {
    fn of(self, element: &Element) -> Option<u64> {
        match self {
            Key::Content => element.content,
            Key::Name => element.name,
            Key::Shape => element.shape,
        }
    }
}

struct Lists<'l> {
    a: &'l [Element],
    b: &'l [Element],
}

impl Lists<'_> {
    /// Pairs the elements of two ranges by the first of these keys, and the elements between these
    /// pairs by the other keys.
    fn part(&self, a: Range<usize>, b: Range<usize>, keys: &[Key], pairs: &mut Vec<Pair>) {
        let Some((key, others)) = keys.split_first() else { return in_order(a, b, pairs) };
        let (mut a, mut b) = (a, b);
        let same = |one: usize, two: usize| {
            let found = self.a.get(one).and_then(|one| key.of(one));
            found.is_some() && found == self.b.get(two).and_then(|two| key.of(two))
        };
        while !a.is_empty() && !b.is_empty() && same(a.start, b.start) {
            pairs.push((Some(a.start), Some(b.start)));
            (a.start, b.start) = (a.start + 1, b.start + 1);
        }
        let mut tail = 0;
        while !a.is_empty() && !b.is_empty() && same(a.end - 1, b.end - 1) {
            (a.end, b.end) = (a.end - 1, b.end - 1);
            tail += 1;
        }
        let ends = (a.end, b.end);
        for (one, two) in self.anchors(*key, a.clone(), b.clone()) {
            self.part(a.start..one, b.start..two, others, pairs);
            pairs.push((Some(one), Some(two)));
            (a.start, b.start) = (one + 1, two + 1);
        }
        self.part(a, b, others, pairs);
        pairs.extend((0..tail).map(|at| (Some(ends.0 + at), Some(ends.1 + at))));
    }

    /// The longest list of pairs in order among the elements whose key occurs once in both lists.
    fn anchors(&self, key: Key, a: Range<usize>, b: Range<usize>) -> Vec<(usize, usize)> {
        let twos = once(self.b, key, b);
        let ones = once(self.a, key, a);
        let mut pairs: Vec<(usize, usize)> =
            ones.iter().filter_map(|(key, one)| Some(((*one)?, (*twos.get(key)?)?))).collect();
        pairs.sort_unstable();
        longest_rising(&pairs)
    }
}

/// The position of each key; `None` if it occurs several times.
fn once(list: &[Element], key: Key, range: Range<usize>) -> HashMap<u64, Option<usize>> {
    let mut found = HashMap::new();
    for at in range {
        if let Some(key) = list.get(at).and_then(|element| key.of(element)) {
            found.entry(key).and_modify(|at| *at = None).or_insert(Some(at));
        }
    }
    found
}

/// The longest part of pairs, sorted by their first number, in which the second one rises, too.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The index of the pair that ends the best list of each length, and for each pair the one before.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, two)) in pairs.iter().enumerate() {
        let second = |end: &usize| pairs.get(*end).map_or(0, |pair| pair.1);
        let length = ends.partition_point(|end| second(end) < *two);
        before.push(length.checked_sub(1).and_then(|last| ends.get(last).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut at = ends.last().copied();
    let mut rising = Vec::with_capacity(ends.len());
    while let Some(index) = at {
        rising.extend(pairs.get(index));
        at = before.get(index).copied().flatten();
    }
    rising.reverse();
    rising
}

/// Pairs elements by their order.
fn in_order(a: Range<usize>, b: Range<usize>, pairs: &mut Vec<Pair>) {
    let common = a.len().min(b.len());
    pairs.extend((0..common).map(|at| (Some(a.start + at), Some(b.start + at))));
    pairs.extend((a.start + common..a.end).map(|at| (Some(at), None)));
    pairs.extend((b.start + common..b.end).map(|at| (None, Some(at))));
}
