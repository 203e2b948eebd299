//! Contact sheets: a row of pictures per animation, over its time, with its name. Each row is framed
//! separately, so that one wide movement does not make all others small.
//!
//! They are in this module and not with the other exports, since `export` does not depend on `render`.

use std::sync::Arc;

use font8x8::{BASIC_FONTS, LATIN_FONTS, UnicodeFonts};
use glam::Vec3;
use image::{RgbaImage, imageops};

use super::image::PictureRenderer;
use crate::render::device::{Gpu, RenderError};
use crate::render::draw::Shot;
use crate::render::upload::SceneBuffers;
use crate::render::view::{Camera, RenderOptions, posed_points};
use crate::scene::{AnimationId, Clip, FlashLimit, Pose, Posed, SurfaceState};

/// Maximum number of pixels of a sheet, to limit memory.
const MAX_PIXELS: u64 = 1 << 28;
/// Distance of a row's camera beyond which its poses are too small, as a multiple of the distance
/// for a single pose.
const MAX_SPREAD: f32 = 2.0;

/// Description of a contact sheet.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Width and height of one picture in pixels.
    pub cell: (u32, u32),
    /// Pictures per row; fewer for animations with fewer frames.
    pub columns: u32,
    /// Animations of the rows.
    pub animations: &'a [AnimationId],
    /// Camera of all rows; by default each row is framed separately.
    pub camera: Option<Camera>,
    /// Yaw and pitch of the default camera.
    pub angle: Option<(f32, f32)>,
}

/// A drawn contact sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactSheet {
    /// `None` if no animation has frames.
    pub picture: Option<RgbaImage>,
    /// Animations without frames have no row.
    pub rows: Vec<SheetRow>,
}

/// Row of a sheet: one animation.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetRow {
    /// Number of the row from the top, from 0.
    pub row: u32,
    /// Name of the animation.
    pub name: String,
    /// Displayed frames.
    pub frames: Vec<u32>,
}

impl Sheet<'_> {
    /// Draws the sheet with the visible content of `buffers`, whose pose is changed.
    ///
    /// # Errors
    /// If it is larger than the limit, or the device is lost.
    pub fn draw(
        &self,
        gpu: &Gpu,
        buffers: &mut SceneBuffers,
        options: &RenderOptions,
    ) -> Result<ContactSheet, RenderError> {
        let scene = buffers.scene().clone();
        let mut rows = Vec::new();
        let mut poses: Vec<Vec<Arc<Posed>>> = Vec::new();
        let mut moments: Vec<Vec<Arc<SurfaceState>>> = Vec::new();
        for index in self.animations {
            let Some(animation) = scene.animations.get(*index) else { continue };
            let clip = animation.data.decode();
            let frames = Self::frames_of(&clip, self.columns);
            if frames.is_empty() {
                continue;
            }
            let pose = |frame: &u32| Arc::new(Posed::new(&scene, &pose_at(&clip, *frame)));
            poses.push(frames.iter().map(pose).collect());
            let seconds = |frame: &u32| *frame as f32 / animation.rate.max(f32::MIN_POSITIVE);
            let moment = |frame| Arc::new(scene.moved(seconds(frame), FlashLimit::Free));
            moments.push(frames.iter().map(moment).collect());
            rows.push(SheetRow { row: rows.len() as u32, name: animation.name.clone(), frames });
        }
        let columns = rows.iter().map(|row| row.frames.len()).max().unwrap_or(0) as u32;
        let (cell, count) = (self.cell, rows.len() as u32);
        let size = (cell.0.saturating_mul(columns), cell.1.saturating_mul(count));
        if u64::from(size.0) * u64::from(size.1) > MAX_PIXELS {
            return Err(RenderError::Size { width: size.0, height: size.1, limit: 1 << 14 });
        }
        if count == 0 {
            return Ok(ContactSheet::default());
        }
        let [r, g, b] = options.background;
        let mut picture = RgbaImage::from_pixel(size.0, size.1, image::Rgba([r, g, b, 255]));
        let mut still = PictureRenderer::new(gpu, cell.0, cell.1)?;
        for (y, (row, moments)) in (0i64..).zip(poses.iter().zip(&moments)) {
            let cameras = self.row_cameras(buffers, row);
            for (x, ((posed, moved), camera)) in (0i64..).zip(row.iter().zip(moments).zip(cameras))
            {
                buffers.set_pose(gpu, posed);
                buffers.set_moved(gpu, moved);
                let drawn = still.render(gpu, &Shot::new(buffers, &camera, options))?;
                let at = (x * i64::from(cell.0), y * i64::from(cell.1));
                imageops::replace(&mut picture, &drawn, at.0, at.1);
            }
        }
        for row in &rows {
            Self::caption(&mut picture, row.row.saturating_mul(cell.1), &row.name);
        }
        Ok(ContactSheet { picture: Some(picture), rows })
    }

    /// Camera of each picture of a row. One camera shows all poses, unless they are so far apart
    /// that each would appear less than half as large as in a separate picture: then each is in the
    /// middle of its picture, all from the same distance.
    fn row_cameras(&self, buffers: &SceneBuffers, poses: &[Arc<Posed>]) -> Vec<Camera> {
        if let Some(camera) = self.camera {
            return vec![camera; poses.len()];
        }
        let (mut points, mut ends) = (Vec::new(), Vec::new());
        for posed in poses {
            points.extend(posed_points(buffers.scene(), buffers.visibility(), posed));
            ends.push(points.len());
        }
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let alone = starts.zip(&ends).map(|(start, end)| points.get(start..*end).unwrap_or(&[]));
        let mut apart: Vec<Camera> = alone.map(|points| self.fit(points)).collect();
        let together = self.fit(&points);
        let farthest = apart.iter().map(|camera| camera.distance).fold(0.0, f32::max);
        if together.distance <= farthest * MAX_SPREAD {
            return vec![together; poses.len()];
        }
        apart.iter_mut().for_each(|camera| camera.distance = farthest);
        apart
    }

    /// Camera that fills the picture with these points.
    fn fit(&self, points: &[Vec3]) -> Camera {
        let mut camera = Camera::default();
        (camera.yaw, camera.pitch) = self.angle.unwrap_or((camera.yaw, camera.pitch));
        camera.fill(points, self.cell.0 as f32 / self.cell.1.max(1) as f32);
        camera
    }
}

