//! What becomes of a list when elements of it go: where the others stand then.

use super::{ListChange, Refusal};
use crate::bytes::Endian;
use crate::bytes::layout::{self, Layout, Relist};

/// Elements of one list, and what becomes of them: once more at its end, or gone.
#[derive(Clone, Copy, Debug)]
pub struct Elements<'a> {
    /// Path of the list.
    pub list: &'a str,
    /// Whether they go.
    pub go: bool,
    paths: &'a [String],
}

impl<'a> Elements<'a> {
    /// What is asked for.
    ///
    /// # Errors
    /// Where something new is to be added, or the paths lead into several lists or into none.
    pub fn of(change: &ListChange<'a>) -> Result<Self, Refusal> {
        let (paths, go) = match *change {
            ListChange::Copy(paths) => (paths, false),
            ListChange::Remove(paths) => (paths, true),
            ListChange::Add { list, .. } => {
                let why = "nothing is added from a file, only copied";
                return Err(Refusal(format!("{list}: {why}")));
            }
        };
        let first = paths.first().map_or("", String::as_str);
        let list = list_of(paths).ok_or_else(|| stays(first))?;
        Ok(Self { list, go, paths })
    }

    /// Path of the first.
    pub fn first(&self) -> &'a str {
        self.paths.first().map_or("", String::as_str)
    }

    /// Their places in the list, which has `len` elements: in order, each once.
    ///
    /// # Errors
    /// Where there is no such element.
    pub fn places(&self, len: usize) -> Result<Vec<usize>, Refusal> {
        elements(self.paths, self.list, len).ok_or_else(|| stays(self.first()))
    }

    /// Carries it out, for a list into which nothing counts.
    ///
    /// # Errors
    /// Where there is no such element.
    pub fn carry_out<T: Clone>(&self, list: &mut Vec<T>) -> Result<(), Refusal> {
        let places = self.places(list.len())?;
        match self.go {
            true => Renumbered::without(&places).apply(list),
            false => copy(list, &places),
        }
        Ok(())
    }
}

/// Changes a list of `value` that is one of `lists`, into which nothing counts; in their paths `[*]` stands
/// for any element.
///
/// # Errors
/// Where it is none of them, or there is no such element.
pub fn change_layout<T: Layout>(
    value: &mut T,
    endian: Endian,
    change: &ListChange<'_>,
    lists: &[&str],
) -> Result<(), Refusal> {
    let asked = Elements::of(change)?;
    if !lists.iter().any(|list| is_alike(asked.list, list)) {
        return Err(stays(asked.first()));
    }
    let places = asked.places(usize::MAX)?;
    let change = if asked.go { Relist::Remove(&places) } else { Relist::Copy(&places) };
    Ok(layout::relist(value, endian, asked.list, change, ())?)
}

/// Whether a path is of a pattern in which `[*]` stands for any element.
fn is_alike(path: &str, pattern: &str) -> bool {
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

/// The elements of the list at `list`, of which there are `len`, that these paths name, in order and
/// each once; `None` where one names something else.
pub fn elements(paths: &[String], list: &str, len: usize) -> Option<Vec<usize>> {
    let index = |path: &String| element(path, list).filter(|index| *index < len);
    let mut all = paths.iter().map(index).collect::<Option<Vec<_>>>()?;
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// The 3 of `list[3]`.
pub fn element(path: &str, list: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The list in which every one of these paths is an element.
pub fn list_of(paths: &[String]) -> Option<&str> {
    let list = |path: &'_ String| path.rfind('[').filter(|_| path.ends_with(']'));
    let first = paths.first()?;
    let name = first.get(..list(first)?)?;
    paths.iter().all(|path| list(path).and_then(|at| path.get(..at)) == Some(name)).then_some(name)
}

/// A sentence for what is no list that can be changed so.
pub fn stays(what: &str) -> Refusal {
    Refusal(format!("{what} stays as it is: nothing can be added to it or taken away"))
}

/// Where the elements of a list stand once some of them are gone.
#[derive(Clone, Debug)]
pub struct Renumbered {
    /// In order.
    gone: Vec<usize>,
}

impl Renumbered {
    /// Without these, which come in order and each once.
    pub fn without(gone: &[usize]) -> Self {
        Self { gone: gone.to_vec() }
    }

    /// Where an element stands now; `None` where it is gone.
    pub fn of(&self, index: usize) -> Option<usize> {
        let before = self.gone.partition_point(|gone| *gone < index);
        (self.gone.get(before) != Some(&index)).then(|| index - before)
    }

    /// The same of a number that counts into a list of `len`; one that is no element of it means what
    /// it meant.
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

    /// Takes the elements that go out of `list`.
    pub fn apply<T>(&self, list: &mut Vec<T>) {
        let mut index = 0;
        list.retain(|_| {
            index += 1;
            self.of(index - 1).is_some()
        });
    }
}

/// The elements of `list` with these indices once more, at its end.
pub fn copy<T: Clone>(list: &mut Vec<T>, indices: &[usize]) {
    let copies: Vec<T> = indices.iter().filter_map(|index| list.get(*index).cloned()).collect();
    list.extend(copies);
}
