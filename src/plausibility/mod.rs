//! Plausibility rules: each holds in a file that is read correctly, and breaks if a reader misinterprets
//! a number.
//!
//! Rules do not depend on a format: they check the neutral scene, where a wrong unit or a wrong axis
//! shows as bones that stretch or triggers that are far from their level. Each counts what it checks and
//! what breaks it, so that results of many files can be summed, and names the worst element. A few
//! exceptions are normal in original files: a rule is broken only if there are more of them than its
//! tolerance.

mod bone_lengths;
mod boxes;
mod clips;
mod long_edges;
mod normals;
mod palettes;
mod posed_bounds;
mod recompute;
mod sounds;
mod sums;
mod texture_coordinates;
mod texture_names;
mod trigger_positions;

use std::cell::OnceCell;
use std::fmt;

use clips::SampledClip;
use sounds::Level;

use crate::formats::Document;
use crate::scene::{Origin, Scene};

pub use sums::{RuleSum, Sums};

/// Maximum number of bytes that are examined per element.
const MAX_STORED: u64 = 1 << 16;

/// All rules, in the order in which they are listed.
pub const RULES: [&Rule; 12] = [
    &bone_lengths::RULE,
    &posed_bounds::RULE,
    &trigger_positions::INSIDE,
    &trigger_positions::SPREAD,
    &texture_coordinates::RULE,
    &texture_names::RULE,
    &palettes::RULE,
    &normals::RULE,
    &long_edges::RULE,
    &sounds::SILENCE,
    &sounds::NOISE,
    &recompute::RULE,
];

/// A rule that holds in a valid file that is read correctly.
pub struct Rule {
    /// Name of the rule in JSON: `bone_lengths`.
    pub key: &'static str,
    /// Name of the rule for people: `bone lengths`.
    pub title: &'static str,
    /// Statement of the rule, in one sentence.
    pub meaning: &'static str,
    /// Name of the checked elements: singular and plural.
    pub things: [&'static str; 2],
    /// Unit of [`Worst::value`].
    pub unit: Unit,
    /// Fraction of the elements that may break the rule in a valid file.
    tolerance: f64,
    check: Check,
}

/// Input of a rule, which is skipped for files without it.
enum Check {
    Scene(fn(&Scene, &Subject<'_>, &mut Tally)),
    Document(fn(&Document, &mut Tally)),
}

/// Unit of the worst value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Multiple of the expected value.
    Times,
    /// Texels outside the texture.
    Texels,
    /// Angle in degrees.
    Degrees,
    /// Percentage of full scale.
    Percent,
    /// Duration in seconds.
    Seconds,
    /// Number of faces.
    Faces,
    /// Number of fields with another value.
    Fields,
}

impl Unit {
    /// Name of the unit in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Unit::Times => "times",
            Unit::Texels => "texels",
            Unit::Degrees => "degrees",
            Unit::Percent => "percent",
            Unit::Seconds => "seconds",
            Unit::Faces => "faces",
            Unit::Fields => "fields",
        }
    }

    /// Text of a value with its unit: `3.1×`.
    pub fn text(self, value: f64) -> String {
        match self {
            _ if !value.is_finite() => "not a number".to_owned(),
            Unit::Times if value >= 100.0 => format!("{value:.0}×"),
            Unit::Times => format!("{value:.1}×"),
            Unit::Texels => format!("{value:.0} texels"),
            Unit::Degrees => format!("{value:.0}°"),
            Unit::Percent => format!("{value:.0} %"),
            Unit::Seconds => format!("{value:.1} s"),
            Unit::Faces => counted(value, ["face", "faces"]),
            Unit::Fields => counted(value, ["field", "fields"]),
        }
    }
}

fn counted(value: f64, [one, many]: [&str; 2]) -> String {
    format!("{value:.0} {}", if value == 1.0 { one } else { many })
}

