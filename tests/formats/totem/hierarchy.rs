use gouraud::formats::totem::level::Hierarchy;

#[test]
fn breaks_cycles_once_and_orders_parents_first() {
    // 0 and 1 are each other's parents, 2 is below 1, 3 is its own parent, 4 has none.
    let hierarchy = Hierarchy::new(vec![Some(1), Some(0), Some(1), Some(3), None, Some(9)]);
    assert_eq!(hierarchy.cut, [0, 3]);
    assert_eq!(hierarchy.parents, [None, Some(0), Some(1), None, None, None]);
    assert_eq!(hierarchy.order, [4, 5, 0, 1, 2, 3]);
}

#[test]
fn orders_long_chains_quickly() {
    let count = 200_000;
    let chain = (0..count).map(|at| (at + 1 < count).then_some(at + 1)).collect();
    assert_eq!(Hierarchy::new(chain).order.len(), count);
    let ring = (0..count).map(|at| Some((at + 1) % count)).collect();
    assert_eq!(Hierarchy::new(ring).cut, [0]);
}
