import { Hono } from 'hono';
import type { Readiness } from '#server/services/check-readiness.ts';
import type { HttpEnv } from './env.ts';

/** `/healthz`: the process is alive. `/readyz`: it can do all its work; 503 with what is missing. */
export function createHealth(checkReadiness: () => Promise<Readiness>) {
  return new Hono<HttpEnv>()
    .use(async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    })
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', async (c) => {
      const checks = await checkReadiness();
      const isReady = Object.values(checks).every(Boolean);
      return c.json({ status: isReady ? 'ready' : 'not-ready', checks }, isReady ? 200 : 503);
    });
}
