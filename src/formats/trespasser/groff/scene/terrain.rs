//! The terrain that a level names, with its base texture, and the pieces laid on it.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Mat4, Vec2, Vec3};

use super::level::{Level, LevelInstance};
use super::mesh::{self, Corner, Meshes};
use super::scene_builder::Draft;
use super::{companion, maps};
use crate::bytes::{Severity, Source, count32};
use crate::container::Context;
use crate::formats::trespasser::pid::TexturePack;
use crate::formats::trespasser::wtd::{Terrain, finest_mesh, ground as ground_material};
use crate::formats::trespasser::{Game, SPREAD};
use crate::scene::{Face, Faces, HeightField, LayerKind, Mesh, Node, PackedInts, Texture};

/// The ground on which terrain pieces are laid.
pub struct Ground {
    positions: Vec<Vec3>,
    /// One per position.
    normals: Vec<Vec3>,
    /// Corners of each triangle, counter-clockwise from above.
    triangles: Vec<[u32; 3]>,
    grid: Grid,
    /// All values of `Height`: pieces with greater values are on top.
    steps: Vec<i32>,
    /// Total number of pieces, and number laid so far: later ones are on top.
    pieces: (usize, usize),
    /// Number of faces that may still be laid.
    left: usize,
}

/// Maximum number of faces of all pieces: several times that of the largest level.
const MAX_FACES: usize = 1 << 20;
/// Metres between stacked pieces, so that the top one is visible.
const LIFT: f32 = 0.03;

/// Adds the terrain; `None` if the level has none, or the file is missing.
pub fn add(level: &Level<'_>, meshes: &Meshes, draft: &mut Draft<'_>) -> Option<Ground> {
    let placed = level.instances.iter().find_map(|instance| {
        let facts = level.facts(instance);
        let file = facts.file.as_deref().filter(|_| facts.is_class("TerrainPlacement"))?;
        Some((instance, file.to_owned()))
    });
    let (instance, file) = placed?;
    let read =
        find(&file, level.file.source.stem(), draft.context).and_then(|(source, instead)| {
            let file = companion::read::<Terrain>(&source, draft.context);
            let failed = |why| format!("the terrain {} cannot be read: {why}", source.file_name());
            Ok((file.map_err(failed)?, instead))
        });
    let file = match read {
        Ok((file, instead)) => {
            if let Some(message) = instead {
                draft.report(Severity::Warning, instance.origin.span, message);
            }
            file
        }
        Err(message) => {
            draft.report(Severity::Warning, instance.origin.span, message);
            return None;
        }
    };
    let mut mesh = finest_mesh(&file);
    let scene = &mut draft.scene;
    let layer = scene.layer("Terrain", LayerKind::Drawn, true);
    let base = meshes.of(level, instance).and_then(|mesh| scene.meshes.get(mesh));
    let base = base.and_then(|mesh| mesh.faces.first()).map(|face| (face.material, face.colours));
    let ground = scene.materials.next_id();
    if base.is_none() {
        scene.materials.push(ground_material());
    }
    mesh.faces.update(|_, face| {
        face.layer = 0;
        (face.material, face.colours) = base.unwrap_or((ground, face.colours));
    });
    mesh.face_values = vec![PackedInts::repeated(0, mesh.faces.len()); scene.face_fields.len()];
    let leaf = file.source.stem().to_owned();
    mesh.name = leaf.clone();
    let ground = Ground::new(&mesh, level);
    let origin = file.whole();
    scene.height_fields.push(HeightField {
        name: format!("{leaf} heights"),
        vertices: file.records.heights().len() as u64,
        data: Arc::new(file.records.clone()),
        origin: origin.clone(),
    });
    let mesh = Some(scene.meshes.push(mesh));
    scene.nodes.push(Node { name: leaf, mesh, layer, origin, ..Node::default() });
    Some(ground)
}

/// The level's name for its terrain, without folders and extension.
fn bare(file: &str) -> &str {
    let leaf = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let dot = leaf.len().saturating_sub(".wtd".len());
    match (leaf.get(..dot), leaf.get(dot..)) {
        (Some(stem), Some(end)) if end.eq_ignore_ascii_case(".wtd") => stem,
        _ => leaf,
    }
}

