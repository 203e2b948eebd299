//! Describes the values of keys in words.

use super::schema::{Key, Type, ValueForm};

/// Maximum number of words that are listed.
const MAX_WORDS: usize = 4;

impl Key {
    /// Description of the value: `a list of 3 numbers; required`.
    pub fn explanation(&self) -> String {
        let value = match self.takes {
            ValueForm::Value(of) => of.name(),
            ValueForm::Word(words) | ValueForm::Coding(words, _) => {
                let first: Vec<&str> = words.iter().copied().take(MAX_WORDS).collect();
                let rest = if words.len() > MAX_WORDS { ", …" } else { "" };
                format!("one of {}{rest}", first.join(", "))
            }
            ValueForm::Entries(_) => "keys of an entry, or a list of entries".to_owned(),
            ValueForm::EntriesOrList(_) => "keys of an entry, or a list of numbers".to_owned(),
            ValueForm::Columns => "headings with expressions".to_owned(),
            ValueForm::Members => "a list of members".to_owned(),
            ValueForm::Plain => "plain text".to_owned(),
            ValueForm::Constant(min, max) => format!("an integer from {min} to {max}"),
            ValueForm::Enum => "the name of an enum".to_owned(),
            ValueForm::OuterList => "the list that the number is an index into".to_owned(),
        };
        if self.required { format!("{value}; required") } else { value }
    }
}

impl Type {
    /// Name in messages: `an integer`.
    pub(super) fn name(self) -> String {
        let name = match self {
            Type::Bool => "a boolean",
            Type::Int => "an integer",
            Type::Number => "a number",
            Type::Text => "a text",
            Type::Bytes => "bytes",
            Type::Label => "a text or a number",
            Type::Reference => "an index or a name",
            Type::Colour => "an index or a list of numbers",
            Type::Scale => "a number or 3 numbers",
            Type::List => "a list",
            Type::Cell => "a number, a text, a boolean, bytes or an enum value",
            Type::Any => "a value",
            Type::Numbers(_, u8::MAX) | Type::Corners(_, u8::MAX) => "a list of numbers",
            Type::Numbers(min, max) | Type::Corners(min, max) if min == max => {
                return format!("a list of {min} numbers");
            }
            Type::Numbers(min, max) | Type::Corners(min, max) => {
                return format!("a list of {min} or {max} numbers");
            }
        };
        name.to_owned()
    }
}
