import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where the browser tests find the site: away from the port that people use. */
export const sitePort = Number(process.env.TEST_PORT ?? 34_117);
export const siteUrl = `http://localhost:${sitePort}`;

/** The data folder of the site under test; made anew for every run. */
export const siteDataDirectory =
  process.env.TEST_DATA_DIR ?? path.join(tmpdir(), `time-vs-price-browser-${sitePort}`);

/** An address that may sign up. */
export const namedAddress = 'named@example.com';

/** The account that the site under test makes at its start. */
export const operator = { email: 'operator@example.com', password: 'a password for tests only' };
