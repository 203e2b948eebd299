//! Corners of faces: positions, texture coordinates, normals and colours.

use std::collections::HashSet;

use glam::Vec3;

use super::axes::Axes;
use super::builder::rgb;
use super::entry::Entry;
use super::origins::{Item, SpanList};
use super::walk::{Element, Walk};
use crate::bytes::Severity;
use crate::scene::{Mesh, NO_CORNER};

/// Keys of corners, with the numbers per corner.
const KEYS: [(&str, usize); 8] = [
    ("position", 1),
    ("xyz", 3),
    ("uv", 2),
    ("uv-index", 1),
    ("normal", 3),
    ("normal-index", 1),
    ("colour", 3),
    ("colour-index", 1),
];

/// A corner of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub position: u32,
    pub normal: u32,
    pub uv: [f64; 2],
    pub colour: Option<[u8; 3]>,
}

/// Lists of a mesh that corners refer to.
#[derive(Default)]
pub(super) struct Pools {
    pub uvs: Vec<[f64; 2]>,
    pub uvs_are_texels: bool,
    pub colours: Vec<[u8; 3]>,
    /// Positions and normals without finite numbers, which are 0 in the mesh.
    bad_positions: HashSet<u32>,
    bad_normals: HashSet<u32>,
    /// Number of normals in the pool; others follow.
    normals: usize,
    pub position_spans: SpanList,
    /// Memory of what is not part of the mesh.
    memory: usize,
}

impl Pools {
    /// Reads the pools of a mesh.
    pub fn read(
        walk: &mut Walk<'_>,
        entry: &Entry,
        element: &Element,
        axes: Axes,
        mesh: &mut Mesh,
        room: usize,
    ) -> Self {
        let mut pools = Self::default();
        for pool in entry.entries("positions") {
            walk.each(pool, element, &mut |walk, at| {
                if mesh.positions.len() >= room {
                    return walk.limit(pool, at, format!("expected at most {room} more positions"));
                }
                let position = walk.vector(pool, "xyz", at).map(|xyz| axes.vector(xyz));
                let position = position.filter(|position| position.is_finite());
                if position.is_none() {
                    pools.bad_positions.extend(u32::try_from(mesh.positions.len()));
                }
                mesh.positions.push(position.unwrap_or_default());
                pools.position_spans.push(walk.reader, walk.source, at.item);
                walk.count_spans(&mut pools.position_spans);
            });
        }
        for pool in entry.entries("normals") {
            walk.each(pool, element, &mut |walk, at| {
                let normal = walk.vector(pool, "xyz", at).map(|xyz| axes.vector(xyz));
                let normal = normal.filter(|normal| normal.is_finite());
                if normal.is_none() {
                    pools.bad_normals.extend(u32::try_from(mesh.normals.len()));
                }
                mesh.normals.push(normal.unwrap_or_default().normalize_or_zero());
            });
        }
        pools.normals = mesh.normals.len();
        for pool in entry.entries("uvs") {
            pools.uvs_are_texels = walk.word(pool, "unit", element).as_deref() == Some("texels");
            walk.each(pool, element, &mut |walk, at| {
                pools.uvs.push(walk.vector(pool, "uv", at).unwrap_or([f64::NAN; 2]));
            });
        }
        for pool in entry.entries("colours") {
            let mut channels = Vec::new();
            walk.each(pool, element, &mut |walk, at| {
                walk.numbers(pool, "colour", at, &mut channels);
                pools.colours.push(rgb(&channels).unwrap_or([u8::MAX; 3]));
            });
        }
        let (uvs, colours) = (size_of_val(&pools.uvs[..]), size_of_val(&pools.colours[..]));
        pools.memory = uvs + colours;
        pools
    }

    /// Releases the memory of what is not part of the mesh.
    pub fn release_memory(&mut self, walk: &mut Walk<'_>) {
        walk.release_memory(std::mem::take(&mut self.memory));
    }
}

/// Numbers of all corners of a face, by key.
#[derive(Default)]
pub(super) struct Lists {
    lists: [Vec<f64>; KEYS.len()],
    /// Origins of the corners, if they are elements.
    items: Vec<Item>,
    one: Vec<f64>,
    /// Memory that was taken.
    memory: usize,
}

impl Lists {
    /// Reads the numbers of a face. Returns the number of its corners.
    pub fn read(&mut self, walk: &mut Walk<'_>, corners: &Entry, face: &Element) -> usize {
        self.lists.iter_mut().for_each(Vec::clear);
        self.items.clear();
        if corners.has("each") {
            walk.each(corners, face, &mut |walk, corner| {
                self.items.push(corner.item);
                self.add(walk, corners, corner);
                self.take_memory(walk);
            });
            return self.items.len();
        }
        for ((key, _), list) in KEYS.iter().zip(&mut self.lists) {
            walk.numbers(corners, key, face, list);
        }
        self.take_memory(walk);
        let [positions, xyz, ..] = &self.lists;
        let count = positions.len().max(xyz.len() / 3);
        for ((key, size), list) in KEYS.iter().zip(&mut self.lists) {
            let (expected, found) = (size * count, list.len());
            if found != expected && corners.has(key) {
                let message = || format!("expected {expected} numbers in `{key}`, found {found}");
                if let Some(code) = corners.code(key) {
                    walk.report(code, "count", Severity::Error, face, message);
                }
                list.resize(expected, f64::NAN);
            }
        }
        count
    }

