#!/usr/bin/env bash
# Installs or updates gammonboard on Raspberry Pi OS (or any Debian). Safe to run again: an update
# keeps journal, records and config, and what runs goes on running until the new one is whole.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: deploy/install.sh [OPTIONS]

  --wheels FOLDER   install from the wheels in FOLDER, without any network
  --fetch FOLDER    only download these wheels into FOLDER (on a like machine)
  --no-screen       no screen at this machine: the table's service only
  --prefix FOLDER   install below FOLDER instead of /: files only, no user, nothing started
  --uninstall       remove the program; journal, records and config stay
  --purge           with --uninstall: remove journal, records, config and user as well
  --help            this text

Program: /opt/gammonboard   data: /var/lib/gammonboard   config: /etc/gammonboard
TEXT
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 2
}

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
deploy=$source_dir/deploy
prefix='' wheels='' fetch='' uninstall=no purge=no screen=yes
python=${PYTHON:-python3}
user=gammonboard
groups='dialout gpio spi video input render'
units='gammonboard-bus.service gammonboard.service gammonboard-screen.service'

parse() {
  while [ $# -gt 0 ]; do
    case $1 in
      --wheels | --fetch | --prefix)
        [ -n "${2:-}" ] || fail "$1 takes a folder"
        case $1 in
          --wheels) wheels=$2 ;;
          --fetch) fetch=$2 ;;
          --prefix) prefix=$2 ;;
        esac
        shift
        ;;
      --no-screen) screen=no ;;
      --uninstall) uninstall=yes ;;
      --purge) purge=yes ;;
      --help | -h) usage && exit 0 ;;
      *) fail "unknown option $1; see --help" ;;
    esac
    shift
  done
  [ "$purge" = no ] || [ "$uninstall" = yes ] || fail "--purge goes with --uninstall only"
  if [ -n "$wheels" ]; then
    [ -d "$wheels" ] || fail "no folder $wheels"
    wheels=$(cd "$wheels" && pwd)
  fi
  if [ -n "$prefix" ]; then
    mkdir -p "$prefix"
    prefix=$(cd "$prefix" && pwd)
  elif [ -z "$fetch" ] && [ "$(id -u)" != 0 ]; then
    fail "run me as root: sudo deploy/install.sh"
  fi
  opt=$prefix/opt/gammonboard
  etc=$prefix/etc/gammonboard
  data=$prefix/var/lib/gammonboard
  unit_dir=$prefix/etc/systemd/system
  rules=$prefix/etc/udev/rules.d/60-gammonboard.rules
  pam=$prefix/etc/pam.d/gammonboard-screen
  program=$prefix/usr/local/bin/gammonboard
}

is_live() { [ -z "$prefix" ] && [ -d /run/systemd/system ]; }

check_python() {
  command -v "$python" >/dev/null || fail "there is no $python here"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed; $python is $("$python" --version 2>&1)"
}

# What the system must have; only what is missing is installed, and nothing under a prefix.
system_programs() {
  local missing=()
  "$python" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
  command -v redis-server >/dev/null || missing+=(redis-server)
  if [ "$screen" = yes ]; then
    command -v cage >/dev/null || missing+=(cage)
    command -v Xwayland >/dev/null || missing+=(xwayland)
    command -v chvt >/dev/null || missing+=(kbd)
  fi
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ -n "$prefix" ] || [ -n "$wheels" ]; then
    say "This system still needs: ${missing[*]}"
    return 0
  fi
  say "Installing ${missing[*]} ..."
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
  case " ${missing[*]} " in # ours is gammonboard-bus; nobody else here asked for one
    *' redis-server '*) if is_live; then systemctl disable --now --quiet redis-server || true; fi ;;
  esac
}

service_user() {
  [ -z "$prefix" ] || return 0
  getent passwd "$user" >/dev/null ||
    useradd --system --user-group --home-dir "$data" --shell /usr/sbin/nologin "$user"
  local group
  for group in $groups; do
    if getent group "$group" >/dev/null; then
      usermod --append --groups "$group" "$user"
    fi
  done
}

is_raspberry_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model; }

# The pinned requirements of a table, with hashes, into the file named.
requirements() {
  local extras=()
  if is_raspberry_pi; then extras=(pi); fi
  "$python" "$deploy/runtime_lock.py" "$source_dir/pyproject.toml" \
    "$source_dir/requirements.lock" "${extras[@]}" >"$1"
}

fetch_wheels() {
  local work
  work=$(mktemp -d)
  # shellcheck disable=SC2064  # the folder of now
  trap "rm -rf '$work'" EXIT
  requirements "$work/requirements.txt"
  mkdir -p "$fetch"
  "$python" -m venv "$work/env"
  "$work/env/bin/python" -m pip download --quiet --disable-pip-version-check \
    --require-hashes --requirement "$work/requirements.txt" --dest "$fetch"
  say "Wheels for this machine lie in $fetch; now: deploy/install.sh --wheels FOLDER"
}

