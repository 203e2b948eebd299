//! Errors of reading and evaluating.

use super::lexer::Mistake;
use super::value::{Span, Value};

/// Kind of an error; its name is part of the command line's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Fewer bytes are left than needed.
    EndOfStream,
    /// No case decides the byte order.
    UndecidedEndianness,
    /// Not the expected value.
    ValidationNotEqual,
    /// Less than the minimum.
    ValidationLessThan,
    /// Greater than the maximum.
    ValidationGreaterThan,
    /// None of the expected values.
    ValidationNotAnyOf,
    /// Not a value of the enum.
    ValidationNotInEnum,
    /// The condition is false.
    ValidationExpr,
    /// A text or number cannot be converted.
    Conversion,
    /// No encoding has this name.
    UnknownEncoding,
    /// The process is implemented in program code, which is not part of the description.
    UnknownProcess,
    /// No type has this name.
    UnknownType,
    /// The data cannot be unpacked.
    Process,
    /// A size or position is negative.
    Size,
    /// An index is out of range.
    Index,
    /// The field is absent, or not read yet.
    Absent,
    /// Division by zero.
    DivisionByZero,
    /// A number has too many bits.
    Overflow,
    /// A limit of the program is exceeded.
    Limit,
    /// No member has this name.
    Name,
    /// A value does not have the expected type.
    Type,
    /// The text is not an expression.
    Syntax,
}

impl ErrorKind {
    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::EndOfStream => "EndOfStreamError",
            ErrorKind::UndecidedEndianness => "UndecidedEndiannessError",
            ErrorKind::ValidationNotEqual => "ValidationNotEqualError",
            ErrorKind::ValidationLessThan => "ValidationLessThanError",
            ErrorKind::ValidationGreaterThan => "ValidationGreaterThanError",
            ErrorKind::ValidationNotAnyOf => "ValidationNotAnyOfError",
            ErrorKind::ValidationNotInEnum => "ValidationNotInEnumError",
            ErrorKind::ValidationExpr => "ValidationExprError",
            ErrorKind::Conversion => "ConversionError",
            ErrorKind::UnknownEncoding => "UnknownEncodingError",
            ErrorKind::UnknownProcess => "UnknownProcessError",
            ErrorKind::UnknownType => "UnknownTypeError",
            ErrorKind::Process => "ProcessError",
            ErrorKind::Size => "SizeError",
            ErrorKind::Index => "IndexError",
            ErrorKind::Absent => "AbsentError",
            ErrorKind::DivisionByZero => "DivisionByZeroError",
            ErrorKind::Overflow => "OverflowError",
            ErrorKind::Limit => "LimitError",
            ErrorKind::Name => "NameError",
            ErrorKind::Type => "TypeError",
            ErrorKind::Syntax => "SyntaxError",
        }
    }
}

/// Reason why a value is not available.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Kind.
    pub kind: ErrorKind,
    /// Message, one sentence.
    pub message: String,
    /// Index of the problem, if the failure is already listed.
    pub listed: Option<usize>,
}

impl Failure {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), listed: None }
    }
}

impl From<Mistake> for Failure {
    fn from(mistake: Mistake) -> Self {
        let message = format!("character {}: {}", mistake.at + 1, mistake.message);
        Self::new(ErrorKind::Syntax, message)
    }
}

/// A problem of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Kind of an error.
    pub kind: Option<ErrorKind>,
    /// Message, one sentence.
    pub message: String,
    /// Field path.
    pub path: String,
    /// Bytes of the field.
    pub span: Span,
    /// `false` for a warning.
    pub is_error: bool,
    /// File of the description by its index, and line.
    pub line: (usize, u32),
    /// Number of further fields where the same limit was exceeded.
    pub more: u64,
}

pub(super) fn type_error(expected: &str, found: &Value) -> Failure {
    match found {
        Value::Absent => {
            Failure::new(ErrorKind::Absent, format!("expected {expected}, found an absent field"))
        }
        _ => Failure::new(ErrorKind::Type, format!("expected {expected}, found {}", found.kind())),
    }
}

/// A value that was not read completely, with the failure.
pub(super) struct Partial {
    pub(super) value: Option<Value>,
    pub(super) failure: Failure,
}

impl From<Failure> for Partial {
    fn from(failure: Failure) -> Self {
        Self { value: None, failure }
    }
}
