//! Checks values against `contents` and `valid`.

use super::description::*;
use super::failure::{ErrorKind, Failure};
use super::operators::{is_equal, order_of};
use super::reader::Reader;
use super::value::{Env, Value};

impl Reader {
    pub(super) fn validate(
        &mut self,
        attribute: &Attribute,
        parse: &Parse,
        value: &Value,
        env: &Env,
    ) -> Result<(), Failure> {
        if !self.has_checks {
            return Ok(());
        }
        if let (Some(contents), Value::Bytes(found)) = (&parse.contents, value)
            && found.bytes() != &**contents
        {
            let expected = Value::Bytes(contents.to_vec().into()).brief();
            let message = format!("expected {expected}, found {}", value.brief());
            return Err(Failure::new(ErrorKind::ValidationNotEqual, message));
        }
        let Some(valid) = &parse.valid else { return Ok(()) };
        self.step(value.weight())?;
        match valid {
            Valid::Equal(code) => {
                let expected = self.eval(&code.expr, env)?;
                if !is_equal(value, &expected) {
                    let message = format!("expected {}, found {}", expected.brief(), value.brief());
                    return Err(Failure::new(ErrorKind::ValidationNotEqual, message));
                }
            }
            Valid::Range { min, max } => {
                let bounds =
                    [(min, ErrorKind::ValidationLessThan), (max, ErrorKind::ValidationGreaterThan)];
                for (code, kind) in bounds {
                    let Some(code) = code else { continue };
                    let bound = self.eval(&code.expr, env)?;
                    let is_low = kind == ErrorKind::ValidationLessThan;
                    let order = order_of(value, &bound)?;
                    if if is_low { order.is_lt() } else { order.is_gt() } {
                        let what = if is_low { "at least" } else { "at most" };
                        let message =
                            format!("expected {what} {}, found {}", bound.brief(), value.brief());
                        return Err(Failure::new(kind, message));
                    }
                }
            }
            Valid::AnyOf(codes) => {
                let mut known = Vec::new();
                for code in codes {
                    self.step(value.weight())?;
                    let expected = self.eval(&code.expr, env)?;
                    if is_equal(value, &expected) {
                        return Ok(());
                    }
                    known.push(expected.brief());
                }
                let message =
                    format!("expected one of {}, found {}", known.join(", "), value.brief());
                return Err(Failure::new(ErrorKind::ValidationNotAnyOf, message));
            }
            Valid::InEnum(_) => {
                let Value::Enum(id, number) = value else { return Ok(()) };
                let found = self.description.enums.get(*id);
                if !found.is_some_and(|found| found.labels.contains_key(number)) {
                    let name = attribute.enumeration.as_ref().map(|name| name.path.join("::"));
                    let name = name.unwrap_or_default();
                    let message = format!("expected a value of `{name}`, found {number}");
                    return Err(Failure::new(ErrorKind::ValidationNotInEnum, message));
                }
            }
            Valid::Holds(code) => {
                let env = Env { element: Some(value.clone()), ..env.clone() };
                if !self.eval_bool(&code.expr, &env)? {
                    let message =
                        format!("`{}` is false for {}", code.text.value.trim(), value.brief());
                    return Err(Failure::new(ErrorKind::ValidationExpr, message));
                }
            }
        }
        Ok(())
    }
}
