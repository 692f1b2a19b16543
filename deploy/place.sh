# Paths, messages and saved answers that the scripts in this folder share.
# shellcheck shell=bash
# shellcheck disable=SC2034 # the scripts that source this file use them

# New files are readable by everyone, whatever the caller's umask, except where a mode is given.
umask 022

# The folder of these scripts, in a checkout or a release.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)

# A prefix for all paths, set by tests and when a disk is prepared for another machine.
root=${DEPLOY_ROOT:-}

# The name of the service and its user.
service=time-vs-price
# The user that installs packages and builds. Their scripts cannot read the site's data.
builder=time-vs-price-build

code=$root/opt/time-vs-price
repository=$code/repository.git
releases=$code/releases
building=$code/building
current=$code/current
# The release that ran before.
previous=$code/previous

data=$root/var/lib/time-vs-price
backups=$root/var/backups/time-vs-price
builder_home=$root/var/cache/time-vs-price-build

settings=$root/etc/time-vs-price
answers=$settings/install.conf
machine_env=$settings/machine.env
site_env=$settings/site.env

unit=$root/etc/systemd/system/$service.service
journald_file=$root/etc/systemd/journald.conf.d/$service.conf
caddyfile=$root/etc/caddy/Caddyfile

# The first line of a Caddyfile that install may replace.
caddyfile_mark='# Made by deploy/install of time-vs-price. It is overwritten by every update.'

# The terminal may be closed while an update rolls back: a failed message must not stop it.
trap '' PIPE
say() { printf '%s\n' "$*" || true; }

fail() {
  printf '%s\n' "$*" >&2 || true
  exit 1
}

# Prints the usage from the comment at the top of a script.
usage() {
  sed -n '2,/^[^#]/s/^#\( \|$\)//p' "$0" | grep --invert-match '^shellcheck ' >&2
  exit 2
}

require_root() {
  [[ $(id -u) == 0 ]] || fail "This command needs root: run it with sudo."
}

require_installed() {
  [[ -L $current && -f $answers ]] ||
    fail "The site is not installed on this machine. Run this first: sudo ./deploy/install www.example.com"
}

# Continues with the same script of the installed version, which may be older or newer than this
# one.
continue_installed() {
  local installed
  installed=$(release_of "$current")/deploy
  if [[ $here != "$installed" ]]; then exec "$installed/$(basename "$0")" "$@"; fi
}

# systemd may be installed but not running, e.g. in a container.
has_systemd() { [[ -d $root/run/systemd/system ]]; }

# Prints the release that a link points to; nothing if there is none.
release_of() { readlink -e "$1" || true; }

# Reads the saved answers of install: the site's names, the email address for Caddy, which database,
# the source.
read_answers() {
  site_name='' other_names='' email='' certificates=public database=debian source='' branch=''
  if [[ -f $answers ]]; then
    # shellcheck source=/dev/null # written by install
    source "$answers"
  fi
}

# Prints the value of a setting. The site's own settings take precedence over the machine's.
read_setting() {
  { cat "$machine_env" "$site_env" 2>/dev/null || true; } | sed -n "s/^$1=\(..*\)$/\1/p" | tail -n 1
}

# Writes a file atomically if its content differs, and sets $is_written.
write_file() {
  local file=$1 owner=$2 mode=$3 text=$4
  is_written=''
  if printf '%s\n' "$text" | cmp --silent - "$file"; then return; fi
  mkdir -p "$(dirname "$file")"
  # Only root can read it until it has its owner: some of these files contain passwords.
  (umask 077 && printf '%s\n' "$text" >"$file.new")
  chown "$owner" "$file.new"
  chmod "$mode" "$file.new"
  mv "$file.new" "$file"
  is_written=yes
  say "Written: ${file#"$root"}"
}

# Creates a folder, or corrects its owner and mode.
make_folder() {
  local folder=$1 owner=$2 mode=$3
  mkdir -p "$folder"
  [[ $(stat --format=%U:%G "$folder") == "$owner" ]] || chown "$owner" "$folder"
  [[ $(stat --format=%a "$folder") == "$mode" ]] || chmod "$mode" "$folder"
}
