# The site's database in Debian's PostgreSQL, which apt keeps up to date. apply reads this file.
# shellcheck shell=bash
# shellcheck source=deploy/release.sh
source "$(dirname "${BASH_SOURCE[0]}")/release.sh"

as_postgres() { (cd / && runuser --user postgres -- "$@"); }

# Prints the answer to a query with one value.
ask_postgres() {
  as_postgres psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1"
}

# Creates the site's role and database, and sets $database_url. The role has the name of the system
# user, so it needs no password on the Unix socket.
make_database() {
  local port sockets
  [[ $(ask_postgres 'select 1' 2>/dev/null) == 1 ]] || service postgresql start || return 1
  [[ $(ask_postgres "select count(*) from pg_roles where rolname = '$service'") == 1 ]] ||
    as_postgres createuser "$service" || return 1
  [[ $(ask_postgres "select count(*) from pg_database where datname = '$service'") == 1 ]] ||
    as_postgres createdb --owner="$service" --template=template0 --encoding=UTF8 --locale=C.UTF-8 "$service" ||
    return 1
  port=$(ask_postgres 'show port') || return 1
  sockets=$(ask_postgres 'show unix_socket_directories') || return 1
  database_url="postgresql://$service@localhost:$port/$service?host=${sockets%%,*}"
}

# Sets $secret, which must be outside the database.
find_secret() {
  secret=$(read_setting AUTH_SECRET)
  secret=${secret#\'}
  secret=${secret%\'}
  if [[ -n $secret ]]; then return; fi
  if [[ -f $data/secret ]]; then
    secret=$(<"$data/secret")
  else
    secret=$(head --bytes=32 /dev/urandom | base64 | tr '+/' '-_' | tr --delete '=')
  fi
}

# Copies the rows of the private database by a backup. The site must not write meanwhile.
move_rows() {
  local folder=$backups/updates file
  say "Moving the database to Debian's PostgreSQL. The site is stopped until this is done."
  if has_systemd; then systemctl stop "$service" || return 1; fi
  make_folder "$folder" "$service:$service" 700
  step 'Backing up the private database' "$here/run" backup "$folder" || return 1
  file=$(find "$folder" -type f -name '*.tar.zst*' | sort | tail -n 1)
  step "Restoring to Debian's PostgreSQL" \
    env DATABASE_URL="$database_url" AUTH_SECRET="$secret" "$here/run" restore "$file" --replace
}

# Uses Debian's PostgreSQL, unless site.env names a database or install got --private-database. A
# site that cannot be moved continues with its private database.
use_debian_database() {
  local text private=$data/postgres database_url='' secret=''
  if [[ $database != debian || -n $(read_setting DATABASE_URL) ]]; then return; fi
  find_secret
  if [[ ! -d $private ]]; then
    install_missing postgresql
    make_database ||
      fail "Debian's PostgreSQL does not work: see 'systemctl status postgresql'. Fix it, or install with --private-database."
  elif ! (install_missing postgresql) || ! make_database || ! move_rows; then
    say 'The database was not moved. The site continues with its private one, and the next update tries again.'
    return
  fi
  text=$(<"$site_env")
  text+=$'\n\n'"# Debian's PostgreSQL on this machine, and the secret that used to be in DATA_DIR."
  text+=$'\n'"DATABASE_URL=$database_url"
  if [[ -z $(read_setting AUTH_SECRET) ]]; then text+=$'\n'"AUTH_SECRET='$secret'"; fi
  # The database is moved from this moment on, also for earlier releases.
  write_file "$site_env" "root:$service" 640 "$text"
  if [[ -d $private ]]; then
    rm -rf "$private.moved"
    mv "$private" "$private.moved"
    say "The database is moved. Everyone has to sign in again, and to create new recovery codes."
    say "The old one is in ${private#"$root"}.moved: delete it when the site is as you expect."
  fi
}
