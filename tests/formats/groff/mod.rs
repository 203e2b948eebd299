//! Trespasser's levels, scenes and savegames: what is read, shown, written, and said about damage.

mod animals;
mod blocks;
mod damage;
mod fixture;
mod folder;
mod folders;
mod reading;
mod scenes;
mod terrain;
mod writing;
