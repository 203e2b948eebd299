//! Parameters that follow from others: the game's converter computes eleven of the nineteen.

use super::records::Parameters;
use crate::bytes::Value;
use crate::formats::Report;

/// Relative difference up to which two numbers count as equal: they are single precision, and their
/// writers rounded at different steps.
const TOLERANCE: f32 = 1e-5;

/// The parameters with all derived values computed from the size, the lower left corner, the extent in x
/// and the height of a coefficient. `None` if these are unusable.
fn computed(stored: &Parameters) -> Option<Parameters> {
    let Parameters { size_x, size_y, min_x, min_y, extent_x, coefficient_to_z, .. } = *stored;
    let is_usable = extent_x > 0.0 && min_x.is_finite() && min_y.is_finite();
    if !is_usable || size_x <= 0 || size_y <= 0 {
        return None;
    }
    // At most 32768, so the conversions are exact.
    let [scale_x, scale_y] = [size_x, size_y].map(|size| extent_x / size as f32);
    let new = Parameters {
        extent_y: extent_x,
        world_x_scale: scale_x,
        world_x_offset: min_x,
        world_y_scale: scale_y,
        world_y_offset: min_y,
        step_x_scale: 1.0 / scale_x,
        step_x_offset: -min_x / scale_x,
        step_y_scale: 1.0 / scale_y,
        step_y_offset: -min_y / scale_y,
        z_to_coefficient: 1.0 / coefficient_to_z,
        coefficient_to_step: coefficient_to_z / scale_x,
        ..*stored
    };
    derived(&new).iter().all(|(_, value, _)| value.is_finite()).then_some(new)
}

/// The derived parameters: name, value, rule.
fn derived(of: &Parameters) -> [(&'static str, f32, &'static str); 11] {
    [
        ("extent_y", of.extent_y, "as in x"),
        ("world_x_scale", of.world_x_scale, "extent / size"),
        ("world_x_offset", of.world_x_offset, "the lower left corner"),
        ("world_y_scale", of.world_y_scale, "extent / size"),
        ("world_y_offset", of.world_y_offset, "the lower left corner"),
        ("step_x_scale", of.step_x_scale, "1 / scale"),
        ("step_x_offset", of.step_x_offset, "-corner / scale"),
        ("step_y_scale", of.step_y_scale, "1 / scale"),
        ("step_y_offset", of.step_y_offset, "-corner / scale"),
        ("z_to_coefficient", of.z_to_coefficient, "1 / coefficient_to_z"),
        ("coefficient_to_step", of.coefficient_to_step, "coefficient_to_z / scale"),
    ]
}

/// Reports derived parameters that differ from their computed values.
pub(super) fn audit(stored: &Parameters, report: &mut Report<'_>) {
    let Some(new) = computed(stored) else { return };
    for ((name, found, _), (_, expected, rule)) in derived(stored).into_iter().zip(derived(&new)) {
        let limit = expected.abs().max(found.abs()) * TOLERANCE;
        if (found - expected).abs() <= limit {
            continue;
        }
        let path = format!("parameters.{name}");
        report.compute(path.as_str(), Value::Float(expected.into()));
        report.note(path, format!("expected {expected} ({rule}), found {found}"));
    }
}