    /// Takes the memory of the numbers and of the corners that are made of them.
    fn take_memory(&mut self, walk: &mut Walk<'_>) {
        let [positions, xyz, ..] = &self.lists;
        let corners = positions.len().max(xyz.len() / 3) * size_of::<Option<Corner>>();
        let numbers = self.lists.iter().map(Vec::len).sum::<usize>() * size_of::<f64>();
        let size = corners + numbers + self.items.len() * size_of::<Item>();
        if size > self.memory {
            walk.take_memory(size - self.memory);
            self.memory = size;
        }
    }

    /// Releases the memory that was taken.
    pub fn release_memory(&mut self, walk: &mut Walk<'_>) {
        walk.release_memory(std::mem::take(&mut self.memory));
    }

    /// Adds the numbers of a corner that is an element.
    fn add(&mut self, walk: &mut Walk<'_>, corners: &Entry, corner: &Element) {
        for ((key, size), list) in KEYS.iter().zip(&mut self.lists) {
            if !corners.has(key) {
                continue;
            }
            walk.numbers(corners, key, corner, &mut self.one);
            // The opacity of a colour is not displayed.
            self.one.truncate(*size);
            self.one.resize(*size, f64::NAN);
            list.extend_from_slice(&self.one);
        }
    }

    /// Numbers of a corner; `None` if the face does not have the key.
    fn numbers<const N: usize>(&self, key: &str, corner: usize) -> Option<[f64; N]> {
        let at = KEYS.iter().position(|(name, _)| *name == key)?;
        let list = self.lists.get(at)?;
        let found = list.get(corner.checked_mul(N)?..)?.first_chunk::<N>().copied();
        found.or_else(|| (!list.is_empty()).then_some([f64::NAN; N]))
    }

    /// A corner of the face, which may add a position and a normal to the mesh.
    ///
    /// # Errors
    /// A message about an index out of range or a number that is not finite.
    pub fn corner(
        &self,
        walk: &Walk<'_>,
        at: usize,
        face: &Element,
        axes: Axes,
        pools: &mut Pools,
        mesh: &mut Mesh,
    ) -> Result<Corner, String> {
        let uv = match self.numbers::<1>("uv-index", at) {
            Some([index]) => *element(&pools.uvs, index, "uv-index")?,
            None => self.numbers("uv", at).unwrap_or_default(),
        };
        if !uv.iter().all(|part| part.is_finite() && (*part as f32).is_finite()) {
            return Err("expected finite texture coordinates".to_owned());
        }
        let colour = match self.numbers::<1>("colour-index", at) {
            Some([index]) => Some(*element(&pools.colours, index, "colour-index")?),
            None => self.numbers::<3>("colour", at).and_then(|channels| rgb(&channels)),
        };
        let normal = self.normal(at, axes, pools, mesh)?;
        let position = match self.numbers::<3>("xyz", at) {
            None => self.pool_position(at, pools, mesh)?,
            Some(xyz) => {
                let xyz = axes.vector(xyz);
                if !xyz.is_finite() {
                    return Err("expected finite coordinates".to_owned());
                }
                mesh.positions.push(xyz);
                let item = self.items.get(at).copied().unwrap_or(face.item);
                pools.position_spans.push(walk.reader, walk.source, item);
                u32::try_from(mesh.positions.len() - 1).unwrap_or(NO_CORNER)
            }
        };
        Ok(Corner { position, normal, uv, colour })
    }

    fn pool_position(&self, at: usize, pools: &Pools, mesh: &Mesh) -> Result<u32, String> {
        let [index] = self.numbers::<1>("position", at).unwrap_or([f64::NAN]);
        element(&mesh.positions, index, "position")?;
        let index = index as u32;
        match pools.bad_positions.contains(&index) {
            true => Err(format!("position {index} has no finite coordinates")),
            false => Ok(index),
        }
    }

    fn normal(&self, at: usize, axes: Axes, pools: &Pools, mesh: &mut Mesh) -> Result<u32, String> {
        if let Some([index]) = self.numbers::<1>("normal-index", at) {
            let pool = mesh.normals.get(..pools.normals).unwrap_or_default();
            element(pool, index, "normal-index")?;
            let index = index as u32;
            return match pools.bad_normals.contains(&index) {
                true => Err(format!("normal {index} has no finite coordinates")),
                false => Ok(index),
            };
        }
        let Some(normal) = self.numbers::<3>("normal", at) else { return Ok(NO_CORNER) };
        let normal: Vec3 = axes.vector(normal);
        if !normal.is_finite() {
            return Err("expected a finite normal".to_owned());
        }
        let Some(normal) = normal.try_normalize() else { return Ok(NO_CORNER) };
        mesh.normals.push(normal);
        Ok(u32::try_from(mesh.normals.len() - 1).unwrap_or(NO_CORNER))
    }
}

/// Element of a pool.
fn element<'p, T>(pool: &'p [T], index: f64, key: &str) -> Result<&'p T, String> {
    let whole = index.fract() == 0.0 && index >= 0.0;
    let found = if whole { pool.get(index as usize) } else { None };
    found.ok_or_else(|| format!("expected `{key}` below {}, found {index}", pool.len()))
}
