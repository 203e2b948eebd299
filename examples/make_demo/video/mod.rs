//! A short video: the sun rises over an island, with the sound of the sea and a tune. The light is in the
//! palettes, which most frames change; only the sun, the glints, the palm and a bird move.

use gouraud_testing::build::smacker::{Frame, Video};

use crate::make_demo::Named;
use crate::make_demo::craft::maths::{ease, keyed, length, sin, step};
use crate::make_demo::craft::noise::unit;
use crate::make_demo::voices::synth;

const WIDTH: i64 = 160;
const HEIGHT: i64 = 96;
/// Row of the horizon.
const HORIZON: i64 = 60;
const FRAMES: u32 = 48;
/// Sample rate, and number of samples per frame.
const RATE: u32 = 11_025;
const EACH: usize = 735;
/// Frames whose sound is stored with the first one, as in videos of the time.
const AHEAD: usize = 16;

/// Palette indices by subject.
mod of {
    /// From the top of the sky down.
    pub const SKY: u8 = 0;
    pub const SKIES: u8 = 40;
    pub const SUN: u8 = 40;
    pub const HALO: u8 = 41;
    /// From the horizon on.
    pub const SEA: u8 = 42;
    pub const SEAS: u8 = 18;
    pub const GLINT: u8 = 60;
    pub const SHINE: u8 = 61;
    pub const HILL: u8 = 62;
    pub const GRASS: u8 = 63;
    pub const SAND: u8 = 64;
    pub const TRUNK: u8 = 65;
    pub const LEAF: u8 = 66;
    pub const BIRD: u8 = 67;
}

/// Name and content of the file.
pub fn file() -> Named {
    let sound = sound();
    let frames = (0..FRAMES).map(|at| {
        let t = f64::from(at) / f64::from(FRAMES - 1);
        let bright = at.is_multiple_of(2).then(|| palette(t).to_vec());
        Frame { pixels: picture(t), palette: bright, sound: part(&sound, at as usize) }
    });
    let video = Video {
        width: WIDTH as u32,
        height: HEIGHT as u32,
        frame_rate: -6666,
        flags: 0,
        frames: frames.collect(),
        rate: RATE,
    };
    ("island.smk", video.pack())
}

/// Sound that is stored with a frame.
fn part(sound: &[i16], at: usize) -> Vec<i16> {
    let (first, end) = match at {
        0 => (0, AHEAD * EACH),
        at => ((AHEAD + at - 1) * EACH, (AHEAD + at) * EACH),
    };
    sound.get(first..end.min(sound.len())).unwrap_or_default().to_vec()
}

/// The sea under a tune, which fades out at the end.
fn sound() -> Vec<i16> {
    let frames = FRAMES as usize * EACH;
    let (sea, tune) = (synth::sea(RATE, 4), synth::tune(RATE));
    let both = |all: &[i16], at: usize| {
        let frame = all.get(2 * at..2 * at + 2).unwrap_or(&[0, 0]);
        frame.iter().map(|sample| f64::from(*sample)).sum::<f64>() / 2.0
    };
    let sample = |at: usize| {
        let end = ease((frames - at) as f64 / 4000.0);
        ((both(&sea, at) * 0.6 + both(&tune, at) * 0.8) * end) as i16
    };
    (0..frames).map(sample).collect()
}

/// Height of the sun over the horizon, in pixels.
fn sun(t: f64) -> (f64, f64) {
    (104.0, HORIZON as f64 + 12.0 - 46.0 * ease(t))
}

fn picture(t: f64) -> Vec<u8> {
    let mut pixels = Vec::new();
    for y in 0..HEIGHT {
        pixels.extend((0..WIDTH).map(|x| backdrop(x, y, t)));
    }
    let mut canvas = Canvas(pixels);
    land(&mut canvas);
    palm(&mut canvas, t);
    bird(&mut canvas, t);
    canvas.0
}

/// Sky, sun and sea.
fn backdrop(x: i64, y: i64, t: f64) -> u8 {
    if y < HORIZON {
        let (sx, sy) = sun(t);
        return match length(x as f64 - sx, y as f64 - sy) {
            far if far < 11.0 => of::SUN,
            far if far < 13.5 => of::HALO,
            _ => of::SKY + (y * i64::from(of::SKIES) / HORIZON) as u8,
        };
    }
    let depth = y - HORIZON;
    // Glints last four frames, so that most of the sea is unchanged between frames.
    let moment = (t * f64::from(FRAMES - 1) / 4.0) as u64;
    let chance = unit(x / 3, y, 5 + moment);
    let under_sun = (x as f64 - 104.0).abs() < 4.0 + depth as f64 * 0.5;
    if under_sun && chance > 0.75 && t > 0.2 {
        return of::SHINE;
    }
    if chance > 0.985 {
        return of::GLINT;
    }
    of::SEA + (depth * i64::from(of::SEAS) / (HEIGHT - HORIZON)) as u8
}

struct Canvas(Vec<u8>);

impl Canvas {
    fn put(&mut self, x: i64, y: i64, colour: u8) {
        if (0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y) {
            self.0[(y * WIDTH + x) as usize] = colour;
        }
    }
}

