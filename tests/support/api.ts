import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Config, readConfig } from '#platform/config/config.ts';
import { createLogger } from '#platform/log/logger.ts';
import { composeSite } from '#server/site.ts';
import type { SiteOverrides } from '#server/site-options.ts';
import { testSecret } from './secret.ts';

export interface ApiOptions
  extends Pick<
      SiteOverrides,
      | 'now'
      | 'verifyCaptcha'
      | 'calendarNetwork'
      | 'mailNetwork'
      | 'nameServers'
      | 'readFreeBytes'
      | 'mailAloneAfterMs'
      | 'visitorWaitMs'
      | 'databaseProbeMs'
    >,
    Partial<
      Pick<
        Config,
        | 'smtpUrl'
        | 'mailTo'
        | 'mailFrom'
        | 'siteUrl'
        | 'trustedProxies'
        | 'objectStorage'
        | 'admin'
        | 'adminEmails'
        | 'oidc'
        | 'authSecret'
        | 'metricsToken'
        | 'hasAlertMails'
      >
    > {
  connectionString: string;
  /** Set this to start again on the data of an earlier site. */
  dataDirectory?: string;
  isLimited?: boolean;
  /** Environment variables, also for backups. */
  environment?: Record<string, string>;
  /**
   * Whether this is the only process on its database. Tests of a process's own disk or memory set
   * it.
   */
  isAlone?: boolean;
}

/** The recipient of notices in tests. */
export const mentorAddress = 'mentor@timevsprice.test';

/** An address without a name server, because tests never use the internet. */
const noNameServers = ['127.0.0.1:1'];

export type TestApi = Awaited<ReturnType<typeof startApi>>;

/**
 * Starts the server without its socket and pages, but with real database, jobs, journal and mail.
 * Retries are fast, so that tests do not wait.
 */
export async function startApi({
  connectionString,
  dataDirectory: ownDirectory,
  isLimited = false,
  now,
  verifyCaptcha,
  calendarNetwork,
  mailNetwork,
  nameServers = noNameServers,
  readFreeBytes,
  mailAloneAfterMs = 0,
  visitorWaitMs,
  databaseProbeMs,
  isAlone = false,
  environment: variables,
  ...given
}: ApiOptions) {
  const dataDirectory = ownDirectory ?? (await mkdtemp(join(tmpdir(), 'api-')));
  const lines: string[] = [];
  const log = createLogger(
    'debug',
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const environment = {
    DATABASE_URL: connectionString,
    DATA_DIR: dataDirectory,
    AUTH_SECRET: testSecret,
    MAIL_FROM: 'Time vs Price <no-reply@timevsprice.test>',
    MAIL_TO: mentorAddress,
    // Films of most tests are noise.
    CONVERT_FILMS: 'off',
    // The process that makes a backup starts in half the time with it.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    ...variables,
  };
  const site = await composeSite({
    config: { ...readConfig(environment), ...given, hasRateLimits: isLimited },
    log,
    createPages:
      () =>
      async ({ url }, { policy, settings }) =>
        new Response(settings ? `<p>${settings.siteWide.name}, ${url}</p>` : '<p>A page</p>', {
          headers: {
            'Content-Type': 'text/html',
            'Content-Security-Policy': policy({ scripts: ["'sha256-its-own'"], styles: [] }),
          },
        }),
    overrides: {
      now,
      verifyCaptcha,
      calendarNetwork,
      mailNetwork,
      nameServers,
      readFreeBytes,
      environment,
      visitorWaitMs,
      databaseCheckMs: 200,
      databaseProbeMs,
      heartbeatMs: 100,
      jobsDeadlineMs: 2_000,
      jobPace: { retryDelay: 1, polling: 0.5 },
      replayPauseMs: { shortest: 50, longest: 200 },
      mailAloneAfterMs,
      isAlone,
    },
  });
  const { app } = site;

  return {
    ...site,
    /** The methods that tests use. */
    app: { fetch: app.fetch, request: app.request, routes: app.routes },
    log,
    dataDirectory,
    directories: {
      journal: join(dataDirectory, 'journal'),
      mailbox: join(dataDirectory, 'mailbox'),
    },
    /** Returns everything logged so far. */
    logged: () => lines.join(''),
    startJobs: site.prepareDatabase,
    /** Posts JSON. A string is sent unchanged. */
    post: async (path: string, body: unknown, headers: Record<string, string> = {}) =>
      app.request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** Stops everything in order. `keepData` keeps the folder for the next start. */
    async stop({ keepData = false } = {}) {
      site.prepareToStop();
      await site.stop();
      if (!keepData) await rm(dataDirectory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
