//! A walk over every panel, in both themes and at the sizes that people have: nothing is painted
//! over something else, cut without a sign, or out of its place.

#[path = "common/window.rs"]
mod common;
#[path = "walk/painted.rs"]
mod painted;

use std::collections::BTreeMap;

use common::{until, window};
use egui::{Theme, Vec2, vec2};
use egui_kittest::Harness;
use gouraud::app::Window;
use gouraud::app::command::Command;
use gouraud::app::panel::PanelKind;
use gouraud::app::selection::Target;
use gouraud::scene::{Element, FaceRef};

type Bench = Harness<'static, Window>;

/// The windows, in pixels, and how large things are drawn in them.
const SIZES: [Vec2; 3] = [vec2(1024.0, 700.0), vec2(1280.0, 800.0), vec2(1920.0, 1080.0)];
const SCALES: [f32; 2] = [1.0, 1.5];

fn opened(path: &str) -> Bench {
    let mut window = window(vec![path.to_owned()]);
    until(&mut window, "it is open", |w| {
        let shown =
            w.state.doc.is_some() && (w.state.scene().is_none() || w.scene_panel().is_settled());
        w.is_idle() && (shown || w.state.failure.is_some() || !w.state.roots.is_empty())
    });
    window
}

fn select(window: &mut Bench, element: Element) {
    window.state_mut().push(Command::Select(Target::Element(element)));
    window.run_steps(3);
    let selected = window.state().state.selection.as_ref().and_then(|s| s.element);
    assert_eq!(selected, Some(element));
}

/// The first node for which `wanted`.
fn node(window: &Bench, wanted: impl Fn(&gouraud::scene::Node) -> bool) -> u32 {
    let scene = &window.state().state.scene().expect("there is a scene").scene;
    scene.nodes.iter().position(wanted).expect("there is one") as u32
}

/// Shows each of `panels` at every size and in both themes, and collects what is wrong.
fn walk(window: &mut Bench, panels: &[PanelKind]) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for theme in [Theme::Dark, Theme::Light] {
        let mut settings = window.state().state.settings.clone();
        settings.theme = theme.into();
        window.state_mut().push(Command::SetSettings(Box::new(settings)));
        for size in SIZES {
            for scale in SCALES {
                window.set_pixels_per_point(scale);
                window.set_size(size / scale);
                for panel in panels {
                    window.state_mut().push(Command::ShowPanel(*panel));
                    window.run_steps(3);
                    let place = format!("{panel:?} {}×{} {scale} {theme:?}", size.x, size.y);
                    for fault in faults(window) {
                        let name = fault.split(['{', '[']).next().unwrap_or_default().to_owned();
                        found.entry(name).or_default().push(format!("{place}: {fault}"));
                    }
                }
            }
        }
    }
    found
}

fn faults(window: &Bench) -> Vec<String> {
    let shapes = &window.output().shapes;
    let screen = window.ctx.content_rect();
    painted::faults(&window.ctx, shapes, screen)
}

fn assert_none(found: &BTreeMap<String, Vec<String>>) {
    let lines = found.values().map(|all| format!("{} × {}", all.len(), all[0]));
    let lines: Vec<String> = lines.collect();
    assert!(lines.is_empty(), "{} faults:\n{}", lines.len(), lines.join("\n"));
}

const CENTRE: [PanelKind; 7] = [
    PanelKind::Scene,
    PanelKind::Texture,
    PanelKind::Palette,
    PanelKind::Tables,
    PanelKind::Sounds,
    PanelKind::Problems,
    PanelKind::Log,
];

#[test]
fn a_level_with_a_face_selected() {
    let mut window = opened("demo//plaza.psx");
    let node = node(&window, |node| node.mesh.is_some());
    select(&mut window, Element::Face(FaceRef { node, face: 5 }));
    assert_none(&walk(&mut window, &CENTRE));
}
