//! Members, their paths and their names.

mod members;
mod name;
mod path;
mod replacing;
mod temporary;
