//! Asynchronous picking from the id targets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::render::device::{Gpu, buffer};
use crate::scene::{DrawIds, Element, Id};

/// Result of picking at a pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pick {
    /// Requested pixel, from the top left of the picture.
    pub at: (u32, u32),
    /// The face or helper found.
    pub element: Option<Element>,
}

/// Search radius in pixels for helpers' thin lines.
const REACH: u32 = 4;

/// Rows of the readback: one for the face's id, then those of the line ids around the point.
const ROWS: u64 = 2 + 2 * REACH as u64;

const PITCH: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// Id textures of the last picture.
pub struct Ids<'a> {
    pub faces: &'a wgpu::Texture,
    /// Target pixel below the point.
    pub source: (u32, u32),
    /// Line ids in picture pixels.
    pub lines: Option<&'a wgpu::Texture>,
    pub draw_ids: &'a Arc<DrawIds>,
}

/// Readback of one pick request at a time.
#[derive(Debug)]
pub struct Picker {
    readback: wgpu::Buffer,
    asked: Option<PendingPick>,
}

#[derive(Debug)]
struct PendingPick {
    at: (u32, u32),
    /// Top left and size of the copied block of line ids; `None` without lines.
    block: Option<[(u32, u32); 2]>,
    draw_ids: Arc<DrawIds>,
    arrived: Arc<AtomicBool>,
}

impl Picker {
    pub fn new(gpu: &Gpu) -> Self {
        let size = ROWS * u64::from(PITCH);
        let readback = buffer(gpu, "pick", size, wgpu::BufferUsages::MAP_READ);
        Self { readback, asked: None }
    }

    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Starts reading the ids at a pixel; the result arrives later.
    pub fn request(&mut self, gpu: &Gpu, at: (u32, u32), ids: &Ids) {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut copy = |texture: &wgpu::Texture, from: (u32, u32), size: (u32, u32), row: u64| {
            let origin = wgpu::Origin3d { x: from.0, y: from.1, z: 0 };
            encoder.copy_texture_to_buffer(
                wgpu::TexelCopyTextureInfo { origin, ..texture.as_image_copy() },
                wgpu::TexelCopyBufferInfo {
                    buffer: &self.readback,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: row * u64::from(PITCH),
                        bytes_per_row: Some(PITCH),
                        rows_per_image: None,
                    },
                },
                wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
            );
        };
        copy(ids.faces, ids.source, (1, 1), 0);
        let block = ids.lines.map(|lines| {
            let low = (at.0.saturating_sub(REACH), at.1.saturating_sub(REACH));
            let high = (lines.width().min(at.0 + REACH + 1), lines.height().min(at.1 + REACH + 1));
            let size = (high.0 - low.0, high.1 - low.1);
            copy(lines, low, size, 1);
            [low, size]
        });
        gpu.queue.submit([encoder.finish()]);
        let arrived = Arc::new(AtomicBool::new(false));
        let signal = arrived.clone();
        self.readback.slice(..).map_async(wgpu::MapMode::Read, move |_| {
            signal.store(true, Ordering::Release);
        });
        self.asked = Some(PendingPick { at, block, draw_ids: ids.draw_ids.clone(), arrived });
    }

    /// The result, if it has arrived.
    pub fn answer(&mut self, gpu: &Gpu) -> Option<Pick> {
        let asked = self.asked.as_ref()?;
        gpu.poll_callbacks();
        if !asked.arrived.load(Ordering::Acquire) {
            return None;
        }
        let asked = self.asked.take()?;
        let mapped = self.readback.slice(..).get_mapped_range().ok();
        let id = mapped.as_ref().map_or(0, |bytes| asked.id(bytes));
        if mapped.is_some() {
            drop(mapped);
            self.readback.unmap();
        }
        Some(Pick { at: asked.at, element: asked.element(id) })
    }
}

impl PendingPick {
    /// Id of the nearest line, otherwise of the face.
    fn id(&self, bytes: &[u8]) -> u32 {
        let read = |row: u32, column: u32| {
            let at = (row * PITCH + column * 4) as usize;
            let word = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            word.map_or(0, u32::from_le_bytes)
        };
        let mut nearest: Option<(u32, u32)> = None;
        if let Some([low, size]) = self.block {
            for (row, column) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (y, x))) {
                let id = read(row + 1, column);
                let (dx, dy) =
                    ((low.0 + column).abs_diff(self.at.0), (low.1 + row).abs_diff(self.at.1));
                let far = dx * dx + dy * dy;
                if id != 0 && nearest.is_none_or(|(known, _)| far < known) {
                    nearest = Some((far, id));
                }
            }
        }
        nearest.map_or_else(|| read(0, 0), |(_, id)| id)
    }

    fn element(&self, id: u32) -> Option<Element> {
        let id = id.checked_sub(1)?;
        let helper = id.checked_sub(self.draw_ids.total()).map(Id::new);
        helper.map(Element::Helper).or_else(|| self.draw_ids.face(id).map(Element::Face))
    }
}
