use gouraud::index::catalogue::redaction::{kind, without_folders};

#[test]
fn local_folders_are_removed() {
    let message =
        "level.pid is not in /home/me/game, /mnt/disc 2/a.zip//x/level.pid (or beside it)";
    let short = "level.pid is not in …/game, …/disc 2/a.zip//x/level.pid (or beside it)";
    assert_eq!(without_folders(message), short);
    assert_eq!(without_folders("1/2 of C:\\games\\x.dat"), "1/2 of …/x.dat");
}

#[test]
fn similar_messages_have_the_same_kind() {
    let same = [
        ("object 12 touches cell 3", "object # touches cell #"),
        ("the offset 0x1f0 is outside, 12,345 bytes", "the offset # is outside, # bytes"),
        ("\"wall 3\" is not there", "… is not there"),
        ("it is not in /a/b1, /c/d2, e/f", "it is not in …"),
        ("tv_v2_l.psx is missing", "tv_v2_l.psx is missing"),
        ("PS1 colours", "PS1 colours"),
    ];
    for (message, of_kind) in same {
        assert_eq!(kind(message), of_kind);
    }
}
