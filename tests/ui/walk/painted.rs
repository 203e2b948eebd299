//! Checks a painted frame for visible faults: overlapping text, text that ends at an edge without an
//! ellipsis, controls outside their parent.

use egui::epaint::{ClippedShape, Shape, TextShape};
use egui::{Color32, Context, Rect, TextureId, WidgetRect};

/// Overlap of ink in points that is tolerated, since glyphs have soft edges.
const SLACK: f32 = 1.5;

/// A row of text with the rectangle of its ink.
#[derive(Clone, Debug)]
struct Ink {
    /// Position in the paint order.
    at: usize,
    text: String,
    all: Rect,
    clip: Rect,
}

impl Ink {
    fn shown(&self) -> Rect {
        self.all.intersect(self.clip)
    }
}

/// A shape that hides what was painted before it.
struct Cover {
    at: usize,
    rect: Rect,
}

/// The texts and covers of a frame, in paint order.
#[derive(Default)]
struct Painted {
    inks: Vec<Ink>,
    covers: Vec<Cover>,
    count: usize,
}

impl Painted {
    fn of(shapes: &[ClippedShape], screen: Rect) -> Self {
        let mut painted = Self::default();
        for shape in shapes {
            painted.add(&shape.shape, shape.clip_rect.intersect(screen));
        }
        painted.inks.retain(|ink| ink.shown().is_positive());
        painted
    }

    fn add(&mut self, shape: &Shape, clip: Rect) {
        self.count += 1;
        let at = self.count;
        let mut cover = |rect: Rect| self.covers.push(Cover { at, rect: rect.intersect(clip) });
        match shape {
            Shape::Vec(all) => all.iter().for_each(|shape| self.add(shape, clip)),
            Shape::Rect(rect) if rect.fill.a() > 200 => cover(rect.rect),
            Shape::Mesh(mesh) if mesh.texture_id != TextureId::default() => {
                cover(mesh.calc_bounds());
            }
            Shape::Text(text) => self.inks.extend(rows(text, at, clip)),
            _ => {}
        }
    }

    /// `true` if a shape that was painted between two positions hides the rectangle.
    fn is_hidden(&self, place: Rect, after: usize, before: usize) -> bool {
        let later = self.covers.iter().filter(|cover| cover.at > after && cover.at < before);
        later.into_iter().any(|cover| cover.rect.expand(0.5).contains_rect(place))
    }

    fn overlaps(&self, faults: &mut Vec<String>) {
        let mut sorted: Vec<(Rect, &Ink)> =
            self.inks.iter().map(|ink| (ink.shown().shrink(SLACK), ink)).collect();
        sorted.retain(|(rect, _)| rect.is_positive());
        sorted.sort_by(|a, b| a.0.top().total_cmp(&b.0.top()));
        for (index, (rect, ink)) in sorted.iter().enumerate() {
            let below = sorted.iter().skip(index + 1);
            for (other_rect, other) in below.take_while(|(r, _)| r.top() < rect.bottom()) {
                let both = rect.intersect(*other_rect);
                let (first, second) = if ink.at < other.at { (ink, other) } else { (other, ink) };
                let apart = !both.is_positive()
                    || self.is_hidden(both, first.at, second.at)
                    || self.is_hidden(both, second.at, usize::MAX);
                if !apart {
                    faults.push(format!("{:?} over {:?} at {both:?}", second.text, first.text));
                }
            }
        }
    }

    fn cuts(&self, faults: &mut Vec<String>) {
        for ink in &self.inks {
            let (all, clip) = (ink.all, ink.clip);
            let across = all.left() < clip.left() - SLACK || all.right() > clip.right() + SLACK;
            if across && !self.is_hidden(ink.shown(), ink.at, usize::MAX) {
                faults.push(format!("{:?} is cut: {all:?} in {clip:?}", ink.text));
            }
        }
    }
}

/// The rows of a text that have ink.
fn rows(text: &TextShape, at: usize, clip: Rect) -> Vec<Ink> {
    let sections = &text.galley.job.sections;
    let colour = |format: &egui::TextFormat| match text.override_text_color {
        Some(colour) => colour,
        None if format.color == Color32::PLACEHOLDER => text.fallback_color,
        None => format.color,
    };
    let seen = sections.iter().any(|section| colour(&section.format).a() > 0);
    if !seen || text.opacity_factor <= 0.0 || text.angle != 0.0 {
        return Vec::new();
    }
    let rows = text.galley.rows.iter().filter(|row| row.visuals.mesh_bounds.is_positive());
    let ink = |row: &egui::epaint::text::PlacedRow| Ink {
        at,
        text: row.glyphs.iter().map(|glyph| glyph.chr).collect(),
        all: row.visuals.mesh_bounds.translate(text.pos.to_vec2() + row.pos.to_vec2()),
        clip,
    };
    rows.map(ink).collect()
}

/// Controls that are partly outside their parent. Rows that are scrolled out do not count, only controls
/// that are cut at the sides.
fn outside(ctx: &Context, screen: Rect, faults: &mut Vec<String>) {
    let controls: Vec<(WidgetRect, Option<String>)> = ctx.viewport(|viewport| {
        let widgets = &viewport.prev_pass.widgets;
        let all = widgets.layers().flat_map(|(_, all)| all.iter());
        let controls = all.filter(|w| w.sense.senses_click() || w.sense.senses_drag());
        controls.map(|w| (*w, widgets.info(w.id).and_then(|i| i.label.clone()))).collect()
    });
    for (widget, label) in controls {
        let (all, seen) = (widget.rect, widget.interact_rect.intersect(screen));
        let scrolled = seen.height() <= 0.0 || !all.is_finite();
        if !scrolled && seen.width().max(0.0) < all.width() - SLACK {
            let name = label.unwrap_or_default();
            faults.push(format!("control {name:?} is cut: {all:?} to {seen:?}"));
        }
    }
}

/// The faults of a frame, as messages.
pub fn faults(ctx: &Context, shapes: &[ClippedShape], screen: Rect) -> Vec<String> {
    let mut faults = Vec::new();
    let painted = Painted::of(shapes, screen);
    painted.overlaps(&mut faults);
    painted.cuts(&mut faults);
    outside(ctx, screen, &mut faults);
    faults
}
