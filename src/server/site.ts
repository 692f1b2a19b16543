import path from 'node:path';
import {
  confirmPassword,
  createAccountServices,
  recordAndNotify,
} from '#features/accounts/server/index.ts';
import { createAdminServices, noteTestMail } from '#features/admin/server/index.ts';
import { createBackupServices, runBackupProcess } from '#features/backups/server/index.ts';
import { createPublicContent } from '#features/content/server/index.ts';
import { createMailServers, createMailServices } from '#features/mail/server/index.ts';
import { createPaymentKeys, createPaymentSetUp } from '#features/payments/server/index.ts';
import {
  createReadSettings,
  createSettings,
  isLocalUrl,
  isSample,
  toPublicSettings,
} from '#features/settings/server/index.ts';
import { openJournal } from '#features/submissions/server/index.ts';
import {
  createFindPictureSource,
  createPictures,
  measurePicture,
  openInbox,
} from '#features/uploads/server/index.ts';
import { findSecret } from '#platform/auth/find-secret.ts';
import type { Session } from '#platform/auth/visitor.ts';
import { createCaptcha, createCheckHuman } from '#platform/captcha/captcha.ts';
import { readFreeBytes } from '#platform/config/read-free-bytes.ts';
import { readVersion } from '#platform/config/read-version.ts';
import { watchChanges } from '#platform/db/changes.ts';
import { createDatabaseCircuit } from '#platform/db/circuit.ts';
import { isDatabaseReady, jobWaitMs, openDatabase, visitorWaitMs } from '#platform/db/client.ts';
import { projectDirectory } from '#platform/db/migrate.ts';
import { findDatabase } from '#platform/db/reach-database.ts';
import { emptySentFiles } from '#platform/http/file-form.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLimiter } from '#platform/limits/limiter.ts';
import { createMarks } from '#platform/limits/marks.ts';
import { mailboxDirectory } from '#platform/mail/mailbox.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { createFileStorage } from '#platform/storage/file-storage.ts';
import { captchaHosts } from '#rules/captcha.ts';
import { createApp } from './app.ts';
import { createServices } from './create-services.ts';
import { keepPages } from './keep-pages.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { createPreparation } from './prepare-database.ts';
import type { SiteOptions, SiteOverrides } from './site-options.ts';

/** How long running jobs may take to finish when the site stops, in milliseconds. */
const jobsDeadlineMs = 25_000;

/**
 * The default of `mailAloneAfterMs` with several processes, in milliseconds: longer than a database
 * restart.
 */
const mailAloneAfterMs = 20_000;

interface Base extends Omit<SiteOptions, 'overrides'> {
  overrides: SiteOverrides;
  now: () => Date;
  /** Whether no other process uses the database. */
  isAlone: boolean;
  /** Closes, in reverse order, what the stages open. */
  disposables: AsyncDisposableStack;
}

/** Stage 1: the database, with a pool for visitors and one for jobs, and what follows its changes. */
async function openData({ config, log, overrides, disposables }: Base) {
  const connectionString = await findDatabase(config, log, disposables);
  const { databaseCheckMs: checkMs, databaseProbeMs: probeMs } = overrides;
  const circuit = createDatabaseCircuit({ connectionString, checkMs, probeMs });
  const shared = { connectionString, log, circuit };
  const waitMs = overrides.visitorWaitMs ?? visitorWaitMs;
  const { db, pool, close } = openDatabase({ ...shared, waitMs });
  disposables.defer(close);
  const jobsDatabase = openDatabase({ ...shared, waitMs: jobWaitMs });
  disposables.defer(jobsDatabase.close);
  const secret = await findSecret(config);
  const changes = watchChanges({ connectionString, log });
  disposables.defer(changes.close);
  const settings = await createSettings({ db, changes, log, directory: config.dataDirectory });
  disposables.defer(settings.close);
  return { connectionString, circuit, db, pool, jobsDatabase, secret, changes, settings };
}

type Data = Awaited<ReturnType<typeof openData>>;

/** Stage 2: the journal of submissions, stored files and uploads. Jobs use them until they stop. */
async function openFiles(
  { config, log, disposables, clientDirectory }: Base,
  { jobsDatabase }: Data,
) {
  const journal = await openJournal({ directory: path.join(config.dataDirectory, 'journal'), log });
  disposables.defer(journal.close);
  const storage = createFileStorage(config);
  disposables.defer(storage.close);
  await emptySentFiles(config.dataDirectory);
  const inbox = await openInbox(config, jobsDatabase.db);
  disposables.defer(inbox.close);
  const publicDirectory = clientDirectory ?? path.resolve('public');
  const findPictureSource = createFindPictureSource({ storage, publicDirectory });
  return { journal, storage, inbox, publicDirectory, findPictureSource };
}

type Files = Awaited<ReturnType<typeof openFiles>>;

