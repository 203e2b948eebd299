//! Adds a TIM to a scene: its picture, its palettes, and the views that GPU packets use.

use std::collections::HashMap;
use std::sync::Arc;

use super::records::{Kind, Rect, Tim};
use crate::bytes::Span;
use crate::formats::Loaded;
use crate::formats::ps1::vram::{ClutWord, Depth, TexPage};
use crate::scene::{
    Id, Origin, Palette, PaletteId, Scene, Spans, Surface, TexelFormat, Texels, Texture,
    TextureData, TextureId, Upload,
};

/// Textures and palettes that faces may refer to. The picture as stored and all palettes are added at
/// once; views of the same halfwords in another depth are added when a packet needs them.
pub struct Pictures<'a> {
    tim: &'a Tim,
    name: String,
    colours: Origin,
    image: Origin,
    texels: Span,
    views: HashMap<View, Option<TextureId>>,
    /// Palettes by row, first colour, and number of colours.
    palettes: HashMap<(i32, i32, usize), PaletteId>,
}

/// Interpretation of the halfwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum View {
    Depth(Depth),
    Rgb24,
}

impl View {
    fn of(kind: Kind) -> Self {
        kind.depth().map_or(View::Rgb24, View::Depth)
    }

    fn width(self, halfwords: u16) -> u32 {
        match self {
            View::Depth(depth) => u32::from(halfwords) * depth.texels().unsigned_abs(),
            View::Rgb24 => Kind::Bits24.width(halfwords),
        }
    }

    fn format(self) -> TexelFormat {
        match self {
            View::Depth(Depth::Four) => TexelFormat::Indexed4,
            View::Depth(Depth::Eight) => TexelFormat::Indexed8,
            View::Depth(Depth::Fifteen) => TexelFormat::Direct15,
            View::Rgb24 => TexelFormat::Rgba8,
        }
    }
}

impl<'a> Pictures<'a> {
    /// Adds the picture `tim` of `file` and its palettes to the scene. `path` is its field path followed
    /// by a dot; empty for a separate file.
    pub fn add<T>(scene: &mut Scene, file: &Loaded<T>, tim: &'a Tim, path: &str) -> Self {
        let mut pictures = Self {
            tim,
            name: file.source.stem().to_owned(),
            colours: file.origin(format!("{path}clut.colours")),
            image: file.origin(format!("{path}image")),
            texels: file.span(&format!("{path}image.texels")),
            views: HashMap::new(),
            palettes: HashMap::new(),
        };
        pictures.own_palettes(scene);
        let view = View::of(tim.kind());
        pictures.view(scene, view);
        pictures
    }

    /// Adds all palettes: the runs of a palette's length in every row.
    fn own_palettes(&mut self, scene: &mut Scene) {
        let colours = self.tim.kind().depth().and_then(Depth::colours);
        let (Some(clut), Some(colours)) = (&self.tim.clut, colours) else { return };
        let width = usize::from(clut.rect.w);
        // A damaged rectangle may state billions of colours.
        let stored = |at: usize| at < clut.data.len();
        for row in (0..usize::from(clut.rect.h)).take_while(|row| stored(row * width)) {
            for first in (0..width).step_by(colours).take_while(|at| stored(row * width + at)) {
                self.run(scene, row as i32, first as i32, colours);
            }
        }
    }

    /// Palette of up to `colours` entries from `first` in `row`.
    fn run(
        &mut self,
        scene: &mut Scene,
        row: i32,
        first: i32,
        colours: usize,
    ) -> Option<PaletteId> {
        let clut = self.tim.clut.as_ref()?;
        let (x, y) = (usize::try_from(first).ok()?, usize::try_from(row).ok()?);
        let width = usize::from(clut.rect.w);
        if x >= width {
            return None;
        }
        let colours = colours.min(width - x);
        if let Some(known) = self.palettes.get(&(row, first, colours)) {
            return Some(*known);
        }
        let at = y * width + x;
        let stored = clut.data.get(at..(at + colours).min(clut.data.len()))?.to_vec();
        if stored.is_empty() {
            return None;
        }
        let Origin { span, path } = &self.colours;
        let (start, count) = (span.start + 2 * at as u64, stored.len() as u64);
        let index = scene.palettes.push(Palette {
            name: if width > colours {
                format!("CLUT {row}, from {first}")
            } else {
                format!("CLUT {row}")
            },
            id: 0,
            stored,
            rule: <[u16]>::to_vec,
            position: clut.rect.position_of(x, y),
            // The path of the array only fits the entries of the first palette.
            entries: Spans::even(span.source, start, 2, count, path.clone()).counted_from(at),
            origin: Origin::new(Span::new(span.source, start, 2 * count), format!("{path}[{at}]")),
        });
        self.palettes.insert((row, first, colours), index);
        Some(index)
    }

    /// Texture of a view, unless it has no texels.
    fn view(&mut self, scene: &mut Scene, view: View) -> Option<TextureId> {
        if let Some(known) = self.views.get(&view) {
            return *known;
        }
        let texture = self.texture(view, scene);
        let index = texture.map(|texture| scene.textures.push(texture));
        self.views.insert(view, index);
        index
    }

