import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { readResidentMemory } from '#tests/support/process-memory.ts';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';
import { findPrivateDatabase } from '#tests/support/site-state.ts';
import { openHttpClient, repeat } from './http-client.ts';
import { type FilledSite, measureReading } from './reading.ts';
import { fill, type Scale } from './rows.ts';
import { measureWriting } from './writing.ts';

/*
 * What does it cost to have much? Runs the built site twice, with few rows and with many, asks both
 * by turns for what visitors and the admin ask for, then sends leads to the large one beside plain
 * inserts: `npm run bench`. Prints one table; ends with 1 when a bar is broken. Linux only.
 */

const small: Scale = { leads: 1_000, bookings: 20, posts: 20 };
const large: Scale = { leads: 1_000_000, bookings: 20_000, posts: 2_000 };

const bars = {
  /** Many rows take at most so many times as long as few. */
  growth: 1.5,
  /** A lead is stored at least at this part of the speed of its inserts alone. */
  leads: 0.5,
  /** What a lead costs the thread, in milliseconds. */
  threadMs: 1,
  /** The most memory that the process has ever used, in MB. */
  memory: 300,
};

const operator = { email: 'operator@example.com', password: 'a password for the bench' };
const pages = ['/', '/about', '/education', '/mentorship', '/services'];
const pagesUnderLoad = 5_000;

/** Starts a site with so many rows, signed in. */
async function openSite(scale: Scale, running: AsyncDisposableStack) {
  const directory = await createDirectory();
  running.defer(() => removeDirectory(directory));
  // Mails go out at the pace of a mail server, behind the visitors: this one never answers.
  const mailServer = createServer().listen(0, '127.0.0.1');
  await once(mailServer, 'listening');
  running.defer(() => void mailServer.close());
  const { port } = mailServer.address() as AddressInfo;
  const site = await runSite({
    DATA_DIR: directory,
    ADMIN_EMAIL: operator.email,
    ADMIN_PASSWORD: operator.password,
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  running.defer(async () => void (await site.end('SIGTERM')));
  await site.untilReady();
  const connectionString = await findPrivateDatabase(directory);
  const startedAt = performance.now();
  await fill(connectionString, scale);
  console.log(`${describe(scale)}: in after ${seconds(performance.now() - startedAt)}`);
  const client = openHttpClient(site.url, 50);
  running.defer(client.close);
  const { headers } = await client.post('/api/auth/sign-in/email', operator);
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  const filled: FilledSite = { client, connectionString, headers: { Cookie: cookies.join('; ') } };
  return { filled, pid: site.process.pid ?? 0 };
}

const describe = ({ leads, bookings, posts }: Scale) =>
  `${leads.toLocaleString('en')} leads, ${bookings.toLocaleString('en')} bookings, ${posts.toLocaleString('en')} posts`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function print(cells: [string, string, string], name: string, isGood = true): void {
  const line = `${cells.map((cell) => cell.padStart(9)).join('')}  ${name}`;
  console.log(isGood ? line : `${line}  BROKEN`);
  if (!isGood) process.exitCode = 1;
}

await using running = new AsyncDisposableStack();
const few = await openSite(small, running);
const many = await openSite(large, running);

console.log(
  `\nMedians in ms with few rows and with many, and their ratio (at most ${bars.growth})`,
);
for (const { name, small, large } of await measureReading(few.filled, many.filled)) {
  const ratio = large / small;
  print([small.toFixed(2), large.toFixed(2), ratio.toFixed(2)], name, ratio <= bars.growth);
}

const { leads, plainInserts, threadMs } = await measureWriting(many.filled, many.pid);
const part = leads / plainInserts;
console.log(`\nLeads a second over HTTP and by plain inserts (at least ${bars.leads} of them)`);
print([leads.toFixed(0), plainInserts.toFixed(0), part.toFixed(2)], 'leads', part >= bars.leads);
print(
  ['', '', threadMs.toFixed(2)],
  `ms of the thread (at most ${bars.threadMs})`,
  threadMs <= bars.threadMs,
);

await repeat(pagesUnderLoad, 50, (index) =>
  many.filled.client.get(pages[index % pages.length] ?? '/'),
);
const memory = readResidentMemory(many.pid).peak / 1024 / 1024;
console.log(`\nMemory after all this and ${pagesUnderLoad} pages, 50 at once`);
print(['', '', memory.toFixed(0)], `MB at most (at most ${bars.memory})`, memory <= bars.memory);
