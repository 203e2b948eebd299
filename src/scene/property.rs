//! Properties of elements as text and numbers.

/// Properties for a card: headings and values.
pub type Properties<'a> = Vec<(&'a str, Value)>;

/// A displayed value; the user interface groups the digits of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Displayed text.
    Text(String),
    /// Number whose heading names the counted items.
    Count(u64),
    /// Number with the name of the counted items, singular and plural.
    Counted(u64, [&'static str; 2]),
}

impl Default for Value {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl<T: Into<String>> From<T> for Value {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl Value {
    pub(super) fn count(number: usize) -> Self {
        Self::Count(number as u64)
    }

    /// Text of the value; `grouped` formats counts.
    pub fn in_words(&self, grouped: fn(u64) -> String) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(number) => grouped(*number),
            Self::Counted(1, [one, _]) => format!("1 {one}"),
            Self::Counted(number, [_, many]) => format!("{} {many}", grouped(*number)),
        }
    }
}

/// The name, or `none`.
pub(super) fn name_or_none(name: Option<&String>) -> Value {
    name.map_or("none", String::as_str).into()
}
