//! Mistakes of a condition that only the records show on which it is tested: names that they do not
//! have, and operands of types for which an operation has no result.

use super::condition::Condition;
use super::expr::{Binary, Expr, FormatPart, Kind, Unary};
use super::lexer::Mistake;
use super::tree::{TreeObjects, has_named_value};
use crate::bytes::notation::parse_content;
use crate::bytes::{FieldContent, FieldKind, Value};

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A whole number; also a value of an enumeration.
    Integer,
    /// A number with a fraction.
    Float,
    /// True or false.
    Boolean,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
    /// An array.
    Array,
    /// A record with members.
    Object,
}

impl ValueType {
    /// Numbers, and booleans, which count as numbers.
    fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Float | Self::Boolean)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Integer => "an integer",
            Self::Float => "a float",
            Self::Boolean => "a boolean",
            Self::Text => "a text",
            Self::Bytes => "bytes",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }

    /// Name of the values that can be compared with this one.
    fn counterpart(self) -> &'static str {
        match self {
            Self::Integer | Self::Float => "a number",
            other => other.name(),
        }
    }

    /// `true` if values of this type have a member or method `name`.
    fn has(self, name: &str) -> bool {
        match self {
            Self::Integer => matches!(name, "to_s" | "to_i"),
            Self::Float | Self::Boolean => name == "to_i",
            Self::Text => {
                matches!(name, "length" | "size" | "reverse" | "substring" | "to_i" | "to_b")
            }
            Self::Bytes | Self::Array | Self::Object => true,
        }
    }

    /// Type of a member or method; `None` if it depends on the value.
    fn member(self, name: &str) -> Option<Self> {
        match (self, name) {
            (Self::Object, _) => None,
            (_, "to_s" | "reverse" | "substring") => Some(Self::Text),
            (_, "to_b") => Some(Self::Bytes),
            (_, "to_i" | "length" | "size" | "index_of") => Some(Self::Integer),
            (Self::Bytes, "first" | "last" | "min" | "max") => Some(Self::Integer),
            _ => None,
        }
    }
}

/// A value that expressions may use in addition to fields.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Path in expressions.
    pub path: &'static str,
    /// Type of the value. It may be absent.
    pub value: ValueType,
    /// Meaning for the user.
    pub meaning: &'static str,
}

/// A name in a condition that no field has.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownName {
    /// Index of the first character that is unknown.
    pub at: usize,
    /// The name, or path.
    pub name: String,
}

impl From<UnknownName> for Mistake {
    fn from(UnknownName { at, name }: UnknownName) -> Self {
        Mistake::new(at, format!("unknown name {name:?}"))
    }
}

/// Role of an operand in the operation that expects a type. An expression is at most once in a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Operand,
    Condition,
    Owner,
    Member,
}

/// Mistakes that none of the examined records contradicts.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// Names that no record has; `None` before the first record.
    unknown: Option<Vec<UnknownName>>,
    /// Operands without a result in some record.
    wrong: Vec<(Role, Mistake)>,
    /// Operands with a result in some record, by the index of their first character.
    fitting: Vec<(Role, usize)>,
}

impl Examination {
    /// Examines another record; `properties` are the values that are not fields.
    pub fn examine(
        &mut self,
        condition: &Condition,
        objects: &TreeObjects<'_>,
        properties: &[Property],
    ) {
        let record = Record { objects, properties };
        let mut found = Self { unknown: Some(record.unknown_names(condition)), ..Self::default() };
        let value = record.infer(condition.expr(), &mut found);
        found.condition(condition.expr(), value);
        self.merge(found);
    }

    /// Adds the results for other records.
    pub fn merge(&mut self, other: Self) {
        self.unknown = match (self.unknown.take(), other.unknown) {
            (Some(names), Some(also)) => {
                // The record that knows more of a path shows which part is misspelt.
                let both = |mut unknown: UnknownName| {
                    let same = also.iter().find(|other| other.name == unknown.name)?;
                    unknown.at = unknown.at.max(same.at);
                    Some(unknown)
                };
                Some(names.into_iter().filter_map(both).collect())
            }
            (names, also) => names.or(also),
        };
        for wrong in other.wrong {
            if !self.wrong.contains(&wrong) {
                self.wrong.push(wrong);
            }
        }
        for fitting in other.fitting {
            if !self.fitting.contains(&fitting) {
                self.fitting.push(fitting);
            }
        }
        let Self { wrong, fitting, .. } = self;
        wrong.retain(|(role, mistake)| !fitting.contains(&(*role, mistake.at)));
    }

