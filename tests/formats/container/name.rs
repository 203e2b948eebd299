use gouraud::container::safe_name;

#[test]
fn names_become_safe() {
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
