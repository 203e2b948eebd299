//! Error of the index.

use std::fmt;

use rusqlite::{Error, ErrorCode};

/// Message that states why the index could not be used.
#[derive(Debug)]
pub struct IndexError {
    message: String,
    is_damaged: bool,
}

impl IndexError {
    /// `true` if the file was damaged. It was then replaced by a new, empty one.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_damaged: false }
    }

    /// Replaces the message.
    pub(super) fn with_message(self, words: impl FnOnce(&Self) -> String) -> Self {
        Self { message: words(&self), ..self }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IndexError {}

impl From<Error> for IndexError {
    fn from(error: Error) -> Self {
        let code = error.sqlite_error_code();
        // Tables written by this program contain only readable values.
        let is_odd = matches!(
            error,
            Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::InvalidColumnType(..)
                | Error::Utf8Error(..)
        );
        let damage = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
        let is_damaged = is_odd || code.is_some_and(|code| damage.contains(&code));
        let message = match code {
            _ if is_damaged => "the file is damaged".to_owned(),
            Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                "the file cannot be written".to_owned()
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "another window is using it".to_owned()
            }
            _ => error.to_string(),
        };
        Self { message, is_damaged }
    }
}
