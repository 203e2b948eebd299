# Sourced by run.sh and test.sh: installs the packages that the build and the program need.
#
# Debian and Ubuntu: installs only missing packages with apt. Other systems: if the build tools are
# missing, prints what to install.

# Building needs a C compiler, make, the C library and ALSA's headers. The headers depend on ALSA's
# library, whose package has different names in Debian 12 and 13.
build_packages=(gcc make libc6-dev pkg-config libasound2-dev ca-certificates)
# Pictures need a Vulkan driver; Mesa's also works without a graphics card.
picture_packages=(mesa-vulkan-drivers)
# Tests compare sounds with the results of these two programs.
sound_packages=(sox pv)
# The window loads these at run time (X11 and, under Wayland, the keyboard).
window_packages=(libxkbcommon-x11-0 libxcursor1 libxi6)

say() {
    printf 'gouraud: %s\n' "$*" >&2
}

# need_rust: exits unless cargo is in the PATH.
need_rust() {
    if ! command -v cargo >/dev/null && [[ -r ${CARGO_HOME:-$HOME/.cargo}/env ]]; then
        # shellcheck disable=SC1091
        source "${CARGO_HOME:-$HOME/.cargo}/env"
    fi
    if ! command -v cargo >/dev/null; then
        say "Rust is missing. Install it from https://rustup.rs (any way you like), then try again."
        exit 1
    fi
}

# need_components NAME…: installs components of the Rust toolchain that a minimal installation omits.
need_components() {
    local component missing=()
    for component in "$@"; do
        cargo "${component/rustfmt/fmt}" --version >/dev/null 2>&1 || missing+=("$component")
    done
    [[ ${#missing[@]} -eq 0 ]] && return
    if command -v rustup >/dev/null; then
        rustup component add "${missing[@]}"
    else
        say "Your Rust toolchain has no ${missing[*]}. Install them in the same way as Rust."
        exit 1
    fi
}

is_installed() {
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# need_packages NAME…: installs Debian packages, or exits.
need_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        need_packages_elsewhere
        return
    fi
    local package missing=()
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -eq 0 ]] && return

    local as_root=()
    if [[ $EUID -ne 0 ]]; then
        as_root=(sudo)
        if ! command -v sudo >/dev/null; then
            say "These packages are missing: ${missing[*]}. Install them as root, then try again."
            exit 1
        fi
    fi
    say "installing ${missing[*]}"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get --quiet)
    # An outdated package list is only a problem if it does not have the packages.
    "${apt[@]}" update || say "could not update the list of packages; using the old one"
    if ! "${apt[@]}" install --yes --no-install-recommends "${missing[@]}"; then
        say "These packages could not be installed: ${missing[*]}. Install them, then try again."
        exit 1
    fi
}

# Other systems have other package names; if the build tools exist, assume that the rest does, too.
need_packages_elsewhere() {
    [[ $(uname) == Darwin ]] && return
    if ! command -v cc >/dev/null || ! command -v make >/dev/null || ! pkg-config --exists alsa 2>/dev/null; then
        say "Please install a C compiler, make, pkg-config, the development files of ALSA," \
            "a Vulkan driver (Mesa's will do), and the libraries xkbcommon-x11, Xcursor and Xi."
    fi
}
