import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDatabaseServer } from '#tests/support/database-server.ts';
import { createOwnFolder, sendMessage } from '#tests/support/own-folder.ts';
import { findFreePort, isAlive, until } from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';

describe('a start', () => {
  it('needs only a folder, and prints the address of the site', async () => {
    await using folder = await createOwnFolder({ isEmpty: true });
    const site = await folder.startReady();
    const { port } = new URL(site.url);
    await until('the address', () => site.output().includes(`is at http://localhost:${port}`));
    expect((await fetch(site.url)).status).toBe(200);
  });

  it('a start fails with one line that names the data folder if it is in use', async () => {
    await using folder = await createOwnFolder();
    const first = await folder.startReady();
    const second = await folder.start();
    expect(await second.ended).toBe(78);
    expect(second.output().trim()).toMatch(/^The data folder .* is in use by another process/);
    expect(second.output().trim()).toContain(folder.directory);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('a start fails with one line that names the port if it is in use, and leaves no database behind', async () => {
    await using folder = await createOwnFolder();
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    const site = await folder.start({ PORT: String(port) });
    expect(await site.ended).toBe(78);
    // The log message about the end of the database uses another stream, so its position varies.
    const lines = site.output().trim().split('\n');
    const said = lines.filter((line) => !line.startsWith('{'));
    expect(said).toEqual([expect.stringMatching(new RegExp(`^Port ${port} is already in use`))]);
    other.close();
    await expect(folder.postmasterPid()).rejects.toThrow('ENOENT');
  });

  it('recovers from a start that was interrupted while the database was created', async () => {
    await using folder = await createOwnFolder({ isEmpty: true });
    const draft = path.join(folder.directory, 'postgres.new-aB3xYz/cluster');
    await mkdir(draft, { recursive: true });
    await writeFile(path.join(draft, 'PG_VERSION'), '18');
    const site = await folder.startReady();
    await folder.expectArrivedOnce(await sendMessage(site));
    const names = await readdir(folder.directory);
    expect(names.filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });

  it('a start works below a folder that no other user may enter', async () => {
    await using folder = await createOwnFolder({ isEmpty: true });
    const closed = path.join(folder.directory, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const data = path.join(closed, 'data');
    const site = await folder.startReady({ DATA_DIR: data });
    const id = await sendMessage(site);
    expect(await folder.storedIds(data)).toContain(id);
  });
});

describe('a stop', () => {
  it('shuts the database down cleanly', async () => {
    await using folder = await createOwnFolder();
    const site = await folder.startReady();
    const pid = await folder.postmasterPid();
    expect(await site.end('SIGTERM')).toBe(0);
    expect(isAlive(pid)).toBe(false);
    const log = await readFile(path.join(folder.directory, 'postgres.log'), 'utf8');
    expect(log).toMatch(/database system is shut down\s*$/);
  });

  it('finishes a request in flight', async () => {
    await using folder = await createOwnFolder();
    const site = await folder.startReady();
    const blocker = await findPrivateDatabase(folder.directory);
    // A table lock delays the insert until well after the signal.
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: blocker });
    client.on('error', () => {});
    await client.connect();
    await client.query('begin; lock table leads in access exclusive mode');
    const sending = sendMessage(site);
    await until('the insert to wait', async () => {
      const [row] = await query(
        blocker,
        'select count(*)::int as n from pg_locks where not granted',
      );
      return row.n > 0;
    });
    const ended = site.end('SIGTERM');
    await client.query('rollback');
    await client.end();
    const id = await sending;
    expect(await ended).toBe(0);
    await folder.startReady();
    expect(await folder.storedIds()).toContain(id);
  });
});

describe('two processes', () => {
  it('start at the same time on one new database and share it', async () => {
    await using folder = await createOwnFolder();
    const server = await startDatabaseServer();
    const DATABASE_URL = server.site;
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name) =>
        folder.start({ DATABASE_URL, DATA_DIR: path.join(folder.directory, name) }),
      ),
    );
    if (!first || !second) throw new Error('not started');
    await Promise.all([first.untilReady(), second.untilReady()]);
    const id = await sendMessage(first);
    const answer = await fetch(`${second.url}/contact.php`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(422);
    expect((await query(DATABASE_URL, 'select id from leads')).map((row) => row.id)).toEqual([id]);
    await first.end('SIGTERM');
    await second.end('SIGTERM');
    await server.stop();
  });
});
