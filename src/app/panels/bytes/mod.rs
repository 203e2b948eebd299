//! bytes
pub mod copy;
pub mod find;
pub mod goto;
pub mod inspect;
