//! The fields of a document as objects: groups are objects, flags are integers, enumerations are enums.

use std::sync::Arc;

use super::failure::{ErrorKind, Failure};
use super::ids::EnumId;
use super::objects::{ObjectInfo, Objects};
use super::operators::flag;
use super::stream::Stream;
use super::value::{self, ObjectId, Records, StreamId, Value};
use crate::bytes::notation::parse_content;
use crate::bytes::{
    self, ElementFields, Field, FieldContent, FieldId, FieldKind, Hint, Span, Symbol, Tree,
};

/// Maximum number of steps of an expression.
const MAX_STEPS: u64 = 10_000_000;
/// Maximum number of nested evaluations.
const MAX_LEVELS: usize = 512;
/// Maximum number of objects and arrays that an expression may use.
const MAX_OBJECTS: usize = 4_000_000;
/// Maximum number of bytes of a field that are copied.
const MAX_BYTES: u64 = 256 << 20;

/// Values that an expression may use in addition to fields, by their paths: `texture.width`.
pub type Properties<'a> = &'a dyn Fn(&str) -> Option<Value>;

/// Fields of object 0 whose contents are known without reading the document, by their paths.
pub type KnownFields<'a> = &'a dyn Fn(&str) -> Option<(FieldId, FieldContent)>;

/// The fields of a document; only those that an expression uses are read. Object 0 is the scope of
/// the expression; plain names are searched from it outwards. The bits of flags and the values of
/// enumerations are members, too: `flags.textured` is true if the bit is set.
pub struct TreeObjects<'a> {
    tree: &'a Tree,
    /// The fields of object 0, if it is an element of a run that was read for this expression only.
    element: Option<&'a ElementFields>,
    properties: Option<Properties<'a>>,
    known: Option<KnownFields<'a>>,
    /// Objects and arrays.
    fields: Vec<FieldId>,
    /// Enumerations, each with its first field.
    enums: Vec<(FieldId, &'static [Symbol])>,
    steps: u64,
    level: usize,
}

impl<'a> TreeObjects<'a> {
    /// Objects for one expression in the scope of a field.
    pub fn new(tree: &'a Tree, scope: FieldId) -> Self {
        Self {
            tree,
            element: None,
            properties: None,
            known: None,
            fields: vec![scope],
            enums: Vec::new(),
            steps: 0,
            level: 0,
        }
    }

    /// Objects for one expression in the scope of an element.
    pub fn of_element(tree: &'a Tree, element: &'a ElementFields) -> Self {
        Self { element: Some(element), ..Self::new(tree, element.id().clone()) }
    }

    /// Adds values that are not fields. They hide fields with the same path.
    pub fn with(self, properties: Properties<'a>) -> Self {
        Self { properties: Some(properties), ..self }
    }

    /// Adds fields whose contents are known.
    pub fn with_known(self, known: KnownFields<'a>) -> Self {
        Self { known: Some(known), ..self }
    }

    /// The field with a path that is nearest to an object.
    pub(super) fn find_near(&self, id: ObjectId, path: &str) -> Option<(FieldId, FieldContent)> {
        // A known field is a number, and has no fields itself.
        let is_known = |known: KnownFields<'_>| known(path.split('.').next()?);
        if let Some(known) = self.known.filter(|known| id == 0 && is_known(known).is_some()) {
            return known(path);
        }
        let field = self.fields.get(id)?;
        let element = self.element.filter(|_| id == 0);
        let own = element.and_then(|element| element.find(self.tree, path));
        own.or_else(|| {
            let found = self.tree.find_near(field, path)?;
            let content = self.tree.content(&found)?;
            Some((found, content))
        })
    }

    /// `false` if the field at `path` has names, but not `text`.
    pub(super) fn is_label(&self, path: &str, text: &str) -> bool {
        self.find_near(0, path).is_none_or(|(_, content)| {
            !matches!(content.hint, Hint::Flags(_) | Hint::Enum(_) | Hint::Special(_))
                || parse_content(&content, text).is_ok()
        })
    }

    /// `true` if the bit of a flags field is set, or an enumeration has this value: `flags.textured`.
    pub(super) fn named_value(&self, id: ObjectId, path: &str) -> Option<bool> {
        let (field, name) = path.rsplit_once('.')?;
        let (_, content) = self.find_near(id, field)?;
        has_named_value(&content, name)
    }

    /// Allows as many steps as for a new expression.
    pub(super) fn restart(&mut self) {
        self.steps = 0;
    }

    /// The field of an object or array.
    pub(super) fn field_of(&self, id: ObjectId) -> Option<&FieldId> {
        self.fields.get(id)
    }

