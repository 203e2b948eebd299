//! Sound banks of Trespasser: reading, problems of damaged files, and writing.

mod damage;
mod fixture;
mod reading;
mod writing;
