//! Trespasser's levels, scenes and savegames: reading, display, writing and damage.

mod animals;
mod behaviour;
mod blocks;
mod by_paper;
pub mod damage;
mod fixture;
mod folder;
mod folders;
mod helpers;
mod kinds;
mod reading;
mod savegames;
mod scenes;
mod sounds;
mod terrain;
mod transforms;
mod writing;
