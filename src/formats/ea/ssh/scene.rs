//! Images as textures, and what is odd about them.

use super::pixels;
use super::records::{Chunk, Image, Sheet, kind};
use crate::bytes::{Problem, Problems, Severity, Source, Span};
use crate::scene::{LayerKind, Origin, Scene, Texture};

pub(super) fn build(sheet: &Sheet, source: &Source) -> Scene {
    let mut scene = Scene { name: source.stem().to_owned(), ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    scene.textures =
        (0..sheet.images.len()).filter_map(|index| texture(sheet, index, source)).collect();
    scene
}

pub(super) fn texture(sheet: &Sheet, index: usize, source: &Source) -> Option<Texture> {
    // What the other consoles store under the same numbers is not known.
    if !source.bytes().starts_with(b"SHPS") {
        return None;
    }
    let image = sheet.images.get(index)?;
    let mut texture = pixels::texture(image, source)?;
    let span = Span::new(source.id(), image.start, image.end.saturating_sub(image.start));
    texture.origin = Origin::new(span, format!("images[{index}]"));
    Some(texture)
}

pub(super) fn validate(sheet: &Sheet, source: &Source, version: &str) -> Problems {
    let mut check = Check { problems: Problems::default(), source };
    if version != "SHPS" {
        let message = format!("images of {version} are listed, but not decoded");
        check.say(Severity::Error, (0, 4), "header.magic".to_owned(), message);
        return check.problems;
    }
    for (index, image) in sheet.images.iter().enumerate() {
        check.image(index, image);
    }
    check.problems
}

struct Check<'a> {
    problems: Problems,
    source: &'a Source,
}

impl Check<'_> {
    fn say(&mut self, severity: Severity, at: (u64, u64), field: String, message: String) {
        let span = Span::new(self.source.id(), at.0, at.1);
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    fn image(&mut self, index: usize, image: &Image) {
        let name = image.short_name();
        let field = |chunk: &Chunk, name: &str| {
            let at = image.chunks.iter().position(|known| known == chunk).unwrap_or(0);
            format!("images[{index}].chunks[{at}].{name}")
        };
        let header = |chunk: &Chunk| chunk.start.saturating_sub(super::records::HEADER);
        let Some(texels) = image.texels() else {
            let message = format!("{name} has no texels");
            let span = (image.start, image.end.saturating_sub(image.start));
            self.say(Severity::Warning, span, format!("images[{index}]"), message);
            return;
        };
        let (w, h) = (texels.header.width, texels.header.height);
        let plain = texels.header.plain_kind();
        let decoded = pixels::texture(image, self.source);
        let rows = decoded.map_or(0, |texture| texture.height);
        if rows < u32::from(h) || w == 0 {
            let message = format!("{name} is {w} × {h}, of which {rows} rows are there");
            let place = (header(texels) + 4, 4);
            self.say(Severity::Error, place, field(texels, "header.height"), message);
        }
        let odd = !w.is_multiple_of(16) || !h.is_multiple_of(16);
        if texels.header.is_swizzled() && plain == kind::INDEXED8 && odd {
            let message = format!("{w} × {h} texels cannot be swizzled: shown in plain order");
            let place = (header(texels) + 12, 2);
            self.say(Severity::Warning, place, field(texels, "header.x"), message);
        }
        if !matches!(plain, kind::INDEXED4 | kind::INDEXED8) {
            return;
        }
        let Some(palette) = image.palette() else {
            let message = format!("{name} has no palette: its indices are shown as greys");
            let span = (image.start, image.end.saturating_sub(image.start));
            self.say(Severity::Error, span, format!("images[{index}]"), message);
            return;
        };
        let colours = palette.end.saturating_sub(palette.start) / 4;
        let most = if plain == kind::INDEXED4 { 16 } else { 256 };
        if colours < most {
            let message =
                format!("{colours} colours, where indices reach {most}: the rest is black");
            let place = (header(palette) + 4, 2);
            self.say(Severity::Note, place, field(palette, "header.width"), message);
        }
    }
}
