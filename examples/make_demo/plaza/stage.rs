//! Collects panels, bakes lighting into them, and makes objects of at most 256 vertices.

use glam::{DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::neversoft::hash::model_name;
use gouraud::formats::neversoft::psx::chunk::PulseKey;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::build::psx::{Builder, Motion, Polygon};

use super::library::Textures;
use super::light::{Light, TO_SUN};
use crate::make_demo::craft::canvas::Rgb;

/// Source of a panel's brightness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shade {
    /// Sun, sky and lamps, at each corner.
    Baked,
    /// Emissive: the tint, in one colour.
    Flat,
    /// Emissive, with a colour per corner.
    Corners([Rgb; 4]),
    /// Animated colours.
    Pulse([u8; 4]),
}

/// Appearance and behaviour of a surface.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub texture: Option<&'static str>,
    /// Multiplied by the light; the colour itself without a texture.
    pub tint: Rgb,
    pub shade: Shade,
    pub blend: Option<u16>,
    pub double_sided: bool,
    pub invisible: bool,
    pub subdivided: bool,
    /// Reflection of the sun.
    pub gloss: f64,
    /// Surface flags.
    pub surface: u16,
}

impl Look {
    pub const fn new(texture: &'static str) -> Self {
        Self { texture: Some(texture), ..Self::plain([1.0; 3]) }
    }

    /// Without a texture.
    pub const fn plain(tint: Rgb) -> Self {
        Self {
            texture: None,
            tint,
            shade: Shade::Baked,
            blend: None,
            double_sided: false,
            invisible: false,
            subdivided: false,
            gloss: 0.0,
            surface: 0,
        }
    }

    pub const fn tint(self, tint: Rgb) -> Self {
        Self { tint, ..self }
    }

    pub const fn shade(self, shade: Shade) -> Self {
        Self { shade, ..self }
    }

    pub const fn blend(self, mode: u16) -> Self {
        Self { blend: Some(mode), ..self }
    }

    pub const fn double_sided(self) -> Self {
        Self { double_sided: true, ..self }
    }

    pub const fn subdivided(self) -> Self {
        Self { subdivided: true, ..self }
    }

    pub const fn gloss(self, gloss: f64) -> Self {
        Self { gloss, ..self }
    }

    pub const fn surface(self, surface: u16) -> Self {
        Self { surface, ..self }
    }

    /// Visible to collisions only.
    pub const fn invisible(surface: u16) -> Self {
        Self { invisible: true, surface, ..Self::plain([1.0; 3]) }
    }
}

/// A polygon in the author's axes, corners top left, top right, bottom left, bottom right.
#[derive(Clone, Debug)]
pub struct Panel {
    pub corners: Vec<DVec3>,
    pub normals: Vec<DVec3>,
    /// Texels.
    pub uv: [[u8; 2]; 4],
    pub look: Look,
    /// For a billboard from the first corner up to the second: its width.
    pub sprite: Option<f64>,
}

/// Panels that become one object, or more if they have too many vertices.
struct Group {
    name: &'static str,
    panels: Vec<Panel>,
    movement: Option<Movement>,
    lower: Option<(i16, Vec<Panel>)>,
}

/// A texture animation.
#[derive(Clone, Copy)]
pub struct Movement {
    pub motion: Motion,
    /// Amplitude and phase of both coordinates, from a corner's own coordinates.
    pub wave: fn([u8; 2]) -> [(u8, u8); 2],
}

pub struct Stage<'a> {
    textures: &'a Textures,
    pub light: Light,
    builder: Builder,
    groups: Vec<Group>,
}

impl<'a> Stage<'a> {
    pub fn new(textures: &'a Textures) -> Self {
        Self {
            textures,
            light: Light::default(),
            builder: Builder::new(Version::V4),
            groups: Vec::new(),
        }
    }

    pub fn add(&mut self, name: &'static str, panels: Vec<Panel>) {
        self.groups.push(Group { name, panels, movement: None, lower: None });
    }

    /// Adds panels of at most 256 vertices with an animated texture.
    pub fn add_moving(&mut self, name: &'static str, panels: Vec<Panel>, movement: Movement) {
        self.groups.push(Group { name, panels, movement: Some(movement), lower: None });
    }

    /// Adds panels of at most 256 vertices with a lower level of detail.
    pub fn add_detailed(&mut self, name: &'static str, near: Vec<Panel>, far: Vec<Panel>) {
        let lower = Some((6000, far));
        self.groups.push(Group { name, panels: near, movement: None, lower });
    }

    /// Adds an entry of the colour table that cycles through colours of `ticks` each.
    pub fn pulse(&mut self, colours: &[[u8; 3]], ticks: u8, elapsed: u8) -> u8 {
        let key = |[r, g, b]: &[u8; 3]| PulseKey { r: *r, g: *g, b: *b, interval: ticks };
        self.builder.pulse(colours.iter().map(key).collect(), elapsed)
    }

    /// The level as bytes.
    pub fn finish(mut self) -> Result<Vec<u8>, Refusal> {
        for group in std::mem::take(&mut self.groups) {
            self.group(group);
        }
        self.textures.add_to(&mut self.builder, super::library::TextureFile::Level);
        self.builder.block_map(20);
        self.builder.finish()?.write()
    }

