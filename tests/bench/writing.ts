import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { median, repeat } from './http-client.ts';
import type { FilledSite } from './reading.ts';

/** Leads of one round, and how many are under way at once. */
const leadsARound = 1_500;
const atOnce = 16;
/** Rounds by turns; the median counts. The first one of each only warms up. */
const rounds = 4;

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

export interface Writing {
  /** A second. */
  leads: number;
  /** The same, in a transaction or without one: whichever is faster. */
  plainInserts: number;
  /** Processor time of the site's thread for one lead, in milliseconds. */
  threadMs: number;
}

/** Sends leads to a site, with its limits on, beside the two inserts of each by plain `pg` on its database. */
export async function measureWriting(site: FilledSite, pid: number): Promise<Writing> {
  const pool = new pg.Pool({ connectionString: site.connectionString, max: 10 });
  const results: Writing[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = readThreadMs(pid);
    const leads = await repeat(leadsARound, atOnce, (index) =>
      site.client.post('/api/leads', contactBody(), { 'X-Forwarded-For': toAddress(round, index) }),
    );
    const threadMs = (readThreadMs(pid) - before) / leadsARound;
    const plainInserts = Math.max(
      await repeat(leadsARound, atOnce, () => insertPlainly(pool)),
      await repeat(leadsARound, atOnce, () => insertTogether(pool)),
    );
    results.push({ leads, plainInserts, threadMs });
  }
  await pool.end();
  const counted = results.slice(1);
  return {
    leads: median(counted.map((result) => result.leads)),
    plainInserts: median(counted.map((result) => result.plainInserts)),
    threadMs: median(counted.map((result) => result.threadMs)),
  };
}

/** A network of its own for each lead: none meets its limit. */
const toAddress = (round: number, index: number) =>
  `10.${round}.${Math.floor(index / 250)}.${(index % 250) + 1}`;

/** The row and the job, each by itself; the job is for later, so that nobody works on it. */
async function insertPlainly(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { name, email, source, message } = contactBody();
  const id = randomUUID();
  await pool.query(
    'insert into leads (id, name, email, source, message) values ($1, $2, $3, $4, $5)',
    [id, name, email, source, message],
  );
  await pool.query(
    `insert into pgboss.job (name, data, start_after) values ('send-mail', $1, now() + interval '1 day')`,
    [{ kind: 'lead-notice', leadId: id, mail: `lead:${id}:plain:notice` }],
  );
}

/** The same as one transaction. */
async function insertTogether(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  await insertPlainly(client);
  await client.query('commit');
  client.release();
}

/** What the thread of a process that runs its JavaScript has used. */
function readThreadMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) * tickMs;
}
