//! Cursor: bounds, limits, and the errors it reports.

use gouraud::bytes::{
    Cursor, Endian, NoRecorder, RecordReader, Recorder, Result, Severity, Source, Tree, limits,
};

use super::toy::Toy;

fn source(bytes: &[u8]) -> Source {
    Source::from_bytes("test.bin", bytes.to_vec())
}

fn cursor(source: &Source) -> Cursor<'_, NoRecorder> {
    Cursor::new(source, Endian::Little, NoRecorder)
}

#[test]
fn error_names_source_offset_sizes_path_and_rule() {
    let source = source(&[0; 10]);
    let mut cur = cursor(&source);
    let error = cur
        .group("header", "Header", |cur| {
            cur.bytes("start", 6)?;
            cur.array("parts", |cur| {
                cur.element(2, "Part", |cur| cur.at(7, |cur| cur.get::<u32>("size")))
            })
        })
        .unwrap_err();
    let problem = *error.0;
    assert_eq!(problem.severity, Severity::Error);
    assert_eq!(problem.span.source, source.id());
    assert_eq!((problem.span.start, problem.span.len, problem.available), (7, 4, Some(3)));
    assert_eq!(problem.field, "header.parts[2].size");
    assert_eq!(
        problem.to_string(),
        "error at 0x7 in header.parts[2].size: the file ends before the end of this field \
         (needs 4 bytes, 3 available)"
    );
    assert_eq!(cur.pos(), 6, "`at` restores the position, also after an error");
}

#[test]
fn distinguishes_truncated_part_from_truncated_file() {
    let source = source(&[0; 10]);
    let error = cursor(&source).within(2, 5, |cur| cur.get::<u32>("x")).unwrap_err();
    assert!(error.0.message.starts_with("the enclosing block ends"), "{error}");
    assert_eq!(error.0.available, Some(3));
}

#[test]
fn rejects_offset_outside_data_without_moving() {
    let source = source(&[0; 8]);
    let mut cur = cursor(&source);
    cur.get::<u16>("x").unwrap();
    assert!(cur.seek(9).is_err());
    assert!(cur.seek(u64::MAX).is_err());
    assert!(cur.at(9, |_| Ok(())).is_err());
    assert!(cur.within(5, 4, |_| Ok(())).is_err());
    assert_eq!(cur.pos(), 2);
    assert!(cur.at(8, |cur| Ok(cur.remaining())).is_ok_and(|left| left == 0), "the end is inside");
    assert_eq!(cur.within(4, u64::MAX, |cur| Ok(cur.remaining())), Ok(4), "cut to the data");
}

#[test]
fn peek_does_not_advance_and_stops_at_end() {
    let source = source(&[1, 0, 2, 0]);
    let mut cur = cursor(&source);
    assert_eq!(cur.peek(99), [1, 0, 2, 0]);
    assert_eq!(cur.peek_at::<u16>(2), Some(2));
    assert_eq!(cur.peek_at::<u16>(3), None);
    assert_eq!(cur.peek_at::<u16>(usize::MAX), None);
    assert_eq!(cur.pos(), 0);
    assert_eq!(cur.within(1, 3, |cur| Ok(cur.peek(9).len())), Ok(2));
}

#[test]
fn texts_end_at_nul() {
    let source = source(b"ab\0?cd\0ef");
    let mut cur = cursor(&source);
    assert_eq!(cur.text("fixed", 4).unwrap(), b"ab");
    assert_eq!(cur.c_string("open").unwrap(), b"cd");
    assert_eq!(cur.pos(), 7);
    let error = cur.c_string("endless").unwrap_err();
    assert!(error.0.message.contains("missing NUL at the end of endless"), "{error}");
    assert_eq!(cur.text("all", 2).unwrap(), b"ef");
}

#[test]
fn padding_extends_to_next_multiple() {
    let source = source(&[0; 12]);
    let mut cur = cursor(&source);
    cur.bytes("x", 5).unwrap();
    assert_eq!(cur.align(4).unwrap().len(), 3);
    assert_eq!(cur.align(4).unwrap().len(), 0);
    assert_eq!(cur.align(0).unwrap().len(), 0);
    cur.bytes("y", 1).unwrap();
    assert!(cur.align(64).is_err(), "padding past the end is missing");
}

#[test]
fn bounds_count_by_file_size_before_reserving() {
    let source = source(&[0; 100]);
    let mut cur = cursor(&source);
    assert_eq!(cur.bounded("points", 12, 8), 12);
    assert_eq!(cur.bounded("points", u64::MAX, 8), 12);
    let (_, problems) = cur.finish();
    let messages: Vec<String> = problems.iter().map(|p| p.message.clone()).collect();
    assert_eq!(
        messages,
        ["expected 18446744073709551615 elements of at least 8 bytes; 100 bytes are left"]
    );
    assert!(cursor(&source).records::<u64>("all", usize::MAX).is_err());
    assert!(cursor(&source).bytes("all", usize::MAX).is_err());
}

