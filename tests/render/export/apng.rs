use gouraud::export::apng::fraction;

#[test]
fn uses_the_most_precise_fraction() {
    assert_eq!(fraction(1.0 / 15.0), (3333, 50_000));
    assert_eq!(fraction(0.06666), (3333, 50_000));
    assert_eq!(fraction(5.0), (50_000, 10_000));
    assert_eq!(fraction(100_000.0), (65_535, 1));
}
