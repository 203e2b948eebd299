use gouraud::scene::*;

fn pulse(keys: &[(u8, u8)], current: u8, elapsed: u8) -> PaletteAnimation {
    let key = |(value, ticks): &(u8, u8)| PaletteKey { colour: [*value; 3], ticks: *ticks };
    let keys = keys.iter().map(key).collect();
    PaletteAnimation { keys, current, elapsed, ..PaletteAnimation::default() }
}

#[test]
fn starts_in_its_stored_phase_and_repeats() {
    let pulse = pulse(&[(100, 10), (200, 20), (0, 10)], 1, 5);
    let at = |ticks| pulse.colour(ticks).unwrap()[0];
    // 200 − 200 · 5 / 20, and so on, truncated towards zero.
    assert_eq!([at(0), at(1), at(14), at(15), at(25), at(30)], [150, 140, 10, 0, 100, 150]);
    assert_eq!((at(40), at(40_000_000)), (150, 150));
}

#[test]
fn stays_at_a_key_without_an_interval() {
    let pulse = pulse(&[(100, 10), (200, 0)], 0, 0);
    assert_eq!(pulse.colour(9), Some([190; 3]));
    assert_eq!(pulse.colour(4000), Some([200; 3]));
    assert_eq!((pulse.period(), pulse.flashes()), (None, 0.0));
    assert_eq!(PaletteAnimation::default().colour(3), None);
    assert_eq!(self::pulse(&[(1, 1)], 7, 0).colour(0), None, "there is no such key");
}

#[test]
fn counts_pairs_of_visible_changes_as_flashes() {
    // Up and down twelve times in two seconds.
    assert_eq!(pulse(&[(0, 5), (255, 5)], 0, 0).flashes(), 6.0);
    assert_eq!(pulse(&[(0, 5), (40, 5), (255, 5), (40, 5)], 0, 0).flashes(), 3.0);
    // 90 % and more, or hardly any change in brightness.
    assert_eq!(pulse(&[(245, 5), (255, 5)], 0, 0).flashes(), 0.0);
    assert_eq!(pulse(&[(100, 5), (110, 5)], 0, 0).flashes(), 0.0);
    assert_eq!(pulse(&[(255, 1)], 0, 0).flashes(), 0.0);
}
