import { Hono } from 'hono';
import type { HttpEnv } from './env.ts';

/** What must hold for the process to do all its work. */
export interface Readiness {
  database: boolean;
  migrations: boolean;
  jobs: boolean;
}

/** Of this moment only. */
const noStore = { 'Cache-Control': 'no-store' };

/** `/healthz`: the process is alive. `/readyz`: it can do all its work; 503 with what is missing. */
export const createHealth = (checkReadiness: () => Promise<Readiness>) =>
  new Hono<HttpEnv>()
    .get('/healthz', (c) => c.json({ status: 'alive' }, 200, noStore))
    .get('/readyz', async (c) => {
      const checks = await checkReadiness();
      const isReady = Object.values(checks).every(Boolean);
      const status = isReady ? 'ready' : 'not-ready';
      return c.json({ status, checks }, isReady ? 200 : 503, noStore);
    });
