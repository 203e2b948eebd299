//! Ranges of a buffer.

use gouraud::render::Arena;

#[test]
fn allocates_from_the_front_and_merges_free_ranges() {
    let mut arena = Arena::new(100);
    assert_eq!([arena.take(40), arena.take(40), arena.take(40)], [Some(0), Some(40), None]);
    arena.free(0, 40);
    assert_eq!((arena.take(30), arena.take(20)), (Some(0), Some(80)));
    arena.free(0, 30);
    arena.free(80, 20);
    assert_eq!(arena.take(41), None, "40 at the front, 20 at the end");
    arena.free(40, 40);
    assert_eq!(arena.take(100), Some(0));
    assert_eq!(Arena::new(0).take(1), None);
}
