//! Adds the icon to the program for Windows, where file managers and the task bar show it.

fn main() {
    const ICON: &str = "assets/windows/gouraud.ico";
    println!("cargo::rerun-if-changed={ICON}");
    if std::env::var_os("CARGO_CFG_WINDOWS").is_none() {
        return;
    }
    // The program also works without an icon, for example if no resource compiler is installed.
    if let Err(error) = winresource::WindowsResource::new().set_icon(ICON).compile() {
        println!("cargo::warning=the program has no icon: {error}");
    }
}
