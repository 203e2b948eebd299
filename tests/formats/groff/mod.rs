//! Trespasser's levels, scenes and savegames: what is read, shown, written, and said about damage.

mod alive;
mod animals;
mod blocks;
mod damage;
mod fixture;
mod folder;
mod folders;
mod helpers;
mod kinds;
mod reading;
mod scenes;
mod sounds;
mod terrain;
mod transforms;
mod writing;