/// A hill with a beach, on the left.
fn land(canvas: &mut Canvas) {
    for x in 0..86 {
        let along = x as f64 / 86.0;
        let hill = 26.0 * step(0.0, 0.3, along) * (1.0 - step(0.35, 0.95, along));
        let rough = 2.0 * sin(along * 5.0) + sin(along * 13.0);
        let top = HORIZON - (hill + rough * (1.0 - along)) as i64;
        let shore = HORIZON + 3 + (3.0 * (1.0 - along)) as i64;
        for y in top.min(HORIZON)..shore {
            let is_grass = y < top + 2 + (x % 3);
            let colour = match () {
                () if y >= HORIZON => of::SAND,
                () if is_grass => of::GRASS,
                () => of::HILL,
            };
            canvas.put(x, y, colour);
        }
    }
}

/// A palm on the beach, which moves in the wind.
fn palm(canvas: &mut Canvas, t: f64) {
    let lean = |up: f64| 66.0 + up * up * 0.012 + sin(t * 2.0) * up * 0.03;
    for up in 0..34 {
        let x = lean(f64::from(up)) as i64;
        let wide = if up < 12 { 3 } else { 2 };
        (0..wide).for_each(|dx| canvas.put(x + dx, HORIZON + 2 - i64::from(up), of::TRUNK));
    }
    let (x, y) = (lean(34.0) + 1.0, (HORIZON - 32) as f64);
    for leaf in 0..7 {
        let angle = f64::from(leaf) / 7.0 + sin(t * 2.0 + f64::from(leaf) * 0.3) * 0.01;
        for far in 0..34 {
            let far = f64::from(far) * 0.5;
            let dx = sin(angle) * far;
            let dy = sin(angle + 0.25) * far * 0.45 + far * far * 0.022 - 2.0;
            let at = |d: i64| ((x + dx) as i64, (y + dy) as i64 + d);
            for d in 0..if far < 11.0 { 2 } else { 1 } {
                let (x, y) = at(d);
                canvas.put(x, y, of::LEAF);
            }
        }
    }
}

/// A bird crosses the sky.
fn bird(canvas: &mut Canvas, t: f64) {
    let x = -10.0 + 180.0 * t;
    let y = 22.0 + 4.0 * sin(t * 1.5);
    let beat = sin(t * 8.0) * 0.6;
    for far in 0..6 {
        let wing = (f64::from(far) * beat - f64::from(far) * 0.2) as i64;
        for side in [-1, 1] {
            canvas.put(x as i64 + side * i64::from(far), y as i64 + wing, of::BIRD);
        }
    }
}

type Colour = [f64; 3];

fn mix(a: Colour, b: Colour, t: f64) -> Colour {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t.clamp(0.0, 1.0))
}

/// Palette at a time, six bits per channel: night, dawn, day.
fn palette(t: f64) -> [[u8; 3]; 68] {
    let over = |night: Colour, dawn: Colour, day: Colour| -> Colour {
        std::array::from_fn(|i| keyed(t, &[(0.0, night[i]), (0.5, dawn[i]), (1.0, day[i])]))
    };
    let zenith = over([1.0, 2.0, 8.0], [9.0, 12.0, 30.0], [16.0, 32.0, 56.0]);
    let low = over([6.0, 7.0, 18.0], [62.0, 34.0, 20.0], [50.0, 56.0, 60.0]);
    let deep = over([0.0, 2.0, 7.0], [8.0, 12.0, 26.0], [2.0, 22.0, 36.0]);
    let far = over([4.0, 6.0, 15.0], [48.0, 28.0, 24.0], [16.0, 42.0, 50.0]);
    let lit = |day: Colour| {
        let night = mix([0.0, 1.0, 5.0], day, 0.12);
        over(night, mix(night, day, 0.5), day)
    };
    let six = |colour: Colour| colour.map(|channel| channel.round().clamp(0.0, 63.0) as u8);
    std::array::from_fn(|index| {
        let index = index as u8;
        six(match index {
            of::SUN => over([60.0, 30.0, 14.0], [63.0, 48.0, 22.0], [63.0, 61.0, 50.0]),
            of::HALO => mix(low, [63.0, 54.0, 30.0], 0.45),
            of::GLINT => mix(far, [63.0; 3], 0.35),
            of::SHINE => over([20.0, 14.0, 16.0], [63.0, 46.0, 24.0], [62.0, 62.0, 54.0]),
            of::HILL => lit([22.0, 24.0, 18.0]),
            of::GRASS => lit([20.0, 40.0, 14.0]),
            of::SAND => lit([56.0, 48.0, 30.0]),
            of::TRUNK => lit([34.0, 24.0, 14.0]),
            of::LEAF => lit([12.0, 36.0, 12.0]),
            of::BIRD => lit([10.0, 10.0, 12.0]),
            sky if sky < of::SKIES => mix(zenith, low, ease(f64::from(sky) / f64::from(of::SKIES))),
            sea => mix(far, deep, f64::from(sea - of::SEA) / f64::from(of::SEAS)),
        })
    })
}
