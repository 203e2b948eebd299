//! Checks the records of a file.

mod copies;
mod geometry;
pub(super) mod planes;
pub(super) mod references;
mod scene;
mod values;

use std::collections::HashMap;
use std::fmt::{Arguments, Display};

use super::body::Body;
use super::directory::{kind, section_index};
use super::grf::Point;
use super::grf::object::Object;
use super::grf::region::Region;
use super::grf::values::{ValueTable, Values};
use super::read::Parsed;
use super::records::{Groff, Section};
use super::scn::saved::SaveHeader;
use crate::bytes::Severity;
use crate::formats::Report;
use crate::formats::ms::bmp::MAGIC;

pub(super) fn check(file: &Parsed, report: &mut Report<'_>) {
    names(file, report);
    references::check(&file.groff, report);
    copies::check(file, report);
    for (index, section) in file.groff.sections.iter().enumerate() {
        Check { file, index, report: &mut *report }.section(section);
    }
    for (index, section) in file.groff.sections.iter().enumerate() {
        Check { file, index, report: &mut *report }.saved(&section.body);
    }
}

/// Reports unterminated names and duplicate handles.
fn names(file: &Parsed, report: &mut Report<'_>) {
    let mut seen = HashMap::new();
    for (index, name) in file.groff.names.iter().enumerate() {
        let path = format!("names[{index}]");
        if name.bytes.last() != Some(&0) {
            report.warning(&path, "name without a terminating NUL");
        }
        if let Some(first) = seen.get(&name.handle) {
            let message = format!("the handle {:#x} is also that of names[{first}]", name.handle);
            report.warning(&path, message);
        } else {
            seen.insert(name.handle, index);
        }
    }
    for (index, section) in file.groff.sections.iter().enumerate() {
        if !file.texts.has(section.name) {
            let message = format!("unknown name {:#x}", section.name);
            report.warning(format!("sections[{index}]"), message);
        }
    }
}

/// Checks one section.
struct Check<'a, 'r> {
    file: &'a Parsed,
    index: usize,
    report: &'a mut Report<'r>,
}

