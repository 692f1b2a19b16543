import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwnFolder, type OwnFolder, sendMessage } from '#tests/support/own-folder.ts';
import { isAlive, type SiteProcess, until } from '#tests/support/site-process.ts';

const start = [process.execPath, 'tools/start.mjs'];

let folder: OwnFolder;

beforeEach(async () => {
  folder = await createOwnFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** Returns the process id of the server, which is the parent of its database. */
async function findServer(): Promise<number> {
  const status = readFileSync(`/proc/${await folder.postmasterPid()}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
}

/** Kills the server, as the system does when memory runs out. */
async function killServer(): Promise<void> {
  const server = await findServer();
  process.kill(server, 'SIGKILL');
  await until('the server to end', () => !isAlive(server));
}

const untilAnswered = ({ url }: SiteProcess) =>
  until('the port to answer', () => fetch(`${url}/healthz`).catch(() => undefined));

/** Sends messages one after another until one gets no answer. */
async function sendUntilRefused(site: SiteProcess): Promise<string[]> {
  const answered: string[] = [];
  for (;;) {
    const id = await sendMessage(site).catch(() => undefined);
    if (id === undefined) return answered;
    answered.push(id);
  }
}

describe('npm start', () => {
  it('restarts a server that was killed under load, and loses no acknowledged message', async () => {
    const site = await folder.startReady({}, start);
    const before = await sendMessage(site);
    for (const times of [1, 2]) {
      const senders = Array.from({ length: 8 }, () => sendUntilRefused(site));
      await until('a message under load', async () => (await folder.storedIds()).length > 8);
      await killServer();
      const answered = (await Promise.all(senders)).flat();
      await untilAnswered(site);
      const after = await sendMessage(site, '/contact.php');
      await site.untilReady();
      await folder.expectArrivedOnce(after);
      expect(await folder.storedIds()).toEqual(expect.arrayContaining(answered));
      const said = /The site was killed \(SIGKILL\)\. Restarting in [\d.]+ s\./g;
      expect(site.output().match(said)).toHaveLength(times);
    }
    await folder.expectArrivedOnce(before);
    expect(await site.end('SIGTERM')).toBe(0);
  });

  it('changes the log level on a signal', async () => {
    const site = await folder.startReady({}, start);
    expect(site.output()).not.toContain('"route":"/healthz"');
    site.process.kill('SIGUSR2');
    await until('the change of the level', () =>
      site.output().includes('"The level of the log is debug now"'),
    );
    await fetch(`${site.url}/healthz`);
    await expect.poll(site.output).toContain('"route":"/healthz"');
  });

  it('npm start stops the site and its database on a stop signal', async () => {
    const site = await folder.startReady({}, start);
    const [server, postmaster] = [await findServer(), await folder.postmasterPid()];
    expect(await site.end('SIGINT')).toBe(0);
    expect([server, postmaster].filter(isAlive)).toEqual([]);
    expect(site.output()).not.toContain('Restarting in');
  });

  it.each([
    ['an invalid variable', { SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be'],
    [
      'no AUTH_SECRET',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x', AUTH_SECRET: '' },
      'AUTH_SECRET=',
    ],
  ])('reports a configuration error once: %s', async (_, environment, words) => {
    const site = await folder.start(environment, start);
    expect(await site.ended).toBe(78);
    expect(site.output().split(words)).toHaveLength(2);
    expect(site.output()).not.toContain('Restarting in');
  });

  it.each([
    ['its script', start],
    ['npm', ['npm', 'start']],
  ])('leaves no process behind when %s is killed', async (_, command) => {
    const site = await folder.startReady({ HOME: folder.directory }, command);
    const [server, postmaster] = [await findServer(), await folder.postmasterPid()];
    site.process.kill('SIGKILL');
    await expect.poll(() => [server, postmaster].filter(isAlive)).toEqual([]);
    await folder.startReady({ PORT: new URL(site.url).port }, start);
  });

  it('npm start runs a subcommand once', async () => {
    const child = spawn(start[0] ?? '', [...start.slice(1), 'admin', 'frobnicate'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder.directory },
    });
    const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(child.exitCode).toBe(1);
    expect(errors.match(/npm run admin -- create/g)).toHaveLength(1);
  });
});

it('waits longer before each restart of a server that keeps crashing, and can be stopped while it waits', async () => {
  const script = `
    import { keepRunning } from './tools/keep-running.mjs';
    keepRunning(['--eval', 'process.exit(1)'], {});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let errors = '';
  child.stderr.on('data', (words) => {
    errors += words;
  });
  await until('the third crash', () => errors.includes('in 2 s.'));
  child.kill('SIGTERM');
  expect((await once(child, 'close'))[0]).toBe(0);
  expect([...errors.matchAll(/ended with an error \(1\)\. Restarting in (\S+) s/g)]).toEqual([
    expect.arrayContaining(['0.5']),
    expect.arrayContaining(['1']),
    expect.arrayContaining(['2']),
  ]);
});

it.each([
  ['thrown', 'setTimeout(() => { throw new Error("unforeseen") })'],
  ['rejected', 'Promise.reject(new Error("unforeseen"))'],
])('exits immediately with code 1 after an uncaught error: %s', async (_, fault) => {
  const script = `
    import { untilStopSignal } from './src/server/until-stop-signal.ts';
    void untilStopSignal();
    setInterval(() => {}, 1_000);
    ${fault};`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(child.exitCode).toBe(1);
  expect(errors).toContain('unforeseen');
});
