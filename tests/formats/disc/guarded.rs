use std::panic::catch_unwind;
use std::process::Command;

use gouraud::formats::disc::packed::guarded::guarded;

/// Set in the process that runs the decoders.
const IN_CHILD: &str = "GOURAUD_TEST_PANICS";

/// Runs in a process of its own, since the panic hook is global.
#[test]
fn turns_panics_of_the_decoder_into_silent_errors() {
    if std::env::var_os(IN_CHILD).is_some() {
        return panic_in_decoders();
    }
    let test = "disc::guarded::turns_panics_of_the_decoder_into_silent_errors";
    let mut child = Command::new(std::env::current_exe().unwrap());
    let run = child.args(["--exact", test, "--nocapture"]).env(IN_CHILD, "1").output().unwrap();
    let [out, errors] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(run.status.success() && out.contains("1 passed"), "{out}{errors}");
    assert_eq!(
        (errors.matches("lost").count(), errors.matches("loud").count()),
        (0, 1),
        "{errors}"
    );
}

fn panic_in_decoders() {
    let gives_up = || -> Result<(), String> { panic!("lost") };
    assert_eq!(guarded(gives_up), Err("the data is damaged".to_owned()));
    let nested = guarded(|| guarded(gives_up).or_else(|_| gives_up()));
    assert_eq!(nested, Err("the data is damaged".to_owned()));
    assert!(catch_unwind(|| panic!("loud")).is_err());
    assert_eq!(guarded(|| Ok::<_, String>(1)), Ok(1));
}