/** Stage 3: the mail server and the jobs that send mail. */
function openMail(
  { config, log, overrides, disposables }: Base,
  { db, secret, settings, connectionString }: Data,
) {
  const { smtpUrl, siteUrl } = config;
  const mailServers = createMailServers({ db, secret, smtpUrl, network: overrides.mailNetwork });
  const isLocal = isLocalUrl(siteUrl);
  const mailer = createMailer({
    ...config,
    readServer: mailServers.readServer,
    mailboxDirectory: mailboxDirectory(config),
    readSite: async () => (await settings.read()).site,
    isSampleAddress: (email) => !isLocal && isSample(email),
  });
  disposables.defer(mailer.close);
  const jobs = createJobs({ connectionString, log, pace: overrides.jobPace });
  disposables.defer(() => jobs.stop(overrides.jobsDeadlineMs ?? jobsDeadlineMs));
  const readSettings = createReadSettings(settings, config, mailServers);
  return { mailServers, isLocal, mailer, jobs, readSettings };
}

type MailParts = ReturnType<typeof openMail>;

/** Stage 4: the use cases of all topics, and the backups. */
function composeServices(
  { config, log, now, isAlone, overrides, disposables }: Base,
  { connectionString, db, pool, jobsDatabase, secret, changes, settings }: Data,
  { journal, storage, inbox, publicDirectory, findPictureSource }: Files,
  { mailServers, isLocal, mailer, jobs, readSettings }: MailParts,
) {
  const { sendMail } = jobs;
  const { environment = process.env } = overrides;
  const connection = { DATABASE_URL: connectionString, AUTH_SECRET: secret };
  const backups = createBackupServices({
    db: jobsDatabase.db,
    log,
    now,
    config: config.backup,
    readTimeZone: async () => (await settings.read()).booking.timeZone,
    run: (args) => runBackupProcess({ ...environment, ...connection }, args),
  });
  disposables.defer(async () => backups.stop());
  const limiter = createLimiter({ pool, isAlone, isEnabled: config.hasRateLimits });
  const paymentKeys = createPaymentKeys({ db, secret, log, changes, config });
  const { providers } = paymentKeys;
  const services = createServices({
    ...config,
    ...jobs,
    db,
    jobsDb: jobsDatabase.db,
    journal,
    mailer,
    storage,
    inbox,
    limiter,
    log,
    secret,
    now,
    readSettings,
    settings,
    isLocal,
    publicDirectory,
    providers,
    async findPictureSize(url) {
      const source = await findPictureSource(url);
      return source && measurePicture(await source.read());
    },
    mailboxDirectory: mailboxDirectory(config),
    makeBackup: backups.makeNightly,
    readTimeZone: () => settings.known().booking.timeZone,
    replayPauseMs: overrides.replayPauseMs,
    mailAloneAfterMs: overrides.mailAloneAfterMs ?? (isAlone ? 0 : mailAloneAfterMs),
    calendarNetwork: overrides.calendarNetwork,
    readFreeBytes: overrides.readFreeBytes ?? (() => readFreeBytes(config.dataDirectory)),
    // Without nightly backups there is nothing to watch.
    readBackupAge: config.backup.isNightly ? backups.readAge : undefined,
  });
  disposables.defer(services.films.stop);
  disposables.defer(services.replayer.stop);
  disposables.defer(services.alerts.stop);
  disposables.defer(services.visits.stop);
  const verifyCaptcha =
    overrides.verifyCaptcha ?? (config.captcha && createCaptcha(config.captcha));
  const marks = createMarks(pool, 'human');
  const checkHuman = createCheckHuman({ verifyCaptcha, limiter, marks, log });
  const accounts = createAccountServices({
    ...config,
    db,
    log,
    secret,
    limiter,
    sendMail,
    verifyCaptcha,
    readSettings,
  });
  const admin = createAdminServices({ db, now, settings, mailServers, isLocal, providers });
  const confirm = (...[session, password, field]: [Session, string, string]) =>
    confirmPassword({ db, limiter }, session, password, field);
  const paymentSetUp = createPaymentSetUp({
    db,
    secret,
    limiter,
    config,
    paymentKeys,
    confirmPassword: confirm,
    notePaymentKeyChange: (transaction, session) =>
      recordAndNotify({ sendMail, readSettings }, transaction, 'payment-keys-changed', session),
  });
  const mail = createMailServices({
    db,
    sendMail,
    readSettings,
    mailer,
    mailServers,
    settings,
    limiter,
    config,
    secret,
    noteTestMail,
    nameServers: overrides.nameServers,
    mailNetwork: overrides.mailNetwork,
    mailboxDirectory: mailboxDirectory(config),
    confirmPassword: confirm,
    noteServerChange: (transaction, session) =>
      recordAndNotify({ sendMail, readSettings }, transaction, 'mail-server-changed', session),
  });
  const content = createPublicContent({ db, storage, log, now, readSettings });
  const payments = { paymentKeys, paymentSetUp };
  return { services, backups, accounts, admin, mail, content, checkHuman, ...payments };
}

