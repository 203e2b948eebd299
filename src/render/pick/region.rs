//! Faces in a region of the picture, read from the id target.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use glam::Vec2;

use crate::render::device::{Gpu, buffer};
use crate::render::draw::Frame;
use crate::scene::{DrawIds, FaceRef};

/// An area of the picture inside a polygon, which may cross itself (even-odd rule).
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Region {
    /// First row.
    top: u32,
    /// For each row, the pixels inside: pairs of first and last + 1, ascending.
    rows: Vec<Vec<[u32; 2]>>,
}

impl Region {
    /// The pixels of a picture of `size` whose centres are inside the polygon. `corners` are in pixels from
    /// the top left of the picture; the last one is connected to the first.
    pub fn new(corners: &[Vec2], size: (u32, u32)) -> Self {
        if corners.is_empty() {
            return Self::default();
        }
        let high = corners.iter().map(|corner| corner.y).fold(f32::NEG_INFINITY, f32::max);
        let low = corners.iter().map(|corner| corner.y).fold(f32::INFINITY, f32::min);
        let (top, bottom) =
            ((low.max(0.0) as u32).min(size.1), (high.max(0.0).ceil() as u32).min(size.1));
        let rows = (top..bottom).map(|row| {
            let mut crossings = crossings(corners, row as f32 + 0.5);
            crossings.sort_by(f32::total_cmp);
            // The first pixel whose centre is to the right.
            let pixel = |x: f32| ((x - 0.5).ceil().max(0.0) as u32).min(size.0);
            let pairs = crossings.chunks_exact(2).filter_map(|pair| match pair {
                [from, to] => Some([pixel(*from), pixel(*to)]),
                _ => None,
            });
            pairs.filter(|[from, to]| from < to).collect()
        });
        Self { top, rows: rows.collect() }
    }

    /// `true` if the region contains the pixel at a position.
    pub fn contains(&self, at: Vec2) -> bool {
        if at.min_element() < 0.0 {
            return false;
        }
        let (x, y) = (at.x as u32, at.y as u32);
        let row = y.checked_sub(self.top).and_then(|row| self.rows.get(row as usize));
        row.is_some_and(|row| row.iter().any(|[from, to]| (*from..*to).contains(&x)))
    }

    /// All pixels.
    fn pixels(&self) -> impl Iterator<Item = (u32, u32)> {
        let rows = (self.top..).zip(&self.rows);
        rows.flat_map(|(y, row)| {
            row.iter().flat_map(move |[from, to]| (*from..*to).map(move |x| (x, y)))
        })
    }
}

/// Positions at which the edges of a polygon cross a row.
fn crossings(corners: &[Vec2], y: f32) -> Vec<f32> {
    let ends = corners.iter().cycle().skip(1);
    let edges = corners.iter().zip(ends).filter(|(a, b)| (a.y <= y) != (b.y <= y));
    edges.map(|(a, b)| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)).collect()
}

/// Readback of the id target for one region.
#[derive(Debug)]
pub struct RegionPick {
    readback: wgpu::Buffer,
    /// Bytes per row.
    pitch: u32,
    frame: Frame,
    region: Region,
    draw_ids: Arc<DrawIds>,
    arrived: Arc<AtomicBool>,
}

impl RegionPick {
    /// Starts reading the ids of the faces that are visible in a region.
    pub fn new(
        gpu: &Gpu,
        region: Region,
        frame: Frame,
        ids: &wgpu::Texture,
        draw_ids: &Arc<DrawIds>,
    ) -> Self {
        let pitch = (ids.width() * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let size = u64::from(pitch) * u64::from(ids.height());
        let readback = buffer(gpu, "region", size, wgpu::BufferUsages::MAP_READ);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            ids.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &readback,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(pitch),
                    rows_per_image: None,
                },
            },
            ids.size(),
        );
        gpu.queue.submit([encoder.finish()]);
        let arrived = Arc::new(AtomicBool::new(false));
        let signal = arrived.clone();
        readback.slice(..).map_async(wgpu::MapMode::Read, move |_| {
            signal.store(true, Ordering::Release);
        });
        Self { readback, pitch, frame, region, draw_ids: draw_ids.clone(), arrived }
    }

    /// The visible faces in drawing order; `None` until the readback is complete.
    pub fn answer(&self, gpu: &Gpu) -> Option<Vec<FaceRef>> {
        gpu.poll_callbacks();
        if !self.arrived.load(Ordering::Acquire) {
            return None;
        }
        let Ok(bytes) = self.readback.slice(..).get_mapped_range() else { return Some(Vec::new()) };
        let id = |at: (u32, u32)| {
            let (x, y) = self.frame.source(at);
            let start = y as usize * self.pitch as usize + x as usize * 4;
            let word = bytes.get(start..start + 4)?.try_into().ok()?;
            u32::from_le_bytes(word).checked_sub(1)
        };
        // Neighbouring pixels mostly have the same id.
        let (mut last, mut found) = (None, BTreeSet::new());
        for next in self.region.pixels().filter_map(id) {
            if last != Some(next) {
                found.insert(next);
                last = Some(next);
            }
        }
        Some(found.into_iter().filter_map(|id| self.draw_ids.face(id)).collect())
    }
}
