//! Limits on problems: a damaged file must not fill memory with them.

use gouraud::bytes::{
    Cursor, Endian, NoRecorder, Problem, Problems, Severity, Source, SourceId, Span,
};

fn problem(severity: Severity, offset: u64) -> Problem {
    Problem {
        severity,
        span: Span::new(SourceId(1), offset, 4),
        available: None,
        field: format!("parts[{offset}]"),
        message: "unexpected value".into(),
        kind: None,
    }
}

#[test]
fn keeps_first_thousand_problems_and_counts_the_rest() {
    let mut problems = Problems::default();
    assert!(problems.is_empty());
    for offset in 0..1234 {
        problems.push(problem(Severity::Warning, offset));
    }
    problems.push_uncounted(Severity::Error);
    assert_eq!(problems.total(), 1235);
    let listed: Vec<_> = problems.iter().collect();
    assert_eq!(listed.len(), Problems::LIMIT + 1);
    assert_eq!(listed[999].field, "parts[999]");
    assert_eq!(listed[1000].message, "235 more problems are not listed");
    assert_eq!(
        listed[1000].severity,
        Severity::Error,
        "the worst severity, also of unlisted problems"
    );
    assert_eq!(problems.worst(), Some(Severity::Error));
}

#[test]
fn joined_lists_keep_limit_and_count() {
    let full = |severity| {
        let mut problems = Problems::default();
        for offset in 0..700 {
            problems.push(problem(severity, offset));
        }
        problems
    };
    let mut joined = full(Severity::Note);
    joined.extend(full(Severity::Warning));
    assert_eq!((joined.total(), joined.iter().count()), (1400, 1001));
    assert_eq!(joined.worst(), Some(Severity::Warning));
}

#[test]
fn cursor_counts_problems_beyond_full_list() {
    let source = Source::from_bytes("x", vec![0; 4]);
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    for _ in 0..5000 {
        cur.problem(Severity::Note, (0, 1), "x", format_args!("odd"));
    }
    let (_, problems) = cur.finish();
    assert_eq!((problems.total(), problems.iter().count()), (5000, 1001));
}

#[test]
fn names_problem_in_group_by_path() {
    let source = Source::from_bytes("x", vec![0; 4]);
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    cur.group("models", "Models", |cur| {
        cur.problem(Severity::Note, (0, 1), "faces[3].flags", format_args!("odd"));
        cur.problem(Severity::Note, (0, 1), "[7]", format_args!("odd"));
        cur.problem(Severity::Note, (0, 1), "", format_args!("odd"));
        Ok(())
    })
    .unwrap();
    cur.problem(Severity::Note, (2, 1), "[7]", format_args!("odd"));
    let (_, problems) = cur.finish();
    let paths: Vec<String> = problems.iter().map(|problem| problem.field.clone()).collect();
    assert_eq!(paths, ["models.faces[3].flags", "models[7]", "models", "[7]"]);
}

#[test]
fn orders_severities_from_note_to_error() {
    assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
    let names = [Severity::Note, Severity::Warning, Severity::Error].map(Severity::name);
    assert_eq!(names, ["note", "warning", "error"]);
}
