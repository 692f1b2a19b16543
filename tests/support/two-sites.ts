import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiOptions, TestApi } from './api.ts';
import { startObjectStore } from './object-store.ts';
import { createPost } from './post.ts';
import { openNginx } from './through-nginx.ts';

/** Whether sites of API tests are to be two: see `npm run test:two`. */
export const areSitesTwo = process.env.SITES === '2';

/**
 * Starts two sites that have one database and one bucket in common and nothing else, behind nginx
 * without sticky sessions: each request comes to the other one than the request before. So do calls of
 * their services past it. What a test asks of "the" site is answered for both.
 */
export async function startTwoSites(
  options: ApiOptions,
  startOne: (options: ApiOptions) => Promise<TestApi>,
): Promise<TestApi> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'api-')));
  const others = `${dataDirectory}-other`;
  const mailbox = join(dataDirectory, 'mailbox');
  await Promise.all([mkdir(others, { recursive: true }), mkdir(mailbox, { recursive: true })]);
  // Sites in company have a mail server. This is what a test finds in its place.
  await symlink(mailbox, join(others, 'mailbox')).catch(ignoreExisting);
  const store = options.objectStorage ? undefined : await startObjectStore(dataDirectory);
  // Long enough for what the other site has mailed to be known, and short enough to wait for.
  const common = { objectStorage: store?.config, mailAloneAfterMs: 1_000, ...options };
  const one = await startOne({ ...common, dataDirectory });
  const other = await startOne({ ...common, dataDirectory: others });
  const both = <Result>(work: (site: TestApi) => Result) => Promise.all([one, other].map(work));

  let calls = 0;
  let hasStopped = false;
  const alternating = alternate(() => calls++ % 2, [one, other]);
  const nginx = await openNginx(
    [one, other].map(
      ({ app }) =>
        (request) =>
          app.fetch(request),
    ),
  );
  const prepareDatabase = async () => {
    await both((site) => site.prepareDatabase());
  };
  return {
    ...alternating,
    ...{ db: one.db, pool: one.pool, prepareDatabase, startJobs: prepareDatabase },
    app: { ...alternating.app, request: nginx.ask },
    post: createPost(nginx.ask),
    services: {
      ...alternating.services,
      alerts: {
        ...alternating.services.alerts,
        look: async () => {
          for (const { services } of [one, other]) await services.alerts.look();
        },
        // Each looks at its own disk and journal.
        list: () =>
          one.services.alerts.list().map(({ kind, isRaised }) => ({
            kind,
            isRaised:
              isRaised ||
              other.services.alerts.list().some((found) => found.kind === kind && found.isRaised),
          })),
      },
      visits: {
        ...alternating.services.visits,
        write: async () => void (await both(({ services }) => services.visits.write())),
      },
      replayer: {
        wake: () => void both(({ services }) => services.replayer.wake()),
        untilRoundEnds: async () =>
          void (await both(({ services }) => services.replayer.untilRoundEnds())),
        stop: async () => void (await both(({ services }) => services.replayer.stop())),
      },
    },
    journal: {
      ...alternating.journal,
      listPending: () => [...one.journal.listPending(), ...other.journal.listPending()],
    },
    jobs: {
      ...alternating.jobs,
      start: async (...given) => void (await both(({ jobs }) => jobs.start(...given))),
      stop: async (timeoutMs) => void (await both(({ jobs }) => jobs.stop(timeoutMs))),
    },
    logged: () => one.logged() + other.logged(),
    prepareToStop: () => void both((site) => site.prepareToStop()),
    async stop({ keepData = false } = {}) {
      await both((site) => site.stop({ keepData: true }));
      if (!hasStopped) await Promise.all([nginx.close(), store?.close()]);
      hasStopped = true;
      if (keepData) return;
      // Not before both have ended: the mailbox is one.
      for (const folder of [dataDirectory, others])
        await rm(folder, { recursive: true, force: true });
    },
  };
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Returns what looks like either, and hands its calls to the one that is next, also those to objects within. */
function alternate<Part extends object>(
  next: () => number,
  parts: readonly [first: Part, second: Part],
): Part {
  return new Proxy(parts[0], {
    get(_, name) {
      const [first, second] = parts.map((part) => Reflect.get(part, name) as unknown);
      if (typeof first === 'function' && typeof second === 'function') {
        return (...given: unknown[]) => {
          const turn = next();
          return Reflect.apply(turn === 0 ? first : second, parts[turn], given) as unknown;
        };
      }
      const isObject = (value: unknown) => typeof value === 'object' && value !== null;
      return isObject(first) && isObject(second)
        ? alternate(next, [first as object, second as object])
        : first;
    },
  });
}
