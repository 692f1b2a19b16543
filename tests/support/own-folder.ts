import path from 'node:path';
import { expect } from 'vitest';
import { isDatabaseUnreachable } from '#platform/db/circuit.ts';
import { readMailbox } from './mail-reader.ts';
import {
  createDirectory,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from './site-process.ts';
import {
  findPostmaster,
  findPrivateDatabase,
  giveUpJobs,
  hurryRepeats,
  query,
} from './site-state.ts';
import { createSiteDirectory } from './site-template.ts';

/** A data folder for one test and the sites that run on it. Disposal removes both. */
export type OwnFolder = Awaited<ReturnType<typeof createOwnFolder>>;

/**
 * Creates a data folder: that of a site that has been started before, or an empty one for a first
 * start.
 */
export async function createOwnFolder({ isEmpty = false } = {}) {
  const directory = await (isEmpty ? createDirectory() : createSiteDirectory());
  const running: SiteProcess[] = [];

  async function start(
    environment: Record<string, string> = {},
    command?: string[],
  ): Promise<SiteProcess> {
    const site = await runSite({ DATA_DIR: directory, ...environment }, command);
    running.push(site);
    return site;
  }

  async function startReady(
    environment: Record<string, string> = {},
    command?: string[],
  ): Promise<SiteProcess> {
    const site = await start(environment, command);
    await site.untilReady();
    return site;
  }

  const storedIds = async (data = directory) =>
    (await query(await findPrivateDatabase(data), 'select id from leads')).map(({ id }) => id);

  const mailCount = async (id: string) =>
    (await readMailbox(path.join(directory, 'mailbox'))).filter(({ messageId }) =>
      messageId?.includes(id),
    ).length;

  return {
    directory,
    start,
    startReady,
    storedIds,

    /** Starts the site again and immediately releases the jobs of the killed process. */
    async startAfterKill(environment: Record<string, string> = {}): Promise<SiteProcess> {
      const killedBefore = new Date();
      const site = await startReady(environment);
      await giveUpJobs(await findPrivateDatabase(directory), killedBefore);
      return site;
    },

    /** Returns the process id of the private database. Throws ENOENT if there is none. */
    postmasterPid: () => findPostmaster(directory),

    /** Expects the message to be stored once and mailed once. */
    async expectArrivedOnce(id: string) {
      await until('the message in the database', async () =>
        (await unlessDown(storedIds()))?.includes(id),
      );
      await until('the notice in the mailbox', async () => {
        await unlessDown(findPrivateDatabase(directory).then(hurryRepeats));
        return (await mailCount(id)) === 1;
      });
      expect((await storedIds()).filter((stored) => stored === id)).toHaveLength(1);
    },

    async [Symbol.asyncDispose]() {
      for (const site of running) await site.end('SIGTERM');
      await removeDirectory(directory);
    },
  };
}

/** Returns the answer of a private database, or undefined if it is down, as while it restarts. */
const unlessDown = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (!isDatabaseUnreachable(error)) throw error;
    return undefined;
  });

/** Sends one message from a mailbox that gets no automatic answer. Returns its id. */
export async function sendMessage(
  { url }: Pick<SiteProcess, 'url'>,
  endpoint = '/api/leads',
): Promise<string> {
  const id = crypto.randomUUID();
  const answer = await fetch(`${url}${endpoint}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id,
      name: 'Naledi',
      email: 'no-reply@example.com',
      source: 'Contact Form Submission',
      message: 'A message that must not be lost.',
    }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
  return id;
}