/// Reads one byte as a value that is large in memory.
struct Large;

impl RecordReader for Large {
    type Out = [u64; 512];
    const TYPE: &'static str = "Large";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<[u64; 512]> {
        cur.get::<u8>("x").map(|x| [x.into(); 512])
    }
}

#[test]
fn run_reserves_at_most_remaining_bytes() {
    let source = source(&[5; 100]);
    let run = cursor(&source).within(0, 2, |cur| Ok(cur.run("all", usize::MAX, Large))).unwrap();
    assert_eq!(run.items.len(), 2);
    assert!(run.items.capacity() < 100, "{}", run.items.capacity());
}

/// Reads a byte: 0 consumes nothing, 255 is an error, any other value skips that many bytes.
struct Stepping;

impl RecordReader for Stepping {
    type Out = u8;
    const TYPE: &'static str = "Stepping";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<u8> {
        match cur.peek_at::<u8>(0) {
            Some(0) => Ok(0),
            Some(255) => Err(cur.fail(format_args!("255 is forbidden"))),
            len => cur.bytes("body", len.unwrap_or(1).into()).map(|body| body[0]),
        }
    }
}

fn step(bytes: &[u8]) -> (Vec<u8>, u64, Vec<String>) {
    let source = source(bytes);
    let mut cur = cursor(&source);
    let run = cur.run("steps", 9, Stepping);
    let end = cur.pos();
    assert_eq!(end, run.end);
    let (_, problems) = cur.finish();
    (run.items, end, problems.iter().map(|problem| problem.to_string()).collect())
}

#[test]
fn run_keeps_elements_before_failed_one() {
    let (items, end, problems) = step(&[2, 0, 1, 255, 7]);
    assert_eq!((items, end), (vec![2, 1], 3), "the cursor is at the start of the failed element");
    assert_eq!(problems, ["error at 0x3 in steps[2]: 255 is forbidden"]);
}

#[test]
fn run_ends_at_element_that_consumes_nothing() {
    let (items, end, problems) = step(&[1, 1, 0, 1]);
    assert_eq!((items, end), (vec![1, 1], 2));
    assert_eq!(problems, [""; 0], "an end mark causes no problem");
}

#[test]
fn reports_where_run_is_truncated() {
    let (items, end, problems) = step(&[1, 3, 0]);
    assert_eq!((items, end), (vec![1], 1));
    assert!(problems[0].starts_with("error at 0x1 in steps[1].body"), "{problems:?}");
    assert!(problems[0].ends_with("(needs 3 bytes, 2 available)"), "{problems:?}");
}

/// Follows pointers that may lead anywhere, also back to themselves.
fn follow<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<u32> {
    cur.group("node", "Node", |cur| {
        let next: u8 = cur.get("next")?;
        cur.at(next.into(), follow).map(|depth| depth + 1)
    })
}

#[test]
fn ends_pointer_loops() {
    let source = source(&[1, 0]);
    let (tree, problems, depth) = Tree::record(&source, Endian::Little, "File", |cur| {
        let depth = follow(cur);
        cur.or_keep(depth)
    });
    assert_eq!(depth, None);
    let problem = problems.iter().next().unwrap();
    assert!(problem.message.contains("nest deeper than 64"), "{problem}");
    assert_eq!(problem.field.matches("node").count(), limits::MAX_DEPTH);
    assert_eq!(tree.coverage().overlap, 62, "each step reads a byte again");
}

/// Run whose elements are runs of the same kind.
struct Endless;

impl RecordReader for Endless {
    type Out = ();
    const TYPE: &'static str = "Endless";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<()> {
        cur.get::<u8>("x")?;
        cur.run("inner", 1, Endless);
        Ok(())
    }
}

#[test]
fn limits_nested_runs() {
    let source = source(&vec![0; 100_000]);
    let mut cur = cursor(&source);
    let run = cur.run("outer", 1, Endless);
    assert_eq!(run.items.len(), 1);
    let (_, problems) = cur.finish();
    assert!(problems.iter().any(|problem| problem.message.contains("nest deeper")));
}

#[test]
fn failed_reader_keeps_fields_read_so_far() {
    let mut bytes = Toy::sample().write(Endian::Little);
    let strips_at = 0x34;
    bytes[strips_at + 8] = 9;
    let opened = Toy::open(&bytes, Endian::Little);
    assert_eq!(opened.messages(), ["error at 0x3c in strips[1].kind: kind 9 is unknown"]);
    assert_eq!(opened.toy.strips, Toy::sample().strips[..1]);
    assert_eq!(opened.toy.points, Toy::sample().points);
    assert_eq!(opened.tree.coverage().unread, 20, "the strips that could not be read");
}
