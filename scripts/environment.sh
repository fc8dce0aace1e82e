# shellcheck shell=bash
# Sourced by the commands beside it: finds the project and makes sure that .venv holds what pyproject.toml asks for.
# Writes only into .venv; everything it says goes to stderr, because stdout belongs to GTP.

say() { printf 'gtpengine: %s\n' "$*" >&2; }

# Follow symlinks by hand: readlink -f is not everywhere.
project_root() {
    local path=$1 target
    while [ -L "$path" ]; do
        target=$(readlink "$path")
        case $target in
            /*) path=$target ;;
            *) path=$(dirname "$path")/$target ;;
        esac
    done
    (cd -P "$(dirname "$path")/.." && pwd)
}

# help_if_asked SCRIPT ARGUMENTS: with -h or --help print the comment at the script's top and end.
help_if_asked() {
    local script=$1 word
    shift
    for word in "$@"; do
        case $word in
            -h | --help)
                awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$script"
                exit 0
                ;;
        esac
    done
}

find_python() {
    local candidate
    for candidate in "${GTPENGINE_PYTHON:-}" python3 python3.13 python3.12 python3.11 python; do
        [ -n "$candidate" ] || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$candidate"
            return 0
        fi
    done
    say "needs Python 3.11 or newer and found none (set GTPENGINE_PYTHON to its path)"
    return 1
}

# A folder for caches that survives between runs, or one inside .venv where there is no usable home.
cache_root() {
    local base=${XDG_CACHE_HOME:-}
    [ -n "$base" ] || { [ -n "${HOME:-}" ] && base=$HOME/.cache; }
    [ -n "$base" ] || base=$ROOT/.venv/cache
    printf '%s/gtpengine' "$base"
}

lock_setup() {
    local waited=0 owner
    until mkdir "$ROOT/.venv/.setup-lock" 2>/dev/null; do
        if ! [ -d "$ROOT/.venv/.setup-lock" ]; then
            say "cannot write $ROOT/.venv, and it is not set up in a way that this user can run"
            return 1
        fi
        owner=$(cat "$ROOT/.venv/.setup-lock/pid" 2>/dev/null || true)
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -rf "$ROOT/.venv/.setup-lock"
            continue
        fi
        [ "$waited" -eq 0 ] && say "another setup is running, waiting for it"
        waited=$((waited + 1))
        [ "$waited" -le 900 ] || { say "gave up waiting; remove .venv/.setup-lock if no setup runs"; return 1; }
        sleep 1
    done
    echo $$ >"$ROOT/.venv/.setup-lock/pid"
    trap 'rm -rf "$ROOT/.venv/.setup-lock"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
}

unlock_setup() {
    rm -rf "$ROOT/.venv/.setup-lock"
    trap - EXIT INT TERM
}

# Compile for this machine while somebody watches, not in the first game. Tests have a step of their own for it.
warm_kernels() {
    [ -z "${GTPENGINE_NO_WARM:-}" ] || { say "GTPENGINE_NO_WARM: the first game waits for the compiler"; return 0; }
    say "compiling for this machine, which takes some minutes (GTPENGINE_NO_WARM=1 leaves it for the first game)"
    use_cache_folder
    (cd "$ROOT" && "$ROOT/.venv/bin/python" -m gtpengine warm >&2) || say "compiling failed; the first game tries again"
}

# ensure_environment core|web|dev: .venv is current when it holds a copy of the pyproject.toml that it was made from.
ensure_environment() {
    local kind=$1 wanted=. python stamp=$ROOT/.venv/.installed-$1.toml kinds=$1 each is_cold=
    cmp -s "$ROOT/pyproject.toml" "$stamp" && [ -x "$ROOT/.venv/bin/python" ] && return 0
    case $kind in
        web) wanted='.[web]' kinds='core web' ;;
        dev) wanted='.[dev]' kinds='core web dev' ;;
    esac
    mkdir -p "$ROOT/.venv" 2>/dev/null || { say "cannot write $ROOT/.venv, and it is not set up yet"; return 1; }
    lock_setup || return 1
    if ! cmp -s "$ROOT/pyproject.toml" "$stamp" || ! [ -x "$ROOT/.venv/bin/python" ]; then
        say "setting up .venv (first start or new requirements; about a minute, then kernels are compiled)"
        if ! "$ROOT/.venv/bin/python" -c 'import pip' >/dev/null 2>&1; then
            python=$(find_python) || return 1
            "$python" -m venv "$ROOT/.venv" >&2 || { say "could not make .venv"; return 1; }
        fi
        (cd "$ROOT" && "$ROOT/.venv/bin/python" -m pip install --disable-pip-version-check -e "$wanted" >&2) ||
            { say "installing the requirements failed; the lines above say why"; return 1; }
        cmp -s "$ROOT/pyproject.toml" "$ROOT/.venv/.installed-core.toml" || is_cold=yes
        for each in $kinds; do cp "$ROOT/pyproject.toml" "$ROOT/.venv/.installed-$each.toml"; done
        [ "$kind" != dev ] && [ -n "$is_cold" ] && warm_kernels
        say "ready"
    fi
    unlock_setup
}

# Byte code of our modules and matplotlib's fonts go to the cache folder: running leaves no trace elsewhere.
use_cache_folder() {
    PYTHONPYCACHEPREFIX=$(cache_root)/bytecode
    MPLCONFIGDIR=${MPLCONFIGDIR:-$(cache_root)/matplotlib}
    export PYTHONPYCACHEPREFIX MPLCONFIGDIR
}
