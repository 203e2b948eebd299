//! Finds the case of a value: `switch-on`.

use std::collections::HashMap;

use super::description::{Choice, Constant};
use super::expr::{Expr, Kind};
use super::failure::Failure;
use super::operators::is_equal;
use super::reader::Reader;
use super::size::constant;
use super::value::{Env, Value};

impl Constant {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Int(number) => Some(Self::Int(*number)),
            Value::Enum(id, number) => Some(Self::Enum(*id, *number)),
            Value::Text(text) => Some(Self::Text(text.clone())),
            _ => None,
        }
    }

    fn of_key(key: &Expr) -> Option<Self> {
        match &key.kind {
            Kind::Enum(found) => found.value.get().map(|(id, number)| Self::Enum(*id, *number)),
            Kind::Text(text) => Some(Self::Text(text.clone())),
            _ => constant(key).map(Self::Int),
        }
    }
}

impl<T> Choice<T> {
    /// The cases by their keys. Of equal keys, the first one applies.
    fn constants(&self) -> Option<&HashMap<Constant, usize>> {
        let found = self.constants.get_or_init(|| {
            let mut found = HashMap::new();
            for (index, (key, _)) in self.cases.iter().enumerate() {
                if let Some(key) = key {
                    found.entry(Constant::of_key(&key.expr)?).or_insert(index);
                }
            }
            Some(found)
        });
        found.as_ref()
    }

    /// The case that applies to all other values.
    fn other(&self) -> Option<&T> {
        self.cases.iter().rev().find(|(key, _)| key.is_none()).map(|(_, case)| case)
    }
}

impl Reader {
    /// The case of a choice that applies to a value.
    pub(super) fn chosen<'c, T>(
        &mut self,
        choice: &'c Choice<T>,
        env: &Env,
    ) -> Result<Option<&'c T>, Failure> {
        let on = self.eval(&choice.on.expr, env)?;
        self.step(on.weight())?;
        if let (Some(key), Some(constants)) = (Constant::of(&on), choice.constants()) {
            let found = constants.get(&key).and_then(|index| choice.cases.get(*index));
            return Ok(found.map(|(_, case)| case).or_else(|| choice.other()));
        }
        for (key, case) in &choice.cases {
            let Some(key) = key else { continue };
            let key = self.eval(&key.expr, env)?;
            self.step(on.weight())?;
            if is_equal(&on, &key) {
                return Ok(Some(case));
            }
        }
        Ok(choice.other())
    }
}
