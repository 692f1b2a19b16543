import fc from 'fast-check';
import { badRequests } from '../support/bad-bodies.ts';

/*
 * Sends bad bodies to the public endpoints of a running site and counts the answers.
 *
 *   RATE_LIMITS=off npm start
 *   npm run fuzz -- http://localhost:3000 20000
 *
 * Exits with 1 on any 5xx, or when the site stops answering.
 */

const [siteUrl = 'http://localhost:3000', count = '20000'] = process.argv.slice(2);
const total = Number(count);
const concurrency = 8;

const paths = ['/api/leads', '/api/bookings', '/contact.php'];
const statuses = new Map<string, number>();
const failures: string[] = [];
const requests = fc.sample(badRequests, { numRuns: Math.min(total, 2_000) });
let sent = 0;

async function work(): Promise<void> {
  while (sent < total) {
    const index = sent;
    sent += 1;
    if (index > 0 && index % requests.length === 0) {
      // New ones every so often; all at once would not fit into memory.
      requests.splice(0, requests.length, ...fc.sample(badRequests, { numRuns: requests.length }));
    }
    const request = requests[index % requests.length];
    const path = paths[index % paths.length] ?? '/';
    if (!request) continue;
    const headers: Record<string, string> = request.contentType
      ? { 'Content-Type': request.contentType }
      : {};
    try {
      const response = await fetch(new URL(path, siteUrl), {
        method: 'POST',
        headers,
        body: request.body,
      });
      await response.arrayBuffer();
      const key = `${path} ${response.status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      if (response.status >= 500) failures.push(`${key} for ${describe(request.body)}`);
    } catch (error) {
      failures.push(`${path} did not answer: ${String(error)} ${describe(request.body)}`);
    }
  }
}

function describe(body: string | Uint8Array): string {
  return JSON.stringify(
    typeof body === 'string' ? body : Buffer.from(body).toString('latin1'),
  ).slice(0, 300);
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: concurrency }, work));
for (const [key, times] of [...statuses].sort()) console.log(`${key}: ${times}`);
const seconds = (performance.now() - startedAt) / 1000;
console.log(`${total} requests in ${seconds.toFixed(1)} s, ${failures.length} failures`);
for (const failure of failures.slice(0, 10)) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
