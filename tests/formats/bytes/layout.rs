//! `layout!` and its passes: lists that end at a marker, and lists that continue while a condition holds.

use gouraud::bytes::layout::{self, Context, Extent, Layout, Measuring, Pass};
use gouraud::bytes::{Cursor, Endian, NoRecorder, Result, Source};
use gouraud::layout;

/// Context that a line depends on.
#[derive(Clone, Copy)]
struct Wide(bool);

/// Letters, stored twice if the list is wide.
#[derive(Clone, Debug, Default, PartialEq)]
struct Line(Vec<u8>);

impl Layout<Wide> for Line {
    const TYPE: &'static str = "Line";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, Wide(is_wide): Wide) -> Result<()> {
        pass.c_text("letters", &mut self.0)?;
        if is_wide {
            pass.c_text("again", &mut self.0)?;
        }
        Ok(())
    }
}

/// Lines up to and including an empty one.
#[derive(Clone, Debug, Default, PartialEq)]
struct Lines(Vec<Line>);

impl Layout<Wide> for Lines {
    const TYPE: &'static str = "Lines";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, wide: Wide) -> Result<()> {
        let more = |read: &[Line], ahead: &[u8]| {
            !ahead.is_empty() && read.last().is_none_or(|line| !line.0.is_empty())
        };
        pass.items_while("lines", &mut self.0, more, wide)
    }
}

layout! {
    struct Page in Wide {
        numbers: Vec<u16> [until 0xFFFF "numbers_end"],
        fill: Vec<u8> [align 4],
        lines: Lines,
    }
}

const PAGE: &[u8] = b"\x01\0\x02\0\xFF\xFF\0\0ab\0c\0\0";

fn read<T: Layout<C>, C: Context>(bytes: &[u8], context: C) -> (T, Option<String>) {
    let source = Source::from_bytes("page", bytes.to_vec());
    let (mut cur, mut value) = (Cursor::new(&source, Endian::Little, NoRecorder), T::default());
    layout::read(&mut cur, &mut value, context, 0).expect("no minimum size is required");
    let lost = cur.finish().1.lost().map(str::to_owned);
    (value, lost)
}

#[test]
fn reads_writes_and_measures_page() {
    let (page, lost) = read::<Page, _>(PAGE, Wide(false));
    let lines = ["ab", "c", ""].map(|text| Line(text.into()));
    assert_eq!(page, Page { numbers: vec![1, 2], fill: vec![], lines: Lines(lines.to_vec()) });
    assert_eq!(lost, None);
    assert_eq!(layout::write(&page, Endian::Little, Wide(false)).unwrap(), PAGE);
    let len = PAGE.len() as u64;
    let extent = |seen: usize, len| {
        let skim = Measuring::new(&PAGE[..seen], len, 0, Endian::Little);
        skim.extent(&mut Page::default(), Wide(false))
    };
    assert_eq!(extent(PAGE.len(), len + 9), Extent::Ends(len));
    assert_eq!(extent(10, len), Extent::Unseen);
    assert_eq!(extent(4, 4), Extent::Broken(0));
}

#[test]
fn passes_context_to_elements() {
    let wide = read::<Page, _>(b"\xFF\xFF\0\0a\0b\0\0\0", Wide(true)).0;
    assert_eq!(wide.lines.0, ["b", ""].map(|text| Line(text.into())));
}

#[test]
fn truncated_list_keeps_complete_elements() {
    let (page, lost) = read::<Page, _>(b"\xFF\xFF\0\0ab\0c", Wide(false));
    assert_eq!(page.lines.0, [Line(b"ab".to_vec())]);
    assert!(lost.is_some_and(|lost| lost.contains("missing NUL at the end of letters")));
    let (page, lost) = read::<Page, _>(b"\x01\0\x02\0", Wide(false));
    assert!(
        page.numbers.is_empty() && lost.is_some_and(|lost| lost.contains("missing end marker"))
    );
}
