//! Labels of objects by templates, as of Kaitai's web editor: `{name}: {len:dec} bytes`.

use super::expr::Expr;
use super::parser::parse;
use super::reader::Reader;
use super::value::{Env, ObjectId, Value};

/// Maximum depth of labels inside labels.
const MAX_LEVEL: usize = 4;

/// A template.
#[derive(Clone, Debug)]
pub struct Representation(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Field { expr: Expr, is_hex: bool },
}

impl Representation {
    /// A template from its text. Braces without a field are text.
    pub(super) fn new(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let Some((inside, after)) = behind.split_once('}') else { break };
            let (path, form) = inside.split_once(':').unwrap_or((inside, ""));
            parts.push(Part::Text(before.to_owned()));
            parts.push(match parse(path) {
                Ok(expr) => Part::Field { expr, is_hex: form == "hex" },
                Err(_) => Part::Text(format!("{{{inside}}}")),
            });
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        Self(parts)
    }

    /// The label of an object; fields without a value are left out.
    pub(super) fn label(&self, reader: &mut Reader, id: ObjectId, level: usize) -> String {
        let mut label = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => label.push_str(text),
                Part::Field { expr, is_hex } => {
                    if let Ok(value) = reader.eval(expr, &Env::of(id)) {
                        label.push_str(&shown(reader, &value, *is_hex, level));
                    }
                }
            }
        }
        label
    }
}

fn shown(reader: &mut Reader, value: &Value, is_hex: bool, level: usize) -> String {
    match value {
        Value::Int(number) if is_hex => format!("{number:#x}"),
        Value::Text(text) => text.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Enum(id, number) => match reader.enum_names(*id, *number) {
            Some((_, Some(name))) => name.to_owned(),
            _ => number.to_string(),
        },
        Value::Object(id) if level < MAX_LEVEL => {
            reader.summary_at(*id, level + 1).unwrap_or_default()
        }
        Value::Array(_) | Value::Records(_) => format!("{} elements", Reader::count(value)),
        Value::Object(_) | Value::Stream(_) | Value::Absent => String::new(),
        other => other.brief(),
    }
}
