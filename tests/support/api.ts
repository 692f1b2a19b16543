import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { OidcConfig } from '#server/auth/create-auth.ts';
import type { VerifyCaptcha } from '#server/captcha/captcha.ts';
import { createCheckHuman } from '#server/captcha/check-human.ts';
import type { ObjectStorageConfig } from '#server/config.ts';
import { watchChanges } from '#server/db/changes.ts';
import { createDatabaseCircuit } from '#server/db/circuit.ts';
import { openDatabase, pingDatabase } from '#server/db/client.ts';

import { createApp } from '#server/http/app.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { openJournal } from '#server/journal/journal.ts';
import { createLimiter } from '#server/limits/limiter.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { createPictures } from '#server/pictures/create-pictures.ts';
import { createFindPictureSource } from '#server/pictures/find-picture-source.ts';
import { createAccountServices } from '#server/services/accounts/create-account-services.ts';
import { checkReadiness } from '#server/services/check-readiness.ts';
import { createPublicContent } from '#server/services/content/create-public-content.ts';
import { createServices } from '#server/services/create-services.ts';
import { createDeskServices } from '#server/services/desk/create-desk-services.ts';
import { createUploadServices } from '#server/services/uploads/create-upload-services.ts';
import { createFileStorage } from '#server/storage/file-storage.ts';
import { openUploadInbox } from '#server/uploads/upload-inbox.ts';

import { testSecret } from './secret.ts';

interface ApiOptions {
  connectionString: string;
  smtpUrl?: string;
  /** Given to start again on what an earlier one left. */
  dataDirectory?: string;
  siteUrl?: string;
  isLimited?: boolean;
  trustedProxies?: number;
  /** Where uploads are, when it is not the data folder. */
  objectStorage?: ObjectStorageConfig;
  /** The clock of the booking desk; the machine's by default. */
  now?: () => Date;
  /** What ADMIN_EMAIL and ADMIN_PASSWORD say. */
  admin?: { email: string; password: string };
  /** What ADMIN_EMAILS says. */
  adminEmails?: string[];
  oidc?: OidcConfig;
  verifyCaptcha?: VerifyCaptcha;
  /** What AUTH_SECRET says, when it is not the secret of all tests. */
  authSecret?: string;
}

/** Where notices go in tests. */
export const mentorAddress = 'mentor@timevsprice.test';

/**
 * The server's own half, put together as in production but for the socket: real database,
 * real jobs, real journal, real mail. Repeats come fast, so that tests need not wait.
 */
export async function startApi(options: ApiOptions) {
  const { connectionString, siteUrl = 'http://localhost:3000' } = options;
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'api-')));
  const directories = {
    journal: join(dataDirectory, 'journal'),
    mailbox: join(dataDirectory, 'mailbox'),
  };
  const lines: string[] = [];
  const log = pino(
    { level: 'debug', base: null },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );

  const { db, pool, close } = openDatabase({ connectionString, log });
  const circuit = createDatabaseCircuit({ openForMs: 200 });
  const changes = watchChanges({ connectionString, log });
  const stopping = new AbortController();
  const journal = await openJournal({ directory: directories.journal, log });
  const mailer = createMailer({
    smtpUrl: options.smtpUrl,
    mailFrom: 'Time vs Price <no-reply@timevsprice.test>',
    siteUrl,
    mailboxDirectory: directories.mailbox,
  });
  const jobs = createJobs({ connectionString, log, pace: { retryDelay: 1, polling: 0.5 } });
  const storage = createFileStorage({ dataDirectory, objectStorage: options.objectStorage });
  const uploads = createUploadServices({
    ...{ db, circuit, storage, log },
    inbox: await openUploadInbox(join(dataDirectory, 'uploads-in-progress')),
  });
  const secret = options.authSecret ?? testSecret;
  const limiter = createLimiter({ pool, circuit, isEnabled: options.isLimited ?? false });
  const services = createServices({
    db,
    circuit,
    journal,
    mailer,
    jobs,
    limiter,
    recipient: mentorAddress,
    calendar: { siteUrl, organizer: 'no-reply@timevsprice.test' },
    ...(options.now && { now: options.now }),
    log,
    secret,
    siteUrl,
    replayPauseMs: { shortest: 50, longest: 200 },
  });
  const accounts = createAccountServices({
    db,
    circuit,
    log,
    siteUrl,
    secret,
    sendMail: jobs.sendMail,
    verifyCaptcha: options.verifyCaptcha ?? (async () => {}),
    oidc: options.oidc,
    hasRateLimits: options.isLimited ?? false,
    admin: options.admin,
    adminEmails: options.adminEmails ?? [],
  });
  const pictures = createPictures({
    findSource: createFindPictureSource({ storage, publicDirectory: 'public' }),
    cacheDirectory: join(dataDirectory, 'cache'),
    log,
  });
  const content = createPublicContent({ db, circuit, storage, log });
  const app = createApp({
    config: {
      siteUrl,
      isDevelopment: false,
      styleSheet: 'p { margin: 0 }',
      trustedProxies: options.trustedProxies ?? 0,
    },
    log,
    checkHuman: createCheckHuman({ verifyCaptcha: options.verifyCaptcha, limiter, log }),
    submitLead: services.submitLead,
    bookSession: services.bookSession,
    listFreeSlots: services.listFreeSlots,
    acceptSubmission: services.acceptSubmission,
    accounts,
    authorise: accounts.authorise,
    isSessionLive: accounts.isSessionLive,
    heartbeatMs: 100,
    desk: createDeskServices({
      ...{ db, circuit, storage, sendMail: jobs.sendMail },
      deleteBooking: services.deleteBooking,
      mailboxDirectory: options.smtpUrl ? undefined : directories.mailbox,
    }),
    changes,
    stopping: stopping.signal,
    uploads,
    storage,
    pictures,
    content,
    checkReadiness: () =>
      checkReadiness({
        circuit,
        pingDatabase: () => pingDatabase(db),
        isMigrated: () => true,
        areJobsRunning: jobs.isRunning,
      }),
    pages: async (_, { nonce }) =>
      new Response(`<script nonce="${nonce}"></script>`, {
        headers: { 'Content-Type': 'text/html' },
      }),
  });

  return {
    app,
    db,
    log,
    secret,
    pool,
    circuit,
    journal,
    jobs,
    services,
    accounts,
    storage,
    uploads,
    content,
    dataDirectory,
    directories,
    /** What was logged so far. */
    logged: () => lines.join(''),
    /** Ends streams, as the site does before it stops. */
    prepareToStop: () => stopping.abort(),
    startJobs: () => jobs.start({ ...services.jobHandlers, sweepUploads: uploads.sweep }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      app.request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** Stops in order. `keepData` leaves the folder for a next one. */
    async stop({ keepData = false } = {}) {
      stopping.abort();
      await services.replayer.stop();
      await changes.close();
      await jobs.stop(2_000).catch(() => {});
      await mailer.close();
      await journal.close();
      storage.close();
      await close();
      if (!keepData) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

export type TestApi = Awaited<ReturnType<typeof startApi>>;
