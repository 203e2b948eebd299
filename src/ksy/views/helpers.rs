//! Points, lines and boxes.

use glam::Vec3;

use super::builder::SceneBuilder;
use super::entry::Entry;
use super::walk::{Element, Walk};
use crate::bytes::Severity;
use crate::scene::{Helper, HelperId, HelperShape, LayerKind};

/// Builds the shape of an element.
type Shape = fn(&SceneBuilder, &mut Walk<'_>, &Entry, &Element) -> Option<HelperShape>;

/// Keys of the entries, their layers and their shapes.
pub(super) const KINDS: [(&str, &str, Shape); 3] =
    [("points", "Points", point), ("lines", "Lines", line), ("boxes", "Boxes", cuboid)];

impl SceneBuilder {
    pub(super) fn helpers(
        &mut self,
        walk: &mut Walk<'_>,
        entry: &Entry,
        root: &Element,
        (layer, shape): (&str, Shape),
    ) {
        let layer = self.scene.layer(layer, LayerKind::Helper, true);
        walk.each(entry, root, &mut |walk, element| {
            if !self.has_room(walk, entry, element, self.scene.helpers.len()) {
                return;
            }
            let Some(shape) = shape(self, walk, entry, element) else { return };
            if !shape.points().iter().all(|point| point.is_finite()) {
                let code = entry.settings.iter().find_map(|(key, _)| entry.code(key));
                if let Some(code) = code {
                    let message = || "expected finite numbers".to_owned();
                    walk.report(code, "finite", Severity::Error, element, message);
                }
                return;
            }
            let colour = self.colour(walk, entry, "colour", element);
            let (name, origin) = (walk.name(entry, element), walk.origin(element));
            let id: HelperId = self.scene.helpers.push(Helper { name, layer, shape, origin });
            self.scene.tints.extend(colour.map(|colour| (id, colour)));
        });
    }
}

fn point(
    builder: &SceneBuilder,
    walk: &mut Walk<'_>,
    entry: &Entry,
    element: &Element,
) -> Option<HelperShape> {
    let at = builder.axes.vector(walk.vector(entry, "at", element)?);
    if let Some(radius) = walk.number(entry, "radius", element) {
        return Some(HelperShape::Sphere { centre: at, radius: radius as f32 });
    }
    let heading = walk.vector(entry, "heading", element);
    let heading = heading.and_then(|heading| builder.axes.vector(heading).try_normalize());
    Some(HelperShape::Point { at, heading })
}

fn line(
    builder: &SceneBuilder,
    walk: &mut Walk<'_>,
    entry: &Entry,
    element: &Element,
) -> Option<HelperShape> {
    let mut points: Vec<Vec3> = Vec::new();
    let mut flat = Vec::new();
    if walk.numbers(entry, "points", element, &mut flat) {
        walk.take_memory(flat.len() * size_of::<f32>());
        let (vectors, _) = flat.as_chunks::<3>();
        points.extend(vectors.iter().map(|at| builder.axes.vector(*at)));
    }
    for pool in entry.entries("points") {
        walk.each(pool, element, &mut |walk, at| {
            let found = walk.vector(pool, "xyz", at);
            points.extend(found.map(|at| builder.axes.vector(at)));
        });
    }
    if walk.flag(entry, "closed", element) == Some(true) {
        points.extend(points.first().copied());
    }
    (points.len() > 1).then_some(HelperShape::Line(points))
}

fn cuboid(
    builder: &SceneBuilder,
    walk: &mut Walk<'_>,
    entry: &Entry,
    element: &Element,
) -> Option<HelperShape> {
    let a = builder.axes.vector(walk.vector(entry, "min", element)?);
    let b = builder.axes.vector(walk.vector(entry, "max", element)?);
    Some(HelperShape::Box { min: a.min(b), max: a.max(b) })
}
