//! Where tooltips are.

use egui::{RectAlign, Response, Tooltip, Ui};

/// Says more about a row of a list, beside the list: the rows below stay in sight.
pub fn beside(response: Response, content: impl FnOnce(&mut Ui)) -> Response {
    let mut tip = Tooltip::for_enabled(&response);
    let else_where = &[RectAlign::LEFT_START, RectAlign::BOTTOM_START, RectAlign::TOP_START];
    tip.popup = tip.popup.align(RectAlign::RIGHT_START).align_alternatives(else_where);
    tip.show(content);
    response
}
