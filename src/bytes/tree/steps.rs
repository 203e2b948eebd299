//! Steps of field paths.

#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Label(&'a str),
    Index(u32),
    /// Range of elements, end excluded; only in patterns.
    Range(u32, u32),
}

/// Splits `a.b[3].c` into its names and indices.
pub(super) fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    let mut rest = path;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches('.');
        let inside = rest.strip_prefix('[');
        let (part, behind) = match inside.and_then(|inside| inside.split_once(']')) {
            Some((index, behind)) => (Ok(index), behind),
            None if rest.is_empty() => return None,
            None => {
                let at = rest.char_indices().skip(1).find(|(_, c)| matches!(c, '.' | '['));
                let (label, behind) = rest.split_at(at.map_or(rest.len(), |(at, _)| at));
                (Err(label), behind)
            }
        };
        rest = behind;
        Some(match part {
            Ok(index) => element(index).unwrap_or(Step::Label(index)),
            Err(label) => Step::Label(label),
        })
    })
}

fn element(index: &str) -> Option<Step<'_>> {
    match index.split_once("..") {
        _ if index == "*" => Some(Step::Range(0, u32::MAX)),
        Some((first, end)) => {
            let bound =
                |text: &str, none| if text.is_empty() { Some(none) } else { text.parse().ok() };
            Some(Step::Range(bound(first, 0)?, bound(end, u32::MAX)?))
        }
        None => index.parse().ok().map(Step::Index),
    }
}
