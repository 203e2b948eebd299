//! Checks that every text of the window has a contrast of at least 4.5:1 in both themes.

use std::collections::BTreeMap;

use egui::epaint::{ClippedShape, Shape, TextShape};
use egui::{Color32, Pos2, Rect, Rgba, TextureId, Theme};
use gouraud::app::model::{Command, PanelId};
use gouraud::app::panels;
use gouraud::scene::{Element, FaceRef, Id};

use crate::driver::{Bench, Driver, open, window};

/// Minimum for small text in WCAG 2.1.
const LEAST: f32 = 4.5;

fn luminance(colour: Color32) -> f32 {
    let linear = Rgba::from(colour.to_opaque());
    0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b()
}

pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Painted backgrounds in their order; contrast over a picture is not measured.
#[derive(Default)]
struct Grounds(Vec<(Rect, Option<Color32>)>);

impl Grounds {
    fn at(&self, place: Pos2) -> Option<Color32> {
        let mut ground = None;
        for (_, colour) in self.0.iter().filter(|(rect, _)| rect.contains(place)) {
            ground = match (colour, ground) {
                (Some(colour), _) if colour.a() == 255 => Some(*colour),
                (Some(colour), Some(below)) => Some(over(*colour, below)),
                _ => None,
            };
        }
        ground
    }
}

/// A colour with alpha over an opaque one, as egui blends.
fn over(colour: Color32, below: Color32) -> Color32 {
    let rest = 255 - u32::from(colour.a());
    let mix = |top: u8, below: u8| (u32::from(top) + u32::from(below) * rest / 255).min(255) as u8;
    let [r, g, b] = [colour.r(), colour.g(), colour.b()];
    Color32::from_rgb(mix(r, below.r()), mix(g, below.g()), mix(b, below.b()))
}

/// Texts with too little contrast, by their colours, each with one position.
fn unreadable(shapes: &[ClippedShape]) -> BTreeMap<String, String> {
    let mut grounds = Grounds::default();
    let mut found = BTreeMap::new();
    for shape in shapes {
        look(&shape.shape, shape.clip_rect, &mut grounds, &mut found);
    }
    found
}

fn look(shape: &Shape, clip: Rect, grounds: &mut Grounds, found: &mut BTreeMap<String, String>) {
    match shape {
        Shape::Vec(all) => all.iter().for_each(|shape| look(shape, clip, grounds, found)),
        Shape::Rect(rect) if rect.brush.is_some() => {
            grounds.0.push((rect.rect.intersect(clip), None));
        }
        Shape::Rect(rect) if rect.fill.a() > 0 => {
            grounds.0.push((rect.rect.intersect(clip), Some(rect.fill)));
        }
        Shape::Mesh(mesh) if mesh.texture_id != TextureId::default() => {
            grounds.0.push((mesh.calc_bounds().intersect(clip), None));
        }
        Shape::Callback(callback) => grounds.0.push((callback.rect.intersect(clip), None)),
        Shape::Text(text) => measure(text, clip, grounds, found),
        _ => {}
    }
}

fn measure(text: &TextShape, clip: Rect, grounds: &Grounds, found: &mut BTreeMap<String, String>) {
    // Disabled text is painted half transparent and is exempt.
    if text.opacity_factor < 1.0 || text.angle != 0.0 {
        return;
    }
    for row in &text.galley.rows {
        // Each glyph with ink is a quad.
        let visuals = &row.visuals;
        let quads = visuals.mesh.vertices.get(visuals.glyph_vertex_range.clone());
        let glyphs = row.glyphs.iter().filter(|glyph| !glyph.uv_rect.is_nothing());
        for (glyph, quad) in glyphs.zip(quads.unwrap_or_default().chunks_exact(4)) {
            // Icons are pictures.
            if ('\u{e000}'..='\u{f8ff}').contains(&glyph.chr) {
                continue;
            }
            let middle =
                quad.iter().fold(egui::Vec2::ZERO, |sum, vertex| sum + vertex.pos.to_vec2()) / 4.0;
            let place = text.pos + row.pos.to_vec2() + middle;
            if !clip.contains(place) {
                continue;
            }
            let colour = match (text.override_text_color, quad[0].color) {
                (Some(colour), _) => colour,
                (None, Color32::PLACEHOLDER) => text.fallback_color,
                (None, colour) => colour,
            };
            let Some(ground) = grounds.at(place).filter(|_| colour.a() > 0) else { continue };
            let ink = over(colour, ground);
            let ratio = contrast(ink, ground);
            if ratio < LEAST {
                let colours = format!("{ink:?} on {ground:?}: {ratio:.2}");
                let words = || row.glyphs.iter().map(|glyph| glyph.chr).collect::<String>();
                found.entry(colours).or_insert_with(|| format!("{:?} at {place:?}", words()));
            }
        }
    }
}

fn assert_readable(window: &mut Bench, shown: &[PanelId]) {
    for theme in [Theme::Dark, Theme::Light] {
        let mut settings = window.model().settings.clone();
        settings.theme = theme.into();
        window.state_mut().push(Command::SetSettings(Box::new(settings)));
        for panel in shown {
            window.show(*panel);
            let found = unreadable(&window.output().shapes);
            assert!(found.is_empty(), "{panel:?} in {theme:?}: {found:#?}");
        }
    }
}

#[test]
fn text_is_readable_in_every_panel() {
    let mut window = crate::opened();
    let scene = &window.model().scene().unwrap().scene;
    let node = scene.nodes.find(|node| node.mesh.is_some()).unwrap();
    let face = Element::Face(FaceRef { node, face: 5 });
    window.select(face);
    let all: Vec<PanelId> = panels::ALL.iter().map(|info| info.id).collect();
    assert_readable(&mut window, &all);
}

#[test]
fn text_is_readable_in_selected_rows() {
    for (path, element, panel) in [
        ("demo//voices.tpa", Element::Sound(Id::new(0)), PanelId::SOUNDS),
        (
            "demo//creature.lzs",
            Element::Bone { skeleton: Id::new(0), bone: Id::new(1) },
            PanelId::SCENE,
        ),
        ("demo//plaza.psx", Element::Texture(Id::new(0)), PanelId::TEXTURE),
    ] {
        let mut window = open(path);
        window.select(element);
        assert_readable(&mut window, &[panel, PanelId::CONTENTS, PanelId::FIELDS]);
    }
}

#[test]
fn text_is_readable_for_unknown_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = vec![0; 400];
    bytes.extend([0x5A; 400]);
    for name in ["noise.bin", "other.bin"] {
        std::fs::write(folder.path().join(name), &bytes).unwrap();
    }
    let path = folder.path().join("noise.bin").to_string_lossy().into_owned();
    let mut window = window(vec![path]);
    window.until("it is open", |w| w.state.doc.is_some() && w.is_idle());
    assert_readable(&mut window, &[PanelId::FILES, PanelId::PROBLEMS, PanelId::BYTES]);
}
