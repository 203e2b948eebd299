//! Optional operations of formats. A format registers the groups that it supports in
//! [`Records::OPERATIONS`](super::Records::OPERATIONS) and implements their traits for
//! [`Loaded`](super::Loaded) records; [`Unsupported`] answers for all other formats.

use std::any::Any;
use std::collections::BTreeMap;

use glam::Vec3;

use super::{
    Change, Decoded, DependentEdits, EditResult, Fields, ListChange, ListMenu, NewMembers,
    NewValue, Refusal, Report, Rewritten,
};
use crate::bytes::{Problems, SourceId, Value};
use crate::container::{Context, Members, Unnamed};
use crate::scene::{ElementState, Replacement, Scene, VideoInfo};

/// Default answers, for formats without an operation.
pub struct Unsupported;

/// Displays a file.
pub trait Displayed {
    /// The scene, with missing companions as problems. `None` for formats without a scene.
    fn scene(&self, _context: Context<'_>) -> Option<(Scene, Problems)> {
        None
    }

    /// Pictures and sound tracks of a video.
    fn footage(&self) -> Option<VideoInfo> {
        None
    }

    /// Message about a missing companion without which nothing can be displayed.
    fn missing(&self, _context: Context<'_>) -> Option<String> {
        None
    }

    /// The version, if a companion determines it.
    fn version_by_companions(&self, _context: Context<'_>) -> Option<String> {
        None
    }
}

/// Files inside a container.
pub trait HasMembers {
    /// The files inside.
    fn members(&self) -> Option<&dyn Members> {
        None
    }

    /// The files inside, if a companion holds their names or their bytes, with missing data as problems.
    /// Used instead of [`HasMembers::members`].
    fn companion_members(&self, _context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        None
    }

    /// `true` if a traversal of all files enters this container, rather than its companion with the same
    /// files.
    fn is_entered(&self, _context: Context<'_>) -> bool {
        self.members().is_some()
    }

    /// Replaces members of this container, by their indices in the list of members; offsets, sizes and
    /// checksums are recomputed. Returns all files that change.
    fn with_members(
        &self,
        _context: Context<'_>,
        _replaced: &NewMembers,
    ) -> EditResult<Vec<Rewritten>> {
        Err(Refusal("files in this format cannot be replaced".to_owned()))
    }
}

/// Edits that change more than the value of a field.
pub trait Editable {
    /// `true` if this value of a field adds or removes other fields, as flags do, and
    /// [`Editable::with_governing`] supports it.
    fn governs(&self, _path: &str, _value: &Value) -> bool {
        false
    }

    /// Writes the file with these values, with a new layout.
    fn with_governing(&self, _fields: &[(&str, &Value)]) -> EditResult<Vec<u8>> {
        Err(Refusal("this format has no field that affects the layout".to_owned()))
    }

    /// Reason why the value of this field cannot be set, for example because its position is a guess.
    fn refuses(&self, _path: &str) -> Option<Refusal> {
        None
    }

    /// The bytes of a text in the field's own encoding; `None` for texts in code page 1252.
    fn encoded(&self, _path: &str, _text: &str) -> Option<EditResult<Vec<u8>>> {
        None
    }

    /// The number that a name stands for in this field, if the format defines names for it.
    fn number_of_name(&self, _path: &str, _name: &str) -> Option<i128> {
        None
    }

    /// The file with changed unpacked parts, packed again.
    fn repacked(&self, _file: Vec<u8>, _parts: BTreeMap<SourceId, Vec<u8>>) -> EditResult<Vec<u8>> {
        Err(Refusal("packed fields of this format cannot be set".to_owned()))
    }

    /// Reason to refuse an edit: the effect of setting these fields on others in the changed file.
    fn side_effect(&self, _changed: &dyn Any, _edited: &[&str]) -> Option<String> {
        None
    }

    /// `true` if setting a field may change other fields: [those of the file](Editable::followers), or
    /// those of companions ([`Change::Fields`]).
    fn couples_fields(&self) -> bool {
        false
    }

    /// Other fields of this file that must change when these fields are set, with their new values.
    ///
    /// # Errors
    /// When a new value cannot be stored.
    fn followers(&self, _set: &[NewValue]) -> EditResult<Fields> {
        Ok(Vec::new())
    }

    /// Directions in the scene of the three axes along which the file stores positions.
    fn axes(&self) -> [Vec3; 3] {
        Vec3::AXES
    }

    /// For each of these fields, the paths of others that store the same value, such as copies of a header.
    fn copies_of(&self, _paths: &[&str]) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// `true` if its sounds store their rate and channels, so that a recording keeps its own; otherwise a
    /// recording is converted to those of the sound that it replaces.
    fn has_own_rates(&self) -> bool {
        false
    }

