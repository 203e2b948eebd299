//! Facts of elements, in words and numbers.

/// Facts for a card: headings and values.
pub type Properties<'a> = Vec<(&'a str, Value)>;

/// A value as it is shown; whoever shows it groups the digits of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Words as they are shown.
    Text(String),
    /// Number whose heading says what is counted.
    Count(u64),
    /// How many of what: its word for one and for all other numbers.
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

    /// In words, with `grouped` for the digits of counts.
    pub fn in_words(&self, grouped: fn(u64) -> String) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(number) => grouped(*number),
            Self::Counted(1, [one, _]) => format!("1 {one}"),
            Self::Counted(number, [_, many]) => format!("{} {many}", grouped(*number)),
        }
    }
}

/// Its name, or that there is none of it.
pub(super) fn name_or_none(name: Option<&String>) -> Value {
    name.map_or("none", String::as_str).into()
}
