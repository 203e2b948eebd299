//! Overdraw as colours over the picture.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Rect, TextureHandle, TextureOptions, Ui, pos2};

use super::order::Order;
use crate::app::model::background::Newest;

/// Colours for one, two, … faces over a pixel; the last one also means more.
pub const COLOURS: [Color32; 8] = [
    Color32::from_rgb(24, 32, 96),
    Color32::from_rgb(32, 80, 168),
    Color32::from_rgb(32, 144, 160),
    Color32::from_rgb(64, 168, 72),
    Color32::from_rgb(184, 184, 48),
    Color32::from_rgb(224, 136, 32),
    Color32::from_rgb(216, 56, 40),
    Color32::from_rgb(255, 224, 240),
];

/// The heat map, while it is on.
#[derive(Default)]
pub struct Heat {
    pub on: bool,
    worker: Newest<Map>,
    /// Order and number of steps of the last request.
    requested: Option<(Arc<Order>, usize)>,
    map: Option<Map>,
}

/// The counts as a picture.
struct Map {
    texture: TextureHandle,
    mean: f64,
    most: u32,
    /// Part of the texture that the picture shows.
    part: Rect,
}

impl Heat {
    /// Takes the last map, and requests one of the first `steps` steps if it shows another number
    /// of steps.
    pub fn update(&mut self, ctx: &Context, order: &Arc<Order>, steps: usize) {
        if !self.on {
            (self.requested, self.map) = (None, None);
            return;
        }
        self.map = self.worker.take().or(self.map.take());
        let is_known =
            |(known, at): &(Arc<Order>, usize)| Arc::ptr_eq(known, order) && *at == steps;
        if self.requested.as_ref().is_some_and(is_known) {
            return;
        }
        self.requested = Some((order.clone(), steps));
        let (order, ctx) = (order.clone(), ctx.clone());
        let work = {
            let ctx = ctx.clone();
            move || Map::new(&ctx, &order, steps)
        };
        self.worker.request("Counting overdraw", work, move || ctx.request_repaint());
    }

    pub fn is_pending(&self) -> bool {
        self.on && self.worker.is_pending()
    }

    /// Average and maximum number of faces over a pixel.
    pub fn numbers(&self) -> Option<(f64, u32)> {
        self.map.as_ref().map(|map| (map.mean, map.most))
    }

    pub fn paint(&self, ui: &Ui, rect: Rect) {
        if let Some(map) = &self.map {
            let tint = Color32::from_white_alpha(210);
            ui.painter().image(map.texture.id(), rect, map.part, tint);
        }
    }
}

impl Map {
    fn new(ctx: &Context, order: &Order, steps: usize) -> Self {
        order.overdraw(steps, |counted| {
            let colour = |count: &u32| match (*count as usize).min(COLOURS.len()).checked_sub(1) {
                Some(at) => COLOURS[at],
                None => Color32::BLACK,
            };
            let size = [counted.size.0 as usize, counted.size.1 as usize];
            let image = ColorImage::new(size, counted.counts.iter().map(colour).collect());
            let [width, height] = counted.extent;
            Self {
                texture: ctx.load_texture("overdraw", image, TextureOptions::NEAREST),
                mean: counted.mean(),
                most: counted.most(),
                part: Rect::from_min_max(pos2(0.0, 0.0), pos2(width.recip(), height.recip())),
            }
        })
    }
}
