# Releases: versions of the site, each whole in a folder of its own, and a link to the one that runs.
# install and update read this file.
# shellcheck shell=bash
# shellcheck source=deploy/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"

# So many releases stay on the disk: the one that runs, the one before it, and one more.
kept_releases=3

# The oldest Node that npm may run on: on an older one it leaves out packages that need a newer one.
least_node=20
npm_version=11.19.1

# So much of the disk has to be free to make a release, in megabytes: it takes half of that, and what
# runs may need the rest.
wanted_disk=3000

# How long a version may take until it is ready, in seconds: it may have to rewrite large tables.
ready_seconds=${DEPLOY_READY_SECONDS:-300}

# Runs a command as one line of progress. Shows the end of what it said when it fails.
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

only_one_at_a_time() {
  exec {lock}>>"$code/.lock"
  flock --nonblock "$lock" || fail 'Another install or update is at work.'
}

is_folder() { [[ $1 == /* ]]; }

# Brings commits into the machine's own repository. What is fetched from a folder of this machine
# belongs to somebody else, which git wants to be told is meant.
fetch() {
  local from=$1
  shift
  local options=(--quiet --force --no-tags --update-shallow)
  if is_folder "$from"; then options+=(--upload-pack="git -c safe.directory='*' upload-pack"); fi
  [[ -d $repository ]] || git init --quiet --bare "$repository"
  # What git cleans up, it cleans up now: nothing is to be at work when this is over.
  git -c gc.autoDetach=false -c maintenance.autoDetach=false --git-dir="$repository" \
    fetch "${options[@]}" -- "$from" "$@"
}

in_repository() { git --git-dir="$repository" "$@"; }

# The sources of a commit, into the folder that is named.
lay_out() {
  local commit=$1 folder=$2
  in_repository -c tar.umask=022 archive "$commit" |
    tar --extract --directory="$folder" --no-same-owner
}

# Runs a command in the builder's folder.
as_builder() {
  # Visitors come first.
  (cd "$building" && runuser --user "$builder" -- \
    env HOME="$builder_home" PATH="$builder_path" NODE_ENV= nice "$@")
}

# Where npm is too old, as in Debian 12, it brings a newer one with the Node of the release, to build with.
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

check_room() {
  local free
  free=$(df --output=avail --block-size=1M "$code" | tail -n 1)
  ((free >= wanted_disk)) ||
    fail "Only ${free// /} MB are free on the disk of ${code#"$root"}; a version of the site is made with $wanted_disk MB."
}

# What is being made and not whole yet; whoever is stopped meanwhile removes it.
unfinished=''

# Makes a release of a commit, beside what runs, and names it in $release. The builder has a folder of
# its own; what it has made is put beside sources that it never touched. To be called where a failure
# ends the script: not in a condition.
make_release() {
  local commit=$1
  rm -rf "$building"
  check_room
  release=$releases/$(date -u +%Y%m%d-%H%M%S)-${commit:0:12}
  unfinished=$release
  builder_path=$PATH
  mkdir "$building"
  lay_out "$commit" "$building"
  chown -R --no-dereference "$builder:$builder" "$building"
  bring_npm
  step 'Installing packages' as_builder \
    npm ci --include=dev --include=optional --no-audit --no-fund
  step 'Building the site' as_builder env SITE_COMMIT="${commit:0:12}" npm run build
  step 'Removing what only the build needs' as_builder \
    npm prune --omit=dev --no-save --no-audit --no-fund
  mkdir "$release"
  lay_out "$commit" "$release"
  mv "$building/node_modules" "$building/build" "$release"
  # From here on nobody changes it.
  chown -R --no-dereference root:root "$release"
  chmod -R u+rwX,go+rX,go-w "$release"
  rm -rf "$building"
  unfinished=''
}

remove_unfinished() {
  if [[ -n $unfinished ]]; then rm -rf "$unfinished" "$building"; fi
}

# Whoever asks gets one or the other, never nothing.
point() {
  local link=$1 target=$2
  ln -sfn "releases/$(basename "$target")" "$link.next"
  mv -T "$link.next" "$link"
}

# A release carries its commit in its name.
commit_of() { basename "$1" | sed 's/.*-//'; }

is_ready() {
  local address
  address=http://127.0.0.1:$(read_setting PORT)
  curl --silent --fail --max-time 5 "$address/healthz" | grep --quiet "\"commit\":\"$1\"" &&
    curl --silent --fail --max-time 5 --output /dev/null "$address/readyz"
}

# How often systemd has started the site again by itself. It goes on counting when it is told to restart
# what it was about to start once more.
count_restarts() {
  local restarts
  restarts=$(systemctl show --property=NRestarts --value "$service")
  echo "${restarts:-0}"
}

# Whether it has ended so often since it was started, or in such a way (78), that waiting does not help.
has_given_up() {
  local restarts_before=$1
  if systemctl --quiet is-failed "$service"; then return 0; fi
  (($(count_restarts) >= restarts_before + 3))
}

# Waits until this very version can do all its work. Returns 1 where it does not come to that.
await_ready() {
  local commit=$1 end=$((SECONDS + ready_seconds)) restarts_before
  restarts_before=$(count_restarts)
  until is_ready "$commit"; do
    if has_given_up "$restarts_before" || ((SECONDS >= end)); then return 1; fi
    sleep 1
  done
}

# What the site has said last, in so many lines.
last_words() {
  journalctl --unit="$service" --output=cat --no-pager --lines="$1" 2>/dev/null || true
}

remove_old_releases() {
  local old
  # Their names begin with the time they were made at.
  find "$releases" -mindepth 1 -maxdepth 1 -type d | sort | head -n "-$kept_releases" |
    while read -r old; do
      [[ $old == "$(release_of "$current")" || $old == "$(release_of "$previous")" ]] || rm -rf "$old"
    done
}
