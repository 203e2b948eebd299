//! Descriptions that are part of the program, from `assets/formats`.

/// Names and texts. A description is added with one line:
/// `("lamps.ksy", include_str!("../../../assets/formats/lamps.ksy"))`.
pub const SHIPPED: &[(&str, &str)] = &[];
