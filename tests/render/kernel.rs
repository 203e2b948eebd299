//! Filters for changing the sampling rate.

use std::f64::consts::PI;

use gouraud::audio::kernel::Kernels;

/// Remaining amplitude of a tone of `frequency` cycles per sample, the worst over all phases.
fn passes(step: f64, frequency: f64) -> f64 {
    let kernels = Kernels::all();
    let kernel = kernels.for_step(step);
    let at = |fraction: f64| {
        let weights = kernel.at(fraction);
        let part = |f: fn(f64) -> f64| -> f64 {
            let angle = |tap: usize| 2.0 * PI * frequency * tap as f64;
            weights.iter().enumerate().map(|(tap, w)| f64::from(*w) * f(angle(tap))).sum()
        };
        part(f64::cos).hypot(part(f64::sin))
    };
    (0..40).map(|i| at(f64::from(i) / 40.0)).fold(0.0, f64::max)
}

#[test]
fn passes_low_frequencies_and_removes_the_others() {
    for frequency in [0.0, 0.1, 0.3, 0.4] {
        assert!((passes(0.46, frequency) - 1.0).abs() < 0.01, "{frequency}");
    }
    assert!(passes(2.0, 0.15) > 0.99 && passes(2.0, 0.4) < 0.001);
    assert!(passes(4.0, 0.3) < 0.001);
}
