//! Synthesized sounds from additions and multiplications only, so that they are the same on every
//! machine.

/// Sine of `turns` full circles, accurate to a thousandth.
fn sine(turns: f64) -> f64 {
    let x = (turns - turns.floor() - 0.5) * 2.0;
    let parabola = -4.0 * x * (1.0 - x.abs());
    0.225 * (parabola * parabola.abs() - parabola) + parabola
}

/// Reproducible noise, −1 to 1.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1 << 23) - 1.0
    }
}

/// Low-pass filter at about `amount · rate / 6`.
struct Smooth {
    amount: f64,
    value: f64,
}

impl Smooth {
    fn new(amount: f64) -> Self {
        Self { amount, value: 0.0 }
    }

    fn next(&mut self, input: f64) -> f64 {
        self.value += (input - self.value) * self.amount;
        self.value
    }
}

fn to_16(samples: impl Iterator<Item = f64>) -> Vec<i16> {
    samples.map(|sample| (sample.clamp(-1.0, 1.0) * 32_000.0) as i16).collect()
}

fn to_8(samples: impl Iterator<Item = f64>) -> Vec<u8> {
    samples.map(|sample| (128.0 + sample.clamp(-1.0, 1.0) * 120.0) as u8).collect()
}

/// Rises in `attack` seconds, then halves every `half` seconds.
struct Envelope {
    rise: f64,
    fall: f64,
    level: f64,
    rising: bool,
}

impl Envelope {
    fn new(rate: u32, attack: f64, half: f64) -> Self {
        // Approximates 2^(-1/n) for any n above ten.
        let n = half * f64::from(rate);
        Self {
            rise: 1.0 / (attack * f64::from(rate)),
            fall: 1.0 - 0.693 / n,
            level: 0.0,
            rising: true,
        }
    }

    fn next(&mut self) -> f64 {
        if self.rising {
            self.level += self.rise;
            self.rising = self.level < 1.0;
        } else {
            self.level *= self.fall;
        }
        self.level
    }
}

/// Near silence.
pub fn hiss(frames: usize) -> Vec<u8> {
    let mut noise = Noise(1);
    (0..frames).map(|_| (128.0 + noise.next() * 1.4) as u8).collect()
}

/// `chirps` falling whistles.
pub fn bird(rate: u32, chirps: usize, hertz: f64) -> Vec<i16> {
    let one = rate as usize / 6;
    let mut phase = 0.0;
    let sample = |i: usize| {
        let t = (i % one) as f64 / one as f64;
        let bend = 1.0 + 0.35 * sine(t * 1.5) - 0.2 * t;
        phase += hertz * bend / f64::from(rate);
        let shape = if t < 0.7 { t * (0.7 - t) * 8.0 } else { 0.0 };
        sine(phase) * shape * 0.6
    };
    to_16((0..one * chirps).map(sample))
}

/// Waves that roll in from one side; stereo.
pub fn sea(rate: u32, seconds: usize) -> Vec<i16> {
    let frames = rate as usize * seconds;
    let (mut left, mut right) = (Noise(7), Noise(99));
    let (mut low_left, mut low_right) = (Smooth::new(0.12), Smooth::new(0.12));
    let frame = |i: usize| {
        let t = i as f64 / frames as f64;
        // Whole waves, so that the loop is seamless.
        let swell = |shift: f64| 0.35 + 0.3 * sine(2.0 * t + shift) + 0.1 * sine(5.0 * t + shift);
        let l = low_left.next(left.next()) * swell(0.0);
        let r = low_right.next(right.next()) * swell(0.2);
        [l * 1.2, r * 1.2]
    };
    to_16((0..frames).flat_map(frame))
}

/// Notes of a tune: semitones above A3 for the left and the right hand, in eighths.
const TUNE: [(i32, i32); 16] = [
    (0, 12),
    (7, 16),
    (12, 19),
    (7, 16),
    (-4, 12),
    (3, 15),
    (8, 20),
    (3, 15),
    (-7, 9),
    (0, 12),
    (5, 17),
    (0, 12),
    (-5, 11),
    (2, 14),
    (7, 19),
    (2, 23),
];

