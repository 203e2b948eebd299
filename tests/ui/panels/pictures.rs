//! The face card, textures and palettes.

use egui::Color32;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec3;
use gouraud::app::model::view::texels::{Texel, TextureView, colour, picture};
use gouraud::app::model::{ColourBy, Command, Like, PanelId, SelectionTarget};
use gouraud::app::panels::palette::PalettePanel;
use gouraud::app::panels::selection::summary::Summary;
use gouraud::app::panels::selection::{CardPanel, facts};
use gouraud::app::panels::texture::{TexturePanel, fitting_palettes, stepped};
use gouraud::bytes::Colour15;
use gouraud::scene::{Element, FaceRef, Id, PaletteId, TexelFormat, Texels};

use super::single_panel::{Bench, settle, window};
use crate::driver::Driver;

const GLASS: FaceRef = FaceRef { node: Id::new(1), face: 3 };
const UNKNOWN_BIT: FaceRef = FaceRef { node: Id::new(0), face: 6 };

#[test]
fn parses_and_formats_colour_words() {
    let word = Colour15(0x1234);
    assert_eq!(word.channels(), [20, 17, 4]);
    assert_eq!(word.rgb8(), [165, 140, 33]);
    assert_eq!(Colour15::new([20, 17, 4], false), word);
    assert_eq!(Colour15::new([31, 0, 0], true), Colour15(0x801f));
    // The four values for which the two usual expansions differ.
    let red = |v| Colour15(v).rgb8()[0];
    assert_eq!([3, 7, 24, 28].map(red), [25, 58, 197, 230]);
}

#[test]
fn shows_texels_as_colours_indices_or_stp() {
    let palette = [0x0000, 0x801f, 0x001f];
    let texels = Texels::Indices(vec![0, 1, 2, 15]);
    let shown =
        |look| picture(&texels, [2, 2], TexelFormat::Indexed4, Some(&palette), look, 64).pixels;
    let red = Color32::from_rgb(255, 0, 0);
    let colours = shown(TextureView::Colours);
    assert_eq!(colours[..3], [Color32::TRANSPARENT, red, red], "hole, STP, opaque");
    assert_eq!(colours[3], Color32::from_gray(255), "an index past the palette is grey");
    let stp = shown(TextureView::Stp);
    assert_eq!(stp[1], red);
    assert_ne!(stp[2], red, "without STP it is dimmed");
    let indices = shown(TextureView::Indices);
    assert_eq!(indices[..3], [0, 17, 34].map(Color32::from_gray));
    let rgba = Texel::Rgba([1, 2, 3, 0]);
    assert_eq!(colour(rgba, TexelFormat::Rgba8, TextureView::Colours), Color32::TRANSPARENT);
}

#[test]
fn limits_picture_size_and_tolerates_missing_texels() {
    let texels = Texels::Words(vec![0x7fff; 10]);
    let image = picture(&texels, [500, 300], TexelFormat::Direct15, None, TextureView::Colours, 64);
    assert_eq!(image.size, [63, 38]);
    assert_eq!(image.pixels[0], Color32::WHITE);
    assert_eq!(image.pixels[1000], Color32::TRANSPARENT);
}

#[test]
fn quad_outline_matches_its_two_triangles() {
    let quad = [Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 3.0, Vec3::new(2.0, 3.0, 0.0)];
    let shape = facts::shape(&quad).unwrap();
    assert_eq!((shape.normal, shape.area, shape.warp), (Vec3::Z, 6.0, 0.0));
    let bent = [quad[0], quad[1], quad[2], Vec3::new(2.0, 3.0, 1.5)];
    assert_eq!(facts::shape(&bent).unwrap().warp, 1.5);
    assert_eq!(facts::shape(&quad[..3]).unwrap().area, 3.0);
    assert_eq!(facts::shape(&[Vec3::ZERO; 4]).unwrap().normal, Vec3::ZERO, "no area, no normal");
    assert!(facts::shape(&quad[..2]).is_none());
}

