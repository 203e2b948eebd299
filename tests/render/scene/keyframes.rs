use gouraud::scene::Keyframes;

fn keyed(straight: bool, keys: &[(u32, f32)]) -> Keyframes<1> {
    Keyframes::new(straight, keys.iter().map(|(tick, value)| (*tick, [*value])))
}

#[test]
fn holds_or_interpolates_and_clamps_at_both_ends() {
    let keys = [(30, 2.0), (10, 1.0), (20, 3.0), (20, 4.0), (25, f32::NAN)];
    let at = |straight, tick| keyed(straight, &keys).at(tick).unwrap()[0];
    assert_eq!([0, 10, 15, 19].map(|tick| at(false, tick)), [1.0; 4]);
    assert_eq!([0, 10, 15].map(|tick| at(true, tick)), [1.0, 1.0, 2.0]);
    // Of two keys with the same tick the later one counts.
    assert_eq!([20, 25, 30, 99].map(|tick| at(true, tick)), [4.0, 3.0, 2.0, 2.0]);
    assert_eq!(keyed(true, &[]).at(3), None);
}
