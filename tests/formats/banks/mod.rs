//! Trespasser's sound banks: what is read, what is said about damage, what is written.

mod damage;
mod fixture;
mod reading;
mod writing;
