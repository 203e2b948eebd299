//! Integers stored in float attributes, as editors return them.

use super::super::attributes::FLOAT_BITS;
use super::file::Numbers;

/// An integer in one float or two.
pub(super) struct StoredInteger {
    low: Numbers,
    high: Option<Numbers>,
}

/// Reason why the vertices of a face do not yield one number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberError {
    /// A fraction.
    Averaged,
    /// The vertices have different numbers.
    Several,
    /// Not a number, or negative.
    Unstorable,
}

impl StoredInteger {
    /// Lower bits, and upper bits if the attribute exists.
    pub fn new(low: Numbers, high: Option<Numbers>) -> Self {
        Self { low, high }
    }

    /// The number that all of these vertices have; vertices without the attribute have the old value
    /// `was`.
    pub fn one_of(&self, vertices: [usize; 3], was: u32) -> Result<u32, NumberError> {
        let row = |vertex: usize| {
            let parts = [Some(&self.low), self.high.as_ref()].into_iter().flatten();
            parts.filter_map(move |numbers| numbers.first(vertex))
        };
        let all = || vertices.into_iter().flat_map(row);
        let is_none = |number: f32| number.fract() == 0.0 && whole(number).is_none();
        if all().any(|number| !number.is_finite() || number < 0.0 || is_none(number)) {
            return Err(NumberError::Unstorable);
        }
        if all().any(|number| whole(number).is_none()) {
            return Err(NumberError::Averaged);
        }
        let [first, second, third] = vertices.map(|vertex| self.get(vertex, was).unwrap_or(was));
        if first == second && second == third { Ok(first) } else { Err(NumberError::Several) }
    }

    /// Number of a vertex. Missing upper bits are taken from `was`.
    pub fn get(&self, vertex: usize, was: u32) -> Option<u32> {
        let low = whole(self.low.first(vertex)?)?;
        let high = match &self.high {
            Some(high) => whole(high.first(vertex)?)?.checked_shl(FLOAT_BITS)?,
            None => was >> FLOAT_BITS << FLOAT_BITS,
        };
        Some(low | high)
    }
}

/// An integer that a float represents exactly; `None` if an editor averaged it.
pub(super) fn whole(number: f32) -> Option<u32> {
    let is_one = number.fract() == 0.0 && (0.0..(1u32 << FLOAT_BITS) as f32).contains(&number);
    is_one.then_some(number as u32)
}
