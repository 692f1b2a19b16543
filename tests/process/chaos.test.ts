import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Longer than a machine of any speed takes, in milliseconds. */
const patience = 1_800_000;

/** Other tests have the machine meanwhile, so it may take longer until a site is well than half a minute. */
const within = '180';

/** One of each kind, in every set-up. */
const faults = [
  'one machine: private database and server killed',
  'one machine: disk full',
  'services: database killed',
  'services: bucket away',
  'services: mail server drops the line',
  'its own clock: clock an hour back',
];

/** With this one the server is killed while the disk is full, and another version deployed while mails get lost. */
const seed = '668';

it(
  'whatever breaks, nothing that was acknowledged is lost or comes twice',
  async ({ signal }) => {
    const args = [
      ...['scripts/chaos.mjs', '--rounds', String(faults.length), '--seed', seed],
      ...['--within', within, '--at-once', '3'],
      ...faults.flatMap((fault) => ['--only', fault]),
    ];
    const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
    const [told, errors] = await Promise.all([
      text(run.stdout),
      text(run.stderr),
      once(run, 'close'),
    ]);
    expect(run.exitCode, `${told}\n${errors}`).toBe(0);
    // Every set-up had its turn, or the table says why not.
    expect(told).toContain('one machine, 1 of');
    expect(told).toContain('services, 1 of');
    expect(told).toMatch(/its own clock, 1 of|not run: libfaketime/);
  },
  patience,
);