    /// `true` if the examined records contradict every mistake, so that no others have to be examined.
    pub fn is_clean(&self) -> bool {
        self.unknown.as_ref().is_some_and(Vec::is_empty) && self.wrong.is_empty()
    }

    /// The first name that no record has.
    pub fn unknown_name(&self) -> Option<&UnknownName> {
        self.unknown.as_ref()?.first()
    }

    /// The first mistake.
    pub fn mistake(self) -> Option<Mistake> {
        let unknown = self.unknown.into_iter().flatten().map(Mistake::from);
        let wrong = self.wrong.into_iter().map(|(_, mistake)| mistake);
        unknown.chain(wrong).min_by_key(|mistake| mistake.at)
    }

    /// Records that an operand fits, or which type was expected.
    fn check(&mut self, role: Role, expr: &Expr, value: ValueType, expected: Option<&str>) {
        let at = start(expr);
        match expected {
            None => self.fitting.push((role, at)),
            Some(expected) => {
                let found = match &expr.kind {
                    Kind::Text(text) | Kind::Label { text, .. } => format!("the text {text:?}"),
                    Kind::Int(number) => number.to_string(),
                    Kind::Float(number) => number.to_string(),
                    _ => value.name().to_owned(),
                };
                let message = format!("expected {expected}, found {found}");
                self.wrong.push((role, Mistake::new(at, message)));
            }
        }
    }

    /// Checks a value that is used as a condition.
    fn condition(&mut self, expr: &Expr, value: Option<ValueType>) {
        let Some(value) = value else { return };
        let fits = value.is_number() || value == ValueType::Text;
        self.check(Role::Condition, expr, value, (!fits).then_some("a condition"));
    }

    /// Checks an operand of arithmetic.
    fn number(&mut self, expr: &Expr, value: Option<ValueType>, is_whole: bool) {
        let Some(value) = value else { return };
        let fits = value.is_number() && !(is_whole && value == ValueType::Float);
        let expected = if is_whole { "an integer" } else { "a number" };
        self.check(Role::Operand, expr, value, (!fits).then_some(expected));
    }

    /// Checks the sides of a comparison. The mistake is marked at the side that is a constant.
    fn comparison(
        &mut self,
        is_equality: bool,
        left: (&Expr, Option<ValueType>),
        right: (&Expr, Option<ValueType>),
    ) {
        let ((left, Some(a)), (right, Some(b))) = (left, right) else { return };
        let has_order = a.is_number() || matches!(a, ValueType::Text | ValueType::Bytes);
        let is_constant = |expr: &Expr| {
            matches!(expr.kind, Kind::Int(_) | Kind::Float(_) | Kind::Text(_) | Kind::Label { .. })
        };
        let is_reversed = is_constant(left) && !is_constant(right);
        let (marked, value, other) = if is_reversed { (left, a, b) } else { (right, b, a) };
        if a != b && !(a.is_number() && b.is_number()) {
            self.check(Role::Operand, marked, value, Some(other.counterpart()));
        } else if !is_equality && !has_order {
            self.check(Role::Operand, marked, value, Some("a number, text or bytes"));
        } else {
            self.check(Role::Operand, marked, value, None);
        }
    }
}

/// The value that a path names.
enum Named {
    Nothing,
    Field(FieldContent),
    /// A bit of flags, or a value of an enumeration.
    Bit,
    /// A property, or the result of a method, which may have any member.
    Anything,
}

/// A record on which a condition is tested.
struct Record<'r, 't> {
    objects: &'r TreeObjects<'t>,
    properties: &'r [Property],
}

impl Record<'_, '_> {
    fn property(&self, path: &str) -> Option<ValueType> {
        self.properties.iter().find(|property| property.path == path).map(|found| found.value)
    }

    fn content(&self, path: &str) -> Option<FieldContent> {
        self.objects.find_near(0, path).map(|(_, content)| content)
    }

