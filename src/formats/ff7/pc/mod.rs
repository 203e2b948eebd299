//! The PC version: skeletons, meshes, textures and animations, each a file of its own inside
//! `battle.lgp`, `magic.lgp` and `char.lgp`. The rooms are called as the files are.
//!
//! | file | room |
//! |---|---|
//! | `rtaa`, `x.d` | [`aa`]: skeleton of a battle model, or a stage |
//! | `rtab` | [`ab`]: settings and action scripts |
//! | `rtda`, `x.a00` | [`da`]: animations of a battle model, in the codes of the PlayStation's |
//! | `rtam` …, `rtck` …, `x.p00`, `x.p` | [`p`]: mesh of a bone, a weapon or a piece of a stage |
//! | `rtac` …, `x.t00`, `x.tex` | [`tex`]: texture |
//! | `x.hrc`, `x.rsd`, `x.a` | [`hrc`], [`rsd`], [`a`]: skeleton, resource and animation of a field model |
//!
//! Axes are the PlayStation's, X right and Y down, and are turned like those.
//!
//! Source: format document `ff7-pc.md`.

pub mod a;
pub mod aa;
pub mod ab;
mod beside;
pub mod da;
pub mod hrc;
mod looks;
pub mod names;
pub mod p;
pub mod rsd;
pub mod tex;
mod words;
