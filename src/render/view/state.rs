//! State of a view as one string, which the window copies and `render --state` reads.
//!
//! JSON in which every key is optional, so that a string can be written manually and older ones stay
//! valid. Missing keys have their default, unknown ones are listed by [`State::unknown`].

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use glam::Vec3;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::camera::{Camera, FIELD_OF_VIEW, FIELD_OF_VIEW_RANGE, Projection};
use super::detail::DetailChoice;
use super::lighting::Lighting;
use super::options::{BackFaces, DrawOrder, Effects, Pixels};
use super::visibility::Visibility;
use crate::scene::{AnimationId, MeshId, PaletteId, Pose, Scene, Style, TextureId};

/// Version of the written string.
pub const VERSION: u32 = 1;

/// View of a scene; every component is optional.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// Version of the string; [`VERSION`] in written ones.
    pub v: Option<u32>,
    /// CRC-32 of the source file, as `info` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileMark>,
    /// Camera settings; missing ones have their defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<CameraState>,
    /// Style; the default if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<StyleName>,
    /// Effects that differ from the style.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effects: Option<EffectsState>,
    /// Light on lit faces by name, or `off`; the scene's own if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<String>,
    /// Level of detail; the highest if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<DetailChoice>,
    /// Files that are displayed in the same scene: names of companions, or paths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Visibility by layer name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub layers: BTreeMap<String, bool>,
    /// `FIELD` or `FIELD:BIT`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlay: Option<FieldBit>,
    /// Palettes selected for textures, both by index.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub palette: BTreeMap<TextureId, PaletteId>,
    /// Name of the displayed animation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anim: Option<String>,
    /// Seconds from the start of the animation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f32>,
    /// Interpolate between frames instead of holding the last one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interpolate: bool,
    /// Use the animation's camera.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ride: bool,
    /// Selected option of each variant, by name; `null` for none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, Option<String>>,
    /// Answers to read options, by their short names; the first answer if absent.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub take: BTreeMap<String, String>,
    /// Mesh, morph target, and its weight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub morphs: Vec<(MeshId, u32, f32)>,
    #[serde(flatten, skip_serializing)]
    rest: BTreeMap<String, Value>,
}

/// A checksum as eight hex digits or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "String")]
pub struct FileMark(pub u32);

impl TryFrom<Value> for FileMark {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let crc32 = match &value {
            Value::Number(number) => number.as_u64().and_then(|n| u32::try_from(n).ok()),
            Value::String(digits) => u32::from_str_radix(digits, 16).ok(),
            _ => None,
        };
        crc32.map(Self).ok_or_else(|| format!("`file`: expected a CRC-32, found {value}"))
    }
}

impl From<FileMark> for String {
    fn from(mark: FileMark) -> Self {
        format!("{:08x}", mark.0)
    }
}

/// Camera in the units of `--view`: degrees, degrees, scene units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CameraState {
    /// Degrees about the up axis: 0 is on the +Z side of the target, 90 on the +X side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yaw: Option<f32>,
    /// Degrees above the horizon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f32>,
    /// Degrees about the line of sight; upright if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<f32>,
    /// Distance from the target, in scene units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f32>,
    /// Vertical field of view in degrees; 45 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_of_view: Option<f32>,
    /// Kind of projection; perspective if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub projection: Option<Projection>,
    /// Target, if it is not the centre of what is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<[f32; 3]>,
    #[serde(flatten, skip_serializing)]
    rest: BTreeMap<String, Value>,
}

/// Name of a [`Style`] in the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StyleName {
    /// `ps1`, for [`Style::Ps1`].
    Ps1,
    /// `clean`, for [`Style::Clean`].
    Clean,
}

impl From<Style> for StyleName {
    fn from(style: Style) -> Self {
        match style {
            Style::Ps1 => Self::Ps1,
            Style::Clean => Self::Clean,
        }
    }
}

impl From<StyleName> for Style {
    fn from(name: StyleName) -> Self {
        match name {
            StyleName::Ps1 => Self::Ps1,
            StyleName::Clean => Self::Clean,
        }
    }
}

