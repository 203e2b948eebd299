//! Groups of the faces of a replay.

use gouraud::app::panels::scene::replay::groups::{Group, group_at, stop_after};
use gouraud::scene::Id;

#[test]
fn stops_at_the_ends_of_groups() {
    let group = |first, steps| Group { number: 0, node: Id::new(0), first, steps };
    let groups = [group(0, 2), group(2, 3), group(7, 1)];
    let stops = |drawn: [usize; 6], by| drawn.map(|drawn| stop_after(&groups, drawn, by, 10));
    assert_eq!(stops([0, 1, 2, 4, 5, 8], 1), [2, 2, 5, 5, 8, 10]);
    assert_eq!(stops([10, 8, 5, 4, 2, 1], -1), [8, 5, 2, 2, 0, 0]);
    assert_eq!(group_at(&groups, 3), Some(&groups[1]));
    assert_eq!([0, 6].map(|drawn| group_at(&groups, drawn)), [None, None]);
}
