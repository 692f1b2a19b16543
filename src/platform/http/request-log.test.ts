import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { HttpEnv } from './http-env.ts';
import { logRequests } from './request-log.ts';

/** Asks for a page that fails in the middle. Returns what status the log says that it had. */
async function statusInLog(signal: AbortSignal): Promise<unknown> {
  const lines: string[] = [];
  const app = new Hono<HttpEnv>();
  app.use(logRequests(pino({}, { write: (line: string) => lines.push(line) })));
  app.get('/page', (c) => c.text('cut off', 500));
  await app.request('/page', { signal });
  return JSON.parse(lines[0] ?? '{}').status;
}

it('calls a failure what fails, and not what its visitor has given up', async () => {
  expect(await statusInLog(new AbortController().signal)).toBe(500);
  expect(await statusInLog(AbortSignal.abort())).toBe(499);
});
