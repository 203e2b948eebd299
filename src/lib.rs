//! Gouraud displays the asset files of old 3D games as geometry, as named fields and as bytes, and links
//! the three views with each other.
//!
//! Data flows one way: `bytes → codec → container → formats → scene → { render · audio · export · edit ·
//! index } → { app · cli }`, with `library` next to `formats` for the open files. The allowed
//! dependencies between modules are listed and enforced in `tests/properties/layering`;
//! `docs/ARCHITECTURE.md` describes them.
//!
//! # As a library
//!
//! Without its features (`window`, `picture`, `sound`, `index`) this is a library that reads, explains,
//! exports and rewrites files, without drawing, playback or a window. A [`library::Library`] recognizes
//! and opens files by their content. An open file has fields ([`bytes::Tree`]), problems, and often a
//! [`scene::Scene`]: meshes, textures, skeletons and sounds, in the same form for every game.
//!
//! This example opens a level and counts its faces by the flags that they have set:
//!
//! ```
//! use gouraud::library::Library;
//!
//! let library = Library::new();
//! let level = library.open("assets/demo/plaza.psx", None)?;
//! assert_eq!(level.document.format.id, "neversoft.psx");
//!
//! let scene = level.scene(&library).ok_or("no scene")?;
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
//! // Every face has the span of its bytes, and its field path in the tree.
//! let mesh = scene.meshes.iter().find(|mesh| !mesh.faces.is_empty()).ok_or("no faces")?;
//! let origin = mesh.face_spans.origin(mesh.faces.first().ok_or("no faces")?.index as usize);
//! let field = level.document.tree.find(&origin.path)?;
//! let span = level.document.tree.field(&field).ok_or("no field")?.span;
//! assert_eq!(span, origin.span);
//! println!("{} is {} bytes from {:#x}", origin.path, span.len, span.start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "window")]
#[allow(missing_docs, reason = "the window is part of the program, not of the library")]
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
pub mod ksy;
pub mod library;
pub mod plausibility;
#[cfg(feature = "picture")]
pub mod render;
pub mod scene;

/// Runs the example of the guide as a test.
#[cfg(doctest)]
#[doc = include_str!("../docs/adding-a-format.md")]
pub struct AddingAFormat;
