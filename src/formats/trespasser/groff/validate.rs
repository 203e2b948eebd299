//! What is odd about a file that could be read.

mod geometry;
mod scene;
mod values;

use std::collections::HashMap;

use super::Texts;
use super::body::Body;
use super::grf::Point;
use super::grf::object::Object;
use super::grf::region::{Instance, Placement, Region};
use super::read::Places;
use super::records::{Groff, Section, kind, section_index};
use crate::bytes::{Problem, Problems, Severity, Shaped, SourceId, Span};

pub(super) fn validate(file: &Groff, texts: &Texts, places: &Places, source: SourceId) -> Problems {
    let mut check = Check { file, texts, places, source, problems: Problems::default() };
    check.container();
    for (index, section) in file.sections.iter().enumerate() {
        check.section(index, section);
    }
    check.hierarchies();
    check.problems
}

struct Check<'a> {
    file: &'a Groff,
    texts: &'a Texts,
    places: &'a Places,
    source: SourceId,
    problems: Problems,
}

impl Check<'_> {
    /// A problem of section `index`, `at` bytes into it.
    fn say(
        &mut self,
        severity: Severity,
        index: usize,
        (at, len): (u64, u64),
        field: std::fmt::Arguments<'_>,
        message: std::fmt::Arguments<'_>,
    ) {
        if self.problems.is_full() {
            return self.problems.push_uncounted(severity);
        }
        let (start, size) = self.places.section(index);
        let at = at.min(size);
        let field = match field.as_str() {
            Some("") => format!("sections[{index}]"),
            _ => format!("sections[{index}].{field}"),
        };
        self.problems.push(Problem {
            severity,
            span: Span::new(self.source, start + at, len.min(size - at)),
            available: None,
            field,
            message: message.to_string(),
        });
    }

    fn container(&mut self) {
        let mut seen = HashMap::new();
        let (start, starts) = &self.places.names;
        for (index, (symbol, at)) in self.file.names.iter().zip(starts).enumerate() {
            let mut warn = |message: String| {
                self.problems.push(Problem {
                    severity: Severity::Warning,
                    span: Span::new(self.source, start + u64::from(*at), 12),
                    available: None,
                    field: format!("names[{index}]"),
                    message,
                });
            };
            if symbol.bytes.last() != Some(&0) {
                warn("no NUL ends the name".to_owned());
            }
            if let Some(first) = seen.get(&symbol.handle) {
                warn(format!("the handle {:#x} is also that of names[{first}]", symbol.handle));
            } else {
                seen.insert(symbol.handle, index);
            }
        }
        for (index, section) in self.file.sections.iter().enumerate() {
            if !self.texts.has(section.name) {
                let name = section.name;
                let message = format_args!("its name {name:#x} is not in the names");
                self.say(Severity::Warning, index, (0, 0), format_args!(""), message);
            }
        }
    }

    fn section(&mut self, index: usize, section: &Section) {
        match &section.body {
            Body::Region(region) => self.region(index, region),
            Body::Object(object) => self.object(index, object),
            Body::Geometry1(geometry) => self.triangles(index, geometry),
            Body::Geometry2(geometry) => self.polygons(index, geometry),
            Body::Mapping1(mapping) => self.mapping(index, mapping),
            Body::Mapping2(mapping) => {
                self.handle(index, 0, "material", mapping.material, kind::MATERIAL);
            }
            Body::Material(material) => self.material(index, material),
            Body::Values(values) => self.values(index, values),
            Body::Raw(bytes) if section.kind == kind::GEOMETRY => {
                let span = (0, bytes.len() as u64);
                let message = format_args!("its size is that of neither type of geometry");
                self.say(Severity::Error, index, span, format_args!(""), message);
            }
            Body::Raw(bytes) if !bytes.is_empty() => {
                let span = (0, bytes.len() as u64);
                let message = format_args!("this section is not understood");
                self.say(Severity::Note, index, span, format_args!(""), message);
            }
            _ => {}
        }
    }

    /// A handle of another section, which must be of this kind or none.
    fn handle(&mut self, index: usize, at: u64, field: &str, handle: u32, kind: u32) {
        if handle == 0 {
            return;
        }
        let found = section_index(handle).and_then(|at| self.file.sections.get(at));
        let what = match found {
            Some(section) if section.kind == kind => return,
            Some(_) => "a section of another kind",
            None => "no section",
        };
        let message = format_args!("the handle {handle:#010x} is that of {what}");
        self.say(Severity::Error, index, (at, 4), format_args!("{field}"), message);
    }

    fn object(&mut self, index: usize, object: &Object) {
        self.handle(index, 4, "object.geometry", object.geometry, kind::GEOMETRY);
        self.handle(index, 8, "object.mapping", object.mapping, kind::MAPPING);
        let others = [object.physics, object.ai, object.sound, object.special];
        for (at, handle) in (12..).step_by(4).zip(others) {
            let exists = section_index(handle).is_some_and(|at| at < self.file.sections.len());
            if handle != 0 && !exists {
                let message = format_args!("the handle {handle:#010x} is that of no section");
                self.say(Severity::Error, index, (at, 4), format_args!("object"), message);
            }
        }
    }

    fn region(&mut self, index: usize, region: &Region) {
        let step = if region.with_values { Instance::SIZE } else { Placement::SIZE } as u64;
        let table = self.file.sections.iter().find_map(|section| match &section.body {
            Body::Values(table) => Some(table),
            _ => None,
        });
        let values = table.map(super::grf::values::Values::new);
        let mut seen = HashMap::new();
        for (number, instance) in region.instances.iter().enumerate() {
            let (at, place) = (4 + number as u64 * step, &instance.place);
            // In records without values the placement is the element itself.
            let of = if region.with_values { ".place" } else { "" };
            let path = format!("instances[{number}]{of}");
            self.handle(index, at, &format!("{path}.object"), place.object, kind::OBJECT);
            if place.object == 0 {
                let field = format_args!("{path}.object");
                self.say(Severity::Warning, index, (at, 4), field, format_args!("no model"));
            }
            if !self.texts.has(place.name) {
                let message = format_args!("the name {:#x} is not in the names", place.name);
                let field = format_args!("{path}.name");
                self.say(Severity::Error, index, (at + 4, 4), field, message);
            } else if let Some(first) = seen.insert(place.name, number) {
                let message = format_args!("instances[{first}] has the same name");
                let field = format_args!("{path}.name");
                self.say(Severity::Warning, index, (at + 4, 4), field, message);
            }
            let is_place = [place.position, place.angles].iter().all(is_finite);
            if !(is_place && place.scale.is_finite()) {
                let message = format_args!("not every number of its place is one");
                let field = format_args!("{path}");
                self.say(Severity::Error, index, (at + 8, 28), field, message);
            }
            let id = instance.values.id;
            let is_known = values.as_ref().is_some_and(|values| values.index(id).is_some());
            if id != 0 && !is_known {
                let message = format_args!("the value table has no entry {id}");
                let field = format_args!("instances[{number}].values.id");
                self.say(Severity::Warning, index, (at + 36, 4), field, message);
            }
        }
        if let Some(handle) = region.values {
            let at = self.places.section(index).1.saturating_sub(4);
            self.handle(index, at, "values", handle, kind::VALUES);
        }
    }
}

fn is_finite(point: &Point) -> bool {
    point.x.is_finite() && point.y.is_finite() && point.z.is_finite()
}
