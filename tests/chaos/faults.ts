import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '#tests/support/site-process.ts';
import type { Manner } from './mail-server.ts';
import { clockDelay, ownClockMissing } from './own-clock.ts';
import { smallDiskMissing } from './small-disk.ts';
import type { World, WorldKind } from './world.ts';

/** Something that goes wrong, and is put right. */
export interface Fault {
  name: string;
  /** Where it can go wrong so. */
  worlds: WorldKind[];
  /** Why this machine cannot have it; nothing when it can. */
  missing?: string | undefined;
  /** Lets it go wrong, waits, and puts it right. From then on the site has to mend itself. */
  strike: (world: World, wait: () => Promise<void>) => Promise<void>;
}

const everywhere: WorldKind[] = ['one machine', 'services'];

/** Throws where a world lacks what a fault takes away. */
function need<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('This world does not have it');
  return part;
}

/** Ends the process of the site's own database at once. */
async function killPrivateDatabase({ dataDirectory }: World): Promise<void> {
  const pidFile = path.join(dataDirectory, 'postgres/postmaster.pid');
  const pid = await until('a database to kill', () =>
    readFile(pidFile, 'utf8').then(
      (text) => Number.parseInt(text, 10),
      () => undefined,
    ),
  );
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

const killed: Fault[] = [
  {
    name: 'server killed',
    worlds: everywhere,
    strike: ({ site }) => site.killServer(),
  },
  {
    name: 'server killed three times',
    worlds: everywhere,
    async strike({ site }, wait) {
      for (const pause of [wait, wait, async () => {}]) {
        await site.killServer();
        await pause();
      }
    },
  },
  {
    name: 'everything killed, as without power',
    worlds: everywhere,
    async strike({ site }) {
      await site.killAll();
      await site.start();
    },
  },
  {
    name: 'private database killed',
    worlds: ['one machine'],
    strike: killPrivateDatabase,
  },
  {
    name: 'private database and server killed',
    worlds: ['one machine'],
    async strike(world) {
      await killPrivateDatabase(world);
      await world.site.killServer();
    },
  },
];

const onDatabase = (
  name: string,
  strike: (database: NonNullable<World['database']>, wait: () => Promise<void>) => Promise<void>,
): Fault => ({
  name: `database ${name}`,
  worlds: ['services'],
  strike: ({ database }, wait) => strike(need(database), wait),
});

/** For a passage that is taken away and given back. */
const between =
  (begin: (passage: World['mail']['passage']) => Promise<void> | void) =>
  async ({ passage }: { passage: World['mail']['passage'] }, wait: () => Promise<void>) => {
    await begin(passage);
    await wait();
    await passage.restore();
  };

const ofDatabase: Fault[] = [
  onDatabase('stopped', async ({ stop, start }, wait) => {
    await stop();
    await wait();
    await start();
  }),
  onDatabase('restarted', async ({ stop, start }) => {
    await stop();
    await start();
  }),
  onDatabase('killed', async ({ kill, start }) => {
    await kill();
    await start();
  }),
  onDatabase(
    'refuses connections',
    between((passage) => passage.cut()),
  ),
  onDatabase(
    'is silent',
    between((passage) => passage.freeze()),
  ),
  onDatabase(
    'answers 2 s late',
    between((passage) => passage.delay(2_000)),
  ),
  onDatabase('may only be read', async ({ forbidWriting, allowWriting }, wait) => {
    await forbidWriting();
    await wait();
    await allowWriting();
  }),
  ...[0, 2].map((most) =>
    onDatabase(
      `takes ${most} connections`,
      async ({ limitConnections, unlimitConnections }, wait) => {
        await limitConnections(most);
        await wait();
        await unlimitConnections();
      },
    ),
  ),
];

const mailManner = (manner: Manner): Fault => ({
  name: `mail server ${manner}`,
  worlds: everywhere,
  async strike({ mail }, wait) {
    mail.behave(manner);
    await wait();
    mail.behave('takes all');
  },
});

const ofMail: Fault[] = [
  {
    name: 'mail server away',
    worlds: everywhere,
    strike: ({ mail }, wait) => between((passage) => passage.cut())(mail, wait),
  },
  ...(['is slow', 'refuses some', 'drops the line'] as const).map(mailManner),
];

const ofFiles: Fault[] = [
  {
    name: 'bucket away',
    worlds: ['services'],
    strike: ({ files }, wait) =>
      between((passage) => passage.cut())({ passage: need(files) }, wait),
  },
  {
    name: 'bucket is silent',
    worlds: ['services'],
    strike: ({ files }, wait) =>
      between((passage) => passage.freeze())({ passage: need(files) }, wait),
  },
];

/** Other writers may take what was free a moment ago. */
const leaveFree = (world: World, bytes: number) =>
  until('the disk to be small', () => {
    try {
      need(world.disk).leaveFree(bytes);
      return true;
    } catch {
      return false;
    }
  });

const diskLeft = (name: string, bytes: number): Fault => ({
  name: `disk ${name}`,
  worlds: everywhere,
  missing: smallDiskMissing,
  async strike(world, wait) {
    await leaveFree(world, bytes);
    await wait();
    need(world.disk).makeRoom();
  },
});

const ofDisk: Fault[] = [
  diskLeft('full', 0),
  diskLeft('nearly full, 2 MB left', 2 * 1024 ** 2),
  {
    name: 'disk read-only after a loss of power',
    worlds: everywhere,
    missing: smallDiskMissing,
    async strike({ disk, site }, wait) {
      await site.killAll();
      await until('nobody to write to the disk', () => {
        try {
          need(disk).makeReadOnly();
          return true;
        } catch {
          return false;
        }
      });
      await site.start();
      await wait();
      need(disk).makeWritable();
    },
  },
];

const clockSet = (name: string, seconds: number): Fault => ({
  name: `clock an hour ${name}, then right again`,
  worlds: ['its own clock'],
  missing: ownClockMissing,
  async strike({ clock }, wait) {
    need(clock).set(seconds);
    await delay(clockDelay);
    await wait();
    need(clock).set(0);
    await delay(clockDelay);
  },
});

const deployed: Fault = {
  name: 'another version deployed',
  worlds: everywhere,
  async strike({ site, url }) {
    const commit = await site.deploy();
    await until('the other version to answer', async () => {
      const answer = await fetch(`${url}/healthz`).catch(() => undefined);
      return answer?.ok && (await answer.json()).commit === commit;
    });
  },
};

/** All that can go wrong, in the order of the table. */
export const faults: Fault[] = [
  ...killed,
  ...ofDatabase,
  ...ofMail,
  ...ofFiles,
  ...ofDisk,
  clockSet('forward', 3_600),
  clockSet('back', -3_600),
  deployed,
];
