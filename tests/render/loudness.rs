//! Normalisation of loudness.

use gouraud::audio::{Clip, gain_of_db};

fn tone(peak: f32) -> Clip {
    let wave = |i: usize| ((i as f32 * 0.1).sin() * peak) as i16;
    Clip::new((0..22050).map(wave).collect(), 1, 22050, 0)
}

#[test]
fn normalises_quiet_and_loud_sounds() {
    let (quiet, loud) = (tone(500.0), tone(30000.0));
    assert!(quiet.normalising_gain() > 2.0 && loud.normalising_gain() < 0.3);
    let (quiet, loud) = (500.0 * quiet.normalising_gain(), 30000.0 * loud.normalising_gain());
    assert!((quiet / loud - 1.0).abs() < 0.01, "{quiet} and {loud}");
}

#[test]
fn normalised_sounds_stay_below_the_peak_limit() {
    // One click in silence: the loudness would need a larger gain than the peak allows.
    let mut samples = vec![60i16; 22050];
    samples[100] = 32767;
    let clip = Clip::new(samples, 1, 22050, 0);
    assert!(clip.normalising_gain() <= gain_of_db(-1.0) * 1.001, "{}", clip.normalising_gain());
    assert_eq!(Clip::new(vec![0; 100], 1, 22050, 0).normalising_gain(), 1.0);
}
