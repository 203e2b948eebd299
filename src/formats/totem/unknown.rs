//! TotemTech classes without a published description: PARTICLES (kind 18), OCCLUDER (kind 10) and
//! CAMERAZONE (kind 11), of which the header is known, and RTC, FONTS and TPL, which are completely
//! unknown. The rest is stored as bytes.
//!
//! Source: format document `totem-level.md`, section 15.

use crate::formats::totem::resource::{Class, Viewed, info};
use crate::formats::totem::{Header, kind};
use crate::formats::{Capability, FormatInfo};
use crate::layout;

/// Capabilities of a class of which only fields can be displayed.
const KEPT: &[Capability] = &[Capability::Write];

macro_rules! unknown_class {
    ($name:ident [$($field:ident: $ty:ty)?], $id:literal, $title:literal, $extension:literal, $kind:expr) => {
        layout! {
            /// A resource with unknown content.
            pub struct $name {
                $(pub $field: $ty,)?
                pub data: Vec<u8> [..],
            }
        }

        impl Class for $name {
            const INFO: FormatInfo = info($id, $title, &[$extension], KEPT);
            const ROOT: &'static str = stringify!($name);
            const KIND: Option<u16> = $kind;
            const IS_OPEN: bool = true;
        }

        impl Viewed for $name {}
    };
}

unknown_class!(
    Particles[header: Header], "totem.particles", "TotemTech particles", "tparticles",
    Some(kind::PARTICLES)
);
unknown_class!(
    Occluder[header: Header], "totem.occluder", "TotemTech occluder", "toccluder",
    Some(kind::OCCLUDER)
);
unknown_class!(
    CameraZone[header: Header], "totem.camerazone", "TotemTech camera zone", "tcamerazone",
    Some(kind::CAMERAZONE)
);
unknown_class!(Rtc[], "totem.rtc", "TotemTech cutscene", "trtc", None);
unknown_class!(Fonts[], "totem.fonts", "TotemTech fonts", "tfonts", None);
unknown_class!(Tpl[], "totem.tpl", "TotemTech TPL", "ttpl", None);
