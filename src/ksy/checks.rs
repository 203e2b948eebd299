//! Checks of the values in records of fixed size, compiled to reads at fixed offsets.

use super::columns::{Column, ColumnNames, Number, NumberCoding, RecordPart, offsets};
use super::cut::trimmed;
use super::description::*;
use super::encoding::Encoding;
use super::expr::{Binary, Comparison, Expr, Kind};
use super::magic;
use super::reader::Reader;
use super::size::{bits_of_attribute, bytes_of, constant};
use super::value::{Env, RecordKind, Records, Value};

/// Maximum number of checks of a record.
const MAX_CHECKS: usize = 1024;

/// Checks of the records of an array, and the condition that ends it.
pub(super) struct Checks {
    checks: Vec<Check>,
    until: Option<Column>,
}

/// A check of a value in a record.
struct Check {
    test: Test,
    /// Index of the value in an array inside the record.
    index: Option<usize>,
}

enum Test {
    Range { number: Number, min: i128, max: i128 },
    InEnum(Number, EnumId),
    Holds(Column),
    Bytes { offset: usize, len: usize, options: Vec<Vec<u8>> },
    Text { offset: usize, len: usize, of: (ClassId, usize), options: Option<Vec<Vec<u8>>> },
}

impl Checks {
    /// Number of values that are invalid, or that the evaluator has to examine.
    pub(super) fn failures(&self, description: &Description, record: &[u8], index: usize) -> u64 {
        let fails = |check: &&Check| !check.passes(description, record, index);
        self.checks.iter().filter(fails).count() as u64
    }

    /// `true` if the array ends after a record; `None` if the evaluator has to decide.
    pub(super) fn is_last(&self, record: &[u8], index: usize) -> Option<bool> {
        self.until.as_ref().map_or(Some(false), |until| until.flag(record, index))
    }
}

impl Check {
    fn passes(&self, description: &Description, record: &[u8], index: usize) -> bool {
        let part = |offset: usize, len: usize| record.get(offset..)?.get(..len);
        match &self.test {
            Test::Range { number, min, max } => {
                number.int(record).is_some_and(|value| *min <= value && value <= *max)
            }
            Test::InEnum(number, id) => {
                let found = description.enums.get(*id);
                let label = |value| found.is_some_and(|found| found.labels.contains_key(&value));
                number.int(record).is_some_and(label)
            }
            Test::Holds(column) => column.flag(record, self.index.unwrap_or(index)) == Some(true),
            Test::Bytes { offset, len, options } => part(*offset, *len)
                .is_some_and(|found| options.iter().any(|option| option[..] == *found)),
            Test::Text { offset, len, of: (class, at), options } => {
                let class = description.classes.get(*class);
                let body = class.and_then(|class| class.seq.get(*at)).map(|found| &found.body);
                let Some((Body::Parse(parse), whole)) = body.zip(part(*offset, *len)) else {
                    return false;
                };
                let text = whole.get(..trimmed(whole, parse)).unwrap_or_default();
                let fits = |options: &Vec<Vec<u8>>| options.iter().any(|option| option == text);
                options.as_ref().is_none_or(fits) && is_text(&parse.kind, text)
            }
        }
    }
}

/// `true` for bytes, and for texts that are in their encoding.
fn is_text(kind: &Type, bytes: &[u8]) -> bool {
    let Type::Text { encoding, .. } = kind else { return true };
    Encoding::of(encoding).is_some_and(|encoding| encoding.decode(bytes).1)
}

impl Reader {
    /// Compiles the checks of an array; `None` if the evaluator has to read every record.
    pub(super) fn checks(
        &mut self,
        attribute: &Attribute,
        parse: &Parse,
        records: &Records,
    ) -> Option<Checks> {
        let mark = self.mark();
        let checks = self.compiled(attribute, parse, records);
        self.release(mark);
        checks
    }

