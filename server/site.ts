import path from 'node:path';
import { site as content } from '#content/site.ts';
import { captchaHosts } from '#domain/captcha.ts';
import { findSecret } from './auth/find-secret.ts';
import { createCaptcha } from './captcha/captcha.ts';
import { createCheckHuman } from './captcha/check-human.ts';
import { checkContent } from './check-content.ts';
import type { Config } from './config.ts';
import { closeDataDirectory } from './data-directory.ts';
import { watchChanges } from './db/changes.ts';
import { createDatabaseCircuit } from './db/circuit.ts';
import { openDatabase, pingDatabase } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { startPrivatePostgres } from './db/private/start-private-postgres.ts';

import { createApp } from './http/app.ts';
import type { HttpEnv } from './http/env.ts';
import type { PageServices } from './http/page-context.ts';
import type { PagesHandler } from './http/pages.ts';
import { createJobs } from './jobs/jobs.ts';
import { openJournal } from './journal/journal.ts';
import { createLimiter } from './limits/limiter.ts';
import type { Logger } from './logger.ts';
import { createMailer } from './mail/mailer.ts';
import { bareAddress, chooseSender } from './mail/sender.ts';
import { createPictures } from './pictures/create-pictures.ts';
import { createFindPictureSource } from './pictures/find-picture-source.ts';
import { createAccountServices } from './services/accounts/create-account-services.ts';
import type { AdminAccess } from './services/accounts/prepare-first-admin.ts';
import { adoptSecret } from './services/adopt-secret.ts';
import { checkReadiness } from './services/check-readiness.ts';
import { createPublicContent } from './services/content/create-public-content.ts';
import { createPageServices } from './services/create-page-services.ts';
import { createServices } from './services/create-services.ts';
import { createDeskServices } from './services/desk/create-desk-services.ts';
import { createUploadServices } from './services/uploads/create-upload-services.ts';
import { createFileStorage } from './storage/file-storage.ts';
import { untilDatabaseIsReady } from './until-database-is-ready.ts';
import { openUploadInbox } from './uploads/upload-inbox.ts';

/** Where captured mails lie. */
export const mailboxDirectory = ({ dataDirectory }: Config) => path.join(dataDirectory, 'mailbox');

/** How long running jobs may take to finish when the site stops, in milliseconds. */
const jobsDeadlineMs = 25_000;

interface SiteOptions {
  config: Config;
  log: Logger;
  /** Makes the renderer of the pages out of what their loaders may ask. */
  createPages: (services: PageServices) => PagesHandler;
  /** The style sheet inside every page; absent in development, where Vite serves it. */
  styleSheet?: string;
  /** Where the browser's files lie; absent in development, where Vite serves them. */
  clientDirectory?: string;
}

/** Everything but the socket. */
export interface Site {
  /** `bindings` lead to the socket, and so to the address that a request comes from. */
  fetch: (request: Request, bindings?: HttpEnv['Bindings']) => Response | Promise<Response>;
  /** How somebody becomes admin; pending until the database is there. */
  adminAccess: Promise<AdminAccess>;
  /** Ends what would go on for ever, such as streams of events. To be called before the socket closes. */
  prepareToStop: () => void;
  /** Finishes what is running and ends all that was begun, in the opposite order. */
  stop: () => Promise<void>;
}

