#!/bin/sh
# Print the path of a Python that can make this project's environment.
#
# PyBullet has wheels up to CPython 3.11 only, so 3.11 comes first, wherever it
# is; with a later one, games are played with MuJoCo. Every candidate is run before it is believed:
# a version manager's stand-in may lie on PATH for a Python that is not there.
set -u

usable() { # usable PYTHON TEST: does it run, have venv and pip, and pass TEST?
    answer=$("$1" -c "
import ensurepip, sys, venv
v = sys.version_info
if sys.implementation.name == 'cpython' and ($2):
    print('usable')
" 2>/dev/null </dev/null) && [ "$answer" = usable ]
}

on_path() { # on_path NAME: every executable NAME along PATH, in its order
    old_ifs=$IFS
    IFS=:
    for dir in $PATH; do
        [ -x "${dir:-.}/$1" ] && [ ! -d "${dir:-.}/$1" ] && echo "${dir:-.}/$1"
    done
    IFS=$old_ifs
}

installed_beside() { # installed_beside VERSION: the usual places off PATH
    for path in "${PYENV_ROOT:-${HOME:-/}/.pyenv}/versions/$1".*/bin/python \
        "/opt/python/$1"*/bin/python; do
        [ -x "$path" ] && echo "$path"
    done
}

first_usable() { # first_usable TEST: the first path on stdin that passes
    while IFS= read -r path; do
        usable "$path" "$1" && echo "$path" && return 0
    done
    return 1
}

note_no_pybullet() { # note_no_pybullet PYTHON
    echo "note: $1 is later than CPython 3.11, and PyBullet has no wheels for it:" \
        "games are played with MuJoCo, which is slower. For PyBullet install" \
        "python3.11 (with its venv module), then: make clean simulate" >&2
}

if [ -n "${PYTHON:-}" ]; then
    if ! usable "$PYTHON" "v >= (3, 11)"; then
        echo "PYTHON=$PYTHON is no CPython >= 3.11 with venv and pip;" \
            "name another or leave PYTHON unset" >&2
        exit 1
    fi
    usable "$PYTHON" "v[:2] == (3, 11)" || note_no_pybullet "$PYTHON"
    echo "$PYTHON"
    exit 0
fi

{
    on_path python3.11
    on_path python3
    on_path python
    installed_beside 3.11
} | first_usable "v[:2] == (3, 11)" && exit 0

for minor in 12 13 14; do
    found=$({
        on_path "python3.$minor"
        on_path python3
        on_path python
        installed_beside "3.$minor"
    } | first_usable "v[:2] == (3, $minor)") || continue
    note_no_pybullet "$found"
    echo "$found"
    exit 0
done

echo "no CPython 3.11 found that has the venv and ensurepip modules." \
    "Install it (Debian, Ubuntu: apt install python3.11 python3.11-venv;" \
    "or pyenv install 3.11), or name one: make PYTHON=/path/to/python3.11" >&2
exit 1
