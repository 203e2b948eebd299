//! Sound banks of Trespasser: reading, problems of damaged files, and writing.

pub mod damage;
mod fixture;
mod reading;
mod writing;
