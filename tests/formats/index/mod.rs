//! The index: what is kept of files, how queries are read, and that every answer is the one that
//! looking at everything would give.

mod answers;
mod keeping;
mod queries;