    fn texture(&self, view: View, scene: &Scene) -> Option<Texture> {
        let image = self.tim.image.as_ref()?;
        let row_bytes = usize::from(image.rect.w) * 2;
        // Existing rows only.
        let rows = image.data.len().checked_div(row_bytes)?;
        let (width, height) = (view.width(image.rect.w), u32::try_from(rows).ok()?);
        if width == 0 || height == 0 {
            return None;
        }
        let start = self.texels.start;
        let native = view == View::of(self.tim.kind());
        let format = view.format();
        let texels = Halfwords {
            data: image.data.clone(),
            rect: image.rect,
            row_bytes,
            view,
            width,
            height,
            start,
        };
        Some(Texture {
            name: if native {
                self.name.clone()
            } else {
                format!("{} as {}", self.name, format.words())
            },
            id: 0,
            width,
            height,
            format,
            palette: (format.is_indexed() && native && !scene.palettes.is_empty())
                .then_some(Id::new(0)),
            pixels: Arc::new(texels),
            origin: self.image.clone(),
        })
    }

    /// Surface of a packet with this page and colour table, and the offset to add to its texture
    /// coordinates. The missing-texture marker if one of `uvs` or the table is outside this TIM.
    pub fn surface(
        &mut self,
        scene: &mut Scene,
        page: TexPage,
        clut: ClutWord,
        uvs: &[[u8; 2]],
    ) -> (Surface, [i32; 2]) {
        let found = self.find(scene, page, clut, uvs);
        found.unwrap_or((Surface::Missing(None), [0; 2]))
    }

    fn find(
        &mut self,
        scene: &mut Scene,
        page: TexPage,
        clut: ClutWord,
        uvs: &[[u8; 2]],
    ) -> Option<(Surface, [i32; 2])> {
        let (depth, shift) = (page.depth(), shift(self.tim, page)?);
        let texture = self.view(scene, View::Depth(depth))?;
        let sizes = scene.textures.get(texture).map(|t| [t.width, t.height])?;
        // A corner at the very edge uses only texels before it.
        let inside = uvs.iter().all(|uv| {
            uv.iter().zip(shift).zip(sizes).all(|((at, shift), size)| {
                (0..=i64::from(size)).contains(&(i64::from(*at) + i64::from(shift)))
            })
        });
        let palette = match depth.colours() {
            Some(colours) => {
                let rect = self.tim.clut.as_ref()?.rect;
                let (row, first) = (clut.y() - i32::from(rect.y), clut.x() - i32::from(rect.x));
                Some(self.run(scene, row, first, colours)?)
            }
            None => None,
        };
        inside.then_some((Surface::Textured { texture, palette }, shift))
    }
}

/// Offset in texels from the top left corner of the picture to that of a page.
pub fn shift(tim: &Tim, page: TexPage) -> Option<[i32; 2]> {
    let image = tim.image.as_ref()?.rect;
    let across = (page.x() - i32::from(image.x)) * page.depth().texels();
    Some([across, page.y() - i32::from(image.y)])
}

/// Rows of halfwords in one interpretation.
struct Halfwords {
    data: Arc<[u8]>,
    /// Position in video memory.
    rect: Rect,
    row_bytes: usize,
    view: View,
    width: u32,
    height: u32,
    start: u64,
}

impl Halfwords {
    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.data.chunks_exact(self.row_bytes.max(1)).take(self.height as usize)
    }

    fn words(&self) -> Vec<u16> {
        let word = |pair: &[u8]| pair.iter().rev().fold(0, |w, byte| w << 8 | u16::from(*byte));
        self.rows().flat_map(|row| row.chunks_exact(2).map(word)).collect()
    }
}

impl TextureData for Halfwords {
    fn stored_bits(&self) -> Option<u32> {
        matches!(self.view, View::Rgb24).then_some(24)
    }

    fn decode(&self) -> Texels {
        let rows = self.rows();
        let width = self.width as usize;
        match self.view {
            // The low nibble is the left texel.
            View::Depth(Depth::Four) => {
                Texels::Indices(rows.flatten().flat_map(|byte| [byte & 15, byte >> 4]).collect())
            }
            View::Depth(Depth::Eight) => Texels::Indices(rows.flatten().copied().collect()),
            View::Depth(Depth::Fifteen) => Texels::Words(self.words()),
            View::Rgb24 => {
                let colour = |c: &[u8]| match c {
                    [r, g, b] => [*r, *g, *b, 255],
                    _ => [0; 4],
                };
                let texels = rows.flat_map(|row| row.chunks_exact(3).take(width).map(colour));
                Texels::Rgba(texels.collect())
            }
        }
    }

    fn upload(&self) -> Option<Upload> {
        let Rect { x, y, w: width, .. } = self.rect;
        Some(Upload { position: [x, y], width, words: self.words() })
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let column = match self.view {
            View::Depth(Depth::Four) => u64::from(x / 2),
            View::Depth(Depth::Eight) => u64::from(x),
            View::Depth(Depth::Fifteen) => u64::from(x) * 2,
            View::Rgb24 => u64::from(x) * 3,
        };
        (x < self.width && y < self.height)
            .then(|| self.start + u64::from(y) * self.row_bytes as u64 + column)
    }
}
