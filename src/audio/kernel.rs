//! Low-pass filter for resampling.

use std::f64::consts::PI;
use std::sync::LazyLock;

/// Number of samples that contribute to an interpolated one.
pub const TAPS: usize = 48;
/// Filter positions between two samples; weights between them are interpolated.
const PHASES: usize = 256;
/// Resampling steps, in samples, for which there is a filter: frequencies that the output cannot
/// represent must be removed before faster playback.
const STEPS: [f64; 5] = [1.0, 1.5, 2.0, 3.0, 4.0];
/// Frequency at which the amplitude is halved, in cycles per sample: lower ones pass unchanged up
/// to 0.41, and nothing above 0.51 passes.
const CUTOFF: f64 = 0.46;
/// Shape of the Kaiser window: 80 dB stop-band attenuation.
const BETA: f64 = 8.0;

type Weights = [f32; TAPS];

/// Filters for all steps.
pub struct Kernels(Vec<Vec<Weights>>);

impl Kernels {
    /// All filters, computed on first use.
    pub fn all() -> &'static Self {
        static ALL: LazyLock<Kernels> = LazyLock::new(Kernels::new);
        &ALL
    }

    fn new() -> Self {
        Self(STEPS.iter().map(|step| table(CUTOFF / step)).collect())
    }

    /// Filter for output samples that are `step` input samples apart.
    pub fn for_step(&self, step: f64) -> Kernel<'_> {
        let fitting = STEPS.iter().position(|known| step <= *known);
        let table = self.0.get(fitting.unwrap_or(STEPS.len() - 1));
        Kernel(table.map_or(&[], Vec::as_slice))
    }
}

/// Filter for one step.
#[derive(Clone, Copy)]
pub struct Kernel<'a>(&'a [Weights]);

impl Kernel<'_> {
    /// Weights of the samples around the position `fraction` (0 to 1) after sample `TAPS / 2 - 1`.
    pub fn at(&self, fraction: f64) -> Weights {
        let position = fraction * PHASES as f64;
        let phase = (position as usize).min(PHASES - 1);
        let between = (position - phase as f64) as f32;
        let mut weights = [0.0; TAPS];
        if let Some([low, high]) = self.0.get(phase..phase + 2) {
            for ((weight, low), high) in weights.iter_mut().zip(low).zip(high) {
                *weight = low + (high - low) * between;
            }
        }
        weights
    }
}

fn table(cutoff: f64) -> Vec<Weights> {
    let half = (TAPS / 2) as f64;
    let row = |phase: usize| {
        let fraction = phase as f64 / PHASES as f64;
        let raw: Vec<f64> = (0..TAPS)
            .map(|tap| {
                let x = tap as f64 - (half - 1.0) - fraction;
                sinc(2.0 * cutoff * x) * kaiser(x / half)
            })
            .collect();
        let sum: f64 = raw.iter().sum();
        let mut weights = [0.0; TAPS];
        for (weight, raw) in weights.iter_mut().zip(raw) {
            *weight = (raw / sum) as f32;
        }
        weights
    };
    (0..=PHASES).map(row).collect()
}

fn sinc(x: f64) -> f64 {
    if x.abs() < 1e-9 { 1.0 } else { (PI * x).sin() / (PI * x) }
}

/// Value of the window at `x`, −1 to 1.
fn kaiser(x: f64) -> f64 {
    bessel(BETA * (1.0 - x * x).max(0.0).sqrt()) / bessel(BETA)
}

/// Modified Bessel function of the first kind, order 0.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 1..50 {
        term *= (x / (2.0 * f64::from(k))).powi(2);
        sum += term;
    }
    sum
}
