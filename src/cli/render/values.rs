//! Parsers for the options of `render`.

use clap::ValueEnum;

use crate::render::FIELD_OF_VIEW_RANGE;
use crate::render::state::State;

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum StyleArg {
    Ps1,
    Clean,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum Adapter {
    Cpu,
    Gpu,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq)]
pub enum OnOff {
    On,
    Off,
}

impl OnOff {
    pub fn is_on(self) -> bool {
        self == Self::On
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    pub yaw: f32,
    pub pitch: f32,
    pub distance: f32,
}

pub fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X']);
    let sides = parts.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides
        .filter(|(w, h)| *w > 0 && *h > 0)
        .ok_or_else(|| "expected a size in pixels, such as 1280x720".to_owned())
}

pub fn field_of_view(text: &str) -> Result<f32, String> {
    let (from, to) = (FIELD_OF_VIEW_RANGE.start(), FIELD_OF_VIEW_RANGE.end());
    let degrees = text.parse().ok().filter(|degrees| FIELD_OF_VIEW_RANGE.contains(degrees));
    degrees.ok_or_else(|| format!("expected degrees from {from} to {to}"))
}

/// A view state, or the name of a file that contains one.
pub fn view_state(text: &str) -> Result<State, String> {
    if text.trim_start().starts_with('{') {
        return text.parse();
    }
    let read = std::fs::read_to_string(text);
    read.map_err(|error| format!("neither a view state nor a file with one: {error}"))?.parse()
}

/// Seconds, from 0.1 to 3600, as milliseconds.
pub fn duration(text: &str) -> Result<u32, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    let seconds = seconds.ok_or("expected seconds from 0.1 to 3600")?;
    Ok((seconds * 1e3).round() as u32)
}

pub fn chosen(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let chosen = parts.map(|(variant, option)| (variant.to_owned(), option.to_owned()));
    chosen.ok_or_else(|| "expected a name and an option, such as Weapon=none".to_owned())
}

pub fn view(text: &str) -> Result<View, String> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|n| n.trim().parse()).collect();
    match numbers.as_deref() {
        Ok([yaw, pitch, distance])
            if yaw.is_finite() && pitch.is_finite() && distance.is_finite() && *distance > 0.0 =>
        {
            Ok(View { yaw: *yaw, pitch: *pitch, distance: *distance })
        }
        _ => Err("expected three numbers, such as 30,30,1000, with a distance above 0".to_owned()),
    }
}
