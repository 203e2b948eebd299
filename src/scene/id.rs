//! Typed ids of scene elements: an [`Id`] is the index of an element in its [`List`], and an id of a mesh
//! cannot be used for a node.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Index of an element in the list of its kind, from 0.
pub struct Id<T>(u32, PhantomData<fn() -> T>);

impl<T> Id<T> {
    /// Id of no element.
    pub const NONE: Self = Self::new(u32::MAX);

    /// Id with this number.
    pub const fn new(number: u32) -> Self {
        Self(number, PhantomData)
    }

    /// Id of the element at a position; [`Id::NONE`] if it exceeds the range of ids.
    pub fn at(position: usize) -> Self {
        u32::try_from(position).map_or(Self::NONE, Self::new)
    }

    /// The number itself.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Index in the list, and in every other list with one entry per element.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id `count` elements further on.
    pub fn plus(self, count: usize) -> Self {
        Self::at(self.index().saturating_add(count))
    }

    /// The new id after its list was appended to another list, in which it begins at `first`.
    pub fn behind(self, first: Self) -> Self {
        Self::new(self.0.saturating_add(first.0))
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> Default for Id<T> {
    fn default() -> Self {
        Self::new(0)
    }
}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(Self::new)
    }
}

/// Elements of one kind, accessed by id.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct List<T>(Vec<T>);

impl<T> List<T> {
    /// Element with this id; `None` if it does not exist.
    pub fn get(&self, id: Id<T>) -> Option<&T> {
        self.0.get(id.index())
    }

    /// Mutable element with this id; `None` if it does not exist.
    pub fn get_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        self.0.get_mut(id.index())
    }

    /// Appends an element and returns its id.
    pub fn push(&mut self, thing: T) -> Id<T> {
        let id = self.next_id();
        self.0.push(thing);
        id
    }

    /// Id of the next element to be added.
    pub fn next_id(&self) -> Id<T> {
        Id::at(self.0.len())
    }

    /// Ids of all elements, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id<T>> + ExactSizeIterator + use<T> {
        (0..self.next_id().number()).map(Id::new)
    }

    /// All elements with their ids, in order.
    pub fn pairs(&self) -> impl DoubleEndedIterator<Item = (Id<T>, &T)> {
        self.ids().zip(&self.0)
    }

    /// Id of the first element for which `is_it` holds.
    pub fn find(&self, is_it: impl FnMut(&T) -> bool) -> Option<Id<T>> {
        self.0.iter().position(is_it).map(Id::at)
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(things: Vec<T>) -> Self {
        Self(things)
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        Self(things.into_iter().collect())
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut List<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