# A whole new environment beside the old one, taken into use by one rename: a failure or a power
# cut on the way leaves the old one as it was.
environment() {
  local new old offline=()
  if [ -n "$wheels" ]; then offline=(--no-index --find-links "$wheels"); fi
  mkdir -p "$opt"
  find "$opt" -mindepth 1 -maxdepth 1 -name 'env-*' ! -name "$(current)" -exec rm -rf {} +
  new=$(mktemp -d "$opt/env-XXXXXX")
  # shellcheck disable=SC2064  # the folder of now
  trap "rm -rf '$new'" EXIT
  say "Making the environment $new ..."
  chmod 755 "$new"
  "$python" -m venv "$new"
  requirements "$new/requirements.txt"
  local pip=("$new/bin/python" -m pip install --quiet --disable-pip-version-check)
  "${pip[@]}" "${offline[@]}" --require-hashes --requirement "$new/requirements.txt"
  # building leaves its traces in the folder it is done in, so it is done in a copy
  mkdir "$new/source"
  cp -R "$source_dir"/{pyproject.toml,README.md,LICENSE} "$new/source"
  cp -R "$source_dir"/{firmware_bridge,controller,display,hw_sim} "$new/source"
  "${pip[@]}" --no-index --no-deps --no-build-isolation "$new/source"
  rm -rf "$new/source"
  "$new/bin/gammonboard" --help >/dev/null || fail "the new program does not run; nothing changed"
  old=$(current)
  sync --file-system "$new"
  ln -sfn "$(basename "$new")" "$opt/env.new"
  mv -fT "$opt/env.new" "$opt/env"
  trap - EXIT
  if [ -n "$old" ]; then rm -rf "${opt:?}/$old"; fi
  mkdir -p "$(dirname "$program")"
  ln -sfn "/opt/gammonboard/env/bin/gammonboard" "$program"
}

# The folder that the environment in use lies in, empty for none.
current() { if [ -L "$opt/env" ]; then basename "$(readlink "$opt/env")"; fi; }

# The config of a first installation; a later one keeps it and lays the new reference beside it.
config() {
  mkdir -p "$etc" "$data"
  install -m 644 "$deploy/gammonboard.toml" "$etc/gammonboard.toml.reference"
  if [ ! -e "$etc/gammonboard.toml" ]; then
    sed -e 's|^dir = ""$|dir = "/var/lib/gammonboard"|' \
      -e 's|^url = ""$|url = "unix:///run/gammonboard-bus/redis.sock"|' \
      "$deploy/gammonboard.toml" >"$etc/gammonboard.toml.new"
    chmod 640 "$etc/gammonboard.toml.new"
    mv "$etc/gammonboard.toml.new" "$etc/gammonboard.toml"
  fi
  chmod 750 "$data"
  if [ -z "$prefix" ]; then
    chown "root:$user" "$etc/gammonboard.toml"
    chown "$user:$user" "$data"
  fi
  "$opt/env/bin/python" - "$etc/gammonboard.toml" <<'TEXT' || say "Mend that, then: systemctl restart gammonboard"
import sys
from pathlib import Path

from controller.config import parse_config
from controller.errors import ConfigError

try:
    parse_config(Path(sys.argv[1]).read_text("utf-8"), sys.argv[1])
except ConfigError as error:
    sys.exit(str(error))
TEXT
}

system_files() {
  mkdir -p "$unit_dir" "$(dirname "$rules")" "$(dirname "$pam")"
  local unit
  for unit in $units; do
    if [ "$unit" = gammonboard-screen.service ] && [ "$screen" = no ]; then
      rm -f "$unit_dir/$unit" "$pam"
      continue
    fi
    install -m 644 "$deploy/systemd/$unit" "$unit_dir/$unit"
  done
  [ "$screen" = no ] || install -m 644 "$deploy/gammonboard-screen.pam" "$pam"
  install -m 644 "$deploy/60-gammonboard.rules" "$rules"
}

start() {
  is_live || return 0
  if udevadm control --reload; then udevadm trigger --subsystem-match=tty; fi
  systemctl daemon-reload
  systemctl enable --quiet gammonboard-bus.service gammonboard.service
  systemctl restart gammonboard-bus.service gammonboard.service
  [ "$screen" = yes ] || return 0
  if systemctl --quiet is-enabled display-manager.service 2>/dev/null; then
    say "A desktop owns this display: start the screen there with: gammonboard screen"
    return 0
  fi
  systemctl enable --quiet gammonboard-screen.service
  systemctl restart gammonboard-screen.service
}

remove() {
  local unit
  if is_live; then
    for unit in $units; do systemctl disable --now --quiet "$unit" 2>/dev/null || true; done
  fi
  for unit in $units; do rm -f "$unit_dir/$unit"; done
  rm -f "$rules" "$pam" "$program" "$etc/gammonboard.toml.reference"
  rm -rf "$opt"
  if is_live; then systemctl daemon-reload; fi
  if [ "$purge" = no ]; then
    say "gammonboard is removed. Journal and records stay in $data, the config in $etc."
    return 0
  fi
  rm -rf "$etc" "$data"
  if [ -z "$prefix" ] && getent passwd "$user" >/dev/null; then userdel "$user"; fi
  say "gammonboard, its journal, records, config and user are removed."
}

main() {
  parse "$@"
  if [ "$uninstall" = yes ]; then
    remove
    return
  fi
  check_python
  if [ -n "$fetch" ]; then
    fetch_wheels
    return
  fi
  system_programs
  service_user
  environment
  config
  system_files
  start
  say "gammonboard is installed. Config: $etc/gammonboard.toml   Log: journalctl -u gammonboard"
}

main "$@"
