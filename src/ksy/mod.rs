//! Descriptions of formats by the user, in the language of Kaitai Struct.
//!
//! [`load`] reads a description and everything that it imports, and checks it: a [`Description`]
//! with its mistakes as [`Diagnostic`]s. A [`Reader`] reads a file with it: objects with fields,
//! and instances when they are first used, each with its bytes. Expressions are parsed and checked
//! once, by an [`Expression`], and evaluated by the reader.
//!
//! The layers, each using those above it:
//!
//! | files | content |
//! |---|---|
//! | `diagnostic`, `yaml`, `yaml_mistakes` | positions, and YAML with positions |
//! | `lexer`, `parser`, `atoms`, `expr` | the language of expressions |
//! | `code`, `description`, `scope` | classes and enums, and their look-up by name |
//! | `loader`, `load`, `meta`, `enums`, `attributes`, `kinds`, `constraints`, `resolve` | from YAML to classes |
//! | `ty`, `size`, `infer`, `members`, `check` | static types |
//! | `value`, `slots`, `memory`, `stream`, `failure`, `encoding`, `process`, `extremes` | values, members, streams, errors, texts, processes, largest elements |
//! | `objects`, `operators`, `methods`, `eval`, `member_slots` | evaluating expressions |
//! | `quick`, `columns` | expressions over small values; expressions over records of fixed size, compiled |
//! | `reader`, `direct`, `cases`, `fields`, `repeats`, `instances`, `evaluated`, `records`, `record_elements`, `release`, `compact_arrays`, `late`, `plain`, `scan`, `checks`, `cut`, `validate`, `listing`, `demand`, `stack` | reading a file by a description |
//! | `tree`, `condition` | expressions over the fields of a document |
//! | `expressions`, `style` | the expressions of attributes; warnings about style |
//! | `declaration` | declarations of fields, in both directions |
//! | `display`, `hints`, `representation`, `labels` | members of objects with their codings, interpretation and labels |
//! | `magic`, `indices`, `edit` | constant bytes; range check of indices; edits |
//! | `views` | scenes of files: the key `-gouraud` of descriptions |
//! | `suggest` | drafts of descriptions |
//! | `complete` | suggestions for the word that is being typed |
//! | `export` | descriptions of formats that the program reads itself |

mod atoms;
mod attributes;
mod cases;
mod check;
mod checks;
mod code;
mod columns;
mod compact_arrays;
mod complete;
mod condition;
mod constraints;
mod cut;
mod declaration;
mod demand;
mod description;
mod diagnostic;
mod direct;
mod display;
mod edit;
mod encoding;
mod enums;
mod eval;
mod evaluated;
mod examination;
mod export;
mod expr;
mod expressions;
mod extremes;
mod failure;
mod fields;
mod fixed_size;
mod hints;
mod ids;
mod indices;
mod infer;
mod instances;
mod kinds;
mod labels;
mod lazy_objects;
mod lexer;
mod listing;
mod load;
mod loader;
mod magic;
mod member_slots;
mod members;
mod memory;
mod meta;
mod methods;
mod names;
mod numbers;
mod objects;
mod operators;
mod parser;
mod process;
mod quick;
mod reader;
mod record_elements;
mod records;
mod release;
mod repeats;
mod representation;
mod resolve;
mod scan;
mod scope;
mod size;
mod slots;
mod span;
mod stack;
mod stream;
mod style;
mod suggest;
mod tree;
mod ty;
mod validate;
mod value;
pub mod views;
mod yaml;
mod yaml_mistakes;

pub use complete::{Completion, CompletionScope, Suggestion, complete};
pub use condition::{Condition, FieldExpression, Label};
pub use declaration::Declaration;
pub use description::{Description, Docs};
pub use diagnostic::{Diagnostic, Level, Position};
pub use display::{Coding, Element, Member};
pub use examination::{Examination, Property, UnknownName, ValueType};
pub use export::{Exported, export};
pub use failure::{ErrorKind, Failure, Problem};
pub use hints::{FieldHints, Flag, Show};
pub use ids::{ClassId, EnumId};
pub use lexer::Mistake;
pub use loader::Imports;
pub use magic::Magic;
pub use names::edit_distance;
pub use objects::{ObjectInfo, Objects};
pub use reader::Reader;
pub use stack::on_large_stack;
pub use suggest::{NewField, skeleton, with_field};
pub use tree::{Properties, TreeObjects};
pub use value::{Array, Blob, BufferId, Data, ObjectId, Records, Span, StreamId, Value};

use infer::{Checker, Scope};

/// Loads the description in the file `name` with this text, and its imports. Mistakes are in
/// [`Description::diagnostics`].
pub fn load(name: &str, text: &str, imports: &dyn Imports) -> Description {
    on_large_stack(|| loaded(name, text, imports)).unwrap_or_else(|| {
        let message = "not enough memory for the stack";
        let diagnostics = vec![Diagnostic::error(Position::default(), "/", message)];
        Description { diagnostics, ..Description::default() }
    })
}

fn loaded(name: &str, text: &str, imports: &dyn Imports) -> Description {
    let mut loader = loader::Loader::new(imports);
    loader.file(name, text);
    loader.resolve();
    let mut description = loader.description;
    check::check(&mut description);
    let style = style::unprefixed_names(&description);
    description.diagnostics.extend(style);
    description.diagnostics.sort_by_key(|found| (found.file, found.at));
    description.diagnostics.dedup();
    description
}

/// An expression that was checked.
#[derive(Clone, Debug)]
pub struct Expression(expr::Expr);

impl Expression {
    /// Parses and checks an expression in the scope of an object of `reader`.
    ///
    /// # Errors
    /// A `SyntaxError`, `NameError` or `TypeError` with the first mistake.
    pub fn new(text: &str, reader: &Reader, object: ObjectId) -> Result<Self, Failure> {
        let found = on_large_stack(|| Self::checked(text, reader, object));
        found.unwrap_or_else(|| Err(no_stack()))
    }

    fn checked(text: &str, reader: &Reader, object: ObjectId) -> Result<Self, Failure> {
        let parsed = parser::parse(text)?;
        let scope = Scope { class: reader.class_of(object), ..Scope::default() };
        let checked = Checker::new(&reader.description).infer(&parsed, &scope);
        checked.map_err(|mistake| Failure::new(ErrorKind::Type, mistake.message))?;
        Ok(Self(parsed))
    }

    /// Value in the scope of an object.
    ///
    /// # Errors
    /// The failure of the first operation without a result.
    pub fn value(&self, reader: &mut Reader, object: ObjectId) -> Result<Value, Failure> {
        reader.allow_steps(MAX_STEPS_OF_EXPRESSION);
        let value = on_large_stack(|| reader.eval(&self.0, &value::Env::of(object)));
        let value = value.ok_or_else(no_stack)??;
        reader.expanded(value)
    }

    /// Path and bytes of the field that the expression names; `None` for computed values.
    pub fn field(&self, reader: &mut Reader, object: ObjectId) -> Option<(String, Span)> {
        reader.allow_steps(MAX_STEPS_OF_EXPRESSION);
        let (owner, span) = reader.field_of(&self.0, &value::Env::of(object))?;
        Some((reader.path(owner), span))
    }
}

fn no_stack() -> Failure {
    Failure::new(ErrorKind::Limit, "not enough memory for the stack")
}

/// Maximum number of steps for an expression that is evaluated separately.
const MAX_STEPS_OF_EXPRESSION: u64 = 10_000_000;