#[test]
fn stepping_through_palettes_wraps() {
    let all = [3, 5, 8].map(PaletteId::new);
    let id = |number| Some(PaletteId::new(number));
    assert_eq!(stepped(&all, id(5), 1), id(8));
    assert_eq!(stepped(&all, id(8), 1), id(3));
    assert_eq!(stepped(&all, id(3), -1), id(8));
    assert_eq!(stepped(&all, None, 1), id(3));
    assert_eq!(stepped(&[], id(1), 1), None);
    let bench = Bench::new(PanelId::TEXTURE, TexturePanel::default(), 1);
    let scene = &bench.state.scene().unwrap().scene;
    assert_eq!(
        fitting_palettes(scene, Id::new(0)),
        [0, 1].map(Id::new),
        "only palettes of its size"
    );
    assert_eq!(fitting_palettes(scene, Id::new(1)), [Id::new(2)]);
}

fn shows_text(window: &Harness<'_, Bench<CardPanel>>, text: &str) -> bool {
    let is = |value: Option<String>| value.is_some_and(|value| value.contains(text));
    window.query_all_by(|node| is(node.label()) || is(node.value())).next().is_some()
}

/// The card with the glass face selected.
fn glass_card() -> Harness<'static, Bench<CardPanel>> {
    let bench = Bench::new(PanelId::CARD, CardPanel::default(), 2)
        .select(SelectionTarget::Element(Element::Face(GLASS)));
    let mut window = window(bench, [420.0, 1400.0]);
    settle(&mut window);
    window
}

#[test]
fn glass_face_card_describes_the_face() {
    let window = glass_card();
    assert!(shows_text(&window, "models[0].faces[3]"));
    assert!(shows_text(&window, "textured gouraud quad, semi-transparent B + F, double-sided"));
    assert!(shows_text(&window, "0x0ac3"), "the flags as stored");
    assert!(shows_text(&window, "256 colours"), "its palette");
}

#[test]
fn card_shows_unnamed_bits() {
    let bench = Bench::new(PanelId::CARD, CardPanel::default(), 2);
    let scene = bench.state.scene().unwrap();
    let (mesh, _) = scene.face(UNKNOWN_BIT).unwrap();
    let field = &scene.scene.face_fields[0];
    let value = facts::value(mesh, 0, UNKNOWN_BIT.face).unwrap();
    let one = |value: u32| facts::Tally::from([(value, 1)]);
    let bits = one(value);
    let set: u32 = facts::bits(field, &bits).iter().filter(|b| b.set > 0).map(|b| b.mask).sum();
    assert_eq!(set, value, "no set bit is left out");
    let odd = one(0x0080_0000);
    let odd = facts::bits(field, &odd);
    assert!(odd.iter().any(|bit| bit.mask == 0x0080_0000 && bit.known.is_none()));
}

#[test]
fn button_selects_similar_faces() {
    let mut window = glass_card();
    window.get_by(|node| node.label().is_some_and(|l| l.starts_with("Same texture"))).click();
    settle(&mut window);
    assert!(window.state().asked.contains(&Command::SelectLike(Like::Texture)));
    assert_eq!(window.model().selected_faces().count(), 14, "seven faces, placed twice");
}

#[test]
fn clicking_a_bit_colours_faces_by_it() {
    let mut window = glass_card();
    window.click("double-sided");
    settle(&mut window);
    let by = ColourBy::Bits { field: 0, mask: 0x0200 };
    assert!(window.state().asked.contains(&Command::ColourBy(Some(by))));
}

#[test]
fn card_of_two_faces_counts_differences() {
    let mut bench = Bench::new(PanelId::CARD, CardPanel::default(), 2);
    let both = [GLASS, UNKNOWN_BIT].map(Element::Face).to_vec();
    bench.apply(Command::SelectThese(both));
    let scene = bench.state.scene().unwrap();
    let fields = &scene.scene.face_fields;
    let counted = Summary::of(scene, bench.state.faces_of_selection());
    let bits = facts::bits(&fields[0], &counted.fields[0]);
    let of = |name: &str| bits.iter().find(|bit| bit.known.is_some_and(|k| k.name == name));
    let (gouraud, double_sided) = (of("gouraud").unwrap(), of("double-sided").unwrap());
    assert_eq!((gouraud.value, gouraud.set), (Some(1), 2), "both have it");
    assert_eq!((double_sided.value, double_sided.set), (None, 1), "one of them has it");
    let mut window = window(bench, [420.0, 1400.0]);
    settle(&mut window);
    assert!(shows_text(&window, "2 faces"));
    assert!(shows_text(&window, "mixed: 2 different"));
}

