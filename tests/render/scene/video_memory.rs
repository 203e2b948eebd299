//! Video memory: positions, words, overlaps, packing, and the texels of faces.

use gouraud::formats::Records;
use gouraud::formats::ps1::tim::Tim;
use gouraud::formats::ps1::vram::Depth;
use gouraud::scene::{
    Element, FaceRef, Id, MEMORY_WIDTH, MemoryBlock, MemoryUsers, Positions, Scene, VideoMemory,
};
use gouraud_testing::build::tim;
use gouraud_testing::document::{open_as, scene};
use gouraud_testing::small::ff7;

fn of_tim(tim: &Tim) -> (Scene, VideoMemory) {
    let scene = scene(&open_as("ps1.tim", "picture.tim", &tim.write().unwrap()));
    let memory = VideoMemory::of(&scene).unwrap();
    (scene, memory)
}

fn rect(block: &MemoryBlock) -> [u32; 4] {
    [block.x, block.y, block.width, block.height]
}

fn words(memory: &VideoMemory, [x, y, width, height]: [u32; 4]) -> Vec<u16> {
    let rows = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
    rows.map(|(x, y)| memory.word(x, y).unwrap()).collect()
}

#[test]
fn uploads_texels_and_palettes_to_stored_positions() {
    let indices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
    let palettes = [(0..16).collect(), (16..32).collect()];
    let tim = tim::indexed(Depth::Four, (62, 255), 8, &indices, (32, 510), &palettes).unwrap();
    let (_, memory) = of_tim(&tim);
    let blocks: Vec<_> = memory.blocks.iter().map(rect).collect();
    assert_eq!(blocks, [[62, 255, 2, 2], [32, 510, 16, 1], [32, 511, 16, 1]]);
    assert_eq!(words(&memory, blocks[0]), [0x4321, 0x8765, 0xCBA9, 0x0FED]);
    assert_eq!(words(&memory, [32, 510, 16, 2]), (0..32).collect::<Vec<u16>>());
    assert_eq!(memory.positions, Positions::Stored);
    assert_eq!(memory.free, 1024 * 512 - 4 - 32);
    // Rows 255 and 256 are in different pages.
    assert_eq!(memory.blocks[0].pages(), [0, 16]);
    assert_eq!(memory.at(63, 256).collect::<Vec<_>>(), [0]);
    assert_eq!(memory.blocks[0].texels_at(63, 256), Some((4..8, 1)));
    assert_eq!(memory.blocks[2].texels_at(34, 511), Some((2..3, 0)));
    assert_eq!(memory.at(64, 256).count() + memory.at(61, 255).count(), 0);
    assert_eq!(memory.word(MEMORY_WIDTH, 0), None);
}

#[test]
fn reports_overlaps_and_positions_outside() {
    let palettes = [(0..16).collect()];
    let tim = tim::indexed(Depth::Four, (0, 0), 128, &[1; 128 * 3], (16, 2), &palettes).unwrap();
    let (_, memory) = of_tim(&tim);
    let overlaps: Vec<_> = memory.blocks.iter().map(|block| block.overlaps.clone()).collect();
    assert_eq!(overlaps, [vec![1], vec![0]]);
    assert_eq!(memory.free, 1024 * 512 - 32 * 3);
    let tim = tim::direct((1023, 0), 2, &[7; 4]);
    let (_, memory) = of_tim(&tim);
    assert!(memory.blocks.is_empty());
    assert_eq!(memory.unplaced[0].element, Element::Texture(Id::new(0)));
    assert_eq!(memory.unplaced[0].reason, "ends at 1025,2, outside 1024 × 512 words");
}

#[test]
fn finds_texels_and_palette_of_a_face() {
    let bytes = ff7::enemy().write().unwrap();
    let scene = scene(&open_as("ff7.battle", "enemy.bin", &bytes));
    let memory = VideoMemory::of(&scene).unwrap();
    let textured = scene.nodes.pairs().find_map(|(node, placed)| {
        let faces = scene.mesh_of(placed)?.faces.len() as u32;
        let mut all = (0..faces).map(|face| FaceRef { node, face });
        all.find_map(|face| memory.of_face(&scene, face))
    });
    let face = textured.unwrap();
    let texture = &memory.blocks[face.texture];
    assert_eq!([texture.x, texture.y, texture.bits], [320, 0, 4]);
    // The picture has 32 × 16 texels; the face reaches from its first to its last one.
    assert_eq!((face.columns, face.rows), (0..32, 0..16));
    assert_eq!(face.corners[0], [320.125, 0.5]);
    let palette = &memory.blocks[face.palette.unwrap()];
    assert_eq!([palette.x, palette.y], [0, 480]);
    let users = MemoryUsers::of(&scene);
    assert!(users.faces(texture.element) > 0);
    assert_eq!(users.textures(palette.element).len(), 1);
}

#[test]
fn packs_textures_without_positions_around_others() {
    let palettes = [(0..16).collect()];
    let tim = tim::indexed(Depth::Four, (0, 0), 256, &[1; 256 * 200], (0, 200), &palettes).unwrap();
    let (mut scene, _) = of_tim(&tim);
    scene.palettes[0].position = None;
    let memory = VideoMemory::of(&scene).unwrap();
    assert_eq!(memory.positions, Positions::Mixed);
    let blocks: Vec<_> = memory.blocks.iter().map(|block| (rect(block), block.is_packed)).collect();
    // The first column at the top that is a multiple of 16.
    assert_eq!(blocks, [([0, 0, 64, 200], false), ([64, 0, 16, 1], true)]);
    assert!(memory.blocks.iter().all(|block| block.overlaps.is_empty()));
    assert_eq!(memory.free_in_page(0), 64 * 56);
    assert_eq!(memory.free_in_page(1), 64 * 256 - 16);
}

#[test]
fn replaces_words_of_a_palette() {
    let palettes = [(0..16).collect(), (16..32).collect()];
    let tim = tim::indexed(Depth::Four, (0, 0), 4, &[0; 4], (32, 480), &palettes).unwrap();
    let (_, mut memory) = of_tim(&tim);
    memory.set_palette(Id::new(1), &[0x7FFF; 20]);
    assert_eq!(words(&memory, [32, 480, 16, 1]), palettes[0]);
    assert_eq!(words(&memory, [32, 481, 17, 1]), [vec![0x7FFF; 16], vec![0]].concat());
    memory.set_palette(Id::new(2), &[1]);
}
