//! Changes lists of records and renumbers the remaining elements.

use super::{EditResult, ListChange, Refusal};
use crate::bytes::Endian;
use crate::bytes::layout::{self, Layout, ListEdit};

/// Elements of one list that are copied to its end or removed.
#[derive(Clone, Copy, Debug)]
pub struct Elements<'a> {
    /// Path of the list.
    pub list: &'a str,
    /// `true` if the elements are removed.
    pub go: bool,
    paths: &'a [String],
}

impl<'a> Elements<'a> {
    /// The elements of a change.
    ///
    /// # Errors
    /// When something new is to be added, or the paths are not all in one list.
    pub fn of(change: &ListChange<'a>) -> EditResult<Self> {
        let (paths, go) = match *change {
            ListChange::Copy(paths) => (paths, false),
            ListChange::Remove(paths) => (paths, true),
            ListChange::Add { list, .. } => {
                let why = "elements can only be copied, not added from a file";
                return Err(Refusal(format!("{list}: {why}")));
            }
        };
        let first = paths.first().map_or("", String::as_str);
        let list = list_of(paths).ok_or_else(|| unchangeable(first))?;
        Ok(Self { list, go, paths })
    }

    /// Path of the first element.
    pub fn first(&self) -> &'a str {
        self.paths.first().map_or("", String::as_str)
    }

    /// Indices of the elements in the list, which has `len` elements: sorted, without duplicates.
    ///
    /// # Errors
    /// When an element does not exist.
    pub fn places(&self, len: usize) -> EditResult<Vec<usize>> {
        elements(self.paths, self.list, len).ok_or_else(|| unchangeable(self.first()))
    }

    /// Applies the change to a list to which no indices refer.
    ///
    /// # Errors
    /// When an element does not exist.
    pub fn apply<T: Clone>(&self, list: &mut Vec<T>) -> EditResult<()> {
        let places = self.places(list.len())?;
        match self.go {
            true => Renumbered::without(&places).apply(list),
            false => copy(list, &places),
        }
        Ok(())
    }
}

/// Changes a list of `value` if it is one of `lists`, to which no indices refer. In their paths `[*]`
/// stands for any index.
///
/// # Errors
/// When it is another list, or an element does not exist.
pub fn change_layout<T: Layout>(
    value: &mut T,
    endian: Endian,
    change: &ListChange<'_>,
    lists: &[&str],
) -> EditResult<()> {
    let asked = Elements::of(change)?;
    if !lists.iter().any(|list| matches_pattern(asked.list, list)) {
        return Err(unchangeable(asked.first()));
    }
    let places = asked.places(usize::MAX)?;
    let change = if asked.go { ListEdit::Remove(&places) } else { ListEdit::Copy(&places) };
    Ok(layout::relist(value, endian, asked.list, change, ())?)
}

/// `true` if a path matches a pattern in which `[*]` stands for any index.
fn matches_pattern(path: &str, pattern: &str) -> bool {
    let mut rest = path;
    for (number, part) in pattern.split("[*]").enumerate() {
        if number > 0 {
            let behind = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
            match behind {
                Some((index, behind)) if index.parse::<usize>().is_ok() => rest = behind,
                _ => return false,
            }
        }
        match rest.strip_prefix(part) {
            Some(behind) => rest = behind,
            None => return false,
        }
    }
    rest.is_empty()
}

/// The indices of these paths in the list at `list` with `len` elements, sorted and without duplicates;
/// `None` if a path is not an element of it.
pub fn elements(paths: &[String], list: &str, len: usize) -> Option<Vec<usize>> {
    let index = |path: &String| element(path, list).filter(|index| *index < len);
    let mut all = paths.iter().map(index).collect::<Option<Vec<_>>>()?;
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// The index in `list[3]`.
pub fn element(path: &str, list: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The list of which all these paths are elements.
pub fn list_of(paths: &[String]) -> Option<&str> {
    let list = |path: &'_ String| path.rfind('[').filter(|_| path.ends_with(']'));
    let first = paths.first()?;
    let name = first.get(..list(first)?)?;
    paths.iter().all(|path| list(path).and_then(|at| path.get(..at)) == Some(name)).then_some(name)
}

/// Refuses a change of this list.
pub fn unchangeable(what: &str) -> Refusal {
    Refusal(format!("{what}: elements of this list can be neither added nor removed"))
}

/// New indices of a list's elements after some were removed.
#[derive(Clone, Debug)]
pub struct Renumbered {
    /// Indices of the removed elements, sorted.
    gone: Vec<usize>,
}

impl Renumbered {
    /// Renumbering after removal of the elements with these indices, which are sorted and unique.
    pub fn without(gone: &[usize]) -> Self {
        Self { gone: gone.to_vec() }
    }

    /// The new index of an element; `None` if it was removed.
    pub fn of(&self, index: usize) -> Option<usize> {
        let before = self.gone.partition_point(|gone| *gone < index);
        (self.gone.get(before) != Some(&index)).then(|| index - before)
    }

    /// Like [`Renumbered::of`], for a stored index into a list of `len` elements. An index outside the
    /// list is unchanged.
    pub fn count<N: TryFrom<usize> + TryInto<usize> + Copy>(
        &self,
        number: N,
        len: usize,
    ) -> Option<N> {
        let index = number.try_into().ok().filter(|index| *index < len);
        match index {
            Some(index) => self.of(index).and_then(|index| N::try_from(index).ok()),
            None => Some(number),
        }
    }

    /// Removes the elements from `list`.
    pub fn apply<T>(&self, list: &mut Vec<T>) {
        let mut index = 0;
        list.retain(|_| {
            index += 1;
            self.of(index - 1).is_some()
        });
    }
}

/// Appends copies of the elements with these indices.
pub fn copy<T: Clone>(list: &mut Vec<T>, indices: &[usize]) {
    let copies: Vec<T> = indices.iter().filter_map(|index| list.get(*index).cloned()).collect();
    list.extend(copies);
}
