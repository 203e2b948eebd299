//! The PC version: skeletons, meshes, textures and animations, each a separate file in `battle.lgp`,
//! `magic.lgp` and `char.lgp`. The modules are named after the files.
//!
//! | file | module |
//! |---|---|
//! | `rtaa`, `x.d` | [`aa`]: skeleton of a battle model, or a stage |
//! | `rtab` | [`ab`]: settings and action scripts |
//! | `rtda`, `x.a00` | [`da`]: animations of a battle model, in the PlayStation's encoding |
//! | `rtam` …, `rtck` …, `x.p00`, `x.p` | [`p`]: mesh of a bone, a weapon or a part of a stage |
//! | `rtac` …, `x.t00`, `x.tex` | [`tex`]: texture |
//! | `x.hrc`, `x.rsd`, `x.a` | [`hrc`], [`rsd`], [`a`]: skeleton, resource and animation of a field model |
//!
//! Axes are those of the PlayStation version, X right and Y down, and are converted in the same way.
//!
//! Source: format document `ff7-pc.md`.

pub mod a;
pub mod aa;
pub mod ab;
mod companions;
pub mod da;
pub mod hrc;
mod materials;
pub mod names;
pub mod p;
pub mod rsd;
pub mod tex;
mod words;