impl<'a> Check<'a, '_> {
    fn groff(&self) -> &'a Groff {
        &self.file.groff
    }

    /// Reports a problem of a field of the section; an empty path means the whole section.
    fn report(&mut self, severity: Severity, field: impl Display, message: Arguments<'_>) {
        let mut path = format!("sections[{}].{field}", self.index);
        path.truncate(path.trim_end_matches('.').len());
        self.report.report(severity, path, message.to_string());
    }

    fn error(&mut self, field: impl Display, message: Arguments<'_>) {
        self.report(Severity::Error, field, message);
    }

    fn warning(&mut self, field: impl Display, message: Arguments<'_>) {
        self.report(Severity::Warning, field, message);
    }

    fn section(&mut self, section: &'a Section) {
        match &section.body {
            Body::Region(region) => self.region(region),
            Body::Object(object) => self.object(object),
            Body::Geometry1(geometry) => self.triangles(geometry),
            Body::Geometry2(geometry) => self.polygons(geometry),
            Body::Mapping1(mapping) => self.mapping(mapping),
            Body::Mapping2(mapping) => self.handle("material", mapping.material, kind::MATERIAL),
            Body::Material(material) => self.material(material),
            Body::Values(values) => self.values(values),
            Body::SaveHeader(header) => self.paths(header),
            Body::Label(label) if !label.bytes.contains(&0) => {
                let most = label.bytes.len().saturating_sub(1);
                let message =
                    format_args!("text without a terminating NUL; up to {most} bytes fit");
                self.error("text", message);
            }
            Body::Picture(bitmap) if bitmap.magic != MAGIC || bitmap.rows() == 0 => {
                self.warning(
                    "",
                    format_args!("expected a bitmap, found none that can be displayed"),
                );
            }
            Body::Raw(_) if section.kind == kind::GEOMETRY => {
                self.error("", format_args!("its size matches neither type of geometry"));
            }
            Body::Raw(bytes) if !bytes.is_empty() => {
                self.report(Severity::Note, "", format_args!("unknown contents"));
            }
            _ => {}
        }
    }

    /// Checks a handle of another section, which must be 0 or of this kind.
    fn handle(&mut self, field: impl Display, handle: u32, kind: u32) {
        let what = match self.groff().section(handle) {
            _ if handle == 0 => return,
            Some(section) if section.kind == kind => return,
            Some(_) => "a section of another kind",
            None => "no section",
        };
        self.error(field, format_args!("the handle {handle:#010x} refers to {what}"));
    }

    /// Checks the handle of a name.
    fn name(&mut self, severity: Severity, field: impl Display, handle: u32) {
        if !self.file.texts.has(handle) {
            let message = format_args!("unknown name {handle:#x}");
            self.report(severity, field, message);
        }
    }

    /// Checks the paths of levels: the game does not load a scene whose path has no drive and folder.
    fn paths(&mut self, header: &SaveHeader) {
        for (number, path) in header.paths.iter().enumerate() {
            let text = path.text.bytes();
            let folder = text.iter().rposition(|byte| matches!(byte, b'/' | b'\\'));
            let before = text.get(..folder.unwrap_or(0)).unwrap_or(&[]);
            if !text.is_empty() && !before.contains(&b':') {
                let message = format_args!(
                    "the game needs a drive and a folder before the name, such as \
                     C:\\data\\level.grf"
                );
                self.warning(format_args!("paths[{number}].text"), message);
            }
        }
    }

    fn object(&mut self, object: &Object) {
        self.handle("object.geometry", object.geometry, kind::GEOMETRY);
        self.handle("object.mapping", object.mapping, kind::MAPPING);
        let Object { physics, ai, sound, special, .. } = *object;
        let others = [("physics", physics), ("ai", ai), ("sound", sound), ("special", special)];
        for (field, handle) in others {
            let exists = section_index(handle).is_some_and(|at| at < self.groff().sections.len());
            if handle != 0 && !exists {
                let message = format_args!("the handle {handle:#010x} refers to no section");
                self.error(format_args!("object.{field}"), message);
            }
        }
    }

    fn region(&mut self, region: &Region) {
        let values = self.groff().first::<ValueTable>().map(Values::new);
        let mut seen = HashMap::new();
        for (number, instance) in region.instances.iter().enumerate() {
            let place = &instance.place;
            // In records without values the element is the placement itself.
            let of = if region.with_values { ".place" } else { "" };
            let path = format!("instances[{number}]{of}");
            self.handle(format_args!("{path}.object"), place.object, kind::OBJECT);
            if place.object == 0 {
                self.warning(format_args!("{path}.object"), format_args!("missing model"));
            }
            self.name(Severity::Error, format_args!("{path}.name"), place.name);
            // Two handles may have the same name, for example after renaming.
            let name = self.file.texts.has(place.name).then(|| self.file.texts.get(place.name));
            if let Some(first) = name.and_then(|name| seen.insert(name, number)) {
                let message = format_args!("instances[{first}] has the same name");
                self.warning(format_args!("{path}.name"), message);
            }
            let is_place = [place.position, place.angles].iter().all(is_finite);
            if !(is_place && place.scale.is_finite()) {
                self.error(&path, format_args!("the transform is not finite"));
            }
            let id = instance.values.id;
            let is_known = values.as_ref().is_some_and(|values| values.index(id).is_some());
            if id != 0 && !is_known {
                let message = format_args!("the value table has no entry {id}");
                self.warning(format_args!("instances[{number}].values.id"), message);
            }
        }
        self.handle("values", region.values.unwrap_or(0), kind::VALUES);
    }
}

fn is_finite(point: &Point) -> bool {
    point.x.is_finite() && point.y.is_finite() && point.z.is_finite()
}