    pub(super) fn tree(&self) -> &'a Tree {
        self.tree
    }

    fn add(&mut self, field: FieldId) -> Result<ObjectId, Failure> {
        if self.fields.len() >= MAX_OBJECTS {
            let message = format!("expected at most {MAX_OBJECTS} objects");
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        self.fields.push(field);
        Ok(self.fields.len() - 1)
    }

    fn enum_of(&mut self, field: FieldId, symbols: &'static [Symbol]) -> EnumId {
        let known = self.enums.iter().position(|(_, known)| std::ptr::eq(*known, symbols));
        known.unwrap_or_else(|| {
            self.enums.push((field, symbols));
            self.enums.len() - 1
        })
    }

    /// Value of a field.
    fn value(&mut self, id: FieldId) -> Result<Value, Failure> {
        let gone = || Failure::new(ErrorKind::Name, "unknown field");
        let content = self.tree.content(&id).ok_or_else(gone)?;
        self.value_of_content(id, content)
    }

    fn value_of_content(&mut self, id: FieldId, content: FieldContent) -> Result<Value, Failure> {
        let FieldContent { span, kind, hint, value } = content;
        Ok(match (kind, value) {
            (FieldKind::Group, _) => Value::Object(self.add(id)?),
            (FieldKind::Array, _) => {
                let count = self.tree.element_count(&id);
                let object = self.add(id)?;
                Value::Records(Arc::new(Records::of_field(object, count)))
            }
            (FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread, _) => self.bytes(span)?,
            (_, bytes::Value::Text(text)) => Value::Text(text.into()),
            (_, bytes::Value::Float(number)) => Value::Float(number),
            (_, bytes::Value::Int(number)) => self.number(id, hint, number.into()),
            (_, bytes::Value::Uint(number)) => self.number(id, hint, number.into()),
            (_, bytes::Value::None) => Value::Absent,
        })
    }

    fn number(&mut self, field: FieldId, hint: Hint, number: i128) -> Value {
        match hint {
            Hint::Enum(symbols) => Value::Enum(self.enum_of(field, symbols), number),
            _ => Value::Int(number),
        }
    }

    fn bytes(&self, span: Span) -> Result<Value, Failure> {
        if span.len > MAX_BYTES {
            let message = format!("expected at most {MAX_BYTES} bytes, found {}", span.len);
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        let source = self.tree.source_of_span(span);
        Ok(Value::Bytes(source.slice(span).to_vec().into()))
    }

    /// The object that holds a field.
    fn parent(&mut self, field: &FieldId) -> Result<Value, Failure> {
        let mut above = self.tree.parent(field);
        while let Some(id) = above {
            if self.tree.content(&id).is_some_and(|content| content.kind == FieldKind::Group) {
                return Ok(Value::Object(self.add(id)?));
            }
            above = self.tree.parent(&id);
        }
        Ok(Value::Absent)
    }

    /// Index of the innermost array element that contains a field.
    fn index(&self, field: &FieldId) -> Option<i128> {
        let mut here = field.clone();
        loop {
            let parent = self.tree.parent(&here)?;
            if self.tree.content(&parent)?.kind == FieldKind::Array {
                return i128::try_from(self.tree.index_in_parent(&here)?).ok();
            }
            here = parent;
        }
    }

    fn display(&self, id: ObjectId) -> Option<Field> {
        self.tree.field(self.fields.get(id)?)
    }
}

/// `true` if a flags field has the bits called `name`, or an enumeration the value; `None` if the field
/// has no such name.
pub(super) fn has_named_value(content: &FieldContent, name: &str) -> Option<bool> {
    let (Hint::Flags(_) | Hint::Enum(_) | Hint::Special(_)) = content.hint else { return None };
    let number = |value: &bytes::Value| match *value {
        bytes::Value::Uint(number) => Some(i128::from(number)),
        bytes::Value::Int(number) => Some(i128::from(number)),
        _ => None,
    };
    let named = number(&parse_content(content, name).ok()?)?;
    let stored = number(&content.value)?;
    Some(match content.hint {
        Hint::Flags(_) => stored & named == named,
        _ => stored == named,
    })
}

/// Converts a span of the document to a span of values.
pub(super) fn span_of(span: Span) -> value::Span {
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    value::Span { buffer: 0, start: number(span.start), len: number(span.len), bit: None }
}

impl Objects for TreeObjects<'_> {
    fn step(&mut self, count: u64) -> Result<(), Failure> {
        self.steps = self.steps.saturating_add(count);
        if self.steps > MAX_STEPS {
            let message = format!("expected at most {MAX_STEPS} steps");
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        Ok(())
    }

    fn enter(&mut self) -> Result<(), Failure> {
        if self.level >= MAX_LEVELS {
            let message = format!("expected at most {MAX_LEVELS} nested evaluations");
            return Err(Failure::new(ErrorKind::Limit, message));
        }
        self.level += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.level -= 1;
    }

    fn member_of_object(&mut self, id: ObjectId, name: &Arc<str>) -> Result<Value, Failure> {
        let unknown = || Failure::new(ErrorKind::Name, format!("unknown name `{name}`"));
        let field = self.fields.get(id).cloned().ok_or_else(unknown)?;
        if let Some(found) = self.tree.find_below(&field, name) {
            return self.value(found);
        }
        match &**name {
            "_root" => self.value(FieldId::root()),
            "_parent" => self.parent(&field),
            "_io" => Ok(Value::Stream(0)),
            "_index" => self.index(&field).map(Value::Int).ok_or_else(unknown),
            "_sizeof" => {
                let content = self.tree.content(&field).ok_or_else(unknown)?;
                Ok(Value::Int(content.span.len.into()))
            }
            _ => Err(unknown()),
        }
    }

    fn record(&mut self, records: &Records, index: usize) -> Result<Value, Failure> {
        let array = self.fields.get(records.object);
        let element = array.and_then(|array| self.tree.element_at(array, index));
        let missing = || Failure::new(ErrorKind::Index, format!("missing element {index}"));
        self.value(element.ok_or_else(missing)?)
    }

    fn record_span(&self, records: &Records, index: usize) -> value::Span {
        let array = self.fields.get(records.object);
        let span = array.and_then(|array| {
            let named = || Some(self.tree.content(&self.tree.element_at(array, index)?)?.span);
            self.tree.element_span(array, index).or_else(named)
        });
        span.map_or(value::Span::default(), span_of)
    }

    fn stream_at(&self, id: StreamId) -> Option<Stream> {
        let size = usize::try_from(self.tree.source().len()).unwrap_or(usize::MAX);
        let mut stream = Stream::new(0, 0, size);
        stream.seek(size);
        (id == 0).then_some(stream)
    }

    fn object_info(&self, id: ObjectId) -> Option<ObjectInfo> {
        let Field { type_name, span, .. } = self.display(id)?;
        Some(ObjectInfo { type_name, span: span_of(span), source: None })
    }

    fn enum_names(&self, id: EnumId, value: i128) -> Option<(String, Option<String>)> {
        let (field, symbols) = self.enums.get(id)?;
        let symbol = symbols.iter().find(|symbol| i128::from(symbol.value) == value);
        let name = self.tree.field(field)?.name;
        Some((name, symbol.map(|symbol| symbol.name.to_owned())))
    }

    fn near(&mut self, id: ObjectId, path: &str) -> Option<Result<Value, Failure>> {
        if let Some(value) = self.properties.filter(|_| id == 0).and_then(|of| of(path)) {
            return Some(Ok(value));
        }
        if let Some((found, content)) = self.find_near(id, path) {
            return Some(self.value_of_content(found, content));
        }
        self.named_value(id, path).map(|is_set| Ok(Value::Bool(is_set)))
    }

    fn labelled(&mut self, id: ObjectId, path: &str, text: &str) -> Option<Value> {
        let (_, content) = self.find_near(id, path)?;
        match parse_content(&content, text).ok()? {
            bytes::Value::Int(number) => Some(Value::Int(number.into())),
            bytes::Value::Uint(number) => Some(Value::Int(number.into())),
            bytes::Value::Float(number) => Some(Value::Float(number)),
            bytes::Value::Text(text) => Some(Value::Text(text.into())),
            bytes::Value::None => None,
        }
    }

    /// Enumerations and booleans count as numbers.
    fn operand(&self, value: Value) -> Value {
        match value {
            Value::Enum(_, number) => Value::Int(number),
            Value::Bool(is_true) => Value::Int(is_true.into()),
            other => other,
        }
    }

    /// Numbers other than 0 and texts with characters count as true.
    fn is_true(&self, value: &Value) -> Result<bool, Failure> {
        match value {
            Value::Int(number) | Value::Enum(_, number) => Ok(*number != 0),
            Value::Float(number) => Ok(*number != 0.0),
            Value::Text(text) => Ok(!text.is_empty()),
            other => flag(other),
        }
    }

    /// A side without a value is false, since records of other types do not have the field.
    fn holds(&self, side: Result<Value, Failure>) -> Result<bool, Failure> {
        match side.and_then(|value| self.is_true(&value)) {
            Err(failure) if failure.kind == ErrorKind::Limit => Err(failure),
            result => Ok(result.unwrap_or(false)),
        }
    }
}
