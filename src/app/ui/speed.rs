//! Choice of the speed of animations and of the replay.

use egui::{ComboBox, Ui};

use super::{Ctx, GRID, choose, shortcuts};
use crate::app::model::Command;
use crate::app::model::view::motion::SPEEDS;

/// Draws a box for the speed.
pub fn choose_speed(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let speed = &cx.state.settings.motion_speed;
    let combo =
        ComboBox::from_id_salt("speed").width(13.0 * GRID).selected_text(format!("×{speed}"));
    let [faster, slower] = [Command::Faster, Command::Slower].map(|key| shortcuts::tip(&key));
    let tip = format!("Speed\n{faster}\n{slower}");
    let speeds = SPEEDS.map(|speed| (speed, format!("×{speed}")));
    let chosen = choose(ui, combo, ("Speed", &tip), speed, speeds);
    cx.extend(chosen.map(Command::SetMotionSpeed));
}
