//! Finds free space in a pixel file (format document `trespasser-level.md`, section 7).
//!
//! Images whose sides are powers of two up to 256 go into surfaces of 512 × 256 pixels, which hold two
//! pages of 256 × 256; there each is aligned to its own sides. Others are stored alone.

use super::records::{Entry, Header, Pid};
use crate::formats::{EditResult, Refusal};

/// Side of a page in pixels.
const PAGE: u32 = 256;
/// Pixels in a row of a surface.
const ROW: u32 = 2 * PAGE;
/// Bytes per bit of `PixelSpace::used`; rows of an image occupy whole units.
const UNIT: u64 = 8;
/// Bytes that are reserved for resident images if nothing is loaded on demand yet.
const RESERVE: u64 = 1 << 20;
/// Largest pixel file that is written.
const MAX_LEN: u64 = 256 << 20;

/// The part of the pixel file in which an image is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PixelRegion {
    /// Loaded with the level.
    Resident,
    /// Loaded when it is needed.
    Pageable,
}

/// The free and used bytes of a pixel file.
pub(super) struct PixelSpace {
    header: Header,
    /// One bit for each unit.
    used: Vec<u64>,
    /// Start, end, stride and bits of every image.
    images: Vec<UsedRange>,
}

#[derive(Clone, Copy)]
struct UsedRange {
    start: u64,
    end: u64,
    stride: u32,
    bits: u32,
}

