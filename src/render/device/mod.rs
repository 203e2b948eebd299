//! The device: pipelines, memory, and the data that shaders read, in the layout that they declare.

#[cfg(test)]
mod agreement;
mod assembly;
mod gpu;
mod memory;
mod pipelines;
mod records;

pub use gpu::{AdapterChoice, Gpu, RenderError, device_descriptor};
pub(super) use memory::{Upload, buffer, group, grow, largest, storage, texture, view_of};
pub(super) use pipelines::{
    COLOUR, DEPTH, Demands, FaceDraw, IDS, INDICES_PER_FACE, MAX_DRAW, SILHOUETTE,
};
pub(super) use records::{
    BILLBOARD, BatchRecord, FaceRecord, LineRecord, NO_NORMAL, NodeRecord, ResolveRecord,
    SCREEN_FACE_SIZE, SkyRecord, StateRecord, ViewRecord, line_kind, node_flags, state_flags,
    view_flags,
};
