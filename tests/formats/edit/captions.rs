use gouraud::edit::captions::{cues, one_behind_the_other};

#[test]
fn gaps_between_cues_become_pauses() {
    let text = "\u{feff}1\r\n00:00:00,400 --> 00:00:01,000\r\nTwo\r\nlines\r\n\r\n2\r\n\
                00:00:01.5 --> 00:01:01,500 X1:0\r\nEnd\r\n";
    let shown = one_behind_the_other(&cues(text).unwrap()).unwrap();
    let text = |text: &str| text.to_owned();
    assert_eq!(shown, [(2, text("")), (3, text("Two\nlines")), (3, text("")), (300, text("End"))]);
}

#[test]
fn reports_invalid_cues_by_line() {
    assert_eq!(cues("1\nHello").unwrap_err(), "line 2: expected the start of a cue");
    let why = cues("00:00:xx,000 --> 00:00:01,000").unwrap_err();
    assert_eq!(why, "line 1: expected a time such as 00:00:01,500");
    let overlapping = cues("0:1,0 --> 0:3,0\na\n\n0:2,0 --> 0:4,0\nb").unwrap();
    let why = one_behind_the_other(&overlapping).unwrap_err();
    assert_eq!(why, "cue 2 starts before another one ends");
    let short = cues("0:1,0 --> 0:1,050\na").unwrap();
    let why = one_behind_the_other(&short).unwrap_err();
    assert_eq!(why, "cue 1 lasts less than 100 ms; the shortest possible duration is 200 ms");
}
