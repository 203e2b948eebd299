//! Descriptions of formats: expressions, reading, and mistakes with their positions.

mod claims;
mod compact_arrays;
mod complete;
mod condition;
mod declaration;
mod export;
mod expressions;
mod format;
mod hints;
mod hostile;
mod limits;
mod media;
mod members;
mod mistakes;
mod reading;
mod records;
mod shipped;
mod suggest;
mod views;

use std::collections::HashMap;
use std::sync::Arc;

use gouraud::ksy::{self, Description, Expression, Imports, Level, Reader, Value};
use gouraud::library::{Library, Opened};

/// Imports from these texts, by name.
#[derive(Default)]
pub struct Texts(pub HashMap<&'static str, &'static str>);

impl Imports for Texts {
    fn find(&self, _from: &str, import: &str) -> Result<(String, String), String> {
        let text = self.0.get(import).ok_or_else(|| format!("`{import}` was not found"))?;
        Ok((import.to_owned(), (*text).to_owned()))
    }
}

/// Opens the plaza of the demo.
pub fn plaza(library: &Library) -> Arc<Opened> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza.psx");
    library.open(path, None).unwrap()
}

pub fn load(text: &str) -> Description {
    ksy::load("test.ksy", text, &Texts::default())
}

/// Mistakes as `line:column message`; warnings are left out.
pub fn mistakes(text: &str) -> Vec<String> {
    let errors = load(text).diagnostics;
    let errors = errors.iter().filter(|found| found.level == Level::Error);
    errors.map(|found| format!("{}:{} {}", found.at.line, found.at.column, found.message)).collect()
}

/// Reads bytes by a description without mistakes.
pub fn read(text: &str, bytes: &[u8]) -> Reader {
    assert_eq!(mistakes(text), [""; 0]);
    Reader::read(Arc::new(load(text)), bytes.into())
}

/// Value of an expression in the scope of the root, or the kind of its failure.
pub fn eval(reader: &mut Reader, text: &str) -> String {
    let value = Expression::new(text, reader, 0).and_then(|found| found.value(reader, 0));
    match value {
        Ok(value) => shown(reader, &value),
        Err(failure) => failure.kind.name().to_owned(),
    }
}

fn shown(reader: &Reader, value: &Value) -> String {
    match value {
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Bool(value) => value.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Bytes(bytes) => format!("{:02x?}", bytes.bytes()),
        Value::Enum(id, value) => match reader.enum_names(*id, *value) {
            Some((_, Some(label))) => label.to_owned(),
            _ => value.to_string(),
        },
        Value::Array(array) => {
            let items: Vec<String> =
                array.values.iter().map(|value| shown(reader, value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(id) => reader.object_info(*id).unwrap().type_name.clone(),
        Value::Stream(_) => "stream".to_owned(),
        Value::Records(records) => format!("{} elements", records.count),
        Value::Absent => "absent".to_owned(),
    }
}

/// Problems as `path @offset: kind: message`.
pub fn problems(reader: &Reader) -> Vec<String> {
    let all = reader.problems().iter().map(|problem| {
        let kind = problem.kind.map_or("warning", |kind| kind.name());
        format!("{} @{:#x}: {kind}: {}", problem.path, problem.span.start, problem.message)
    });
    all.collect()
}
