//! Rock Ridge: Unix names, and deep folders that are stored elsewhere.
//!
//! A system use area consists of entries: 2 letters, u8 length, u8 version 1, data.
//!
//! | entry | data |
//! |---|---|
//! | `SP` | `BE EF`, u8: number of bytes before the entries of every other area; the first entry of the root |
//! | `CE` | three numbers in both byte orders: sector, offset and length of more entries |
//! | `NM` | u8 flags, then a part of the name; bit 0: continues, bits 1 and 2: `.` and `..` |
//! | `CL` | sector of the folder that this file represents, in both byte orders |
//! | `RE` | this folder is listed where a `CL` refers to it |
//!
//! Source: format document `disc-image.md` section 5.3.

/// Maximum number of continuation areas.
const MAX_AREAS: usize = 32;
/// Flag: the name continues in the next entry.
const GOES_ON: u8 = 1;
/// Size of the CD-XA attributes, which precede the entries.
const XA: usize = 14;

/// A system use area.
pub struct Area<'a> {
    pub bytes: &'a [u8],
    /// Bytes before its entries.
    pub skipped: usize,
}

impl Area<'_> {
    /// Number of bytes to skip in every area, from the first area of the root; `None` if it is not given.
    pub fn first(bytes: &[u8]) -> Option<usize> {
        [0, XA].into_iter().find_map(|start| match bytes.get(start..)? {
            [b'S', b'P', 7, 1, 0xBE, 0xEF, skipped, ..] => Some(usize::from(*skipped)),
            _ => None,
        })
    }
}

/// Values of a directory record's Rock Ridge entries.
#[derive(Default)]
pub struct Entries {
    /// Empty without a name.
    pub name: Vec<u8>,
    /// Sector of the folder that the file represents.
    pub child: Option<u32>,
    /// The folder is listed elsewhere.
    pub is_relocated: bool,
    /// `true` if there is an entry that only Rock Ridge defines.
    pub is_rock_ridge: bool,
}

impl Entries {
    /// Reads the entries of an area and of its continuations, which `more` returns for a sector, an
    /// offset and a length.
    pub fn of(area: &Area<'_>, more: impl Fn(u32, u32, u32) -> Vec<u8>) -> Self {
        let mut entries = Self::default();
        let (mut areas, mut name_ends) = (1, false);
        let mut next = area.bytes.get(area.skipped..).map(<[u8]>::to_vec);
        while let Some(bytes) = next.take() {
            let mut rest = bytes.as_slice();
            while let [kind @ .., _, _] = rest.get(..4).unwrap_or(&[]) {
                let len = usize::from(rest.get(2).copied().unwrap_or(0));
                let Some((entry, behind)) = rest.split_at_checked(len).filter(|_| len >= 4) else {
                    break;
                };
                let data = entry.get(4..).unwrap_or(&[]);
                match kind {
                    b"NM" if !name_ends => name_ends = entries.add_name(data),
                    b"CL" => entries.child = word(data, 0),
                    b"RE" => entries.is_relocated = true,
                    b"CE" if areas < MAX_AREAS => {
                        areas += 1;
                        let place = (word(data, 0), word(data, 8), word(data, 16));
                        if let (Some(sector), Some(at), Some(len)) = place {
                            next = Some(more(sector, at, len));
                        }
                    }
                    b"ST" => break,
                    _ => {}
                }
                entries.is_rock_ridge |= matches!(kind, b"NM" | b"PX" | b"RR");
                rest = behind;
            }
        }
        entries
    }

    /// Adds a part of the name; returns `true` if it was the last one.
    fn add_name(&mut self, data: &[u8]) -> bool {
        let Some((flags, part)) = data.split_first() else { return true };
        self.name.extend(part);
        flags & GOES_ON == 0
    }
}

/// A number whose first copy is at offset `at`.
fn word(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}