    /// Names that the record does not have, most likely misspelt: fields, and texts next to a field that
    /// has names.
    fn unknown_names(&self, condition: &Condition) -> Vec<UnknownName> {
        let mut unknown = Vec::new();
        condition.expr().visit(&mut |expr| {
            let (name, at) = match &expr.kind {
                Kind::Field { path, written } if !self.is_known(path, written) => {
                    (path, self.unknown_part(written))
                }
                Kind::Label { of, text } if !self.objects.is_label(of, text) => (text, expr.at),
                _ => return,
            };
            unknown.push(UnknownName { at, name: name.to_string() });
        });
        unknown
    }

    /// `true` if a path names a field, a property, or a member of a value.
    fn is_known(&self, path: &str, written: &Expr) -> bool {
        !matches!(self.named(path, written), Named::Nothing)
    }

    /// The value that a path names.
    fn named(&self, path: &str, written: &Expr) -> Named {
        if self.property(path).is_some() {
            return Named::Anything;
        }
        if let Some(content) = self.content(path) {
            return Named::Field(content);
        }
        let (Kind::Member { on, .. } | Kind::Index(on, _)) = &written.kind else {
            return Named::Nothing;
        };
        let Kind::Field { path: owner, written: owner_written } = &on.kind else {
            return Named::Anything;
        };
        let name = match &written.kind {
            Kind::Member { name, .. } => Some(&**name),
            _ => None,
        };
        let is_method = || name.is_some_and(|name| ValueType::Integer.has(name));
        match self.named(owner, owner_written) {
            Named::Nothing => Named::Nothing,
            Named::Bit if is_method() => Named::Anything,
            Named::Bit => Named::Nothing,
            Named::Field(content) => match (content.kind, name) {
                (FieldKind::Group, _) => Named::Nothing,
                (FieldKind::Scalar(_) | FieldKind::Bits, Some(name)) if !is_method() => {
                    has_named_value(&content, name).map_or(Named::Nothing, |_| Named::Bit)
                }
                _ => Named::Anything,
            },
            Named::Anything => Named::Anything,
        }
    }

    /// Index of the first character of the name in an unknown path that is unknown itself.
    fn unknown_part(&self, written: &Expr) -> usize {
        match &written.kind {
            Kind::Field { written, .. } => self.unknown_part(written),
            Kind::Member { on, .. } | Kind::Index(on, _) if !self.leads_on(on) => {
                self.unknown_part(on)
            }
            _ => written.at,
        }
    }

    /// `true` if the owner of a member is known.
    fn leads_on(&self, owner: &Expr) -> bool {
        let Kind::Field { path, written } = &owner.kind else { return true };
        let is_front =
            |name: &str| name.strip_prefix(&**path).is_some_and(|rest| rest.starts_with('.'));
        self.properties.iter().any(|property| is_front(property.path))
            || self.is_known(path, written)
    }

