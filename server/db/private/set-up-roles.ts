import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Cluster, databaseRole, rulesFileOf } from './cluster.ts';
import { explainFailure } from './launch.ts';
import { runProgram } from './postgres-user.ts';

/** Who may connect (pg_hba.conf): the site's role, to its own database, with its password. No superuser. */
const accessRules = `# Written by the site at its start; a change here is undone. Second edition.
host ${databaseRole} ${databaseRole} 127.0.0.1/32 scram-sha-256
`;

/** The superuser of clusters that earlier versions have made was the site's role itself. It cannot be demoted, only renamed, and not by itself. */
const renameSuperuser = `
do $$ begin
  if (select rolname from pg_roles where oid = 10) = '${databaseRole}' then
    create role renaming superuser;
    set session authorization renaming;
    alter role ${databaseRole} rename to postgres;
    set session authorization postgres;
    drop role renaming;
    alter role postgres password null;
  end if;
end $$`;

const createRole = (password: string) => `
do $$ begin
  if to_regrole('${databaseRole}') is null then
    create role ${databaseRole};
  end if;
  alter role ${databaseRole} login nosuperuser nocreatedb nocreaterole password '${password}';
end $$`;

const findDatabase = `select datname from pg_database where datname = '${databaseRole}'`;

const createDatabase = `create database ${databaseRole} owner ${databaseRole}`;

/**
 * Gives the site's role what the superuser has made in its database, but for what is PostgreSQL's
 * own (below 16384) or an extension's (type e). A column's sequence (a, i) goes with its table.
 */
const giveDatabase = `
do $$ declare statement text; begin
  alter database ${databaseRole} owner to ${databaseRole};
  for statement in
    select format('alter %s %s owner to ${databaseRole}', type, identity)
    from (
      select 'pg_namespace'::regclass as class, oid from pg_namespace where nspowner = 10
      union all
      select 'pg_class'::regclass, oid from pg_class
        where relowner = 10 and relkind in ('r', 'p', 'v', 'm')
      union all
      select 'pg_class'::regclass, seqrelid from pg_sequence where not exists (
        select from pg_depend where objid = seqrelid and deptype in ('a', 'i')
      )
      union all
      select 'pg_proc'::regclass, oid from pg_proc where proowner = 10
      union all
      select 'pg_type'::regclass, oid from pg_type where typowner = 10 and typtype in ('e', 'd', 'r')
    ) as made, pg_identify_object(class, oid, 0)
    where oid >= 16384 and not exists (
      select from pg_depend where classid = class and objid = oid and deptype = 'e'
    )
  loop
    execute statement;
  end loop;
end $$`;

/** Lets the site's role end a piece of PostgreSQL's log, and have it deleted: what was erased stands in it. */
const allowCheckpoints = `
do $$ begin
  grant pg_checkpoint to ${databaseRole};
  grant execute on function pg_switch_wal() to ${databaseRole};
end $$`;

/**
 * Sees to it, once, that the site's role owns its database and nothing else, on a stopped cluster:
 * in single-user mode, as no connection ever is the superuser's. Throws PostgreSQL's own reason.
 */
export function setUpRoles(cluster: Cluster): void {
  const rulesFile = rulesFileOf(cluster.directory);
  if (readFileSync(rulesFile, 'utf8') === accessRules) return;
  const made = runAsSuperuser(cluster, 'postgres', [
    renameSuperuser,
    createRole(cluster.password),
    findDatabase,
  ]);
  if (made.includes(`"${databaseRole}"`)) runAsSuperuser(cluster, databaseRole, [giveDatabase]);
  else runAsSuperuser(cluster, 'postgres', [createDatabase]);
  runAsSuperuser(cluster, databaseRole, [allowCheckpoints]);
  // Last, because it says that all of this is done.
  const draft = `${rulesFile}.new`;
  writeFileSync(draft, accessRules, { mode: 0o600, flush: true });
  cluster.user.own(draft);
  renameSync(draft, rulesFile);
}

/** Runs statements in single-user mode, up to the first that fails. Returns what they printed. */
export function runAsSuperuser(cluster: Cluster, database: string, statements: string[]): string {
  // A statement ends with a semicolon and an empty line, and so must have none inside.
  const input = statements.map((statement) => `${statement.trim()};\n\n`).join('');
  const settings = ['exit_on_error=on', 'log_min_messages=fatal', 'log_min_error_statement=panic'];
  const args = ['--single', '-j', '-D', cluster.directory];
  for (const setting of settings) args.push('-c', setting);
  try {
    return runProgram(cluster.user, cluster.postgres, [...args, database], input);
  } catch (error) {
    throw explainFailure(cluster, error instanceof Error ? error.message : String(error));
  }
}
