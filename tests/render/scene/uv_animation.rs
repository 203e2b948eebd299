use gouraud::scene::{CornerWave, Id, Origin, UvAnimatedFaces, UvAnimation};

/// Fixed-point numbers of the only engine with waves: 8 fractional bits.
fn flow(scroll: i16, frequency: i32) -> UvAnimation {
    UvAnimation {
        faces: UvAnimatedFaces::Material(Id::new(0)),
        scroll: [f32::from(scroll) / 4096.0, 0.0],
        course: None,
        turns: frequency as f32 / 65_536.0,
        round: 0,
        grain: 1.0 / 256.0,
        origin: Origin::default(),
    }
}

/// Offset of a corner by a wave alone.
fn wave(flow: &UvAnimation, tick: u32, swing: CornerWave) -> f32 {
    flow.at(tick, [0.0; 2], [swing; 2], [64.0; 2])[1]
}

/// Entry `step` of the wave's table for an amplitude of `reach` texels.
fn table(reach: f32, step: u32) -> f32 {
    let swing = CornerWave { reach, phase: 0.0 };
    // One step per tick.
    wave(&flow(0, 1024), step, swing) * 256.0
}

#[test]
fn waves_match_the_table() {
    assert_eq!(table(1.0, 16), 256.0);
    assert_eq!(table(15.0, 16), 3840.0);
    assert_eq!(table(8.0, 48), -2048.0);
    assert_eq!(table(4.0, 8), 724.0);
    // Truncated downwards, not towards zero.
    assert_eq!([table(1.0, 4), table(1.0, 36)], [97.0, -98.0]);
    assert_eq!(table(4.0, 64), 0.0);
}

#[test]
fn scrolling_adds_a_sixteenth_of_a_256th_per_tick() {
    let none = [CornerWave::default(); 2];
    let u = |tick| flow(64, 0).at(tick, [10.0, 0.0], none, [64.0; 2])[0];
    assert_eq!(u(60) * 256.0, 2800.0);
    assert_eq!(u(0), 10.0);
    // After 64 texels it repeats.
    assert_eq!(u(4096), 10.0);
    let back = flow(-1, 0).at(1, [0.0; 2], none, [64.0; 2])[0];
    assert_eq!(back, 64.0 - 1.0 / 256.0);
}

#[test]
fn animation_repeats_after_its_period() {
    let still = [CornerWave::default(); 2];
    let flow = UvAnimation { round: 60, scroll: [0.25, 0.0], grain: 0.0, ..flow(0, 0) };
    let u = |tick: u32| flow.at(tick, [0.0; 2], still, [64.0; 2])[0];
    assert_eq!([u(59), u(60), u(61)], [14.75, 0.0, 0.25]);
}

#[test]
fn phases_are_sixteenths_of_a_turn() {
    let at = |phase: f32| wave(&flow(0, 0), 0, CornerWave { reach: 2.0, phase: phase / 16.0 });
    assert_eq!([at(0.0), at(4.0), at(12.0)], [0.0, 2.0, -2.0]);
}