/// Two hands, one on each side; stereo.
pub fn tune(rate: u32) -> Vec<i16> {
    let note = rate as usize / 5;
    let mut out = Vec::new();
    for (low, high) in TUNE {
        let [mut a, mut b] = [0.25, 0.12].map(|half| Envelope::new(rate, 0.005, half));
        let (low, high) = (220.0 * semitones(low), 220.0 * semitones(high));
        out.extend((0..note).flat_map(|i| {
            let t = i as f64 / f64::from(rate);
            // Each note fades out at its end.
            let end = ((note - i) as f64 / 200.0).min(1.0);
            let l = (sine(low * t) + 0.4 * sine(2.0 * low * t)) * a.next() * end * 0.35;
            let r = (sine(high * t) + 0.3 * sine(3.0 * high * t)) * b.next() * end * 0.3;
            [l + r * 0.3, r + l * 0.3]
        }));
    }
    to_16(out.into_iter())
}

/// 2^(n/12).
fn semitones(n: i32) -> f64 {
    const STEP: f64 = 1.059_463_094_359_295_3;
    let step = if n < 0 { 1.0 / STEP } else { STEP };
    (0..n.unsigned_abs()).fold(1.0, |ratio, _| ratio * step)
}

/// A bell that wanders from left to right; stereo.
pub fn chime(rate: u32) -> Vec<i16> {
    let frames = rate as usize;
    let mut envelope = Envelope::new(rate, 0.002, 0.15);
    let frame = |i: usize| {
        let t = i as f64 / f64::from(rate);
        let partials = [(1.0, 0.5), (2.76, 0.25), (5.4, 0.12)];
        let sum: f64 = partials.iter().map(|(ratio, level)| sine(660.0 * ratio * t) * level).sum();
        let sample = sum * envelope.next();
        [sample * (1.0 - 0.7 * t), sample * (0.3 + 0.7 * t)]
    };
    to_16((0..frames).flat_map(frame))
}

/// Stone on stone.
pub fn knock(rate: u32) -> Vec<i16> {
    let (mut noise, mut low) = (Noise(3), Smooth::new(0.5));
    let (mut body, mut click) =
        (Envelope::new(rate, 0.001, 0.02), Envelope::new(rate, 0.0005, 0.004));
    let sample = |i: usize| {
        let t = i as f64 / f64::from(rate);
        let tones = sine(310.0 * t) + 0.6 * sine(733.0 * t) + 0.4 * sine(1510.0 * t);
        tones * body.next() * 0.45 + low.next(noise.next()) * click.next() * 0.5
    };
    to_16((0..rate as usize / 3).map(sample))
}

/// An object falls into water.
pub fn splash(rate: u32) -> Vec<u8> {
    let (mut noise, mut low) = (Noise(5), Smooth::new(0.35));
    let mut envelope = Envelope::new(rate, 0.03, 0.09);
    let mut phase = 0.0;
    let sample = |i: usize| {
        let t = i as f64 / f64::from(rate);
        phase += (500.0 + 900.0 * t) / f64::from(rate);
        let drops = 0.5 + 0.5 * sine(t * 23.0);
        (low.next(noise.next()) * 1.2 + sine(phase) * 0.25 * drops) * envelope.next()
    };
    to_8((0..rate as usize * 3 / 5).map(sample))
}

/// An object is dragged over pebbles; stereo, as a loop.
pub fn gravel(rate: u32) -> Vec<u8> {
    let frames = rate as usize;
    let (mut noise, mut grains) = (Noise(11), Noise(12));
    let (mut left, mut right) = (Smooth::new(0.4), Smooth::new(0.3));
    let mut strength = Smooth::new(0.02);
    let frame = |_| {
        let hit = if grains.next() > 0.985 { 14.0 } else { 0.0 };
        let level = 0.12 + strength.next(hit);
        [left.next(noise.next()) * level, right.next(noise.next()) * level]
    };
    to_8((0..frames).flat_map(frame))
}
