//! `eval`: evaluates expressions over the fields of a file.

use std::any::Any;
use std::fmt;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::args::Reading;
use super::out::Clean;
use super::session::{Session, Status};
use crate::formats::user::UserContent;
use crate::ksy::{Expression, Failure, ObjectId, Reader, Span, Value};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member
    #[arg(value_name = "PATH")]
    path: String,
    /// Expressions in the language of Kaitai Struct
    #[arg(value_name = "EXPRESSION", required = true)]
    expressions: Vec<String>,
    /// Evaluate in the scope of this object, such as chunks[3].body
    #[arg(long, value_name = "FIELDPATH")]
    at: Option<String>,
    /// Print one JSON object per expression
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let content: &dyn Any = &*opened.document.content;
    let Some(content) = content.downcast_ref::<UserContent>() else {
        let format = opened.document.format.name;
        session.fail(format_args!("{}: a {format} is not read by a description", args.path));
        return Ok(());
    };
    let mut reader = content.reading().reader();
    let scope = match args.at.as_deref().map(|at| object_at(at, &mut reader)).transpose() {
        Ok(scope) => scope.unwrap_or(0),
        Err(why) => {
            session.fail(format_args!("{}: {why}", args.path));
            return Ok(());
        }
    };
    for text in &args.expressions {
        // A blank in front keeps a minus from being read as an option.
        let text = text.trim_start();
        let expression = Expression::new(text, &reader, scope);
        let value = expression.as_ref().map_err(Clone::clone);
        let value = value.and_then(|expression| expression.value(&mut reader, scope));
        let field = expression.ok().and_then(|expression| expression.field(&mut reader, scope));
        if value.is_err() {
            session.raise(Status::Problems);
        }
        let row = Row { text, value: &value, field, reader: &reader, path: &args.path };
        if args.json {
            session.out.json(&row)?;
        } else {
            writeln!(session.out, "{}", Clean(&row.to_string()))?;
        }
    }
    Ok(())
}

/// The object at a field path.
fn object_at(path: &str, reader: &mut Reader) -> Result<ObjectId, String> {
    let value = Expression::new(path, reader, 0).and_then(|found| found.value(reader, 0));
    match value {
        Ok(Value::Object(id)) => Ok(id),
        Ok(_) => Err(format!("{path} is not an object")),
        Err(failure) => Err(failure.message),
    }
}

/// An expression with its value.
struct Row<'a> {
    text: &'a str,
    value: &'a Result<Value, Failure>,
    /// Path and bytes of the field that it names.
    field: Option<(String, Span)>,
    reader: &'a Reader,
    /// Path of the file.
    path: &'a str,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        map.serialize_entry("expression", self.text)?;
        match self.value {
            Ok(value) => map.serialize_entry("value", &self.shown(value))?,
            Err(failure) => {
                map.serialize_entry("error", &failure.message)?;
                map.serialize_entry("kind", failure.kind.name())?;
            }
        }
        let problem = self.value.as_ref().err().and_then(|failure| failure.listed);
        let problem = problem.and_then(|at| self.reader.problems().get(at));
        let place = problem.map(|problem| (&problem.path, problem.span));
        if let Some((path, span)) = place.or(self.field.as_ref().map(|(path, span)| (path, *span)))
        {
            map.serialize_entry("path", path)?;
            map.serialize_entry("offset", &span.start)?;
            map.serialize_entry("length", &span.len)?;
        }
        map.end()
    }
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Ok(value) => self.shown(value).fmt(out),
            Err(failure) => write!(out, "{}: {}", failure.kind.name(), failure.message),
        }
    }
}

impl<'a> Row<'a> {
    fn shown(&self, value: &'a Value) -> Shown<'a> {
        Shown { value, reader: self.reader, path: self.path }
    }
}

/// A value in reports.
struct Shown<'a> {
    value: &'a Value,
    reader: &'a Reader,
    path: &'a str,
}

impl<'a> Shown<'a> {
    fn of(&self, value: &'a Value) -> Self {
        Self { value, ..*self }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Int(value) => out.serialize_i128(*value),
            Value::Float(value) if value.is_finite() => out.serialize_f64(*value),
            Value::Float(value) => {
                let mut map = out.serialize_map(Some(1))?;
                map.serialize_entry("float", &value.to_string().to_lowercase())?;
                map.end()
            }
            Value::Bool(value) => out.serialize_bool(*value),
            Value::Text(text) => out.serialize_str(text),
            Value::Bytes(bytes) => {
                let mut map = out.serialize_map(Some(1))?;
                map.serialize_entry("bytes", &hex(bytes.bytes()))?;
                map.end()
            }
            Value::Enum(id, value) => {
                let (name, label) = self.reader.enum_names(*id, *value).unwrap_or_default();
                let mut map = out.serialize_map(Some(3))?;
                map.serialize_entry("enum", name)?;
                map.serialize_entry("name", &label)?;
                map.serialize_entry("value", value)?;
                map.end()
            }
            Value::Array(array) => out.collect_seq(array.values.iter().map(|value| self.of(value))),
            Value::Object(id) => {
                let mut map = out.serialize_map(None)?;
                if let Some(info) = self.reader.object_info(*id) {
                    map.serialize_entry("type", info.type_name)?;
                    map.serialize_entry("offset", &info.span.start)?;
                    map.serialize_entry("length", &info.span.len)?;
                    if let Some(part) = info.source {
                        map.serialize_entry("source", &format!("{}//{part}", self.path))?;
                    }
                }
                map.end()
            }
            Value::Stream(id) => {
                let (size, pos) = self.reader.stream_info(*id).unwrap_or_default();
                let mut map = out.serialize_map(Some(3))?;
                map.serialize_entry("type", "io")?;
                map.serialize_entry("size", &size)?;
                map.serialize_entry("pos", &pos)?;
                map.end()
            }
            // Values are reported with all their elements.
            Value::Records(_) | Value::Absent => out.serialize_unit(),
        }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Int(value) => write!(out, "{value}"),
            Value::Float(value) => write!(out, "{value}"),
            Value::Bool(value) => write!(out, "{value}"),
            Value::Text(text) => write!(out, "{text:?}"),
            Value::Bytes(bytes) => write!(out, "{}", hex(bytes.bytes())),
            Value::Enum(id, value) => match self.reader.enum_names(*id, *value) {
                Some((_, Some(label))) => write!(out, "{label}"),
                _ => write!(out, "{value}"),
            },
            Value::Array(array) => {
                write!(out, "[")?;
                for (index, value) in array.values.iter().enumerate() {
                    write!(out, "{}{}", if index > 0 { ", " } else { "" }, self.of(value))?;
                }
                write!(out, "]")
            }
            Value::Object(id) => match self.reader.object_info(*id) {
                Some(info) => {
                    let (start, len) = (info.span.start, info.span.len);
                    write!(out, "{} at {start:#x}, {len} bytes", info.type_name)
                }
                None => write!(out, "an object"),
            },
            Value::Stream(id) => {
                let (size, pos) = self.reader.stream_info(*id).unwrap_or_default();
                write!(out, "stream of {size} bytes at {pos:#x}")
            }
            Value::Records(records) => write!(out, "{} elements", records.count),
            Value::Absent => write!(out, "absent"),
        }
    }
}
