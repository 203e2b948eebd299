use gouraud::scene::*;

fn caption(start_ms: u64, end_ms: u64) -> Caption {
    Caption { start_ms, end_ms, text: String::new(), origin: Origin::default() }
}

#[test]
fn finds_the_caption_at_a_time() {
    let captions = [caption(0, 1000), caption(1000, 1600), caption(1600, 3000)];
    let at = |ms| caption_at(&captions, ms);
    assert_eq!([at(0), at(999), at(1000), at(1599)], [Some(0), Some(0), Some(1), Some(1)]);
    assert_eq!([at(2999), at(3000)], [Some(2), None]);
    assert_eq!(caption_at(&[], 0), None);
}

const PLAIN: Ramp = Ramp { max: 1.0, min: 0.0, slope: 1.0, zero: 0.0 };
const BOTH: Ramp = Ramp { min: -1.0, ..PLAIN };

#[test]
fn volume_and_speed_follow_the_velocity() {
    let pitch = Ramp { slope: 2.0, zero: -1.0, ..BOTH };
    let transfer = Transfer { volume: PLAIN, pitch, attenuation: 1.0, min_velocity: 0.5 };
    assert_eq!([0.0, 0.5, 1.0].map(|v| transfer.volume_db(v)), [-40.0, -20.0, 0.0]);
    assert_eq!([0.0, 0.5, 1.0].map(|v| transfer.speed(v)), [0.25, 1.0, 4.0]);
    assert_eq!([0.5, 0.6].map(|v| transfer.is_heard(v)), [false, true]);
}

#[test]
fn broken_transfer_functions_stay_within_bounds() {
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30] {
        let ramp = Ramp { max: odd, min: 0.5, slope: odd, zero: 0.0 };
        let transfer = Transfer { volume: ramp, pitch: ramp, attenuation: 0.0, min_velocity: odd };
        for velocity in [0.0, 0.3, 1.0] {
            assert!((-40.0..=0.0).contains(&transfer.volume_db(velocity)), "{odd} {velocity}");
            assert!((0.25..=4.0).contains(&transfer.speed(velocity)), "{odd} {velocity}");
        }
    }
}
