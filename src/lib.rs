//! Gouraud shows the asset files of old 3D games at once as geometry, as named fields and as
//! bytes, and links the three every way.
//!
//! Data flows one way: `bytes → codec → container → formats → scene → { render · audio · export ·
//! edit · index } → { app · cli }`, with `library` beside `formats` keeping what is open. Which room may use
//! which is written down, and held, in `tests/properties/layering`; `docs/ARCHITECTURE.md` walks through
//! them.
//!
//! # As a library
//!
//! Without its features (`window`, `picture`, `sound`, `index`) this is a library that reads, explains,
//! exports and rewrites files, and draws, plays and shows nothing. A [`library::Library`] opens
//! whatever is known, by its content; what is open has fields ([`bytes::Tree`]), problems,
//! and often a [`scene::Scene`]: meshes, textures, skeletons, sounds, whatever the game.
//!
//! Here a level is opened, and its faces are printed by what their flags say:
//!
//! ```
//! use gouraud::library::Library;
//!
//! let library = Library::new();
//! let level = library.open("assets/demo/plaza.psx", None)?;
//! assert_eq!(level.document.format.id, "neversoft.psx");
//!
//! let scene = level.scene(&library).ok_or("nothing to look at")?;
//! for (field, stored) in scene.face_fields.iter().enumerate() {
//!     for flag in &stored.flags {
//!         let faces: usize = scene
//!             .meshes
//!             .iter()
//!             .flat_map(|mesh| mesh.face_values[field].iter())
//!             .filter(|value| *value & flag.mask != 0)
//!             .count();
//!         if faces > 0 {
//!             println!("{}.{}: {faces} faces ({})", stored.name, flag.name, flag.meaning);
//!         }
//!     }
//! }
//!
//! // A face knows its bytes, and the path under which the tree explains them.
//! let mesh = scene.meshes.iter().find(|mesh| !mesh.faces.is_empty()).ok_or("no faces")?;
//! let origin = mesh.face_spans.origin(mesh.faces.first().ok_or("no faces")?.index as usize);
//! let field = level.document.tree.find(&origin.path)?;
//! let span = level.document.tree.field(&field).ok_or("no field")?.span;
//! assert_eq!(span, origin.span);
//! println!("{} is {} bytes from {:#x}", origin.path, span.len, span.start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]

#[cfg(feature = "window")]
#[allow(missing_docs, reason = "the window is a program, not a library")]
pub mod app;
#[cfg(feature = "sound")]
pub mod audio;
pub mod bytes;
pub mod cli;
pub mod codec;
pub mod container;
pub mod edit;
pub mod export;
pub mod formats;
#[cfg(feature = "index")]
pub mod index;
pub mod library;
pub mod plausibility;
#[cfg(feature = "picture")]
pub mod render;
pub mod scene;

/// The guide's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../docs/adding-a-format.md")]
pub struct AddingAFormat;
