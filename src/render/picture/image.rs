//! Pictures in memory.

use image::RgbaImage;

use super::cut_out::cut_out;
use super::resolve::Picture;
use crate::render::device::{Gpu, RenderError, buffer};
use crate::render::draw::{Frame, Shot, SubmissionLimits, Targets, ViewBuffers, draw};

/// Largest number of rendered pixels of a supersampled picture. Each takes about twelve bytes of memory.
const SAMPLED_PIXELS: u64 = 1 << 26;

/// Checks the size of a picture for a device that draws at most `limit` pixels along a side.
///
/// # Errors
/// If the picture has no pixels, is larger than the limit, or needs too much memory.
pub fn check_size(size: (u32, u32), samples: u32, limit: u32) -> Result<(), RenderError> {
    let [width, height] = [size.0, size.1].map(|side| side.saturating_mul(samples));
    if width == 0 || height == 0 || width > limit || height > limit {
        return Err(RenderError::Size { width, height, limit });
    }
    let (pixels, limit) = (u64::from(width) * u64::from(height), SAMPLED_PIXELS);
    if samples > 1 && pixels > limit {
        return Err(RenderError::Samples { pixels, limit });
    }
    Ok(())
}

/// Renderer of pictures of one size; reuse it to draw several.
#[derive(Debug)]
pub struct PictureRenderer {
    size: (u32, u32),
    /// Rendered pixels per picture pixel along each side.
    samples: u32,
    targets: Option<Targets>,
    views: ViewBuffers,
    picture: Option<Picture>,
    readback: wgpu::Buffer,
}

impl PictureRenderer {
    /// Creates targets of this size.
    ///
    /// # Errors
    /// If the picture is larger than the device can draw, or has no pixels.
    pub fn new(gpu: &Gpu, width: u32, height: u32) -> Result<Self, RenderError> {
        check_size((width, height), 1, gpu.longest_side())?;
        let size = u64::from(row_pitch(width)) * u64::from(height);
        let readback = buffer(gpu, "readback", size, wgpu::BufferUsages::MAP_READ);
        let views = ViewBuffers::new(gpu);
        let size = (width, height);
        Ok(Self { size, samples: 1, targets: None, views, picture: None, readback })
    }

    /// Averages `samples` × `samples` rendered pixels for each pixel of the picture.
    ///
    /// # Errors
    /// If the device cannot draw so many pixels, or they need too much memory.
    pub fn supersampled(self, gpu: &Gpu, samples: u32) -> Result<Self, RenderError> {
        check_size(self.size, samples, gpu.longest_side())?;
        Ok(Self { samples, ..self })
    }

    /// Draws and reads back a picture. It is opaque; the same scene and options give the same bytes on
    /// the same adapter.
    ///
    /// # Errors
    /// If the device is lost or cannot draw the picture.
    pub fn render(&mut self, gpu: &Gpu, shot: &Shot) -> Result<RgbaImage, RenderError> {
        let effects = &shot.options.effects;
        let frame = Frame::new(self.size, effects.pixels).supersampled(self.samples).within(gpu);
        let mut targets = Targets::fitting(self.targets.take(), gpu, frame);
        shot.upload_masks(gpu);
        draw(gpu, &mut targets, &mut self.views, shot, SubmissionLimits::Still)?;

        // A picture without overlays only needs its channels widened.
        let bare =
            shot.overlay.is_none() && frame.target == frame.picture && !Picture::has_lines(shot);
        let image = if bare {
            let widen = effects.fifteen_bit;
            self.read(gpu, targets.colour(), widen)?
        } else {
            let picture = self.picture.get_or_insert_with(|| Picture::new(gpu, self.size));
            picture.draw(gpu, &targets, &self.views, shot);
            let texture = picture.texture().clone();
            self.read(gpu, &texture, false)?
        };
        self.targets = Some(targets);
        Ok(image)
    }

    /// Draws a picture with a transparent background: without sky colour, from a rendering on black and one
    /// on white.
    ///
    /// # Errors
    /// If the device is lost or cannot draw the picture.
    pub fn render_transparent(&mut self, gpu: &Gpu, shot: &Shot) -> Result<RgbaImage, RenderError> {
        let mut on = |background| {
            let options = shot.options.on(background);
            self.render(gpu, &Shot { options: &options, ..*shot })
        };
        Ok(cut_out(&on([0; 3])?, &on([255; 3])?))
    }

    fn read(
        &self,
        gpu: &Gpu,
        texture: &wgpu::Texture,
        widen: bool,
    ) -> Result<RgbaImage, RenderError> {
        let (width, height) = self.size;
        let pitch = row_pitch(width);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &self.readback,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(pitch),
                    rows_per_image: None,
                },
            },
            texture.size(),
        );
        gpu.queue.submit([encoder.finish()]);
        // A buffer that a failed command uses cannot be mapped.
        gpu.check()?;
        let slice = self.readback.slice(..);
        slice.map_async(wgpu::MapMode::Read, |_| {});
        gpu.wait()?;
        let lost = |e: wgpu::MapRangeError| RenderError::Lost(e.to_string());
        let mapped = slice.get_mapped_range().map_err(lost)?;
        let mut pixels = Vec::with_capacity(width as usize * height as usize * 4);
        for row in mapped.chunks_exact(pitch as usize) {
            pixels.extend_from_slice(&row[..width as usize * 4]);
        }
        drop(mapped);
        self.readback.unmap();
        finish_pixels(&mut pixels, widen);
        RgbaImage::from_raw(width, height, pixels)
            .ok_or_else(|| RenderError::Lost("the picture is incomplete".to_owned()))
    }
}

/// Bytes per row of a buffer that textures are copied to.
fn row_pitch(width: u32) -> u32 {
    (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

/// Makes pixels opaque and, if they contain `c5 << 3`, widens their channels for display.
fn finish_pixels(pixels: &mut [u8], widen: bool) {
    let table: [u8; 256] = std::array::from_fn(|v| {
        let channel = if widen { ((v >> 3) * 527 + 23) >> 6 } else { v };
        u8::try_from(channel).unwrap_or(u8::MAX)
    });
    for pixel in pixels.chunks_exact_mut(4) {
        for channel in &mut pixel[..3] {
            *channel = table[usize::from(*channel)];
        }
        pixel[3] = u8::MAX;
    }
}