    fn group(&mut self, group: Group) {
        let parts = split(&group.panels);
        let several = parts.len() > 1;
        for (number, part) in parts.into_iter().enumerate() {
            let name = if several { format!("{}_{number}", group.name) } else { group.name.into() };
            let origin = middle(part);
            let polygons = self.polygons(part, origin);
            let model = self.builder.model(model_name(name.as_bytes()), &polygons);
            let object = self.builder.object(model, turned(origin).map(i32::from));
            if let Some(Movement { motion, wave }) = group.movement {
                self.builder.wibble(object, motion, wave);
            }
            if let Some((depth, far)) = &group.lower {
                let polygons = self.polygons(far, origin);
                let name = format!("{name}_far");
                let far = self.builder.model(model_name(name.as_bytes()), &polygons);
                self.builder.lower_detail(model, *depth, far);
            }
        }
    }

    fn polygons(&mut self, panels: &[Panel], origin: DVec3) -> Vec<Polygon> {
        panels.iter().map(|panel| self.polygon(panel, origin)).collect()
    }

    fn polygon(&mut self, panel: &Panel, origin: DVec3) -> Polygon {
        let look = &panel.look;
        let place: Vec<[i16; 3]> =
            panel.corners.iter().map(|corner| turned(*corner - origin)).collect();
        let mut polygon = match (panel.sprite, place.as_slice()) {
            (Some(width), [bottom, top, ..]) => Polygon::sprite(*bottom, *top, width as i16),
            (None, [a, b, c, d]) => Polygon::quad([*a, *b, *c, *d]),
            (None, [a, b, c]) => Polygon::triangle([*a, *b, *c]),
            _ => unreachable!("a panel has three or four corners"),
        };
        if let Some(name) = look.texture {
            let number = self.builder.texture(model_name(name.as_bytes()));
            polygon = polygon.texels(number, panel.uv);
            if self.textures.tiles(name) {
                polygon = polygon.tiled();
            }
        }
        polygon = self.painted(polygon, panel);
        if let Some(mode) = look.blend {
            polygon = polygon.blended(mode);
        }
        for (set, with) in [
            (look.double_sided, Polygon::double_sided as fn(Polygon) -> Polygon),
            (look.invisible, Polygon::invisible),
            (look.subdivided, Polygon::subdivided),
        ] {
            if set {
                polygon = with(polygon);
            }
        }
        polygon.surface(look.surface)
    }

    fn painted(&mut self, polygon: Polygon, panel: &Panel) -> Polygon {
        let look = &panel.look;
        // 128 is neutral on a texture, 255 is full intensity without.
        let full = if look.texture.is_some() { 128.0 } else { 255.0 };
        let byte = |rgb: Rgb| rgb.map(|c| (c * full).round().clamp(0.0, 255.0) as u8);
        match look.shade {
            _ if look.invisible => polygon.flat([0; 3]),
            Shade::Flat => polygon.flat(byte(look.tint)),
            Shade::Corners(colours) => polygon.gouraud(colours.map(byte)),
            Shade::Pulse(entries) => polygon.entries(entries),
            Shade::Baked => {
                let mut colours = [[0; 3]; 4];
                let corners = panel.corners.iter().zip(&panel.normals);
                for (colour, (corner, normal)) in colours.iter_mut().zip(corners) {
                    let light = self.light.at(corner.round(), *normal);
                    let shine = look.gloss * mirrored(*normal);
                    *colour = byte([0, 1, 2].map(|c| light[c] * look.tint[c] + shine));
                }
                polygon.gouraud(colours)
            }
        }
    }
}

/// Reflected sunlight for a viewer in the south-east.
fn mirrored(normal: DVec3) -> f64 {
    let viewer = dvec3(0.45, 0.4, 0.8).normalize();
    let half = (TO_SUN.normalize() + viewer).normalize();
    let facing = normal.dot(half).max(0.0);
    let square = facing * facing;
    let fourth = square * square;
    fourth * fourth * fourth
}

/// Splits panels into parts of at most 256 different corners, in order; sprites need four more each.
fn split(panels: &[Panel]) -> Vec<&[Panel]> {
    let mut parts = Vec::new();
    let mut rest = panels;
    while !rest.is_empty() {
        let mut seen = std::collections::HashSet::new();
        let mut extra = 0;
        let fits = |panel: &&Panel| {
            seen.extend(panel.corners.iter().map(|c| turned(*c)));
            extra += if panel.sprite.is_some() { 4 } else { 0 };
            seen.len() + extra <= 256
        };
        let count = rest.iter().take_while(fits).count();
        let (part, next) = rest.split_at(count);
        parts.push(part);
        rest = next;
    }
    parts
}

/// Centre of the panels' bounds, rounded to units.
fn middle(panels: &[Panel]) -> DVec3 {
    let corners = || panels.iter().flat_map(|panel| &panel.corners).copied();
    let (low, high) = (corners().reduce(DVec3::min), corners().reduce(DVec3::max));
    ((low.unwrap_or_default() + high.unwrap_or_default()) / 2.0).round()
}

/// Converts to the file's axes: Y down, Z forward.
pub fn turned(v: DVec3) -> [i16; 3] {
    [v.x.round() as i16, -v.y.round() as i16, -v.z.round() as i16]
}