    /// Type of an expression, if it is known; checks all operands in it.
    fn infer(&self, expr: &Expr, found: &mut Examination) -> Option<ValueType> {
        match &expr.kind {
            Kind::Int(_) | Kind::SizeOf { .. } => Some(ValueType::Integer),
            Kind::Float(_) => Some(ValueType::Float),
            Kind::Bool(_) => Some(ValueType::Boolean),
            Kind::Text(_) => Some(ValueType::Text),
            Kind::Format(parts) => {
                for part in parts {
                    if let FormatPart::Value(part) = part {
                        self.infer(part, found);
                    }
                }
                Some(ValueType::Text)
            }
            Kind::List(list) => {
                for item in &list.items {
                    self.infer(item, found);
                }
                Some(ValueType::Array)
            }
            Kind::Name(name) => {
                matches!(&**name, "_index" | "_sizeof").then_some(ValueType::Integer)
            }
            Kind::Field { path, written } => {
                if let Some(value) = self.property(path) {
                    return Some(value);
                }
                if let Some(content) = self.content(path) {
                    return type_of(&content);
                }
                let is_bit = self.objects.named_value(0, path).is_some();
                if is_bit { Some(ValueType::Boolean) } else { self.infer(written, found) }
            }
            Kind::Label { of, text } => self.label(of, text),
            Kind::Enum(_) => None,
            Kind::Member { on, name, arguments, .. } => {
                let owner = self.infer(on, found);
                for argument in arguments.iter().flatten() {
                    self.infer(argument, found);
                }
                let owner = owner?;
                if !owner.has(name) {
                    let message = format!("{} has no `{name}`", owner.name());
                    found.wrong.push((Role::Member, Mistake::new(expr.at, message)));
                    return None;
                }
                found.fitting.push((Role::Member, expr.at));
                owner.member(name)
            }
            Kind::Index(on, index) => {
                let (owner, position) = (self.infer(on, found), self.infer(index, found));
                found.number(index, position, true);
                let owner = owner?;
                let fits = matches!(owner, ValueType::Array | ValueType::Bytes);
                found.check(Role::Owner, on, owner, (!fits).then_some("an array or bytes"));
                (owner == ValueType::Bytes).then_some(ValueType::Integer)
            }
            Kind::Cast(on, _) => {
                self.infer(on, found);
                None
            }
            Kind::Unary(Unary::Not, on) => {
                let value = self.infer(on, found);
                found.condition(on, value);
                Some(ValueType::Boolean)
            }
            Kind::Unary(operator, on) => {
                let value = self.infer(on, found);
                let is_whole = *operator == Unary::Invert;
                found.number(on, value, is_whole);
                if is_whole || value == Some(ValueType::Boolean) {
                    return Some(ValueType::Integer);
                }
                value.filter(|value| value.is_number())
            }
            Kind::Binary(Binary::And | Binary::Or, left, right) => {
                for side in [left, right] {
                    let value = self.infer(side, found);
                    found.condition(side, value);
                }
                Some(ValueType::Boolean)
            }
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, found),
            Kind::Compare(operator, left, right) => {
                let [a, b] = [left, right].map(|side| self.infer(side, found));
                found.comparison(operator.is_equality(), (left, a), (right, b));
                Some(ValueType::Boolean)
            }
            Kind::Choice(condition, yes, no) => {
                let value = self.infer(condition, found);
                found.condition(condition, value);
                let [yes, no] = [yes, no].map(|side| self.infer(side, found));
                yes.filter(|_| yes == no)
            }
        }
    }

    /// Type of the result of an operator other than `and` and `or`.
    fn binary(
        &self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        found: &mut Examination,
    ) -> Option<ValueType> {
        let [a, b] = [left, right].map(|side| self.infer(side, found));
        let is_text = |value| value == Some(ValueType::Text);
        if operator == Binary::Add && (is_text(a) || is_text(b)) {
            // A number next to a text.
            found.comparison(true, (left, a), (right, b));
            return Some(ValueType::Text);
        }
        let is_whole = !matches!(
            operator,
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem
        );
        found.number(left, a, is_whole);
        found.number(right, b, is_whole);
        match (a?, b?) {
            _ if is_whole => Some(ValueType::Integer),
            (ValueType::Float, _) | (_, ValueType::Float) => Some(ValueType::Float),
            (a, b) => (a.is_number() && b.is_number()).then_some(ValueType::Integer),
        }
    }

    /// Type of a text next to a field: that of the value which it names, otherwise a text. `None` if the
    /// field has names, but not this one.
    fn label(&self, of: &str, text: &str) -> Option<ValueType> {
        if self.property(of).is_some() {
            return Some(ValueType::Text);
        }
        if !self.objects.is_label(of, text) {
            return None;
        }
        let named = self.content(of).and_then(|content| parse_content(&content, text).ok());
        Some(named.and_then(|value| type_of_value(&value)).unwrap_or(ValueType::Text))
    }
}

/// Type of the value of a field.
fn type_of(content: &FieldContent) -> Option<ValueType> {
    match content.kind {
        FieldKind::Group => Some(ValueType::Object),
        FieldKind::Array => Some(ValueType::Array),
        FieldKind::Bytes | FieldKind::Padding | FieldKind::Unread => Some(ValueType::Bytes),
        _ => type_of_value(&content.value),
    }
}

fn type_of_value(value: &Value) -> Option<ValueType> {
    match value {
        Value::Int(_) | Value::Uint(_) => Some(ValueType::Integer),
        Value::Float(_) => Some(ValueType::Float),
        Value::Text(_) => Some(ValueType::Text),
        Value::None => None,
    }
}

/// Index of the first character of an expression that begins with a path; otherwise of its operator.
fn start(expr: &Expr) -> usize {
    match &expr.kind {
        Kind::Member { on, .. } | Kind::Index(on, _) | Kind::Cast(on, _) => start(on),
        Kind::Field { written, .. } => start(written),
        _ => expr.at,
    }
}
