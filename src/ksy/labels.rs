//! Labels of objects by the templates of their classes.

use super::names::shortened;
use super::reader::Reader;
use super::representation::{Representation, TemplatePart};
use super::value::{Env, ObjectId, Value};

/// Maximum depth of labels inside labels.
const MAX_LEVEL: usize = 4;
/// Maximum length of a description of an object, in bytes.
pub(super) const MAX_SUMMARY: usize = 1000;

impl Reader {
    /// The label of an object; fields without a value are left out.
    pub(super) fn label(
        &mut self,
        template: &Representation,
        id: ObjectId,
        level: usize,
    ) -> String {
        let mut label = String::new();
        for part in &template.0 {
            if label.len() > MAX_SUMMARY {
                break;
            }
            match part {
                TemplatePart::Text(text) => label.push_str(text),
                TemplatePart::Field { expr, is_hex } => {
                    if let Ok(value) = self.eval(expr, &Env::of(id)) {
                        label.push_str(&self.format_value(&value, *is_hex, level));
                    }
                }
            }
        }
        shortened(&label, MAX_SUMMARY).into_owned()
    }

    fn format_value(&mut self, value: &Value, is_hex: bool, level: usize) -> String {
        match value {
            Value::Int(number) if is_hex => format!("{number:#x}"),
            Value::Text(text) => shortened(text, MAX_SUMMARY).into_owned(),
            Value::Bool(flag) => flag.to_string(),
            Value::Enum(id, number) => match self.enum_names(*id, *number) {
                Some((_, Some(name))) => name.to_owned(),
                _ => number.to_string(),
            },
            Value::Object(id) if level < MAX_LEVEL => {
                self.summary_at(*id, level + 1).unwrap_or_default()
            }
            Value::Array(_) | Value::Records(_) => format!("{} elements", Self::count(value)),
            Value::Object(_) | Value::Stream(_) | Value::Absent => String::new(),
            other => other.brief(),
        }
    }
}
