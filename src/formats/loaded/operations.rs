//! The operations that a format registers.

use super::Loaded;
use crate::bytes::{Attached, Source};
use crate::container::{Context, Siblings};
use crate::formats::{
    Computable, Displayed, Editable, HasMembers, HashesNames, Head, Packed, Probe, Unsupported,
};

type ClaimBeside = fn(&str, &dyn Fn(&str) -> bool) -> Option<Probe>;

/// The operations of a format.
pub struct Operations<T> {
    pub(super) displayed: fn(&Loaded<T>) -> &dyn Displayed,
    pub(super) members: fn(&Loaded<T>) -> &dyn HasMembers,
    pub(super) editable: fn(&Loaded<T>) -> &dyn Editable,
    pub(super) computable: fn(&Loaded<T>) -> &dyn Computable,
    pub(super) names: fn(&Loaded<T>) -> &dyn HashesNames,
    pub(super) packed: fn(&Loaded<T>) -> &dyn Packed,
    pub(super) is_wrapper: bool,
    pub(super) probe_with_companions: ClaimBeside,
    pub(super) join: fn(&Source, &dyn Siblings) -> Option<Source>,
    pub(super) companion_data: fn(&Source, Context<'_>) -> Option<Attached>,
    pub(super) title: fn(&Head<'_>) -> Option<String>,
}

impl<T> Clone for Operations<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Operations<T> {}

impl<T: 'static> Operations<T> {
    /// A format that can only be read.
    pub const NONE: Self = Self {
        displayed: |_| &Unsupported,
        members: |_| &Unsupported,
        editable: |_| &Unsupported,
        computable: |_| &Unsupported,
        names: |_| &Unsupported,
        packed: |_| &Unsupported,
        is_wrapper: false,
        probe_with_companions: |_, _| None,
        join: |_, _| None,
        companion_data: |_, _| None,
        title: |_| None,
    };

    /// Adds [`Displayed`].
    pub const fn displayed(self) -> Self
    where
        Loaded<T>: Displayed,
    {
        Self { displayed: |file| file, ..self }
    }

    /// Adds [`HasMembers`].
    pub const fn with_members(self) -> Self
    where
        Loaded<T>: HasMembers,
    {
        Self { members: |file| file, ..self }
    }

    /// Adds [`Editable`].
    pub const fn editable(self) -> Self
    where
        Loaded<T>: Editable,
    {
        Self { editable: |file| file, ..self }
    }

    /// Adds [`Computable`].
    pub const fn computable(self) -> Self
    where
        Loaded<T>: Computable,
    {
        Self { computable: |file| file, ..self }
    }

    /// Adds [`HashesNames`].
    pub const fn hashes_names(self) -> Self
    where
        Loaded<T>: HashesNames,
    {
        Self { names: |file| file, ..self }
    }

    /// Adds [`Packed`]: its files are wrappers.
    pub const fn packed(self) -> Self
    where
        Loaded<T>: Packed,
    {
        Self { packed: |file| file, is_wrapper: true, ..self }
    }

    /// Adds [`Format::probe_with_companions`](crate::formats::Format::probe_with_companions).
    pub const fn claimed_beside(self, probe_with_companions: ClaimBeside) -> Self {
        Self { probe_with_companions, ..self }
    }

    /// Adds [`Format::joined`](crate::formats::Format::joined).
    pub const fn joined(self, join: fn(&Source, &dyn Siblings) -> Option<Source>) -> Self {
        Self { join, ..self }
    }

    /// Adds [`Format::companion_data`](crate::formats::Format::companion_data).
    pub const fn reads_companions(
        self,
        companion_data: fn(&Source, Context<'_>) -> Option<Attached>,
    ) -> Self {
        Self { companion_data, ..self }
    }

    /// Adds [`Format::title`](crate::formats::Format::title).
    pub const fn titled(self, title: fn(&Head<'_>) -> Option<String>) -> Self {
        Self { title, ..self }
    }
}
