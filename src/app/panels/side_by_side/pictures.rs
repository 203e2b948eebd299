//! Pictures of a texture in both files and of their difference, at one scale, with the texel under the pointer.

use egui::{
    Color32, ColorImage, Context, Pos2, Rect, Role, Sense, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, Vec2, vec2,
};

use image::{Rgba, RgbaImage};

use crate::app::model::document::pair_part::PairPart;
use crate::app::ui::named::Named;
use crate::app::ui::shorten::capitalized;
use crate::app::ui::{GRID, ROW, Side, Theme, cells, theme};
use crate::edit::{ElementPair, TexturePictures, is_differing_pixel, reduced_picture};
use crate::scene::{Scene, TextureId};

/// Maximum side of a picture, supported by every device.
const MAX_SIDE: u32 = 2048;

/// A picture, reduced to [`MAX_SIDE`].
pub struct Picture {
    image: ColorImage,
    /// Size of the texture.
    size: [u32; 2],
    /// Number of texels per pixel of the picture, in each direction.
    step: u32,
}

impl Picture {
    fn new(picture: &RgbaImage, is_preferred: fn(&Rgba<u8>) -> bool) -> Self {
        let (width, height) = picture.dimensions();
        let step = width.max(height).div_ceil(MAX_SIDE).max(1);
        let reduced = reduced_picture(picture, step, is_preferred);
        let size = [reduced.width() as usize, reduced.height() as usize];
        let image = ColorImage::from_rgba_unmultiplied(size, &reduced);
        Self { image, size: [width, height], step }
    }

    fn texel(&self, [x, y]: [u32; 2]) -> Option<Color32> {
        let [width, _] = self.image.size;
        let (x, y) = ((x / self.step) as usize, (y / self.step) as usize);
        self.image.pixels.get(y * width + x).filter(|_| x < width).copied()
    }
}

/// The pictures of the parts of a pair, or the reasons why there are none.
pub type DecodedPictures = [Result<Picture, String>; 3];

/// The pictures, loaded for display.
pub type LoadedPictures = [Result<(TextureHandle, Picture), String>; 3];

/// Decodes a texture of both scenes. Slow.
pub fn decode(scenes: [&Scene; 2], textures: ElementPair<TextureId>) -> DecodedPictures {
    let TexturePictures { sides, difference } = TexturePictures::of(scenes, textures);
    let why = match &sides {
        [Some(Err(why)), _] | [_, Some(Err(why))] => why.clone(),
        [Some(Ok(a)), Some(Ok(b))] => {
            let ((a, b), (c, d)) = (a.dimensions(), b.dimensions());
            format!("The sizes differ: {a}×{b} and {c}×{d}")
        }
        _ => "Only one file has this texture".to_owned(),
    };
    let missing = || "This file does not have the texture".to_owned();
    let plain = |picture: RgbaImage| Picture::new(&picture, |_| false);
    let [a, b] = sides.map(|side| side.ok_or_else(missing)?.map(plain));
    let difference = difference.map(|picture| Picture::new(&picture, is_differing_pixel));
    [a, b, difference.ok_or(why)]
}

/// Loads the pictures for display.
pub fn load(ctx: &Context, pictures: DecodedPictures) -> LoadedPictures {
    let load = |picture: Picture| {
        let image = picture.image.clone();
        (ctx.load_texture("compared texture", image, TextureOptions::NEAREST), picture)
    };
    pictures.map(|picture| picture.map(load))
}

