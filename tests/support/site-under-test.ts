import { tmpdir } from 'node:os';
import path from 'node:path';

/** The number of this browser-test worker. Each worker has its own site. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** The port of this worker's site, away from the port that people use. */
export const sitePort = Number(process.env.TEST_PORT ?? 24_117) + worker;
export const siteUrl = `http://localhost:${sitePort}`;

/** The data folder of the site under test. */
export const siteDataDirectory = path.join(tmpdir(), `time-vs-price-browser-${sitePort}`);

/** An address that may sign up. */
export const namedAddress = 'named@example.com';

/** The account that the site under test creates when it starts. */
export const mentor = {
  email: 'mentor.account@example.com',
  password: 'a password for tests only',
};
