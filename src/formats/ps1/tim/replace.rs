//! Replaces the picture of a TIM. Its size cannot change, as it shares video memory with other data.

use super::records::{Kind, Tim};
use crate::codec::palette::Nearest;
use crate::formats::ps1::paint::{self, Indexed, Palettes};
use crate::formats::ps1::vram::Depth;
use crate::formats::single_picture::picture_of;
use crate::formats::{EditResult, Refusal};
use crate::scene::{PaletteUse, Picture, Replacement};

impl Tim {
    /// Returns this TIM with another picture.
    ///
    /// # Errors
    /// Returns an error if the picture has another size, or its palette cannot be rebuilt.
    pub fn with_picture(&self, new: &Replacement) -> EditResult<Self> {
        let picture = picture_of(new)?;
        let mut tim = self.clone();
        let none = || Refusal("it has no picture".to_owned());
        let kind = self.kind();
        let image = self.image.as_ref().ok_or_else(none)?;
        let row_bytes = usize::from(image.rect.w) * 2;
        let height = image.data.len().checked_div(row_bytes).ok_or_else(none)?;
        let (width, rows) = (kind.width(image.rect.w), height);
        if (u64::from(picture.width), u64::from(picture.height)) != (width.into(), rows as u64) {
            let (w, h) = (picture.width, picture.height);
            let why = format!("expected a picture of {width} × {height} texels, found {w} × {h}");
            return Err(Refusal(why));
        }
        let mut data = image.data.to_vec();
        match kind.depth() {
            None => put_rgb(&mut data, row_bytes, picture),
            Some(Depth::Fifteen) => put_words(&mut data, &picture.texels),
            Some(_) => {
                let indices = tim.indexed(&data, kind, picture)?;
                put_indices(&mut data, kind, &indices);
            }
        }
        if let Some(image) = &mut tim.image {
            image.data = data.into();
        }
        Ok(tim)
    }

    /// Indices of a picture; rebuilds the palette if requested.
    fn indexed(&mut self, data: &[u8], kind: Kind, picture: &Picture) -> EditResult<Vec<u8>> {
        let colours = if kind == Kind::Bits4 { 16 } else { 256 };
        let now = match kind {
            Kind::Bits4 => data.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect(),
            _ => data.to_vec(),
        };
        let palettes = self.palette_count();
        let Some(clut) = self.clut.as_mut().filter(|_| palettes > 0) else {
            return Ok(greys(&picture.texels, colours));
        };
        // Runs of a palette's length, row by row.
        let width = usize::from(clut.rect.w).max(1);
        let run = picture.shown_in.map_or(0, |run| run as usize);
        let (row, first) = (run / width.div_ceil(colours), run % width.div_ceil(colours) * colours);
        let start = row * width + first;
        let end = (start + colours.min(width - first)).min(clut.data.len());
        let loaded = clut.data.get(start..end).unwrap_or(&[]).to_vec();
        let painted = paint::paint(
            &picture.texels,
            &Indexed { indices: &now, loaded: &loaded },
            picture.palette,
            &[],
            Palettes { store: stored, load: <[u16]>::to_vec },
        )?;
        if let Some(made) = painted.palette {
            if palettes > 1 || picture.palette == PaletteUse::Keep {
                let why = format!(
                    "its texels are used with {palettes} palettes, which must be kept (keep)"
                );
                return Err(Refusal(why));
            }
            if let Some(colours) = clut.data.get_mut(start..end) {
                colours.copy_from_slice(&made);
            }
        }
        Ok(painted.indices)
    }
}

/// Converts loaded colours to the stored palette, whose words are the same.
fn stored(colours: &[u16], entries: usize) -> Option<Vec<u16>> {
    let mut all = colours.to_vec();
    (all.len() <= entries).then(|| {
        all.resize(entries, 0);
        all
    })
}

/// Indices for a picture without a palette, which is displayed as greys.
fn greys(texels: &[[u8; 4]], colours: usize) -> Vec<u8> {
    let step = if colours == 16 { 17 } else { 1 };
    let ramp = (0..=255u8).step_by(step).enumerate();
    let mut nearest =
        Nearest::new(ramp.filter_map(|(index, grey)| {
            Some((u8::try_from(index).ok()?, [grey, grey, grey, 255]))
        }));
    texels.iter().map(|[r, g, b, _]| nearest.of([*r, *g, *b, 255]).unwrap_or(0)).collect()
}

fn put_indices(data: &mut [u8], kind: Kind, indices: &[u8]) {
    if kind == Kind::Bits4 {
        for (byte, pair) in data.iter_mut().zip(indices.chunks(2)) {
            *byte = pair.iter().rev().fold(0, |byte, index| byte << 4 | index & 15);
        }
    } else {
        for (byte, index) in data.iter_mut().zip(indices) {
            *byte = *index;
        }
    }
}

fn put_words(data: &mut [u8], texels: &[[u8; 4]]) {
    let (words, _) = data.as_chunks_mut::<2>();
    let now: Vec<u16> = words.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
    for (pair, wanted) in words.iter_mut().zip(paint::target_colours(texels, Some(&now))) {
        *pair = wanted.word.to_le_bytes();
    }
}

/// Stores three bytes per texel; row padding is preserved.
fn put_rgb(data: &mut [u8], row_bytes: usize, picture: &Picture) {
    let width = usize::try_from(picture.width).unwrap_or(usize::MAX).max(1);
    let rows = data.chunks_exact_mut(row_bytes.max(1)).zip(picture.texels.chunks_exact(width));
    for (row, texels) in rows {
        let (triples, _) = row.as_chunks_mut::<3>();
        for (triple, [r, g, b, _]) in triples.iter_mut().zip(texels) {
            *triple = [*r, *g, *b];
        }
    }
}