    fn compiled(
        &mut self,
        attribute: &Attribute,
        parse: &Parse,
        records: &Records,
    ) -> Option<Checks> {
        let outer =
            ColumnNames { object: None, ..self.names_of(records, Env::of(records.object))? };
        let until = match &parse.repeat {
            Repeat::Until(code) => Some(self.column(&code.expr, &outer)?),
            _ => None,
        };
        let mut found = Vec::new();
        if let RecordKind::Class(class) = records.kind {
            let record = self.late_record(records, 0).ok()?;
            let names = self.names_of(records, Env::of(record))?;
            self.class_checks((class, 0), &names, &mut found)?;
        }
        if let Some(valid) = &parse.valid {
            let test = self.test(attribute, valid, &outer)?;
            found.push(Check { test, index: None });
        }
        Some(Checks { checks: found, until })
    }

    /// Adds the checks of the members of a class at an offset.
    fn class_checks(
        &mut self,
        (class, base): (ClassId, usize),
        names: &ColumnNames,
        found: &mut Vec<Check>,
    ) -> Option<()> {
        let description = names.description.clone();
        let owner = description.classes.get(class)?;
        for (at, offset) in offsets(&description, owner)?.into_iter().enumerate() {
            let attribute = owner.seq.get(at)?;
            let Body::Parse(parse) = &attribute.body else { return None };
            let count = match &parse.repeat {
                Repeat::Times(code) => usize::try_from(constant(&code.expr)?.max(0)).ok()?,
                _ => 1,
            };
            let size = usize::try_from(bytes_of(bits_of_attribute(&description, parse)?)).ok()?;
            let size = size.checked_div(count).unwrap_or(0);
            let is_checked = parse.valid.is_some() || parse.contents.is_some();
            if !is_checked && !matches!(parse.kind, Type::Class(_) | Type::Text { .. }) {
                continue;
            }
            for index in 0..count {
                let offset = base + offset + index * size;
                let names = ColumnNames {
                    description: description.clone(),
                    element: None,
                    object: Some((class, base)),
                    end: owner.params.len() + at,
                    env: names.env.clone(),
                    is_final: false,
                    has_parent: names.has_parent,
                };
                let before = found.len();
                self.value_checks(attribute, parse, ((class, at), offset, size), names, found)?;
                if matches!(parse.repeat, Repeat::Times(_)) {
                    let new = found.iter_mut().skip(before);
                    new.for_each(|check| check.index = check.index.or(Some(index)));
                }
                if found.len() > MAX_CHECKS {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Adds the checks of one value of an attribute.
    fn value_checks(
        &mut self,
        attribute: &Attribute,
        parse: &Parse,
        (of, offset, len): ((ClassId, usize), usize, usize),
        mut names: ColumnNames,
        found: &mut Vec<Check>,
    ) -> Option<()> {
        let description = names.description.clone();
        let mut add = |test| found.push(Check { test, index: None });
        match &parse.kind {
            Type::Class(inner) => {
                let class = inner.class.filter(|_| parse.valid.is_none())?;
                let tops = [of.0, class].map(|id| description.classes.get(id).map(|c| c.top));
                if tops.first() != tops.last() {
                    return None;
                }
                names.has_parent = false;
                return self.class_checks((class, offset), &names, found);
            }
            Type::Bytes if parse.contents.is_some() => {
                let contents = parse.contents.as_deref()?.to_vec();
                add(Test::Bytes { offset, len, options: vec![contents] });
            }
            Type::Bytes | Type::Text { .. } => {
                let options = match &parse.valid {
                    None => None,
                    Some(valid) => Some(constants(&parse.kind, valid)?),
                };
                add(Test::Text { offset, len, of, options });
            }
            kind => {
                let number = Number::of(attribute, kind, offset)?;
                names.element = Some(RecordPart::Number(number));
                let valid = parse.valid.as_ref()?;
                if matches!(parse.repeat, Repeat::Once) && uses_index(valid) {
                    return None;
                }
                let test = self.test(attribute, valid, &names)?;
                found.push(Check { test, index: None });
            }
        }
        Some(())
    }

    /// The test of the element that `names` describe.
    fn test(&mut self, attribute: &Attribute, valid: &Valid, names: &ColumnNames) -> Option<Test> {
        if let Valid::Holds(code) = valid {
            return self.column(&code.expr, names).map(Test::Holds);
        }
        let Some(RecordPart::Number(number)) = names.element else { return None };
        let mut compared = |operator, code: &Code| {
            let bound = self.column(&code.expr, &ColumnNames { element: None, ..names.clone() })?;
            Some(Column::Compare(operator, Box::new([Column::Number(number), bound])))
        };
        Some(match valid {
            Valid::Equal(code) => Test::Holds(compared(Comparison::Equal, code)?).simplified(),
            Valid::Range { min, max } => {
                let min = match min {
                    Some(code) => Some(compared(Comparison::GreaterEqual, code)?),
                    None => None,
                };
                let max = match max {
                    Some(code) => Some(compared(Comparison::LessEqual, code)?),
                    None => None,
                };
                joined(Binary::And, min.into_iter().chain(max))?.simplified()
            }
            Valid::AnyOf(codes) => {
                let all = codes.iter().map(|code| compared(Comparison::Equal, code));
                joined(Binary::Or, all.collect::<Option<Vec<_>>>()?)?
            }
            Valid::InEnum(_) => {
                let NumberCoding::Enum(id, _) = number.coding else { return None };
                let known = attribute.enumeration.as_ref().and_then(|name| name.id);
                Test::InEnum(number, known.filter(|known| *known == id)?)
            }
            Valid::Holds(_) => return None,
        })
    }
}

impl Test {
    /// A comparison of an integer with constants as a range.
    fn simplified(self) -> Self {
        let range = match &self {
            Test::Holds(column) => range(column),
            _ => None,
        };
        range.map_or(self, |(number, min, max)| Test::Range { number, min, max })
    }
}

/// The smallest and largest integer for which comparisons with constants hold.
fn range(column: &Column) -> Option<(Number, i128, i128)> {
    match column {
        Column::Binary(Binary::And, sides) => {
            let [a, b] = &**sides;
            let ((number, low, _), (_, _, high)) = (range(a)?, range(b)?);
            Some((number, low, high))
        }
        Column::Compare(operator, sides) => {
            let [Column::Number(number), Column::Same(Value::Int(bound))] = &**sides else {
                return None;
            };
            let is_plain = matches!(number.coding, NumberCoding::Unsigned | NumberCoding::Signed);
            match operator {
                _ if !is_plain => None,
                Comparison::Equal => Some((*number, *bound, *bound)),
                Comparison::GreaterEqual => Some((*number, *bound, i128::MAX)),
                Comparison::LessEqual => Some((*number, i128::MIN, *bound)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Conditions joined by an operator.
fn joined(operator: Binary, all: impl IntoIterator<Item = Column>) -> Option<Test> {
    let all = all.into_iter();
    all.reduce(|a, b| Column::Binary(operator, Box::new([a, b]))).map(Test::Holds)
}

/// The bytes of the constants that a text or bytes may be.
fn constants(kind: &Type, valid: &Valid) -> Option<Vec<Vec<u8>>> {
    let options: Vec<&Expr> = match valid {
        Valid::Equal(code) => vec![&code.expr],
        Valid::AnyOf(codes) => codes.iter().map(|code| &code.expr).collect(),
        _ => return None,
    };
    options.into_iter().map(|option| magic::constant_bytes(kind, option)).collect()
}

/// `true` if a check uses `_index`.
fn uses_index(valid: &Valid) -> bool {
    let codes: Vec<&Code> = match valid {
        Valid::Equal(code) | Valid::Holds(code) => vec![code],
        Valid::Range { min, max } => min.iter().chain(max).map(|code| &**code).collect(),
        Valid::AnyOf(codes) => codes.iter().collect(),
        Valid::InEnum(_) => Vec::new(),
    };
    let mut found = false;
    for code in codes {
        code.expr.visit(&mut |expr| {
            found |= matches!(&expr.kind, Kind::Name(name) if &**name == "_index");
        });
    }
    found
}
