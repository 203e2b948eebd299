//! The listed palettes with their distances, in display order.

use std::cmp::Ordering;
use std::sync::Arc;

use super::basis::Basis;
use super::source::Source;
use crate::scene::PaletteCandidate;

/// Order of the palettes. Those without a colour for some texels are last in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    #[default]
    Stored,
    /// The picture most similar to the present one first.
    Distance,
}

impl SortBy {
    pub const ALL: [Self; 2] = [Self::Stored, Self::Distance];

    pub fn title(self) -> &'static str {
        match self {
            Self::Stored => "As stored",
            Self::Distance => "By distance",
        }
    }
}

/// A listed palette.
pub struct Row {
    pub number: usize,
    pub candidate: Arc<PaletteCandidate>,
    /// Distance of the picture to the present one; see [`TexelCounts::distance`].
    ///
    /// [`TexelCounts::distance`]: crate::scene::TexelCounts::distance
    pub distance: f32,
    /// The palette has no colour for some texels.
    pub is_short: bool,
}

/// See the [module](self).
#[derive(Default)]
pub struct Rows {
    pub sort: SortBy,
    all: Vec<Row>,
    order: Vec<usize>,
    /// Texture and number of the search that the rows belong to.
    made_for: Option<(Arc<Basis>, u64)>,
}

impl Rows {
    /// An empty list in this order.
    pub fn sorted(sort: SortBy) -> Self {
        Self { sort, ..Self::default() }
    }

    /// Takes new palettes from their source; `true` if the list changed.
    pub fn update(&mut self, basis: &Arc<Basis>, source: &mut Source) -> bool {
        let number = source.number();
        let is_same =
            |(own, search): &(Arc<Basis>, u64)| Arc::ptr_eq(own, basis) && *search == number;
        let is_new = !self.made_for.as_ref().is_some_and(is_same);
        if is_new {
            self.made_for = Some((basis.clone(), number));
            self.all.clear();
            self.order.clear();
        }
        let candidates = source.palettes(basis);
        if candidates.len() == self.all.len() {
            return is_new;
        }
        let needed = basis.counts.needed();
        for candidate in candidates.iter().skip(self.all.len()) {
            self.all.push(Row {
                number: self.all.len(),
                distance: basis.counts.distance(&basis.drawn, &candidate.loaded),
                is_short: candidate.loaded.len() < needed,
                candidate: candidate.clone(),
            });
        }
        self.sort_by(self.sort);
        true
    }

    pub fn sort_by(&mut self, sort: SortBy) {
        self.sort = sort;
        self.order = (0..self.all.len()).collect();
        let all = &self.all;
        self.order.sort_by(|one, other| {
            let (Some(one), Some(other)) = (all.get(*one), all.get(*other)) else {
                return Ordering::Equal;
            };
            let by_distance = match sort {
                SortBy::Stored => Ordering::Equal,
                SortBy::Distance => one.distance.total_cmp(&other.distance),
            };
            one.is_short.cmp(&other.is_short).then(by_distance)
        });
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All rows as stored.
    pub fn all(&self) -> &[Row] {
        &self.all
    }

    pub fn get(&self, number: usize) -> Option<&Row> {
        self.all.get(number)
    }

    /// Numbers of the palettes in the order of the list.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Position of a palette in the order.
    pub fn position(&self, number: usize) -> Option<usize> {
        self.order.iter().position(|other| *other == number)
    }

    /// Number of a palette, which is also found after its file was re-read.
    pub fn find(&self, candidate: Option<&PaletteCandidate>) -> Option<usize> {
        let candidate = candidate?;
        let is_it = |row: &Row| {
            let own = &row.candidate;
            (own.palette, &own.file) == (candidate.palette, &candidate.file)
        };
        self.all.iter().position(is_it)
    }
}