/// Opens the terrain `file` of the level `level`; the file may be packed. If it is missing (as for
/// one shipped level), opens another one and returns a message: a file named after the level, or
/// one with the same letters and another number.
fn find(file: &str, level: &str, context: Context<'_>) -> Result<(Source, Option<String>), String> {
    let stem = bare(file);
    let spelt = [format!("{stem}.wtd"), format!("{stem}.wtd_"), format!("{stem}.wt_")];
    let mut missed = None;
    for name in &spelt {
        match context.siblings.open(name) {
            Ok(source) => return Ok((source, None)),
            Err(miss) => missed = missed.or(Some(miss)),
        }
    }
    let letters = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
    let others = context.siblings.names_elsewhere(&SPREAD, &["wtd"]);
    let is_similar = |name: &&String| letters(bare(name)) == letters(stem);
    let mut others: Vec<String> = others.iter().filter(is_similar).cloned().collect();
    // Sorts names without a number last: they probably belong to another level.
    others.sort_by_key(|name| std::cmp::Reverse(name.to_lowercase()));
    others.insert(0, format!("{level}.wtd"));
    let looked_in = missed.map_or_else(String::new, |miss| miss.looked_in);
    let missing = format!("the terrain {stem}.wtd is not in {looked_in}");
    let found = others.iter().find_map(|name| context.siblings.open(name).ok());
    let source = found.ok_or_else(|| missing.clone())?;
    let message = format!("{missing}; {} is used instead", source.file_name());
    Ok((source, Some(message)))
}

/// The path of the level that uses the terrain in the file called `stem`, and the terrain's base texture
/// in that level.
pub fn under_terrain(stem: &str, context: Context<'_>) -> Option<(String, Option<Texture>)> {
    let game = Game::of(context);
    let context = game.context(context);
    let key = stem.to_ascii_lowercase();
    let names = context.siblings.names_elsewhere(&SPREAD, &["grf", "grf_", "gr_"]);
    let is_similar = |name: &&String| name.to_ascii_lowercase().starts_with(&key);
    let similar = names.iter().filter(is_similar).find_map(|name| terrain_in(name, &key, context));
    // Usually the level has the name of its terrain; otherwise all levels are read, once per folder.
    similar.or_else(|| {
        let made = context.siblings.of_game("levels by terrain", &SPREAD, &|| {
            Arc::new(levels_by_terrain(&names, context))
        });
        terrain_in(made.downcast_ref::<HashMap<String, String>>()?.get(&key)?, &key, context)
    })
}

/// Path of a level that uses this terrain, and its base texture there.
fn terrain_in(
    level: &str,
    terrain: &str,
    context: Context<'_>,
) -> Option<(String, Option<Texture>)> {
    let file = companion::open::<super::super::kinds::Level>(level, context).ok()?;
    let level = Level::of(&file)?;
    let (_, instance) = terrains(&level).find(|(name, _)| name == terrain)?;
    let texture = || {
        let pack = TexturePack::beside(file.source.stem(), context).0?;
        let (colour_map, id) = maps::first_map(&level, instance)?;
        pack.texture(pack.find(id)?, colour_map)
    };
    Some((file.source.name().to_owned(), texture()))
}

/// The first level that uses each terrain.
fn levels_by_terrain(levels: &[String], context: Context<'_>) -> HashMap<String, String> {
    let mut all = HashMap::new();
    for name in levels {
        let file = companion::open::<super::super::kinds::Level>(name, context).ok();
        let level = file.as_deref().and_then(Level::of);
        for (terrain, _) in level.iter().flat_map(terrains) {
            all.entry(terrain).or_insert_with(|| name.clone());
        }
    }
    all
}

/// Name of each terrain of a level, in lower case and without extension, and its instance.
fn terrains<'l>(level: &'l Level<'_>) -> impl Iterator<Item = (String, &'l LevelInstance)> {
    level.of_class("TerrainPlacement").map(|instance| {
        let file = level.facts(instance).file.as_deref().unwrap_or("");
        (bare(file).to_ascii_lowercase(), instance)
    })
}

/// Triangles by the squares of the map that they touch.
struct Grid {
    low: Vec2,
    size: Vec2,
    squares: Vec<Vec<u32>>,
}

impl Grid {
    /// Number of squares along a side.
    const SIDE: usize = 128;

    fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let flat = || positions.iter().map(|at| flat(*at));
        let low = flat().reduce(Vec2::min).unwrap_or_default();
        let high = flat().reduce(Vec2::max).unwrap_or_default();
        let size = ((high - low) / Self::SIDE as f32).max(Vec2::splat(1e-3));
        let mut grid = Self { low, size, squares: vec![Vec::new(); Self::SIDE * Self::SIDE] };
        for (index, corners) in (0u32..).zip(triangles) {
            let corners = corners.map(|corner| {
                positions.get(corner as usize).copied().map_or(Vec2::ZERO, self::flat)
            });
            for square in grid.around(&corners) {
                if let Some(list) = grid.squares.get_mut(square) {
                    list.push(index);
                }
            }
        }
        grid
    }

    /// The squares that the bounding box of these corners touches.
    fn around(&self, corners: &[Vec2]) -> Vec<usize> {
        let low = corners.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = corners.iter().copied().reduce(Vec2::max).unwrap_or_default();
        let square = |at: Vec2| {
            let at = ((at - self.low) / self.size).floor();
            // Clamped before the conversion to a square index.
            let side = |v: f32| v.clamp(0.0, Self::SIDE as f32 - 1.0) as usize;
            (side(at.x), side(at.y))
        };
        let ((left, bottom), (right, top)) = (square(low), square(high));
        (bottom..=top).flat_map(|y| (left..=right).map(move |x| y * Self::SIDE + x)).collect()
    }

    /// Triangles near these corners, without duplicates.
    fn near(&self, corners: &[Vec2]) -> Vec<u32> {
        let squares = self.around(corners).into_iter().filter_map(|at| self.squares.get(at));
        let mut all: Vec<u32> = squares.flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Top view: X right, the level's Y upwards.
fn flat(at: Vec3) -> Vec2 {
    Vec2::new(at.x, -at.z)
}

impl Ground {
    fn new(mesh: &Mesh, level: &Level<'_>) -> Self {
        let triangles: Vec<[u32; 3]> = mesh
            .faces
            .iter()
            .map(|face| {
                let [a, b, c, _] = face.corners;
                [a, b, c]
            })
            .collect();
        let grid = Grid::new(&mesh.positions, &triangles);
        let mut steps: Vec<i32> = level
            .of_class("CTerrainObj")
            .map(|instance| level.facts(instance).height.unwrap_or(0))
            .collect();
        let pieces = (steps.len(), 0);
        steps.sort_unstable();
        steps.dedup();
        let (positions, normals) = (mesh.positions.clone(), mesh.normals.clone());
        Self { positions, normals, triangles, grid, steps, pieces, left: MAX_FACES }
    }

    /// `true` if a position is above or below the terrain.
    pub fn is_under(&self, at: Vec3) -> bool {
        let high = self.grid.low + self.grid.size * Grid::SIDE as f32;
        let at = flat(at);
        at.cmpge(self.grid.low).all() && at.cmple(high).all()
    }

    /// Cuts the piece `mesh` at `local` along the ground's triangles and lays it on them; `None` if it
    /// does not overlap any. Its positions are in world space.
    pub fn lay(
        &mut self,
        level: &Level<'_>,
        instance: &LevelInstance,
        mesh: &Mesh,
        local: Mat4,
    ) -> Option<Mesh> {
        let height = level.facts(instance).height.unwrap_or(0);
        let step = (1 + self.steps.partition_point(|step| *step < height)) as f32;
        let (all, laid_before) = self.pieces;
        self.pieces.1 += 1;
        let lift = LIFT * (step + laid_before as f32 / all.max(1) as f32);
        let mut laid = Mesh {
            positions: Vec::new(),
            position_spans: Default::default(),
            normals: Vec::new(),
            normal_spans: Default::default(),
            faces: Faces::default(),
            face_values: vec![PackedInts::default(); mesh.face_values.len()],
            ..mesh.clone()
        };
        let mut faces = Vec::new();
        for (number, face) in mesh.faces.iter().enumerate() {
            for triangle in face.triangles() {
                let corners = triangle.map(|corner| {
                    let at =
                        face.corners.get(corner).and_then(|at| mesh.positions.get(*at as usize));
                    let at = local.transform_point3(at.copied().unwrap_or_default());
                    (flat(at), Vec2::from_array(face.uvs[corner]))
                });
                let before = faces.len();
                self.lay_triangle(corners, &face, lift, &mut laid, &mut faces);
                let added = faces.len() - before;
                for (values, list) in mesh.face_values.iter().zip(&mut laid.face_values) {
                    let value = values.get(number).unwrap_or(0);
                    list.extend(std::iter::repeat_n(value, added));
                }
            }
        }
        self.left = self.left.saturating_sub(faces.len());
        laid.faces = faces.into_iter().collect();
        (!laid.faces.is_empty()).then_some(laid)
    }

    fn lay_triangle(
        &self,
        mut corners: [(Vec2, Vec2); 3],
        face: &Face,
        lift: f32,
        laid: &mut Mesh,
        faces: &mut Vec<Face>,
    ) {
        let [a, b, c] = corners.map(|(at, _)| at);
        if !corners.iter().all(|(at, uv)| at.is_finite() && uv.is_finite()) {
            return;
        }
        if (b - a).perp_dot(c - a) < 0.0 {
            corners.swap(1, 2);
        }
        for index in self.grid.near(&[a, b, c]) {
            if faces.len() >= self.left {
                return;
            }
            let Some(triangle) = self.triangles.get(index as usize) else { continue };
            let ground =
                triangle.map(|at| self.positions.get(at as usize).copied().unwrap_or_default());
            let piece = clip(corners.to_vec(), ground.map(flat));
            if piece.len() < 3 {
                continue;
            }
            let normals =
                triangle.map(|at| self.normals.get(at as usize).copied().unwrap_or(Vec3::Y));
            let first = count32(laid.positions.len());
            let mut outline = Vec::with_capacity(piece.len());
            for (number, (at, uv)) in (first..).zip(&piece) {
                let shares = shares(ground.map(flat), *at);
                let height = mixed(ground, shares).y + lift;
                laid.positions.push(Vec3::new(at.x, height, -at.y));
                laid.normals.push(mixed(normals, shares).normalize_or(Vec3::Y));
                outline.push(Corner { position: number, normal: number, uv: uv.to_array() });
            }
            mesh::fan(&outline, *face, |face| faces.push(face));
        }
    }
}

/// The part of a convex polygon that is inside a triangle, both counter-clockwise.
fn clip(mut polygon: Vec<(Vec2, Vec2)>, triangle: [Vec2; 3]) -> Vec<(Vec2, Vec2)> {
    let [a, b, c] = triangle;
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let side = |at: Vec2| (to - from).perp_dot(at - from);
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (index, here) in polygon.iter().enumerate() {
            let Some(next) = polygon.get((index + 1) % polygon.len()) else { continue };
            let (now, then) = (side(here.0), side(next.0));
            if now >= 0.0 {
                kept.push(*here);
            }
            if (now > 0.0 && then < 0.0) || (now < 0.0 && then > 0.0) {
                let part = now / (now - then);
                kept.push((here.0.lerp(next.0, part), here.1.lerp(next.1, part)));
            }
        }
        polygon = kept;
        if polygon.len() < 3 {
            return Vec::new();
        }
    }
    // Relative to a corner: far from the origin, products of positions lose too many digits.
    let from = polygon.first().map_or(Vec2::ZERO, |(at, _)| *at);
    let doubled: f32 = polygon
        .windows(2)
        .map(|pair| match pair {
            [one, two] => (one.0 - from).perp_dot(two.0 - from),
            _ => 0.0,
        })
        .sum();
    // Drops slivers where two triangles only touch.
    if doubled > 1e-6 { polygon } else { Vec::new() }
}

/// Barycentric coordinates of a point in the plane of a triangle; (1, 0, 0) if its area is 0.
fn shares([a, b, c]: [Vec2; 3], at: Vec2) -> [f32; 3] {
    let (right, up, to) = (b - a, c - a, at - a);
    let area = right.perp_dot(up);
    if area.abs() < 1e-12 {
        return [1.0, 0.0, 0.0];
    }
    let (along, across) = (to.perp_dot(up) / area, right.perp_dot(to) / area);
    [1.0 - along - across, along, across]
}

fn mixed([a, b, c]: [Vec3; 3], [of_a, of_b, of_c]: [f32; 3]) -> Vec3 {
    a * of_a + b * of_b + c * of_c
}