/// Switches of [`Effects`] by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EffectsState {
    /// Replacement for [`Effects::snap`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snap: Option<bool>,
    /// Replacement for [`Effects::affine`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub affine: Option<bool>,
    /// Replacement for [`Effects::subdivide`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subdivide: Option<bool>,
    /// Replacement for [`Effects::dither`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dither: Option<bool>,
    /// Replacement for [`Effects::fifteen_bit`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fifteen_bit: Option<bool>,
    /// Replacement for [`Effects::order`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<DrawOrder>,
    /// Replacement for [`Effects::back_faces`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back_faces: Option<BackFaces>,
    /// Replacement for [`Effects::vanishing`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vanishing: Option<bool>,
    /// Replacement for [`Effects::size_limit`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_limit: Option<bool>,
    /// Replacement for [`Effects::exact_stacks`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_stacks: Option<bool>,
    /// Replacement for [`Effects::filtered`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filtered: Option<bool>,
    /// Replacement for [`Effects::checker`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checker: Option<bool>,
    /// Replacement for [`Effects::fog`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fog: Option<bool>,
    /// Replacement for [`Effects::fade_colour`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fade_colour: Option<bool>,
    /// Replacement for [`Effects::sky_colour`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sky_colour: Option<bool>,
    /// Replacement for [`Effects::relief`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relief: Option<bool>,
    /// Replacement for [`Effects::shine`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shine: Option<bool>,
    /// Replacement for [`Effects::pixels`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pixels: Option<Pixels>,
    #[serde(flatten, skip_serializing)]
    rest: BTreeMap<String, Value>,
}

/// A per-face field, or one bit of it: `flags:4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FieldBit {
    /// Name of the field, one of [`Scene::face_fields`].
    pub field: String,
    /// 0 is the lowest.
    pub bit: Option<u32>,
}

impl FromStr for FieldBit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((field, bit)) = text.split_once(':') else {
            return Ok(Self { field: text.to_owned(), bit: None });
        };
        match bit.parse() {
            Ok(bit) if bit < 32 => Ok(Self { field: field.to_owned(), bit: Some(bit) }),
            _ => Err(format!("bit of {text:?}: expected a number from 0 to 31")),
        }
    }
}

impl TryFrom<String> for FieldBit {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<FieldBit> for String {
    fn from(overlay: FieldBit) -> Self {
        overlay.to_string()
    }
}

impl fmt::Display for FieldBit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bit {
            Some(bit) => write!(f, "{}:{bit}", self.field),
            None => f.write_str(&self.field),
        }
    }
}

impl State {
    /// Paths of unknown keys.
    pub fn unknown(&self) -> Vec<String> {
        let mut all: Vec<String> = self.rest.keys().cloned().collect();
        let camera = self.camera.iter().flat_map(|c| c.rest.keys());
        all.extend(camera.map(|key| format!("camera.{key}")));
        let effects = self.effects.iter().flat_map(|e| e.rest.keys());
        all.extend(effects.map(|key| format!("effects.{key}")));
        all
    }

    /// Style of the state, if any.
    pub fn style(&self) -> Option<Style> {
        self.style.map(Style::from)
    }

    /// `base` with the effects of the state.
    pub fn effects(&self, base: Effects) -> Effects {
        let Some(e) = &self.effects else { return base };
        Effects {
            snap: e.snap.unwrap_or(base.snap),
            affine: e.affine.unwrap_or(base.affine),
            subdivide: e.subdivide.unwrap_or(base.subdivide),
            dither: e.dither.unwrap_or(base.dither),
            fifteen_bit: e.fifteen_bit.unwrap_or(base.fifteen_bit),
            order: e.order.unwrap_or(base.order),
            back_faces: e.back_faces.unwrap_or(base.back_faces),
            vanishing: e.vanishing.unwrap_or(base.vanishing),
            size_limit: e.size_limit.unwrap_or(base.size_limit),
            exact_stacks: e.exact_stacks.unwrap_or(base.exact_stacks),
            filtered: e.filtered.unwrap_or(base.filtered),
            checker: e.checker.unwrap_or(base.checker),
            fog: e.fog.unwrap_or(base.fog),
            fade_colour: e.fade_colour.unwrap_or(base.fade_colour),
            sky_colour: e.sky_colour.unwrap_or(base.sky_colour),
            relief: e.relief.unwrap_or(base.relief),
            shine: e.shine.unwrap_or(base.shine),
            pixels: e.pixels.unwrap_or(base.pixels),
        }
    }

