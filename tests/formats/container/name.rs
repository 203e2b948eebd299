use gouraud::container::{free_number, safe_name};

#[test]
fn sanitises_names() {
    for (name, safe) in [
        ("wall", "wall"),
        ("", "_"),
        (".", "_"),
        ("..", "_"),
        (" . ", "_"),
        ("../../etc/passwd", ".._.._etc_passwd"),
        ("a\\b:c", "a_b_c"),
        ("con", "_con"),
        ("COM1.psx", "_COM1.psx"),
        ("lpt²", "_lpt²"),
        ("COM10", "COM10"),
        ("console", "console"),
        ("tail. ", "tail"),
        ("a\u{202e}gpj.exe", "a_gpj.exe"),
        ("nul\0", "nul_"),
    ] {
        assert_eq!(safe_name(name), safe, "{name:?}");
    }
}

#[test]
fn finds_free_number_with_few_queries() {
    let questions = std::cell::Cell::new(0);
    let free = |taken: &[u64]| {
        free_number(|number| {
            questions.set(questions.get() + 1);
            taken.contains(&number)
        })
    };
    assert_eq!([free(&[]), free(&[2]), free(&[2, 3, 4, 5]), free(&[3])], [2, 3, 6, 2]);
    let many: Vec<u64> = (2..10_000).collect();
    questions.set(0);
    assert_eq!(free(&many), 10_000);
    assert!(questions.get() < 40, "{} questions", questions.get());
}