/// A file to check.
pub struct Subject<'a> {
    document: Option<&'a Document>,
    scene: Option<&'a Scene>,
    /// Decoded once for all rules.
    clips: OnceCell<Vec<SampledClip>>,
    levels: OnceCell<Vec<Level>>,
}

impl<'a> Subject<'a> {
    /// Creates a subject from a file's document and the scene made from it.
    pub fn new(document: Option<&'a Document>, scene: Option<&'a Scene>) -> Self {
        Self { document, scene, clips: OnceCell::new(), levels: OnceCell::new() }
    }

    /// Clips that move bones, or only some of them if there are many.
    fn clips(&self) -> &[SampledClip] {
        self.clips.get_or_init(|| self.scene.map(clips::sample).unwrap_or_default())
    }

    /// Levels of the sounds, or of only some of them if there are many.
    fn levels(&self) -> &[Level] {
        self.levels.get_or_init(|| self.scene.map(sounds::measure).unwrap_or_default())
    }

    /// First bytes of an element's source; empty if they are in another file.
    fn stored(&self, origin: &Origin) -> &[u8] {
        let span = origin.span;
        let source = self.document.map(|document| &document.source);
        let source = source.filter(|source| source.id() == span.source);
        let end = span.end().min(span.start.saturating_add(MAX_STORED));
        source.map_or(&[], |source| source.window(span.start, end))
    }

    /// Checks every rule; those without anything to check in the file are left out.
    pub fn outcomes(&self) -> Vec<Outcome> {
        let outcome = |rule: &&'static Rule| {
            let mut tally = Tally::default();
            match rule.check {
                Check::Scene(check) => {
                    check(self.scene?, self, &mut tally);
                }
                Check::Document(check) => {
                    check(self.document?, &mut tally);
                }
            }
            let Tally { checked, broken, worst } = tally;
            (checked > 0).then_some(Outcome { rule, checked, broken, worst })
        };
        RULES.iter().filter_map(outcome).collect()
    }
}

/// Result of one rule on one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The rule.
    pub rule: &'static Rule,
    /// Number of elements that were checked; not 0.
    pub checked: u64,
    /// Number of elements that break the rule.
    pub broken: u64,
    /// Element with the largest excess.
    pub worst: Option<Worst>,
}

/// The element that breaks a rule most.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// Excess, in the rule's [unit](Rule::unit).
    pub value: f64,
    /// Name of the element.
    pub name: String,
    /// Bytes and field path of the element.
    pub origin: Origin,
}

impl Outcome {
    /// `true` if more elements break the rule than its tolerance allows.
    pub fn is_broken(&self) -> bool {
        self.broken as f64 > self.checked as f64 * self.rule.tolerance
    }
}

/// `bone lengths: 3 of 14 bones, worst 3.1× (Head in clip 2)`
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, checked, broken, worst } = self;
        let [one, many] = rule.things;
        let things = if *checked == 1 { one } else { many };
        write!(f, "{}: {broken} of {checked} {things}", rule.title)?;
        let Some(worst) = worst else { return Ok(()) };
        write!(f, ", worst {}", rule.unit.text(worst.value))?;
        if worst.name.is_empty() { Ok(()) } else { write!(f, " ({})", worst.name) }
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.key)
    }
}

/// Counts of a rule while it is checked.
#[derive(Default)]
struct Tally {
    checked: u64,
    broken: u64,
    worst: Option<Worst>,
}

impl Tally {
    /// Counts an element. `excess` is its deviation, `None` if it satisfies the rule; `thing` returns its
    /// name and origin, and is called for the worst one only.
    fn count(&mut self, excess: Option<f64>, thing: impl FnOnce() -> (String, Origin)) {
        self.checked += 1;
        let Some(excess) = excess else { return };
        self.broken += 1;
        let value = if excess.is_nan() { f64::INFINITY } else { excess };
        if self.worst.as_ref().is_none_or(|worst| value > worst.value) {
            let (name, origin) = thing();
            self.worst = Some(Worst { value, name, origin });
        }
    }
}
