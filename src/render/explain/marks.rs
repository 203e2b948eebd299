//! Lines of helpers and paint over a pixel: the processor's counterpart of `lines.wgsl`.

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::explanation::Mark;
use super::fragment::TRIANGLES;
use super::raster::{covers, is_outside};
use super::tiles::Area;
use crate::render::device::{LineRecord, ViewRecord, line_kind};
use crate::render::draw::Shot;
use crate::render::overlay::{Pattern, lines};
use crate::scene::{HelperId, Id};

/// Lines of a view that are drawn over its faces.
pub struct MarkLines {
    lines: Vec<Line>,
    size: (u32, u32),
}

/// A line, disc or rectangle on the picture.
struct Line {
    helper: HelperId,
    corners: [Vec4; 4],
    /// Centre and radius of a disc, in pixels.
    disc: Option<(Vec2, f32)>,
    area: Area,
}

impl MarkLines {
    /// Lines over a picture of `size` pixels.
    pub fn new(shot: &Shot, size: (u32, u32), view: &ViewRecord) -> Self {
        let records = lines::records(shot.buffers, shot.camera, shot.options);
        let first = shot.buffers.ids().total();
        let screen = Screen {
            matrix: Mat4::from_cols_array_2d(&view.matrix),
            near: view.near,
            extent: Vec2::from(view.extent),
            size: Vec2::from(view.picture),
        };
        let line = |record: &LineRecord| {
            let helper = Id::new(record.id.checked_sub(1)?.checked_sub(first)?);
            screen.line(record, helper)
        };
        Self { lines: records.iter().filter_map(line).collect(), size }
    }

    /// Everything that is drawn over a pixel; `top` is the draw id of its last face.
    pub fn at(&self, shot: &Shot, pixel: (u32, u32), top: Option<u32>) -> Vec<Mark> {
        let mask = shot.overlay.zip(top).and_then(|(overlay, id)| {
            let mask = overlay.masks().get(id as usize)?.to_le_bytes();
            let is_painted = Pattern::ALL.iter().any(|pattern| *pattern as u8 == mask[3] & 15);
            is_painted.then_some(Mark::Paint([mask[0], mask[1], mask[2]]))
        });
        let mut marks: Vec<Mark> = mask.into_iter().collect();
        for line in self.lines.iter().filter(|line| line.covers(self.size, pixel)) {
            let mark = Mark::Line(line.helper);
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        marks
    }
}

impl Line {
    fn covers(&self, size: (u32, u32), pixel: (u32, u32)) -> bool {
        if !self.area.contains(pixel) {
            return false;
        }
        let at = Vec2::new(pixel.0 as f32, pixel.1 as f32) + 0.5;
        if let Some((centre, radius)) = self.disc {
            return at.distance(centre) <= radius;
        }
        TRIANGLES.iter().any(|corners| covers(corners.map(|i| self.corners[i]), size, pixel))
    }
}

/// Conversion from the world to the picture.
struct Screen {
    matrix: Mat4,
    near: f32,
    extent: Vec2,
    size: Vec2,
}

impl Screen {
    fn line(&self, record: &LineRecord, helper: HelperId) -> Option<Line> {
        let (from, to) = (Vec3::from(record.a), Vec3::from(record.b));
        let corners = match record.kind {
            line_kind::DISC => self.square(self.on_picture(from), record.width),
            line_kind::RECTANGLE => {
                let corner = |x: f32, z: f32| self.on_picture(Vec3::new(x, from.y, z));
                let (near, far) = ([from.x, to.x], [from.z, to.z]);
                [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, z)| corner(near[x], far[z]))
            }
            _ => self.segment(from, to, record.width),
        };
        if is_outside(&corners) {
            return None;
        }
        let is_disc = record.kind == line_kind::DISC;
        let centre = self.pixel(self.on_picture(from));
        let disc = is_disc.then_some((centre, record.width * 0.5));
        Some(Line { helper, corners, disc, area: self.area(&corners) })
    }

    fn segment(&self, from: Vec3, to: Vec3, width: f32) -> [Vec4; 4] {
        let [a, b] = [from, to].map(|at| self.matrix * at.extend(1.0));
        let [from, to] = [self.clipped(a, b), self.clipped(b, a)].map(|clip| self.moved(clip));
        let along =
            (to.truncate().truncate() / to.w - from.truncate().truncate() / from.w) * self.size;
        let unit = along / along.length().max(1e-6);
        let side = Vec2::new(-unit.y, unit.x) * width * 0.5;
        [(from, -side), (to, -side), (from, side), (to, side)].map(|(end, by)| self.beside(end, by))
    }

    /// A square of `width` pixels around a point.
    fn square(&self, centre: Vec4, width: f32) -> [Vec4; 4] {
        let corner = |x: f32, y: f32| self.beside(centre, Vec2::new(x, y) * width * 0.5);
        [corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)]
    }

    /// End of a line, moved to the near plane if it is in front of it.
    fn clipped(&self, end: Vec4, other: Vec4) -> Vec4 {
        if end.w >= self.near || other.w <= self.near {
            return end;
        }
        end.lerp(other, (self.near - end.w) / (other.w - end.w))
    }

    fn beside(&self, clip: Vec4, pixels: Vec2) -> Vec4 {
        let by = pixels * 2.0 / self.size * clip.w;
        clip + Vec4::new(by.x, by.y, 0.0, 0.0)
    }

    fn on_picture(&self, at: Vec3) -> Vec4 {
        self.moved(self.matrix * at.extend(1.0))
    }

    /// A point of the target, which may extend beyond the picture, on the picture.
    fn moved(&self, clip: Vec4) -> Vec4 {
        let x = (clip.x + clip.w) * self.extent.x - clip.w;
        let y = clip.w - (clip.w - clip.y) * self.extent.y;
        Vec4::new(x, y, clip.z, clip.w)
    }

    fn pixel(&self, clip: Vec4) -> Vec2 {
        (Vec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * self.size
    }

    /// Pixels that these corners may cover; all if one is in front of the near plane.
    fn area(&self, corners: &[Vec4; 4]) -> Area {
        if corners.iter().any(|corner| corner.w < self.near.max(f32::MIN_POSITIVE)) {
            return Area { columns: [0, u32::MAX], rows: [0, u32::MAX] };
        }
        let pixels = corners.map(|corner| self.pixel(corner));
        let low = pixels.into_iter().fold(Vec2::INFINITY, Vec2::min) - 1.0;
        let high = pixels.into_iter().fold(Vec2::NEG_INFINITY, Vec2::max) + 1.0;
        let [columns, rows] = [[low.x, high.x], [low.y, high.y]].map(|ends| ends.map(|v| v as u32));
        Area { columns, rows }
    }
}