impl PixelSpace {
    pub(super) fn new<'a>(header: Header, entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut room = Self { header, used: Vec::new(), images: Vec::new() };
        // An image that ends beyond every pixel file is damaged.
        entries.filter(|entry| entry.end() <= MAX_LEN).for_each(|entry| room.occupy(entry));
        room
    }

    /// The header with the sizes of both parts.
    pub(super) fn header(&self) -> Header {
        self.header
    }

    /// Sets offset and stride of an image, and marks its bytes as used.
    ///
    /// # Errors
    /// When the part has no free space for it.
    pub(super) fn place(&mut self, entry: &mut Entry, part: PixelRegion) -> EditResult<()> {
        let is_paged = |side: u32| side.is_power_of_two() && side <= PAGE;
        let end = self.images.iter().map(|image| image.end).max().unwrap_or(0);
        let pageable = u64::from(self.header.pageable_offset);
        let is_open = end <= pageable;
        if is_open && part == PixelRegion::Pageable {
            self.reserve(u64::from(self.header.resident_bytes));
        }
        let pageable = u64::from(self.header.pageable_offset);
        let (from, to) = match part {
            PixelRegion::Resident if is_open => (0, MAX_LEN),
            PixelRegion::Resident => (0, pageable),
            PixelRegion::Pageable => (pageable, MAX_LEN),
        };
        let stride = if is_paged(entry.width) && is_paged(entry.height) {
            ROW * entry.pixel_bytes()
        } else {
            (entry.width * entry.pixel_bytes()).next_multiple_of(4)
        };
        entry.stride = stride;
        let found = if stride == ROW * entry.pixel_bytes() {
            self.in_surface(entry, from, to)
        } else {
            let behind = match part {
                PixelRegion::Resident => u64::from(self.header.resident_bytes),
                PixelRegion::Pageable => end.max(pageable),
            };
            let start = behind.next_multiple_of(UNIT);
            (start + u64::from(stride) * u64::from(entry.height) <= to).then_some(start)
        };
        let offset = found.and_then(|offset| u32::try_from(offset).ok()).ok_or_else(|| {
            let needed = u64::from(stride) * u64::from(entry.height);
            let resident = u64::from(self.header.resident_bytes);
            let name = format!("{} × {} pixels of {} bits", entry.width, entry.height, entry.bits);
            Refusal(match part {
                PixelRegion::Resident => format!(
                    "no room for {name} among the resident textures: expected {needed:#x} \
                     contiguous free bytes before {pageable:#x}, found {:#x} after {resident:#x}",
                    pageable.saturating_sub(resident)
                ),
                PixelRegion::Pageable => {
                    format!("no room for {name} within {MAX_LEN:#x} bytes of pixels")
                }
            })
        })?;
        entry.offset = offset;
        if part == PixelRegion::Resident {
            let end = entry.end();
            let resident = u64::from(self.header.resident_bytes).max(end);
            self.header.resident_bytes = u32::try_from(resident).unwrap_or(u32::MAX);
            if end > pageable {
                self.reserve(end);
            }
        }
        self.occupy(entry);
        Ok(())
    }

    /// Keeps space after `end` for resident images that are added later.
    fn reserve(&mut self, end: u64) {
        let reserved = (end + RESERVE).next_multiple_of(RESERVE / 4);
        let reserved = u32::try_from(reserved).unwrap_or(u32::MAX);
        self.header.pageable_offset = self.header.pageable_offset.max(reserved);
    }

    /// The first free offset for an image in surfaces between `from` and `to`.
    fn in_surface(&self, entry: &Entry, from: u64, to: u64) -> Option<u64> {
        let size = surface_len(entry);
        let mut base = from.next_multiple_of(size);
        while base + size <= to {
            let inside = |image: &&UsedRange| image.start < base + size && image.end > base;
            let is_other =
                |image: &UsedRange| (image.stride, image.bits) != (entry.stride, entry.bits);
            let other = self.images.iter().filter(inside).find(|image| is_other(image));
            match other {
                // Surfaces hold only images of one kind.
                Some(other) => base = other.end.next_multiple_of(size).max(base + size),
                None => match self.slots(entry, base).find(|offset| self.is_free(entry, *offset)) {
                    Some(offset) => return Some(offset),
                    None => base += size,
                },
            }
        }
        None
    }

    /// The offsets in a surface at which an image may be stored.
    fn slots(&self, entry: &Entry, base: u64) -> impl Iterator<Item = u64> + use<> {
        let (width, height) = (entry.width as usize, entry.height as usize);
        let (stride, size) = (u64::from(entry.stride), u64::from(entry.pixel_bytes()));
        let rows = (0..u64::from(PAGE)).step_by(height.max(1));
        rows.flat_map(move |y| {
            let columns = (0..u64::from(ROW)).step_by(width.max(1));
            columns.map(move |x| base + y * stride + x * size)
        })
    }

    fn is_free(&self, entry: &Entry, offset: u64) -> bool {
        (0..u64::from(entry.height)).all(|y| {
            let start = offset + y * u64::from(entry.stride);
            units(start, start + entry.row_bytes()).all(|unit| !self.is_used(unit))
        })
    }

    fn is_used(&self, unit: u64) -> bool {
        let word = usize::try_from(unit / 64).ok().and_then(|at| self.used.get(at));
        word.is_some_and(|word| word >> (unit % 64) & 1 != 0)
    }

    fn occupy(&mut self, entry: &Entry) {
        let (start, end) = (u64::from(entry.offset), entry.end());
        self.images.push(UsedRange { start, end, stride: entry.stride, bits: entry.bits });
        let words = usize::try_from(end / UNIT / 64 + 1).unwrap_or(0);
        if self.used.len() < words {
            self.used.resize(words, 0);
        }
        for y in 0..u64::from(entry.height) {
            let start = start + y * u64::from(entry.stride);
            for unit in units(start, start + entry.row_bytes()) {
                if let Some(word) =
                    usize::try_from(unit / 64).ok().and_then(|at| self.used.get_mut(at))
                {
                    *word |= 1 << (unit % 64);
                }
            }
        }
    }
}

fn units(start: u64, end: u64) -> std::ops::Range<u64> {
    start / UNIT..end.div_ceil(UNIT)
}

fn surface_len(entry: &Entry) -> u64 {
    u64::from(ROW * PAGE) * u64::from(entry.pixel_bytes())
}

/// Length that a pixel file needs for an image: surfaces are stored whole.
fn needed_len(entry: &Entry) -> u64 {
    match entry.stride == ROW * entry.pixel_bytes() && entry.width <= PAGE {
        true => entry.end().next_multiple_of(surface_len(entry)),
        false => entry.end(),
    }
}

/// Lengthens the pixel file if it ends before an image with this identifier, up to the end of a surface.
///
/// # Errors
/// When there is no such image.
pub(super) fn lengthen(pid: &Pid, all: &mut Vec<u8>, id: u32) -> EditResult<()> {
    let own = || pid.entries.iter().filter(|entry| entry.id == id);
    let len = own().map(needed_len).max().and_then(|len| usize::try_from(len).ok());
    let len = len.ok_or_else(|| Refusal(format!("no texture {id:08X}")))?;
    let end = own().map(Entry::end).max().unwrap_or(0);
    if (all.len() as u64) < end {
        all.resize(len, 0);
    }
    Ok(())
}