#[test]
fn card_sections_stay_expanded_for_the_next_face() {
    let mut window = glass_card();
    assert!(!shows_text(&window, "x y z"), "folded at first");
    window.click("Corners");
    settle(&mut window);
    assert!(shows_text(&window, "x y z"));
    let next = SelectionTarget::Element(Element::Face(UNKNOWN_BIT));
    window.state_mut().apply(Command::Select(next));
    settle(&mut window);
    assert!(shows_text(&window, "x y z"));
}

#[test]
fn a_click_on_a_texel_selects_its_byte() {
    let target = SelectionTarget::Element(Element::Texture(Id::new(1)));
    let mut window = window(
        Bench::new(PanelId::TEXTURE, TexturePanel::default(), 2).select(target),
        [700.0, 500.0],
    );
    settle(&mut window);
    let canvas = window
        .query_all_by_role(egui::Role::Image)
        .find(|node| node.accesskit_node().label().is_some_and(|l| l == "Texture aaaa0002"))
        .unwrap()
        .rect();
    let pos = canvas.center() + egui::vec2(1.0, 1.0);
    window.hover_at(pos);
    window.step();
    window.drag_at(pos);
    window.drop_at(pos);
    settle(&mut window);
    let scene = window.model().scene().unwrap();
    let texture = &scene.scene.textures[1];
    let offset =
        texture.pixels.texel_offset(16, 15).unwrap()..=texture.pixels.texel_offset(16, 16).unwrap();
    let span = window.model().selection.as_ref().unwrap().span;
    assert!(offset.contains(&span.start), "{span:?} is not in the middle of the texture");
    assert_eq!(span.len, 1);
    assert!(window.state().selected_path().starts_with("textures[1]"));
}

#[test]
fn keys_try_the_next_palette_and_come_back() {
    let target = SelectionTarget::Element(Element::Texture(Id::new(0)));
    let mut window = window(
        Bench::new(PanelId::TEXTURE, TexturePanel::default(), 2).select(target),
        [700.0, 500.0],
    );
    window.run_ok();
    window.state_mut().apply(Command::NextPalette);
    settle(&mut window);
    assert_eq!(window.model().palettes.tried.get(&Id::new(0)), Some(&Id::new(1)));
    window.state_mut().apply(Command::NextPalette);
    settle(&mut window);
    assert!(window.model().palettes.tried.is_empty(), "its own again");
}

#[test]
fn previews_an_entry_while_dragging_and_resets_it() {
    let entry = Element::PaletteEntry { palette: Id::new(0), entry: 9 };
    let bench = Bench::new(PanelId::PALETTE, PalettePanel::default(), 2)
        .select(SelectionTarget::Element(entry));
    let mut window = window(bench, [480.0, 500.0]);
    settle(&mut window);
    let before =
        window.state().state.palettes.stored(&window.model().scene().unwrap().scene, Id::new(0));
    for word in [0x001e, 0x001d, 0x001c] {
        window.state_mut().apply(Command::SetPaletteEntry { palette: Id::new(0), entry: 9, word });
    }
    settle(&mut window);
    let scene = window.model().scene().unwrap().scene.clone();
    assert_eq!(window.model().palettes.stored(&scene, Id::new(0))[9], 0x001c);
    assert_eq!(scene.palettes[0].stored[9], 0x801f, "the stored word is unchanged");
    window.click("Restore the file's colour");
    settle(&mut window);
    assert_eq!(window.model().palettes.stored(&scene, Id::new(0)), before);
}