/// Width and height of a letter in pixels.
const LETTER: u32 = 8;
/// Pixels between a name and the edge of its label.
const MARGIN: u32 = 2;

impl Sheet<'_> {
    /// Writes a name on a dark label at the left end of the row that begins at `top`.
    pub fn caption(picture: &mut RgbaImage, top: u32, name: &str) {
        let width = (name.chars().count() as u32).saturating_mul(LETTER) + 2 * MARGIN;
        let (width, height) = (width.min(picture.width()), LETTER + 2 * MARGIN);
        let plate = (0..width).flat_map(|x| (0..height).map(move |y| (x, top.saturating_add(y))));
        for (x, y) in plate {
            if let Some(pixel) = picture.get_pixel_mut_checked(x, y) {
                pixel.0 = [24, 24, 24, 255];
            }
        }
        for (at, letter) in (0u32..).zip(name.chars()) {
            let glyph = BASIC_FONTS.get(letter).or_else(|| LATIN_FONTS.get(letter));
            let glyph = glyph.or_else(|| BASIC_FONTS.get('?')).unwrap_or_default();
            for (y, bits) in (0u32..).zip(glyph) {
                for x in (0..LETTER).filter(|x| bits >> x & 1 != 0) {
                    let left = MARGIN.saturating_add(at.saturating_mul(LETTER)).saturating_add(x);
                    let below = top.saturating_add(MARGIN + y);
                    if let Some(pixel) = picture.get_pixel_mut_checked(left, below) {
                        pixel.0 = [235, 235, 235, 255];
                    }
                }
            }
        }
    }

    /// At most `columns` frames, evenly distributed over the clip, starting with the first one.
    pub fn frames_of(clip: &Clip, columns: u32) -> Vec<u32> {
        let shown = clip.frames.min(columns);
        let frame = |at: u32| u64::from(at) * u64::from(clip.frames) / u64::from(shown.max(1));
        (0..shown).filter_map(|at| u32::try_from(frame(at)).ok()).collect()
    }
}

fn pose_at(clip: &Clip, frame: u32) -> Pose {
    clip.pose(frame as f32, false, false)
}