/**
 * Puts the site together, from the bottom up: database, journal, mail, jobs, services,
 * HTTP. The caller holds the lock of the data folder. Throws, with nothing left running,
 * when something is wrong that waiting does not mend; a database elsewhere that is away is
 * waited for in the background, while messages are taken without it.
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { config, log } = options;
  checkContent(options.clientDirectory ?? 'public');
  closeDataDirectory(config.dataDirectory, log);
  await using begun = new AsyncDisposableStack();

  const connectionString = await findDatabase(config, log, begun);
  const { db, pool, close } = openDatabase({ connectionString, log });
  begun.defer(close);
  const secret = await findSecret(config, db);
  const circuit = createDatabaseCircuit();
  const changes = watchChanges({ connectionString, log });
  begun.defer(changes.close);
  const stopping = new AbortController();

  const journal = await openJournal({ directory: path.join(config.dataDirectory, 'journal'), log });
  begun.defer(journal.close);
  const mailer = createMailer({ ...config, mailboxDirectory: mailboxDirectory(config) });
  begun.defer(mailer.close);
  const jobs = createJobs({ connectionString, log });
  begun.defer(() => jobs.stop(jobsDeadlineMs));
  const recipient = config.mailTo ?? content.email;
  const storage = createFileStorage(config);
  begun.defer(storage.close);
  const uploads = createUploadServices({
    ...{ db, circuit, storage, log },
    inbox: await openUploadInbox(path.join(config.dataDirectory, 'uploads-in-progress')),
  });
  const calendar = { siteUrl: config.siteUrl, organizer: bareAddress(chooseSender(config).from) };
  const limiter = createLimiter({ pool, circuit, isEnabled: config.hasRateLimits });
  const services = createServices({
    ...config,
    ...{ db, circuit, journal, mailer, jobs, limiter, log },
    recipient,
    calendar,
    secret,
  });
  begun.defer(services.replayer.stop);
  const verifyCaptcha = createCaptcha(config.captcha);
  const checkHuman = createCheckHuman({
    verifyCaptcha: config.captcha && verifyCaptcha,
    limiter,
    log,
  });
  const accounts = createAccountServices({
    ...config,
    db,
    circuit,
    log,
    secret,
    sendMail: jobs.sendMail,
    verifyCaptcha,
  });
  const publicDirectory = options.clientDirectory ?? path.resolve('public');
  const pictures = createPictures({
    findSource: createFindPictureSource({ storage, publicDirectory }),
    cacheDirectory: path.join(config.dataDirectory, 'cache'),
    log,
  });
  const publicContent = createPublicContent({ db, circuit, storage, log });
  const adminAccess = Promise.withResolvers<AdminAccess>();
  let knownAccess: AdminAccess | undefined;

  const readiness = await untilDatabaseIsReady({
    prepare: async () => {
      await migrateDatabase(connectionString);
      await adoptSecret(db, secret, log);
      // Once, however often the rest is tried: a second link would make the printed one worthless.
      knownAccess ??= await accounts.prepareFirstAdmin();
      adminAccess.resolve(knownAccess);
      await jobs.start({ ...services.jobHandlers, sweepUploads: uploads.sweep });
      services.replayer.wake();
      changes.start();
    },
    log,
  });
  begun.defer(readiness.stop);
  // What an earlier process left need not wait for the database: it may be mailed without.
  services.replayer.wake();

  const app = createApp({
    config: {
      ...config,
      isDevelopment: config.environment === 'development',
      captchaHosts: config.captcha ? captchaHosts[config.captcha.kind].hosts : [],
      ...(options.styleSheet !== undefined && { styleSheet: options.styleSheet }),
      providerOrigin: config.oidc && new URL(config.oidc.issuer).origin,
    },
    log,
    checkHuman,
    submitLead: services.submitLead,
    bookSession: services.bookSession,
    listFreeSlots: services.listFreeSlots,
    acceptSubmission: services.acceptSubmission,
    accounts,
    authorise: accounts.authorise,
    isSessionLive: accounts.isSessionLive,
    desk: createDeskServices({
      ...{ db, circuit, storage, sendMail: jobs.sendMail },
      deleteBooking: services.deleteBooking,
      mailboxDirectory: config.smtpUrl ? undefined : mailboxDirectory(config),
    }),
    changes,
    stopping: stopping.signal,
    uploads,
    storage,
    pictures,
    content: publicContent,
    checkReadiness: () =>
      checkReadiness({
        circuit,
        pingDatabase: () => pingDatabase(db),
        isMigrated: readiness.isReady,
        areJobsRunning: jobs.isRunning,
      }),
    pages: options.createPages(
      createPageServices({
        ...config,
        content: publicContent,
        services,
        accounts,
        checkHuman,
        log,
      }),
    ),
    ...(options.clientDirectory !== undefined && { clientDirectory: options.clientDirectory }),
  });

  const running = begun.move();
  return {
    fetch: (request, bindings) => app.fetch(request, bindings),
    adminAccess: adminAccess.promise,
    prepareToStop: () => stopping.abort(),
    stop: () => {
      stopping.abort();
      return running.disposeAsync();
    },
  };
}

/** The database that was named, or a private one that lives until `begun` is disposed of. */
export async function findDatabase(
  { databaseUrl, dataDirectory }: Config,
  log: Logger,
  begun: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl) return databaseUrl;
  const postgres = await startPrivatePostgres(dataDirectory, log);
  begun.defer(postgres.stop);
  return postgres.connectionString;
}
