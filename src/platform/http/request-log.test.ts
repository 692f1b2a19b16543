import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { HttpEnv } from './http-env.ts';
import { logRequests } from './request-log.ts';

/** Requests a page that fails halfway. Returns the logged status. */
async function statusInLog(signal: AbortSignal): Promise<unknown> {
  const lines: string[] = [];
  const app = new Hono<HttpEnv>();
  app.use(logRequests(pino({}, { write: (line: string) => lines.push(line) })));
  app.get('/page', (c) => c.text('cut off', 500));
  await app.request('/page', { signal });
  return JSON.parse(lines[0] ?? '{}').status;
}

it('logs a failure, but not an aborted request, as 500', async () => {
  expect(await statusInLog(new AbortController().signal)).toBe(500);
  expect(await statusInLog(AbortSignal.abort())).toBe(499);
});
