//! Trespasser's sound banks: what is read, what is said about damage, what is written.

#[path = "trespasser/damage.rs"]
mod damage;
#[path = "common/document.rs"]
mod document;
#[path = "trespasser/fixture.rs"]
mod fixture;
#[path = "properties/mutation.rs"]
mod mutation;
#[path = "trespasser/reading.rs"]
mod reading;
#[path = "trespasser/writing.rs"]
mod writing;
