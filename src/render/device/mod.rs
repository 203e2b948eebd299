//! The device: pipelines, memory, and the data that shaders read, in the layout that they declare.

pub mod assembly;
mod demands;
mod face_draw;
mod faults;
mod gpu;
mod memory;
mod pipelines;
mod recipe;
#[allow(missing_docs, reason = "the shaders describe the fields")]
pub mod records;

pub use demands::Demands;
pub(super) use face_draw::{COLOUR, DEPTH, FaceDraw, IDS, SILHOUETTE};
pub use faults::DeviceFaults;
pub use gpu::{AdapterChoice, Gpu, RenderError, device_descriptor};
pub(super) use memory::{Upload, buffer, group, grow, largest, storage, texture, view_of};
pub(super) use pipelines::{INDICES_PER_FACE, MAX_DRAW};
pub(super) use records::{
    BILLBOARD, BatchRecord, FaceRecord, LineRecord, NO_NORMAL, NodeRecord, ResolveRecord,
    SCREEN_FACE_SIZE, SkyRecord, StateRecord, ViewRecord, line_kind, node_flags, state_flags,
    view_flags,
};
