//! Replaces the bytes of disc files within their sectors.

use super::iso9660::{Extent, File, RecordLocation, RecordLocations, SIZE, Volume, places, xa};
use super::patch::Patch;
use super::sectors::{Sectors, USER};
use crate::bytes::Source;
use crate::formats::{EditResult, NewMembers, Refusal};

/// Changed bytes of an image with this sector layout when files of its volume, given by index, get these
/// bytes.
///
/// # Errors
/// If a file has too few sectors, or shares them.
pub fn with_files(
    (volume, sectors, image): (&Volume, Sectors, &Source),
    replaced: &NewMembers,
) -> EditResult<Vec<(u64, Vec<u8>)>> {
    let places = places(image, sectors);
    let mut patch = Patch::new(image, sectors);
    for (index, bytes) in replaced {
        let file = volume.files.get(*index);
        let file = file.ok_or_else(|| Refusal("sound tracks cannot be replaced".to_owned()))?;
        let put = put(file, bytes, &places, &mut patch);
        put.map_err(|Refusal(why)| Refusal(format!("{}: {why}", file.path)))?;
    }
    Ok(patch.finish())
}

fn put(
    file: &File,
    bytes: &[u8],
    places: &RecordLocations,
    patch: &mut Patch<'_>,
) -> EditResult<()> {
    if file.xa & xa::AUDIO != 0 {
        return Err(Refusal("the file is a part of a sound track".to_owned()));
    }
    check_sharing(file, places)?;
    for extent in &file.extents {
        let end = last(*extent).map_or(extent.lba, |last| last.saturating_add(1));
        (extent.lba..end).try_for_each(|lba| patch.check_form(lba))?;
    }
    let (was, is) = (file.size(), bytes.len() as u64);
    // A size that does not fit into the record also needs too many sectors, which is checked below.
    let size = u32::try_from(is).unwrap_or(u32::MAX);
    if is != was {
        let [extent] = file.extents.as_slice() else {
            return Err(Refusal(format!(
                "the file has {} extents, so its size of {was} bytes cannot change",
                file.extents.len()
            )));
        };
        check_room(*extent, is)?;
        if places.has_udf {
            let why = format!(
                "the size of {was} bytes is also stored in a UDF tree, which cannot be changed"
            );
            return Err(Refusal(why));
        }
        for place in places.files.iter().filter(|place| place.extent == *extent) {
            patch.write(place.sector, place.at + SIZE, &size.to_le_bytes())?;
            patch.write(place.sector, place.at + SIZE + 4, &size.to_be_bytes())?;
        }
        let (before, after) = (last(*extent), last(Extent { size, ..*extent }));
        if let (Some(before), Some(after)) = (before, after)
            && before != after
        {
            patch.end(before, after)?;
        }
    }
    let mut rest = bytes;
    for extent in &file.extents {
        let len = usize::try_from(extent.size).unwrap_or(usize::MAX);
        let is_last = file.extents.len() == 1;
        let len = if is_last { rest.len() } else { len.min(rest.len()) };
        let (own, behind) = rest.split_at_checked(len).unwrap_or((rest, &[]));
        for (lba, chunk) in (extent.lba..=u32::MAX).zip(own.chunks(USER as usize)) {
            let mut user = chunk.to_vec();
            user.resize(USER as usize, 0);
            patch.write(lba, 0, &user)?;
        }
        rest = behind;
    }
    Ok(())
}

/// The last sector of an extent.
fn last(extent: Extent) -> Option<u32> {
    let count = u64::from(extent.size).div_ceil(USER);
    let count = u32::try_from(count.checked_sub(1)?).ok()?;
    extent.lba.checked_add(count)
}

fn check_room(extent: Extent, len: u64) -> EditResult<()> {
    let (needed, there) = (len.div_ceil(USER), u64::from(extent.size).div_ceil(USER));
    if needed <= there {
        return Ok(());
    }
    let end = u64::from(extent.lba) + there;
    Err(Refusal(format!(
        "expected at most {} bytes, which its sectors hold, found {len}; the data at sector {end} would have \
         to move by {}",
        there * USER,
        needed - there
    )))
}

/// Refuses a file that shares sectors with another one, or is interleaved with others.
fn check_sharing(file: &File, places: &RecordLocations) -> EditResult<()> {
    let end = |extent: &Extent| u64::from(extent.lba) + u64::from(extent.size).div_ceil(USER);
    let overlaps = |a: &Extent, b: &Extent| u64::from(a.lba) < end(b) && u64::from(b.lba) < end(a);
    for extent in &file.extents {
        let own = |place: &&RecordLocation| place.extent == *extent;
        if places.files.iter().find(own).is_some_and(|place| place.is_interleaved) {
            return Err(Refusal("the file is interleaved with other files".to_owned()));
        }
        let others = places.files.iter().filter(|place| !own(place));
        if others.into_iter().any(|place| overlaps(&place.extent, extent)) {
            return Err(Refusal("the file shares sectors with another file".to_owned()));
        }
    }
    Ok(())
}
