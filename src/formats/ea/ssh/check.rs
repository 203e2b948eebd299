//! Reports inconsistent images.

use super::coding::ChunkContent;
use super::pixels::Pixels;
use super::records::{Chunk, HEADER, Image, Sheet};
use crate::bytes::{Cursor, Recorder, Severity, Source};

/// Reports inconsistencies of the images of the sheet in `source`.
pub(super) fn check<R: Recorder>(cur: &mut Cursor<'_, R>, sheet: &Sheet, source: &Source) {
    for (index, image) in sheet.images.iter().enumerate() {
        check_image(cur, source, index, image);
    }
}

fn check_image<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source, index: usize, image: &Image) {
    let name = image.short_name();
    let field = |chunk: &Chunk, name: &str| {
        let at = image.chunks.iter().position(|known| known == chunk).unwrap_or(0);
        format!("images[{index}].chunks[{at}].{name}")
    };
    let header = |chunk: &Chunk| chunk.start.saturating_sub(HEADER);
    let Some(texels) = image.texels() else {
        let message = format_args!("{name} has no texels");
        let span = (image.start, image.end.saturating_sub(image.start));
        cur.problem(Severity::Warning, span, &format!("images[{index}]"), message);
        return;
    };
    let (w, h) = (texels.header.width, texels.header.height);
    let pixels = Pixels::of(image, source);
    let rows = pixels.as_ref().map_or(0, |pixels| pixels.height);
    if rows < usize::from(h) || w == 0 {
        let message = format_args!("{name} is {w} × {h}, found {rows} rows");
        let span = (header(texels) + 4, 4);
        cur.problem(Severity::Error, span, &field(texels, "header.height"), message);
    }
    let Some(coding) = image.coding() else { return };
    let level = pixels.as_ref().map(|pixels| pixels.level);
    if level.is_some_and(|level| level.swizzled && !level.can_be_swizzled()) {
        let message = format_args!("{w} × {h} texels cannot be swizzled: displayed in plain order");
        let span = (header(texels) + 12, 2);
        cur.problem(Severity::Warning, span, &field(texels, "header.x"), message);
    }
    let declared = usize::from(texels.header.mips());
    let mips = pixels.as_ref().map_or(0, |pixels| pixels.smaller(image, index).len());
    if mips < declared {
        let there = pixels.as_ref().map_or(0, |pixels| pixels.data().len() as u64);
        let behind = there.saturating_sub(level.map_or(0, |level| level.end));
        let message = format_args!(
            "expected {declared} smaller levels, found {mips} in the {behind} bytes after the texels"
        );
        let span = (header(texels) + 14, 2);
        cur.problem(Severity::Note, span, &field(texels, "header.y"), message);
    }
    if coding.entries() == 0 {
        return;
    }
    let Some(palette) = image.palette() else {
        let message = format_args!("{name} has no palette: its indices are displayed as greys");
        let span = (image.start, image.end.saturating_sub(image.start));
        cur.problem(Severity::Error, span, &format!("images[{index}]"), message);
        return;
    };
    let ChunkContent::Colours(stored) = palette.holds else { return };
    let there = palette.end.saturating_sub(palette.start);
    let colours = there.checked_div(stored.size() as u64).unwrap_or(0);
    let most = coding.entries() as u64;
    if colours < most {
        let message = format_args!(
            "{colours} colours, but indices up to {most} are possible: the rest is black"
        );
        let span = (header(palette) + 4, 2);
        cur.problem(Severity::Note, span, &field(palette, "header.width"), message);
    }
}
