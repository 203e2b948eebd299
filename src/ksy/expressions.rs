//! The expressions of attributes.

use super::description::*;

/// Calls `f` with the expressions of an attribute.
pub(super) fn each_code<'a>(attribute: &'a Attribute, f: &mut dyn FnMut(&'a Code)) {
    attribute.condition.iter().for_each(&mut *f);
    let parse = match &attribute.body {
        Body::Value(code) => return f(code),
        Body::Parse(parse) => parse,
    };
    parse.size.iter().chain(&parse.pos).chain(&parse.io).for_each(&mut *f);
    if let Repeat::Times(code) | Repeat::Until(code) = &parse.repeat {
        f(code);
    }
    if let Parent::Given(code) = &parse.parent {
        f(code);
    }
    match &parse.process {
        Some(Process::Xor(code) | Process::Rotate { by: code, .. }) => f(code),
        Some(Process::Unpack(_, Some(code))) => f(code),
        _ => {}
    }
    match &parse.valid {
        Some(Valid::Equal(code) | Valid::Holds(code)) => f(code),
        Some(Valid::Range { min, max }) => min.iter().chain(max).for_each(|code| f(code)),
        Some(Valid::AnyOf(codes)) => codes.iter().for_each(&mut *f),
        Some(Valid::InEnum(_)) | None => {}
    }
    each_of_type(&parse.kind, f);
}

fn each_of_type<'a>(kind: &'a Type, f: &mut dyn FnMut(&'a Code)) {
    match kind {
        Type::Class(found) => found.arguments.iter().for_each(f),
        Type::Switch(choice) => {
            f(&choice.on);
            for (key, case) in &choice.cases {
                key.iter().for_each(&mut *f);
                each_of_type(case, f);
            }
        }
        _ => {}
    }
}
