//! Options that determine a view of a scene.

use super::values::{Adapter, OnOff, StyleArg, View, chosen, field_of_view, size, view};
use crate::cli::args::{AddedModels, Reading};
use crate::render::state::{FieldBit, State};
use crate::render::{AdapterChoice, DetailChoice};

/// Options that determine a view of a scene: file, size, style, camera, pose and adapter.
#[derive(clap::Args, Debug)]
pub struct ShotArgs {
    /// File or member with a scene; a folder with one such file
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    pub path: String,
    /// Size in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// Shading; by default that of the format's platform
    #[arg(long, value_enum)]
    pub style: Option<StyleArg>,
    /// Camera as degrees, degrees above the horizon, and scene units from the centre
    #[arg(long, value_name = "YAW,PITCH,DISTANCE", value_parser = view)]
    #[arg(allow_hyphen_values = true, conflicts_with = "state")]
    pub view: Option<View>,
    /// Vertical field of view in degrees, from 1 to 150 [default: 45]
    #[arg(long, value_name = "DEGREES", value_parser = field_of_view)]
    pub fov: Option<f32>,
    /// View state as copied in the window
    #[arg(long, value_name = "JSON")]
    pub state: Option<State>,
    /// Light on lit faces, by name, or off
    #[arg(long, value_name = "NAME")]
    pub light: Option<String>,
    /// Level of detail: highest, distance, or the number of steps below the highest
    #[arg(long, value_name = "DETAIL")]
    pub detail: Option<DetailChoice>,
    /// Camera at a player start, by name
    #[arg(long, value_name = "START", conflicts_with = "view")]
    pub from: Option<String>,
    /// Use the camera that the animation moves
    #[arg(long, conflicts_with_all = ["view", "from"])]
    pub ride: bool,
    /// Choose an option of a variant; may be repeated
    #[arg(long = "variant", value_name = "NAME=OPTION", value_parser = chosen)]
    pub variants: Vec<(String, String)>,
    /// Fade with the distance, as set by the level's commands; off by default
    #[arg(long, value_enum, value_name = "ON|OFF")]
    pub fog: Option<OnOff>,
    /// Use the fog colour of the level's commands instead of black
    #[arg(long, value_enum, value_name = "ON|OFF")]
    pub fade_colour: Option<OnOff>,
    /// Use the sky colour of the level's commands as background; on with ps1
    #[arg(long, value_enum, value_name = "ON|OFF")]
    pub sky_colour: Option<OnOff>,
    /// Colour the faces that have this bit set, or give each value of the field a colour
    #[arg(long, value_name = "FIELD[:BIT]")]
    pub overlay: Option<FieldBit>,
    /// Pose of this animation; by default the first frame of the first one, as in the window
    #[arg(long, value_name = "NAME")]
    pub anim: Option<String>,
    /// Seconds from the start of the animation or video
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub time: Option<f32>,
    /// Graphics adapter; cpu draws nearly the same on every machine
    #[arg(long, value_enum)]
    pub adapter: Option<Adapter>,
    #[command(flatten)]
    pub beside: AddedModels,
    #[command(flatten)]
    pub reading: Reading,
}

impl ShotArgs {
    /// The adapter to draw with.
    pub fn adapter(&self) -> AdapterChoice {
        match self.adapter {
            None => AdapterChoice::Any,
            Some(Adapter::Cpu) => AdapterChoice::Cpu,
            Some(Adapter::Gpu) => AdapterChoice::Gpu,
        }
    }
}