    /// The light of the state; `None` if the scene has no such light.
    pub fn lighting(&self, scene: &Scene) -> Option<Lighting> {
        self.light.as_ref().map_or(Some(Lighting::Own), |name| Lighting::named(scene, name))
    }

    /// Sets the visibility of layers, and returns the names of unknown layers.
    pub fn show_layers(&self, scene: &Scene, visibility: &mut Visibility) -> Vec<String> {
        visibility.layers.resize(scene.layers.len(), true);
        let mut unknown = Vec::new();
        for (name, shown) in &self.layers {
            let mut found = false;
            for (layer, visible) in scene.layers.iter().zip(&mut visibility.layers) {
                if layer.name == *name {
                    (*visible, found) = (*shown, true);
                }
            }
            if !found {
                unknown.push(name.clone());
            }
        }
        unknown
    }

    /// Selects options of variants, and returns the names that do not exist in the scene.
    pub fn choose_variants(&self, scene: &Scene, visibility: &mut Visibility) -> Vec<String> {
        let mut unknown = Vec::new();
        for (name, chosen) in &self.variants {
            match scene.variant_option(name, chosen.as_deref()) {
                Some((variant, option)) => visibility.choose(scene, variant, option),
                None => unknown.push(chosen.as_ref().unwrap_or(name).clone()),
            }
        }
        unknown
    }

    /// The pose `seconds` after the start of an animation, with the state's morph weights.
    pub fn pose(&self, scene: &Scene, animation: Option<AnimationId>, seconds: f32) -> Pose {
        let found = animation.and_then(|index| scene.animations.get(index));
        let pose = found.map(|animation| {
            animation.pose_at(&animation.data.decode(), seconds, self.interpolate)
        });
        Pose { morphs: self.morphs.clone(), ..pose.unwrap_or_default() }
    }

    /// `base` with the camera settings of the state.
    pub fn camera(&self, base: Camera) -> Camera {
        let Some(c) = &self.camera else { return base };
        Camera {
            target: c.target.map_or(base.target, Vec3::from),
            yaw: c.yaw.unwrap_or(base.yaw),
            pitch: c.pitch.unwrap_or(base.pitch),
            roll: c.roll.unwrap_or(0.0),
            distance: c.distance.unwrap_or(base.distance),
            projection: c.projection.unwrap_or_default(),
            field_of_view: c.field_of_view.map_or(FIELD_OF_VIEW, nearest_field_of_view),
        }
    }
}

/// The nearest field of view that can be drawn.
fn nearest_field_of_view(degrees: f32) -> f32 {
    let finite = if degrees.is_finite() { degrees } else { FIELD_OF_VIEW };
    finite.clamp(*FIELD_OF_VIEW_RANGE.start(), *FIELD_OF_VIEW_RANGE.end())
}

impl From<&Camera> for CameraState {
    fn from(camera: &Camera) -> Self {
        Self {
            yaw: Some(camera.yaw),
            pitch: Some(camera.pitch),
            roll: Some(camera.roll).filter(|roll| *roll != 0.0),
            distance: Some(camera.distance),
            field_of_view: Some(camera.field_of_view).filter(|field| *field != FIELD_OF_VIEW),
            projection: Some(camera.projection).filter(|kind| *kind != Projection::default()),
            target: Some(camera.target.into()),
            rest: BTreeMap::new(),
        }
    }
}

impl From<&Effects> for EffectsState {
    fn from(effects: &Effects) -> Self {
        Self {
            snap: Some(effects.snap),
            affine: Some(effects.affine),
            subdivide: Some(effects.subdivide),
            dither: Some(effects.dither),
            fifteen_bit: Some(effects.fifteen_bit),
            order: Some(effects.order),
            back_faces: Some(effects.back_faces),
            vanishing: Some(effects.vanishing),
            size_limit: Some(effects.size_limit),
            exact_stacks: Some(effects.exact_stacks),
            filtered: Some(effects.filtered),
            checker: Some(effects.checker),
            fog: Some(effects.fog),
            fade_colour: Some(effects.fade_colour),
            sky_colour: Some(effects.sky_colour),
            relief: Some(effects.relief),
            shine: Some(effects.shine),
            pixels: Some(effects.pixels),
            rest: BTreeMap::new(),
        }
    }
}

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("invalid view state: {error}"))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}
