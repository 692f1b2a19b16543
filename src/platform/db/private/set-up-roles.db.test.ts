import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createDirectory, removeDirectory } from '#tests/support/site-process.ts';
import { query } from '#tests/support/site-state.ts';
import { startPrivatePostgres } from './postmaster.ts';

const log = createLogger('error');

let directory: string;
let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>;

const run = (text: string) => query(postgres.connectionString, text);

/** Creates every table, function and queue of a site. */
async function fill(connectionString: string): Promise<void> {
  await migrateDatabase(connectionString);
  const jobs = createJobs({ connectionString, log });
  const never = () => new Promise<never>(() => {});
  await jobs.start({
    sendMail: never,
    giveUpMail: never,
    verifyPayment: never,
    releaseHold: never,
    keepOrders: never,
    sweepAccounts: never,
    sweepUploads: never,
    sweepTrash: never,
    keepRetention: never,
    readBusyCalendars: never,
    convertFilms: never,
    makeBackup: never,
  });
  await jobs.stop(1_000);
}

describe('the role of the site', () => {
  beforeAll(async () => {
    directory = await createDirectory();
    postgres = await startPrivatePostgres(directory, log);
    await fill(postgres.connectionString);
  });
  afterAll(async () => {
    await postgres.stop();
    await removeDirectory(directory);
  });

  it.each([
    `select pg_read_file('/etc/passwd')`,
    `select pg_ls_dir('/')`,
    `select lo_import('/etc/passwd')`,
    `copy leads (name) from '/etc/passwd'`,
    `copy (select 1) to '/tmp/copied'`,
    `copy (select 1) to program 'id'`,
    `copy leads (name) from program 'id'`,
    'create role another superuser',
    'create database another',
    'alter role site superuser',
    'set role postgres',
    'set session authorization postgres',
    'grant pg_read_server_files to site',
    `alter system set log_statement = 'all'`,
    'select pg_reload_conf()',
    'create extension adminpack',
    'select rolpassword from pg_authid',
    `create function system(cstring) returns int as '/lib/x86_64-linux-gnu/libc.so.6' language c`,
  ])('the role of the site may not: %s', async (statement) => {
    await expect(run(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|0A000)$/),
    });
  });

  it('the role of the site owns everything in its database, and has no other rights', async () => {
    const [role] = await run(
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        array(select roleid::regrole::text from pg_auth_members where member = pg_roles.oid) as memberships
        from pg_roles where rolname = current_user`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: [],
    });
    const foreign = await run(
      `select kind, name from (
        select 'database' as kind, datname::text as name, datdba as owner, 0::oid as oid
          from pg_database where datname = current_database()
        union all select 'schema', nspname, nspowner, oid from pg_namespace
        union all select 'relation', relname, relowner, oid from pg_class
        union all select 'routine', proname, proowner, oid from pg_proc
        union all select 'type', typname, typowner, oid from pg_type
      ) as made
      where owner <> current_user::regrole and (oid >= 16384 or kind = 'database')
        and not exists (select from pg_depend where objid = made.oid and deptype = 'e')`,
    );
    expect(foreign).toEqual([]);
  });

  it('the role of the site is the only one that can connect, and only to its own database', async () => {
    const connect = async (change: (url: URL) => void) => {
      const url = new URL(postgres.connectionString);
      change(url);
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
    };
    const refused = { code: '28000' };
    await expect(connect((url) => (url.username = 'postgres'))).rejects.toMatchObject(refused);
    await expect(connect((url) => (url.pathname = '/postgres'))).rejects.toMatchObject(refused);
    await expect(connect((url) => (url.password = 'wrong'))).rejects.toMatchObject({
      code: '28P01',
    });
  });
});
