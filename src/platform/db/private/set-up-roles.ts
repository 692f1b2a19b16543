import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Cluster, databaseRole, rulesFileOf } from './cluster.ts';
import { explainFailure } from './launch.ts';
import { runProgram } from './postgres-user.ts';

/** Who may connect (pg_hba.conf): the site's role to its own database, and no superuser. */
const accessRules = `# Written by the site at its start; a change here is undone. Second edition.
host ${databaseRole} ${databaseRole} 127.0.0.1/32 scram-sha-256
`;

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
 * Creates the site's role, which owns its database and nothing else, on a stopped cluster: in
 * single-user mode, because the superuser can never connect. Throws PostgreSQL's error message.
 */
export function setUpRoles(cluster: Cluster): void {
  const rulesFile = rulesFileOf(cluster.directory);
  if (readFileSync(rulesFile, 'utf8') === accessRules) return;
  const found = runAsSuperuser(cluster, 'postgres', [createRole(cluster.password), findDatabase]);
  if (!found.includes(`"${databaseRole}"`)) runAsSuperuser(cluster, 'postgres', [createDatabase]);
  // Written last, because it marks the set-up as complete.
  const draft = `${rulesFile}.new`;
  writeFileSync(draft, accessRules, { mode: 0o600, flush: true });
  cluster.user.own(draft);
  renameSync(draft, rulesFile);
}

/** Runs statements in single-user mode until one fails. Returns their output. */
export function runAsSuperuser(cluster: Cluster, database: string, statements: string[]): string {
  // A semicolon and an empty line end a statement.
  const input = statements.map((statement) => `${statement.trim()};\n\n`).join('');
  const settings = ['exit_on_error=on', 'log_min_messages=fatal', 'log_min_error_statement=panic'];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const args = ['--single', '-j', '-D', cluster.directory, ...options, database];
  try {
    return runProgram(cluster.user, cluster.postgres, args, input);
  } catch (error) {
    throw explainFailure(error instanceof Error ? error.message : String(error));
  }
}