/// Draws the pictures. `name` is that of the texture.
pub fn ui(ui: &Ui, area: Rect, shown: &LoadedPictures, name: &str) {
    let theme = Theme::of(ui);
    let (area, line) = area.split_top_bottom_at_y(area.bottom() - ROW);
    let size = |picture: &Picture| Vec2::from(picture.size.map(|side| side as f32));
    let sizes = shown.iter().flatten().map(|(_, picture)| size(picture));
    let (cells, scale) = arrange(area, sizes.fold(Vec2::splat(1.0), Vec2::max));
    let pictures = cells.map(|cell| cell.with_min_y(cell.top() + ROW));
    // Whole points keep texels sharp.
    let corner = |cell: &Rect, size: Vec2| (cell.center_top() - vec2(size.x / 2.0, 0.0)).round();
    let rects: Vec<Option<Rect>> = (pictures.iter().zip(shown))
        .map(|(cell, picture)| {
            let size = size(&picture.as_ref().ok()?.1) * scale;
            Some(Rect::from_min_size(corner(cell, size), size))
        })
        .collect();
    let pointer = ui.ctx().pointer_hover_pos().filter(|_| ui.rect_contains_pointer(area));
    let texel = pointer.and_then(|pointer| {
        rects.iter().flatten().find_map(|rect| texel_at(*rect, scale, pointer))
    });
    for (((part, picture), cell), rect) in
        PairPart::ALL.into_iter().zip(shown).zip(cells).zip(&rects)
    {
        let head = cell.with_max_y(cell.top() + ROW);
        let (caption, why) = match picture {
            Ok((handle, Picture { size: [width, height], .. })) => {
                let painter = ui.painter().with_clip_rect(cell.intersect(ui.clip_rect()));
                if let Some(rect) = *rect {
                    cells::checker(&painter, rect, 8.0);
                    painter.image(handle.id(), rect, cells::WHOLE, Color32::WHITE);
                    if let Some([x, y]) = texel.filter(|_| scale >= 4.0) {
                        let corner = rect.min + vec2(x as f32, y as f32) * scale;
                        let texel = Rect::from_min_size(corner, Vec2::splat(scale));
                        let stroke = Stroke::new(1.0, theme.text);
                        painter.rect_stroke(texel, 0.0, stroke, StrokeKind::Outside);
                    }
                }
                (format!("{}, {width}×{height}", capitalized(part.name())), String::new())
            }
            Err(why) => {
                let line = head.translate(vec2(0.0, ROW));
                cells::centred(ui, line, why, theme::body(), theme.weak);
                (capitalized(part.name()), format!(": {why}"))
            }
        };
        cells::centred(ui, head, &caption, theme::small(), theme.text);
        let id = ui.scope_id().with(("compared picture", part.name()));
        let response = ui.interact(cell, id, Sense::hover());
        response.named(Role::Image, format!("{name}, {caption}{why}"));
    }
    let text = match texel {
        Some(texel) => readout(shown, texel),
        None => format!("{:.0} %", scale * 100.0),
    };
    cells::text(ui, line, Side::Left, &text, theme::mono(), theme.weak);
}

/// Three cells in one, two or three columns, in which pictures up to this size have the largest scale, and that scale.
/// It is an integer if the pictures fit at 1 or more.
fn arrange(area: Rect, largest: Vec2) -> ([Rect; 3], f32) {
    let gap = Vec2::splat(2.0 * GRID);
    let options = [3, 2, 1].map(|columns: usize| {
        let counts = vec2(columns as f32, 3_usize.div_ceil(columns) as f32);
        let step = (area.size() + gap) / counts;
        let cells = [0, 1, 2].map(|at: usize| {
            let place = vec2((at % columns) as f32, (at / columns) as f32);
            Rect::from_min_size(area.min + place * step, step - gap)
        });
        let scale = ((step - gap - vec2(0.0, ROW)) / largest).min_elem();
        (cells, if scale >= 1.0 { scale.floor() } else { scale.max(0.01) })
    });
    let larger =
        |best: ([Rect; 3], f32), next: ([Rect; 3], f32)| if next.1 > best.1 { next } else { best };
    let [first, second, third] = options;
    larger(larger(first, second), third)
}

fn texel_at(rect: Rect, scale: f32, at: Pos2) -> Option<[u32; 2]> {
    let texel = (at - rect.min) / scale;
    rect.contains(at).then_some([texel.x as u32, texel.y as u32])
}

/// Position of a texel, and its colours in both files.
fn readout([other, own, _]: &LoadedPictures, [x, y]: [u32; 2]) -> String {
    let colour = |picture: &Result<(TextureHandle, Picture), String>| {
        let [r, g, b, a] = picture.as_ref().ok()?.1.texel([x, y])?.to_srgba_unmultiplied();
        Some(if a == 0 { "transparent".to_owned() } else { format!("#{r:02x}{g:02x}{b:02x}") })
    };
    match (colour(other), colour(own)) {
        (Some(a), Some(b)) if a != b => format!("x {x}  y {y}  {a} → {b}"),
        (a, b) => format!("x {x}  y {y}  {}", b.or(a).unwrap_or_default()),
    }
}
