# Releases: each version of the site has its own folder, and a link points to the current one.
# install and update read this file.
# shellcheck shell=bash
# shellcheck source=deploy/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"

# How many releases are kept: the current one, the previous one, and one more.
kept_releases=3

# The oldest Node that can run npm: older ones skip packages that need a newer Node.
least_node=20
npm_version=11.19.1

# The free disk space that a release needs, in megabytes. It uses half of it, and the running site
# may need the rest.
needed_disk=3000

# How long a version may take to become ready, in seconds: it may rewrite large tables.
ready_seconds=${DEPLOY_READY_SECONDS:-300}

# Runs a command as one line of progress. Prints the end of its output if it fails.
step() {
  local title=$1 started=$SECONDS output
  shift
  output=$(mktemp)
  printf '%s …' "$title" || true
  if "$@" >"$output" 2>&1 </dev/null; then
    say " done in $((SECONDS - started)) s"
    rm "$output"
    return 0
  fi
  say ' failed'
  tail -n 30 "$output" >&2 || true
  rm "$output"
  return 1
}

is_package_there() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Installs those of the Debian packages that are missing.
install_missing() {
  local missing=() package
  for package in "$@"; do
    is_package_there "$package" || missing+=("$package")
  done
  ((${#missing[@]} > 0)) || return 0
  command -v apt-get >/dev/null || fail 'This machine does not run Debian: apt-get is missing.'
  export DEBIAN_FRONTEND=noninteractive
  step 'Updating the package lists' apt-get update || return 1
  step "Installing ${missing[*]}" apt-get install --yes --no-install-recommends "${missing[@]}"
}

take_lock() {
  exec {lock}>>"$code/.lock"
  flock --nonblock "$lock" || fail 'Another install or update is running.'
}

is_folder() { [[ $1 == /* ]]; }

# Fetches commits into the machine's own repository. A local source may belong to another user,
# which git only accepts with safe.directory.
fetch() {
  local from=$1
  shift
  local options=(--quiet --force --no-tags --update-shallow)
  if is_folder "$from"; then options+=(--upload-pack="git -c safe.directory='*' upload-pack"); fi
  [[ -d $repository ]] || git init --quiet --bare "$repository"
  # Cleans up in the foreground, so that nothing keeps running after the script.
  git -c gc.autoDetach=false -c maintenance.autoDetach=false --git-dir="$repository" \
    fetch "${options[@]}" -- "$from" "$@"
}

in_repository() { git --git-dir="$repository" "$@"; }

# Extracts the sources of a commit into a folder.
extract_sources() {
  local commit=$1 folder=$2
  in_repository -c tar.umask=022 archive "$commit" |
    tar --extract --directory="$folder" --no-same-owner
}

# Runs a command in the builder's folder.
as_builder() {
  # Runs at a low priority, so that the site stays fast.
  (cd "$building" && runuser --user "$builder" -- \
    env HOME="$builder_home" PATH="$builder_path" NODE_ENV= nice "$@")
}

# Installs a newer npm together with the release's Node if the installed Node is too old, as in
# Debian 12.
bring_npm() {
  local found node
  found=$(node --version)
  found=${found#v}
  if ((${found%%.*} >= least_node)); then return; fi
  node=$(sed -n 's/^ *"node": "\([0-9.]*\)",\?$/\1/p' "$building/package.json")
  step 'Bringing a newer npm' as_builder \
    npm install --prefix .cache/npm --no-audit --no-fund "node@$node" "npm@$npm_version"
  builder_path=$building/.cache/npm/node_modules/.bin:$PATH
}

check_disk() {
  local free
  free=$(df --output=avail --block-size=1M "$code" | tail -n 1)
  ((free >= needed_disk)) ||
    fail "Only ${free// /} MB are free on the disk of ${code#"$root"}. A new version needs $needed_disk MB."
}

# The unfinished release. It is removed if the script is interrupted.
unfinished=''

# Builds a release of a commit and sets $release to its folder. The builder works in a separate
# folder; only its output is moved into the release. Do not call it in a condition: a failure must
# end the script.
make_release() {
  local commit=$1
  rm -rf "$building"
  check_disk
  release=$releases/$(date -u +%Y%m%d-%H%M%S)-${commit:0:12}
  unfinished=$release
  builder_path=$PATH
  mkdir "$building"
  extract_sources "$commit" "$building"
  chown -R --no-dereference "$builder:$builder" "$building"
  bring_npm
  step 'Installing packages' as_builder \
    npm ci --include=dev --include=optional --no-audit --no-fund
  step 'Building the site' as_builder env SITE_COMMIT="${commit:0:12}" npm run build
  step 'Removing what only the build needs' as_builder \
    npm prune --omit=dev --no-save --no-audit --no-fund
  mkdir "$release"
  extract_sources "$commit" "$release"
  mv "$building/node_modules" "$building/build" "$release"
  # The release is read-only from here on.
  chown -R --no-dereference root:root "$release"
  chmod -R u+rwX,go+rX,go-w "$release"
  rm -rf "$building"
  unfinished=''
}

remove_unfinished() {
  if [[ -n $unfinished ]]; then rm -rf "$unfinished" "$building"; fi
}

# Replaces a link atomically.
set_link() {
  local link=$1 target=$2
  ln -sfn "releases/$(basename "$target")" "$link.next"
  mv -T "$link.next" "$link"
}

# Prints the commit of a release, which is part of its name.
commit_of() { basename "$1" | sed 's/.*-//'; }

is_ready() {
  local address
  address=http://127.0.0.1:$(read_setting PORT)
  curl --silent --fail --max-time 5 "$address/healthz" | grep --quiet "\"commit\":\"$1\"" &&
    curl --silent --fail --max-time 5 --output /dev/null "$address/readyz"
}

# Prints how often systemd has restarted the site. The count continues when the service is restarted
# manually while a restart is pending.
count_restarts() {
  local restarts
  restarts=$(systemctl show --property=NRestarts --value "$service")
  echo "${restarts:-0}"
}

# Returns whether the site has failed too often, or with a status that is not retried (78).
has_failed() {
  local restarts_before=$1
  if systemctl --quiet is-failed "$service"; then return 0; fi
  (($(count_restarts) >= restarts_before + 3))
}

# Waits until this version is ready. Returns 1 if it fails or takes too long.
await_ready() {
  local commit=$1 end=$((SECONDS + ready_seconds)) restarts_before
  restarts_before=$(count_restarts)
  until is_ready "$commit"; do
    if has_failed "$restarts_before" || ((SECONDS >= end)); then return 1; fi
    sleep 1
  done
}

# Prints the last lines of the site's log.
recent_log() {
  journalctl --unit="$service" --output=cat --no-pager --lines="$1" 2>/dev/null || true
}

remove_old_releases() {
  local old
  # Names start with the creation time.
  find "$releases" -mindepth 1 -maxdepth 1 -type d | sort | head -n "-$kept_releases" |
    while read -r old; do
      [[ $old == "$(release_of "$current")" || $old == "$(release_of "$previous")" ]] || rm -rf "$old"
    done
}
