//! Texture animations: offsets of a unit's texture coordinates over time.
//!
//! Source: format document `ff7-action-scripts.md`, section 4.

use crate::bytes::layout::{Context, Layout, Pass};
use crate::bytes::{Hint, Result, Symbol};

/// Code that sets the offset and waits.
const SHIFT: u8 = 0xFD;
/// Code that restarts the animation.
const REPEAT: u8 = 0xFE;
const CODES: &[Symbol] = &[
    Symbol { value: 0xFD, name: "shift" },
    Symbol { value: 0xFE, name: "restart" },
    Symbol { value: 0xFF, name: "end" },
];

/// A texture animation, and the bytes after its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextureScript {
    pub steps: Vec<TextureStep>,
    pub rest: Vec<u8>,
}

/// A step of a texture animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextureStep {
    pub code: u8,
    /// Values added to u and v of textured polygons, and the ticks for which they apply.
    pub shift: Option<([u8; 2], u8)>,
}

impl<C: Context> Layout<C> for TextureStep {
    const TYPE: &'static str = "TextureStep";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("code", Hint::Enum(CODES)), &mut self.code)?;
        if pass.is_reading() && self.code == SHIFT && pass.remaining() >= 3 {
            self.shift = Some(Default::default());
        }
        if let Some((shift, ticks)) = &mut self.shift {
            pass.value("shift", shift)?;
            pass.value(("ticks", Hint::Unit("ticks")), ticks)?;
        }
        Ok(())
    }

    fn summary(&self) -> String {
        match (self.code, self.shift) {
            (_, Some(([u, v], ticks))) => format!("u + {u}, v + {v} for {ticks} ticks"),
            (SHIFT, None) => "truncated shift".to_owned(),
            (REPEAT, _) => "restart".to_owned(),
            (0xFF, _) => "end".to_owned(),
            (code, _) => format!("unknown code {code:#x}: end"),
        }
    }
}

impl<C: Context> Layout<C> for TextureScript {
    const TYPE: &'static str = "TextureAnimation";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        let more = |read: &[TextureStep], ahead: &[u8]| {
            !ahead.is_empty() && read.last().is_none_or(|step| step.shift.is_some())
        };
        pass.items_while("steps", &mut self.steps, more, context)?;
        let left = usize::try_from(pass.remaining()).unwrap_or(usize::MAX);
        let len = if pass.is_reading() { left } else { self.rest.len() };
        pass.filler(&mut self.rest, len)
    }

    fn summary(&self) -> String {
        let shifts = self.steps.iter().filter(|step| step.shift.is_some()).count();
        format!("texture animation, {shifts} shifts")
    }
}
