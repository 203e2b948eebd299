//! Palettes of a texture: distance, differing entries, and the faces that change.

use gouraud::formats::Records;
use gouraud::formats::ps1::vram::Depth;
use gouraud::scene::{
    Element, Id, PaletteCandidate, PaletteChange, PaletteUses, Scene, TexelCounts, most_colours,
    own_candidates, stored_words,
};
use gouraud_testing::build::tim;
use gouraud_testing::document::{open_as, scene};
use gouraud_testing::small::ff7;

const RED: u16 = 0x001F;
const BLUE: u16 = 0x7C00;
const HOLE: u16 = 0;

/// Four texels with the entries 0, 0, 0 and 2.
fn of_palettes(palettes: &[Vec<u16>]) -> Scene {
    let tim = tim::indexed(Depth::Four, (0, 0), 4, &[0, 0, 0, 2], (0, 480), palettes).unwrap();
    scene(&open_as("ps1.tim", "picture.tim", &tim.write().unwrap()))
}

fn palette(words: &[u16]) -> Vec<u16> {
    let mut all = words.to_vec();
    all.resize(16, 0x1234);
    all
}

#[test]
fn measures_distance_over_texels() {
    let scene = of_palettes(&[palette(&[RED, RED, RED])]);
    let counts = TexelCounts::of(&scene.textures[0]).unwrap();
    let distance = |one: &[u16], other: &[u16]| counts.distance(one, other);
    let red = [RED, RED, RED];
    assert_eq!((counts.needed(), counts.of_entry(0), counts.of_entry(2)), (3, 3, 1));
    assert_eq!(distance(&red, &red), 0.0);
    assert_eq!(distance(&red, &[RED, BLUE, RED]), 0.0, "no texel uses entry 1");
    assert_eq!(
        distance(&red, &[RED | 0x8000, RED, RED]),
        0.0,
        "the STP bit is not part of the colour"
    );
    // Two of three channels differ by 255, in one of four texels.
    let quarter = (255.0f32 * 255.0 * 2.0 / 3.0 / 4.0).sqrt();
    assert!((distance(&red, &[RED, RED, BLUE]) - quarter).abs() < 0.01);
    assert_eq!(distance(&red, &[HOLE; 3]), 255.0);
    assert_eq!(distance(&[HOLE; 3], &[HOLE; 3]), 0.0);
    assert_eq!(distance(&red, &[RED, RED]), 127.5, "a quarter of the texels has no colour");
}

#[test]
fn lists_entries_with_different_words() {
    let scene = of_palettes(&[palette(&[RED])]);
    let counts = TexelCounts::of(&scene.textures[0]).unwrap();
    let differences = counts.differences(&[RED, BLUE, RED], &[RED, RED]);
    let rows: Vec<_> = differences.iter().map(|one| (one.entry, one.words, one.texels)).collect();
    assert_eq!(rows, [(1, [Some(BLUE), Some(RED)], 0), (2, [Some(RED), None], 1)]);
}

#[test]
fn lists_palettes_that_indices_can_select() {
    let scene = of_palettes(&[palette(&[RED]), palette(&[BLUE])]);
    let texture = &scene.textures[0];
    assert_eq!(most_colours(texture), 16);
    let own: Vec<_> = own_candidates(&scene, texture).iter().map(PaletteCandidate::own).collect();
    assert_eq!(own, [Some(Id::new(0)), Some(Id::new(1))]);
    let direct = tim::direct((0, 0), 1, &[1]).write().unwrap();
    let direct = gouraud_testing::document::scene(&open_as("ps1.tim", "direct.tim", &direct));
    assert_eq!(most_colours(&direct.textures[0]), 0);
    assert!(TexelCounts::of(&direct.textures[0]).is_none());
}

#[test]
fn finds_faces_that_change_with_a_palette() {
    let bytes = ff7::enemy().write().unwrap();
    let scene = scene(&open_as("ff7.battle", "enemy.bin", &bytes));
    let texture = Id::new(0);
    let uses = PaletteUses::of(&scene, texture);
    // A triangle and a quad are drawn with each of the three palettes.
    assert_eq!(uses.drawn, Some(Id::new(0)));
    assert!(!uses.is_drawn_with(Id::new(0)), "other faces use other palettes");
    let candidates = own_candidates(&scene, &scene.textures[0]);
    let faces = uses.changed_faces(&scene, &candidates[1]);
    assert_eq!(faces.len(), 4);
    let change = uses.change(&scene, texture, &candidates[1]).unwrap();
    let PaletteChange::Reference { faces: paths, .. } = &change else { panic!("{change:?}") };
    let path = |face| scene.origin(Element::Face(face)).unwrap().path;
    assert_eq!(*paths, faces.into_iter().map(path).collect::<Vec<_>>());
    // A palette of another file replaces the colours of the one that is drawn.
    let mut other = candidates[1].clone();
    other.file = "other.bin".to_owned();
    assert_eq!(uses.changed_faces(&scene, &other).len(), 2);
    let change = uses.change(&scene, texture, &other).unwrap();
    let PaletteChange::Colours { entries, .. } = &change else { panic!("{change:?}") };
    assert!(entries.iter().all(|(path, _)| path.contains("clut.colours[")), "{entries:?}");
    other.stored = candidates[0].stored.clone();
    other.loaded = candidates[0].loaded.clone();
    let refused = uses.change(&scene, texture, &other).unwrap_err();
    assert_eq!(refused, "the palette of the texture already has these colours");
}

#[test]
fn stores_words_that_load_as_the_candidate() {
    let scene = of_palettes(&[palette(&[HOLE, RED]), palette(&[BLUE])]);
    let candidate = &own_candidates(&scene, &scene.textures[0])[0];
    let mut drawn = scene.palettes[1].clone();
    assert_eq!(stored_words(&drawn, candidate), candidate.stored.to_vec());
    // A loader for which magenta is transparent, and black is not.
    drawn.rule = |words| {
        let loaded = |word: &u16| match *word {
            0x7C1F => 0,
            0 => 0x8000,
            word => word,
        };
        words.iter().map(loaded).collect()
    };
    let stored = stored_words(&drawn, candidate);
    assert_eq!(stored[..2], [0x7C1F, RED]);
    assert_eq!((drawn.rule)(&stored), candidate.loaded.to_vec());
    // Entries past the end of the candidate stay.
    let mut short = candidate.clone();
    (short.stored, short.loaded) = ([RED].into(), [RED].into());
    assert_eq!(stored_words(&drawn, &short)[..2], [RED, drawn.stored[1]]);
}
