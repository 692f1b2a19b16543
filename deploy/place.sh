# Where things are on the machine, how the scripts speak, and what was said to install. The scripts
# beside this file read it; it does nothing by itself.
# shellcheck shell=bash
# shellcheck disable=SC2034 # who reads it uses them

# What is made may be read by all, whatever the one who calls likes; where not, it says so.
umask 022

# The folder of these scripts: of a checkout, or of a release.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)

# Everything lies below this folder. It is set by tests, and to prepare a disk for another machine.
root=${DEPLOY_ROOT:-}

# The name of the service, and of the user it runs as.
service=time-vs-price
# Installs packages and builds: scripts of strangers run there, away from the site's data.
builder=time-vs-price-build

code=$root/opt/time-vs-price
repository=$code/repository.git
releases=$code/releases
building=$code/building
current=$code/current
# The one that ran before.
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

# The first line of a Caddyfile that is ours to replace.
caddyfile_mark='# Made by deploy/install of time-vs-price. It is overwritten by every update.'

# Whoever listens may be gone while an update goes back, a terminal or a program behind a pipe: what cannot
# be said must not stop it.
trap '' PIPE
say() { printf '%s\n' "$*" || true; }

fail() {
  printf '%s\n' "$*" >&2 || true
  exit 1
}

# Says how a script is called, in the words that it begins with.
usage() {
  sed -n '2,/^[^#]/s/^#\( \|$\)//p' "$0" | grep --invert-match '^shellcheck ' >&2
  exit 2
}

require_root() {
  [[ $(id -u) == 0 ]] || fail "This needs the rights of the administrator: put sudo before it."
}

require_installed() {
  [[ -L $current && -f $answers ]] ||
    fail "The site is not installed on this machine. Begin with: sudo ./deploy/install www.example.com"
}

# Goes on with the script of the same name of the version that is installed: this one may be older, or
# newer, than what it works on.
continue_installed() {
  local installed
  installed=$(release_of "$current")/deploy
  if [[ $here != "$installed" ]]; then exec "$installed/$(basename "$0")" "$@"; fi
}

# systemd may be there without running, as in a container or while a disk is prepared.
has_systemd() { [[ -d $root/run/systemd/system ]]; }

# The release that a link leads to; nothing where there is none.
release_of() { readlink -e "$1" || true; }

# What install was told: the names of the site, who gets mails of Caddy, where versions come from.
read_answers() {
  site_name='' other_names='' email='' certificates=public source='' branch=''
  if [[ -f $answers ]]; then
    # shellcheck source=/dev/null # written by install
    source "$answers"
  fi
}

# The value that the site has of a setting: its own comes before that of the machine.
read_setting() {
  { cat "$machine_env" "$site_env" 2>/dev/null || true; } | sed -n "s/^$1=\(..*\)$/\1/p" | tail -n 1
}

# Writes a file, if it does not say the same already, and tells by $is_written. Nobody reads half of it.
write_file() {
  local file=$1 owner=$2 mode=$3 text=$4
  is_written=''
  if printf '%s\n' "$text" | cmp --silent - "$file"; then return; fi
  mkdir -p "$(dirname "$file")"
  # Until it is said whose it is, it is root's alone: some hold passwords.
  (umask 077 && printf '%s\n' "$text" >"$file.new")
  chown "$owner" "$file.new"
  chmod "$mode" "$file.new"
  mv "$file.new" "$file"
  is_written=yes
  say "Written: ${file#"$root"}"
}

# Makes a folder, or corrects whose it is.
own_folder() {
  local folder=$1 owner=$2 mode=$3
  mkdir -p "$folder"
  [[ $(stat --format=%U:%G "$folder") == "$owner" ]] || chown "$owner" "$folder"
  [[ $(stat --format=%a "$folder") == "$mode" ]] || chmod "$mode" "$folder"
}
