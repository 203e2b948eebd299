//! Animation: decoding on threads, the clock, combined scenes, contact sheets.

use std::sync::Arc;
use std::time::Duration;

use super::{RestoredView, Window};
use crate::app::jobs::thumbnails::image_of;
use crate::app::jobs::{Message, strips};
use crate::app::model::view::strips::Strip;
use crate::app::model::{Doc, DocScene, Level, document::paths};

use image::RgbaImage;

use crate::library::CombinedScene;
use crate::render::SceneBuffers;
use crate::scene::AnimationId;

/// Pixels of a picture of a contact sheet, and pictures per row.
const CELL: (u32, u32) = (160, 160);
const COLUMNS: u32 = 12;

impl Window {
    /// Advances the clock, and requests a frame for the next change.
    pub(super) fn move_on(&mut self, ctx: &egui::Context) {
        self.decode_animation();
        self.follow_film();
        let time = ctx.input(|input| input.time);
        if let Some(seconds) = self.state.move_on(time) {
            ctx.request_repaint_after(Duration::from_secs_f64(seconds));
        }
        self.decode_frame();
    }

    /// Decodes the chosen animation in the background, once.
    fn decode_animation(&mut self) {
        let (Some(animation), Some(doc)) = (self.state.view.animation, self.state.doc.clone())
        else {
            return;
        };
        let stored = doc.scene.as_ref().and_then(|scene| scene.scene.animations.get(animation));
        let Some(data) = stored.map(|stored| stored.data.clone()) else { return };
        if !self.state.motion.request(animation) {
            return;
        }
        let generation = doc.generation;
        self.jobs.start("Decoding an animation", false, move |handle| {
            let clip = Arc::new(data.decode());
            handle.send(Message::Clip { generation, animation, clip });
        });
    }

    /// Adds the scene of a file to the open one.
    pub(super) fn show_with(&mut self, path: &str) {
        let around = self.state.scene().map(|scene| scene.around.clone());
        let around = around.unwrap_or_default().into_iter();
        self.compose(around.chain([path.to_owned()]).collect());
    }

    /// Draws a strip of small pictures of an animation in the background.
    pub(super) fn draw_strip(&mut self, animation: AnimationId) {
        let generation = self.state.generation();
        self.state.strips.request(generation, animation);
        self.draw_strips();
    }

    /// Rebuilds the open scene together with those of other files.
    pub(super) fn compose(&mut self, around: Vec<String>) {
        let Some(doc) = self.state.doc.clone() else { return };
        let keep = RestoredView::of(&self.state, &doc, self.opening.keep.take());
        self.supersede();
        self.opening.keep = Some(keep);
        let (library, gpu) = (self.state.library.clone(), self.gpu.clone());
        let generation = self.opening.generation;
        self.state.loading = true;
        let name = match around.last() {
            Some(last) => format!("Adding {}", paths::name(last)),
            None => "Removing added models".to_owned(),
        };
        self.opening.job = Some(self.jobs.start(name, false, move |handle| {
            let Some(own) = doc.opened.scene(&library) else { return };
            let CombinedScene { scene, around: shown, failed } =
                library.put_together(&own, &around);
            failed.into_iter().for_each(|why| handle.notify(Level::Error, why));
            let scene = Arc::new(scene);
            let buffers = gpu.wait().as_ref().map(|gpu| SceneBuffers::new(gpu, scene.clone()));
            let scene = DocScene { around: shown, ..DocScene::new(scene) };
            let doc = Doc {
                opened: doc.opened.clone(),
                problems: doc.problems.clone(),
                scene: Some(scene),
                generation,
                names: doc.names,
            };
            handle.send(Message::Scene { doc: Arc::new(doc), buffers: buffers.map(Box::new) });
        }));
    }

    /// Draws the requested animation strips, if none is being drawn.
    pub(super) fn draw_strips(&mut self) {
        let generation = self.state.generation();
        let wanted = self.state.strips.take_wanted(generation);
        let Some(scene) = self.state.scene().map(|scene| scene.scene.clone()) else { return };
        if wanted.is_empty() {
            return;
        }
        let gpu = self.gpu.clone();
        let job = self.jobs.start("Drawing animations", true, move |handle| {
            strips::draw(handle, &gpu, &scene, generation, &wanted);
        });
        self.state.strips.job = Some(job);
    }

    /// Handles a strip that was drawn or failed.
    pub(super) fn take_strip(
        &mut self,
        generation: u64,
        animation: AnimationId,
        strip: Option<(RgbaImage, u32)>,
    ) {
        let ctx = self.jobs.context();
        let strip = strip.map(|(picture, count)| {
            let image = image_of(&picture);
            let picture = ctx.load_texture("strip", image, egui::TextureOptions::LINEAR);
            Strip { picture, count }
        });
        self.state.strips.take(generation, animation, strip);
    }

    /// Writes a contact sheet of all animations to the user's picture folder.
    pub(super) fn contact_sheet(&mut self) {
        let sheet = self.panels.scene.contact_sheet(&self.state, CELL, COLUMNS);
        if sheet.is_some() {
            self.notify(Level::Info, "Drawing all animations…");
        }
        let folder = crate::app::shell::folders::pictures_folder();
        self.save_picture(
            sheet,
            folder,
            "Drawing a contact sheet",
            ".animations",
            "Contact sheet failed",
        );
    }
}
