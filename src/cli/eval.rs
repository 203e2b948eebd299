//! `eval`: evaluates expressions over the fields of a file.

mod row;

use std::any::Any;
use std::io::{self, Write};
use std::sync::MutexGuard;

use self::row::{Evaluation, Row};
use super::args::Reading;
use super::out::Clean;
use super::session::{Session, Status};
use crate::bytes::{FieldKind, Tree};
use crate::formats::user::UserContent;
use crate::ksy::{
    Expression, Failure, FieldExpression, ObjectId, Objects, Reader, TreeObjects, Value,
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
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
    let at = args.at.as_deref();
    let subject: Result<Box<dyn Subject + '_>, String> = match content.downcast_ref::<UserContent>()
    {
        Some(content) => Described::at(at, content.reading().reader()).map(|of| Box::new(of) as _),
        None => scope_at(at.unwrap_or(""), &opened.document.tree).map(|of| Box::new(of) as _),
    };
    match subject {
        Ok(mut subject) => print(args, &mut *subject, session),
        Err(why) => {
            session.fail(format_args!("{}: {why}", args.path));
            Ok(())
        }
    }
}

/// The fields of a document, in the scope of the group at a field path.
fn scope_at<'a>(path: &str, tree: &'a Tree) -> Result<TreeObjects<'a>, String> {
    let id = tree.find(path).map_err(|miss| miss.to_string())?;
    match tree.content(&id).map(|content| content.kind) {
        Some(FieldKind::Group) => Ok(TreeObjects::new(tree, id)),
        _ => Err(format!("{path} is not an object")),
    }
}

/// Prints a line per expression.
fn print(args: &Args, subject: &mut dyn Subject, session: &mut Session) -> io::Result<()> {
    for text in &args.expressions {
        // A blank in front keeps a minus from being read as an option.
        let text = text.trim_start();
        let evaluation = subject.evaluate(text);
        if evaluation.value.is_err() {
            session.raise(Status::Problems);
        }
        let row = Row { text, evaluation, objects: subject.objects(), path: &args.path };
        if args.json {
            session.out.json(&row)?;
        } else {
            writeln!(session.out, "{}", Clean(&row.to_string()))?;
        }
    }
    Ok(())
}

/// A file over whose fields expressions are evaluated.
trait Subject {
    fn evaluate(&mut self, text: &str) -> Evaluation;
    fn objects(&self) -> &dyn Objects;
}

impl Subject for TreeObjects<'_> {
    fn evaluate(&mut self, text: &str) -> Evaluation {
        let expression = FieldExpression::parse(text).map_err(Failure::from);
        let field = expression.as_ref().ok().and_then(|expression| expression.field(self));
        Evaluation { value: expression.and_then(|expression| expression.value(self)), field }
    }

    fn objects(&self) -> &dyn Objects {
        self
    }
}

/// A file that is read with a description.
struct Described<'a> {
    reader: MutexGuard<'a, Reader>,
    /// Object whose members an expression may use.
    scope: ObjectId,
}

impl<'a> Described<'a> {
    /// The file in the scope of the object at a field path.
    fn at(path: Option<&str>, reader: MutexGuard<'a, Reader>) -> Result<Self, String> {
        let mut described = Self { reader, scope: 0 };
        let Some(path) = path else { return Ok(described) };
        match described.evaluate(path).value {
            Ok(Value::Object(scope)) => Ok(Self { scope, ..described }),
            Ok(_) => Err(format!("{path} is not an object")),
            Err(failure) => Err(failure.message),
        }
    }
}

impl Subject for Described<'_> {
    fn evaluate(&mut self, text: &str) -> Evaluation {
        let (reader, scope) = (&mut *self.reader, self.scope);
        let expression = Expression::new(text, reader, scope);
        let value = expression.as_ref().map_err(Clone::clone);
        let value = value.and_then(|expression| expression.value(reader, scope));
        let field = expression.ok().and_then(|expression| expression.field(reader, scope));
        let problem = value.as_ref().err().and_then(|failure| failure.listed);
        let problem = problem.and_then(|at| reader.problems().get(at));
        let field = problem.map(|problem| (problem.path.clone(), problem.span)).or(field);
        Evaluation { value, field }
    }

    fn objects(&self) -> &dyn Objects {
        &*self.reader
    }
}