    /// `true` if a companion stores the content of its textures, so that every replacement changes both.
    fn has_assets_beside(&self) -> bool {
        false
    }

    /// Replaces the texture or sound whose field is `path`; dependent data (smaller versions, copies of
    /// headers, offsets) is regenerated. Rows of a picture are in the order of the decoded texture.
    fn with_asset(
        &self,
        _context: Context<'_>,
        _path: &str,
        _new: &Replacement,
    ) -> EditResult<Vec<u8>> {
        Err(Refusal("textures and sounds of this format cannot be replaced".to_owned()))
    }

    /// Adds or removes elements of a list; counts, offsets and indices into the list are updated.
    fn with_list(&self, _context: Context<'_>, _change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        Err(Refusal("elements of this format cannot be added or removed".to_owned()))
    }

    /// The changes of lists that the menu of the field at `path` offers.
    fn list_menu(&self, _path: &str) -> ListMenu {
        ListMenu::default()
    }

    /// Edits that companions need before this change is applied; empty if they already contain them.
    ///
    /// # Errors
    /// When a companion cannot be changed as required, with the reason.
    fn entails(
        &self,
        _context: Context<'_>,
        _change: &Change<'_>,
    ) -> EditResult<Vec<DependentEdits>> {
        Ok(Vec::new())
    }

    /// The fields that store the displayed state of the element whose field is `path`, with their new
    /// values. Rounds to what can be stored; fails if the element has no such fields.
    fn stored_as(
        &self,
        _context: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> EditResult<Fields> {
        Err(Refusal(match shown {
            ElementState::Palette { .. } => format!("{path} stores no choice of a palette"),
            _ => "transforms in this format cannot be changed".to_owned(),
        }))
    }

    /// `true` if the whole file is a text in code page 1252 that can be edited as text.
    fn is_text(&self) -> bool {
        false
    }
}

/// Values that can be computed from the rest of the file.
pub trait Computable {
    /// `true` if some values of this file can be computed.
    fn has_computed(&self) -> bool {
        false
    }

    /// Reports stored values that differ from the computed ones, at severity `note`.
    fn audit(&self, _report: &mut Report<'_>) {}

    /// Reports stored values that differ from those computed with companions, at severity `note`.
    fn audit_beside(&self, _context: Context<'_>, _report: &mut Report<'_>) {}

    /// Paths of missing tables that [`rebuilt`](Computable::rebuilt) adds on request.
    fn buildable(&self) -> Vec<String> {
        Vec::new()
    }

    /// Rebuilds the table at `path` from the rest of the file, for tables that the
    /// [audit](Computable::audit) reports and those that are [buildable](Computable::buildable).
    fn rebuilt(&self, path: &str) -> EditResult<Vec<u8>> {
        Err(Refusal(format!("{path} is not computed from the rest of the file")))
    }
}

/// Hashes that are stored instead of names.
pub trait HashesNames {
    /// The format's hash of a name, if its fields store such hashes.
    fn name_hash(&self, _name: &str) -> Option<u32> {
        None
    }

    /// The hash in a text that stands for a name, if the format writes hashes as texts.
    fn hash_in_text(&self, _text: &str) -> Option<u32> {
        None
    }

    /// Calls `learn` with every name in this file, and a hash that other files may store for it.
    fn names(&self, _learn: &mut dyn FnMut(u32, &str)) {}

    /// Name of the element of this file that has this hash, if nothing else names it.
    fn name_in_file(&self, _hash: u32) -> Option<String> {
        None
    }

    /// Path of the element of this file that has this hash.
    fn path_of_hash(&self, _hash: u32) -> Option<String> {
        None
    }

    /// The hash of the element of this file with this path.
    fn hash_of_path(&self, _path: &str) -> Option<u32> {
        None
    }

    /// Names of the companions that hold the names of its hashes, in order of preference.
    fn files_with_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// The hashes in this file without names, and the files that may hold their names.
    fn unnamed(&self) -> Option<Unnamed> {
        None
    }
}

/// A [wrapper](super::Wrapper), or a packed disc that is too large to be unpacked into memory.
pub trait Packed {
    /// The content.
    fn decoded(&self) -> Option<&Decoded> {
        None
    }

    /// Packs `inside` as this wrapper was packed.
    fn wrap(&self, _inside: &[u8]) -> EditResult<Vec<u8>> {
        Err(Refusal("this compression can only be read".to_owned()))
    }
}

impl Displayed for Unsupported {}
impl HasMembers for Unsupported {}
impl Editable for Unsupported {}
impl Computable for Unsupported {}
impl HashesNames for Unsupported {}
impl Packed for Unsupported {}
