//! What is odd about images.

use super::pixels;
use super::records::{Chunk, HEADER, Image, Sheet, kind};
use crate::bytes::{Cursor, Recorder, Severity, Source};

/// Tells what is odd about the images of the sheet in `source`.
pub(super) fn check<R: Recorder>(cur: &mut Cursor<'_, R>, sheet: &Sheet, source: &Source) {
    if !sheet.is_understood() {
        let version = sheet.version;
        let message = format_args!("images of {version} are listed, but not decoded");
        cur.problem(Severity::Error, (0, 4), "header.magic", message);
        return;
    }
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
    let plain = texels.header.plain_kind();
    let decoded = pixels::texture(image, source);
    let rows = decoded.map_or(0, |texture| texture.height);
    if rows < u32::from(h) || w == 0 {
        let message = format_args!("{name} is {w} × {h}, of which {rows} rows are there");
        let span = (header(texels) + 4, 4);
        cur.problem(Severity::Error, span, &field(texels, "header.height"), message);
    }
    let odd = !w.is_multiple_of(16) || !h.is_multiple_of(16);
    if texels.header.is_swizzled() && plain == kind::INDEXED8 && odd {
        let message = format_args!("{w} × {h} texels cannot be swizzled: shown in plain order");
        let span = (header(texels) + 12, 2);
        cur.problem(Severity::Warning, span, &field(texels, "header.x"), message);
    }
    if !matches!(plain, kind::INDEXED4 | kind::INDEXED8) {
        return;
    }
    let Some(palette) = image.palette() else {
        let message = format_args!("{name} has no palette: its indices are shown as greys");
        let span = (image.start, image.end.saturating_sub(image.start));
        cur.problem(Severity::Error, span, &format!("images[{index}]"), message);
        return;
    };
    let colours = palette.end.saturating_sub(palette.start) / 4;
    let most = if plain == kind::INDEXED4 { 16 } else { 256 };
    if colours < most {
        let message =
            format_args!("{colours} colours, where indices reach {most}: the rest is black");
        let span = (header(palette) + 4, 2);
        cur.problem(Severity::Note, span, &field(palette, "header.width"), message);
    }
}
