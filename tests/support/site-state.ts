import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { readMailbox } from './mail-reader.ts';
import { siteDataDirectory } from './site-under-test.ts';

const readPidFile = async (dataDirectory: string) =>
  (await readFile(path.join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n');

/** Returns the process id of a running site's private database. Throws ENOENT if there is none. */
export async function findPostmaster(dataDirectory: string): Promise<number> {
  const [pid] = await readPidFile(dataDirectory);
  return Number(pid);
}

/**
 * Returns the connection string of a running site's private database, from the port and password in
 * its data folder.
 */
export async function findPrivateDatabase(dataDirectory: string): Promise<string> {
  const { 3: port } = await readPidFile(dataDirectory);
  const password = await readFile(path.join(dataDirectory, 'postgres.password'), 'utf8');
  return `postgres://site:${password}@127.0.0.1:${port}/site`;
}

/** Runs one statement on a database and returns its rows. */
export async function query(connectionString: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Makes the jobs of a killed process expire immediately. */
export const giveUpJobs = (connectionString: string, takenBefore: Date) =>
  query(
    connectionString,
    `update pgboss.job set heartbeat_on = now() - interval '1 hour'
     where state = 'active' and started_on < $1`,
    [takenBefore],
  );

/** Makes failed jobs due for a retry immediately. */
export const hurryRepeats = (connectionString: string) =>
  query(connectionString, `update pgboss.job set start_after = now() where state = 'retry'`);

/** Returns one visitor's leads from the site under test, oldest first. */
export async function readLeads(email: string): Promise<unknown[]> {
  return query(
    await findPrivateDatabase(siteDataDirectory),
    'select name, email, phone, source, message from leads where email = $1 order by created_at',
    [email],
  );
}

/** Returns the mentor's notices about one visitor from the mailbox of the site under test. */
export async function readNotices(email: string) {
  const mails = await readMailbox(path.join(siteDataDirectory, 'mailbox'));
  return mails
    .filter((mail) => mail.replyTo?.some(({ address }) => address === email))
    .map(({ html, text, replyTo }) => ({ html, text, replyTo: replyTo?.[0]?.address }));
}
