//! Labels of objects by templates, as of Kaitai's web editor: `{name}: {len:dec} bytes`.

use super::expr::Expr;
use super::parser::parse;

/// A template.
#[derive(Clone, Debug)]
pub struct Representation(pub(super) Vec<TemplatePart>);

/// A part of a template.
#[derive(Clone, Debug)]
pub(super) enum TemplatePart {
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
            parts.push(TemplatePart::Text(before.to_owned()));
            parts.push(match parse(path) {
                Ok(expr) => TemplatePart::Field { expr, is_hex: form == "hex" },
                Err(_) => TemplatePart::Text(format!("{{{inside}}}")),
            });
            rest = after;
        }
        parts.push(TemplatePart::Text(rest.to_owned()));
        Self(parts)
    }
}