type SiteServices = ReturnType<typeof composeServices>;

/** Stage 5: the HTTP application, with pages, API and metrics. */
function composeHttp(
  { config, log, now, overrides, createPages, clientDirectory }: Base,
  { connectionString, circuit, db, pool, jobsDatabase, changes, settings }: Data,
  { journal, storage, findPictureSource }: Files,
  { mailServers, isLocal, jobs, readSettings }: MailParts,
  { services, backups, accounts, admin, mail, content, checkHuman, ...payments }: SiteServices,
) {
  const { paymentKeys, paymentSetUp } = payments;
  const { providers } = paymentKeys;
  const stopping = new AbortController();
  const version = readVersion(projectDirectory);
  const metrics =
    config.metricsToken === undefined
      ? undefined
      : createMetrics({
          token: config.metricsToken,
          pools: { visitors: pool, jobs: jobsDatabase.pool },
          db: jobsDatabase.db,
          dataDirectory: config.dataDirectory,
          listAlerts: services.alerts.list,
          version,
          circuit,
          jobs,
          journal,
          storage,
          findLastBackup: backups.findLastMadeAt,
        });
  const preparation = createPreparation({
    connectionString,
    log,
    mailServers,
    paymentKeys,
    settings,
    accounts,
    services,
    jobs,
    changes,
  });
  const isDevelopment = config.environment === 'development';
  const app = createApp({
    config: {
      ...config,
      isDevelopment,
      captchaHosts: config.captcha ? captchaHosts[config.captcha.kind].hosts : [],
      providerOrigin: config.oidc && new URL(config.oidc.issuer).origin,
      findCheckoutOrigins: () => providers.flatMap(({ checkoutOrigins }) => checkoutOrigins),
    },
    log,
    checkHuman,
    services,
    readSettings,
    accounts,
    admin,
    mail,
    paymentSetUp,
    changes,
    storage,
    pictures: createPictures({
      findSource: findPictureSource,
      cacheDirectory: path.join(config.dataDirectory, 'cache'),
      log,
    }),
    version,
    metrics,
    backups,
    content,
    stopping: stopping.signal,
    heartbeatMs: overrides.heartbeatMs,
    checkReadiness: async () => ({
      database: await isDatabaseReady(db),
      migrations: preparation.isMigrated(),
      jobs: jobs.isRunning(),
    }),
    pages: createPages({
      ...services,
      readSettings: async () =>
        toPublicSettings(
          await settings.readVersioned(),
          isLocal,
          providers.map(({ name }) => name),
        ),
      siteUrl: config.siteUrl,
      content,
      accounts,
      checkHuman,
      sendsMail: () => mailServers.known().server !== undefined,
      captcha: config.captcha
        ? { kind: config.captcha.kind, siteKey: config.captcha.siteKey }
        : null,
      mailTo: config.mailTo ?? null,
    }),
    clientDirectory,
  });
  // In development no page is cached.
  const fetch = isDevelopment
    ? app.fetch
    : keepPages({ fetch: app.fetch, db, changes, settings, log, metrics, now });
  return { app, fetch, preparation, stopping };
}

/** Composes the site from the bottom up: each stage returns what the next ones need. */
export async function composeSite({ overrides = {}, ...options }: SiteOptions) {
  await using disposables = new AsyncDisposableStack();
  const { now = () => new Date() } = overrides;
  // Only one process can use a private database.
  const { isAlone = options.config.databaseUrl === undefined } = overrides;
  const base: Base = { ...options, overrides, now, isAlone, disposables };
  const data = await openData(base);
  const files = await openFiles(base, data);
  const mailParts = openMail(base, data);
  const composed = composeServices(base, data, files, mailParts);
  const { app, fetch, preparation, stopping } = composeHttp(base, data, files, mailParts, composed);

  const { jobs, readSettings } = mailParts;
  const { settings, db, pool, secret } = data;
  const { log } = options;
  settings.listen(({ booking }, { booking: before }) => {
    if (booking.timeZone === before.timeZone) return;
    jobs.changeTimeZone(booking.timeZone).catch((reason: unknown) => {
      log.error({ reason }, 'The nightly jobs use the previous time zone until the next start');
    });
  });

  const { services, backups, accounts, content } = composed;
  const { storage, journal } = files;
  const running = disposables.move();
  return {
    /** `bindings` contain the socket, and therefore the IP address. */
    fetch,
    app,
    services,
    backups,
    accounts,
    storage,
    journal,
    jobs,
    db,
    pool,
    secret,
    content,
    settings,
    readSettings,
    ...preparation,
    prepareToStop: () => stopping.abort(),
    stop: () => running.disposeAsync(),
  };
}
