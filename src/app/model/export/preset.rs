//! Initial choices of an export dialog.

use crate::export::{Kind, Subject, TimeRange};
use crate::scene::PictureSettings;

/// Kind of pictures that an export draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    Animation,
    Turntable,
}

impl Recorded {
    /// Options of the command `export` for the settings that differ from its defaults.
    pub fn command_options(self, settings: PictureSettings) -> String {
        let usual = PictureSettings::default();
        let mut line = String::new();
        if settings.side != usual.side {
            line += &format!(" --size {}", settings.side);
        }
        if self == Self::Turntable && settings.pictures != usual.pictures {
            line += &format!(" --frames {}", settings.pictures);
        }
        if self == Self::Turntable && settings.milliseconds != usual.milliseconds {
            line += &format!(" --seconds {}", f64::from(settings.milliseconds) / 1e3);
        }
        if settings.background != usual.background {
            let [red, green, blue] = settings.background;
            line += &format!(" --background {red:02x}{green:02x}{blue:02x}");
        }
        line
    }
}

/// Initial choices of an export dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportAs {
    pub subjects: Vec<Subject>,
    /// Export formats; if empty, the usual ones.
    pub kinds: Vec<Kind>,
    /// Range of seconds for sounds.
    pub part: Option<TimeRange>,
    /// Kind of pictures for which the dialog asks for settings.
    pub recorded: Option<Recorded>,
}
