import {
  sendAccountMail,
  sendAccountNotice,
  sweepAccounts,
} from '#features/accounts/server/index.ts';
import { type AlertDeps, createAlerts, sendAlert } from '#features/alerts/server/index.ts';
import { createAvailabilityServices } from '#features/availability/server/index.ts';
import {
  createCustomerOrders,
  createOrderPort,
  createOrderServices,
  sendOrderMail,
} from '#features/billing/server/index.ts';
import {
  createBookingServices,
  createManageLinks,
  followReminders,
  releaseEndedHolds,
  releaseHold,
  sendBookingMail,
  sendBookingReminder,
  sendHoldReminder,
} from '#features/booking/server/index.ts';
import { type CalendarNetwork, createCalendarServices } from '#features/calendars/server/index.ts';
import { createContentServices } from '#features/content/server/index.ts';
import {
  createCustomerServices,
  createLibraryLinks,
  sendAccessMail,
} from '#features/customers/server/index.ts';
import { createDocumentWriter } from '#features/documents/server/index.ts';
import { createFilmServices } from '#features/films/server/index.ts';
import {
  createLeadServices,
  sendLeadAnswer,
  sendLeadNotice,
} from '#features/leads/server/index.ts';
import { createLedger } from '#features/ledger/server/index.ts';
import { createLessonServices } from '#features/lessons/server/index.ts';
import {
  announceOpenings,
  announcePackages,
  createLibraryServices,
  sendLibraryMail,
  sendPackageMail,
} from '#features/library/server/index.ts';
import { recordGivenUp } from '#features/mail/server/index.ts';
import { createPayLinks } from '#features/orders/server/index.ts';
import { createPaymentServices, type PaymentDeps } from '#features/payments/server/index.ts';
import {
  createPeopleServices,
  keepRetention,
  sendRequestMail,
  sendRequestNotice,
  sweepRequests,
} from '#features/people/server/index.ts';
import {
  createSettingsServices,
  readRetention,
  type SettingsDeps,
} from '#features/settings/server/index.ts';
import { createStamping } from '#features/stamping/server/index.ts';
import { createStatementServices } from '#features/statements/server/index.ts';
import {
  createReplayer,
  createSubmissionServices,
  type ReplayPause,
  replaySubmission,
  type SubmissionDeps,
} from '#features/submissions/server/index.ts';
import { createTrashServices } from '#features/trash/server/index.ts';
import { createUploadServices, type UploadInbox } from '#features/uploads/server/index.ts';
import { createVisitServices } from '#features/visits/server/index.ts';
import { createVoucherServices } from '#features/vouchers/server/index.ts';
import type { Database } from '#platform/db/executor.ts';
import type { JobHandlers } from '#platform/jobs/jobs.ts';
import type { MailJob } from '#platform/jobs/send-mail.ts';
import { keepsSince } from '#rules/retention.ts';
import { mailPayload } from './mail-payloads.ts';

interface ServicesOptions
  extends Omit<
      SubmissionDeps,
      'manageLinks' | 'libraryLinks' | 'wakeReplayer' | 'orders' | 'ledger' | 'writeDocument'
    >,
    Pick<PaymentDeps, 'verifyPayment' | 'providers'>,
    Pick<AlertDeps, 'readBackupAge'>,
    Pick<SettingsDeps, 'settings' | 'isLocal' | 'findPictureSize' | 'publicDirectory'> {
  /** For work in the background, while `db` is for what visitors wait for. */
  jobsDb: Database;
  inbox: UploadInbox;
  replayPauseMs: ReplayPause | undefined;
  calendarNetwork: CalendarNetwork | undefined;
  makeBackup: () => Promise<void>;
  convertsFilms: boolean;
  /** Returns the mentor's time zone without a query. */
  readTimeZone: () => string;
}

export type Services = ReturnType<typeof createServices>;

/** Creates all use cases with their dependencies. Starts nothing. */
export function createServices({ jobsDb, replayPauseMs, makeBackup, ...shared }: ServicesOptions) {
  const { journal, log, secret } = shared;
  const ledger = createLedger({ ...shared, db: jobsDb });
  const orderDeps = {
    ...shared,
    ledger,
    writeDocument: createDocumentWriter(),
    manageLinks: createManageLinks(secret),
    payLinks: createPayLinks(secret),
    libraryLinks: createLibraryLinks(secret),
  } satisfies PaymentDeps;
  const deps = {
    ...orderDeps,
    orders: createOrderPort(orderDeps),
    customerOrders: createCustomerOrders(orderDeps),
    wakeReplayer: () => replayer.wake(),
  };
  const jobDeps = { ...deps, db: jobsDb };
  const alerts = createAlerts({ ...jobDeps, startedAt: shared.now() });
  const replayer = createReplayer({
    journal,
    log,
    pauseMs: replayPauseMs,
    replay: (pending, round) => replaySubmission(jobDeps, pending, round),
  });
  const stamping = createStamping(shared);
  const films = createFilmServices(jobDeps);
  const uploads = createUploadServices({
    ...jobDeps,
    checkPdf: stamping.checkPdf,
    queueFilm: films.queueUploaded,
  });
  const bookings = createBookingServices(deps);
  const calendars = createCalendarServices(deps);
  const jobOrders = createOrderServices(jobDeps);
  const jobPayments = createPaymentServices(jobDeps);

  async function sendMail(job: MailJob): Promise<void> {
    const payload = mailPayload.parse(job);
    switch (payload.kind) {
      case 'lead-notice':
        return sendLeadNotice(jobDeps, payload);
      case 'lead-answer':
        return sendLeadAnswer(jobDeps, payload);
      case 'booking-mail':
        return sendBookingMail(jobDeps, payload);
      case 'booking-reminder':
        return sendBookingReminder(jobDeps, payload);
      case 'hold-reminder':
        return sendHoldReminder(jobDeps, payload);
      case 'account-mail':
        return sendAccountMail(jobDeps, payload);
      case 'account-notice':
        return sendAccountNotice(jobDeps, payload);
      case 'person-request-mail':
        return sendRequestMail(jobDeps, payload);
      case 'person-request-notice':
        return sendRequestNotice(jobDeps, payload);
      case 'order-mail':
        return sendOrderMail(jobDeps, payload);
      case 'library-mail':
        return sendLibraryMail(jobDeps, payload);
      case 'package-mail':
        return sendPackageMail(jobDeps, payload);
      case 'alert-mail':
        return sendAlert(jobDeps, payload);
      case 'access-mail':
        return sendAccessMail(jobDeps, payload);
    }
  }

  const jobHandlers: JobHandlers = {
    sendMail,
    async giveUpMail(payload) {
      const { mail } = payload;
      await recordGivenUp(jobsDb, mail, 'failed', payload);
      log.error({ mail }, 'An email could not be sent after all retries');
    },
    async sweepAccounts() {
      const retention = await readRetention(jobsDb);
      await sweepAccounts(jobsDb, keepsSince(shared.now(), retention, 'activityMonths'));
      await sweepRequests(jobsDb);
    },
    async sweepUploads() {
      await uploads.sweep();
      await stamping.sweepStamps();
    },
    sweepTrash: () => createTrashServices(jobDeps).sweepTrash(),
    keepRetention: () => keepRetention(jobDeps),
    readBusyCalendars: calendars.readBusyCalendars,
    verifyPayment: ({ notificationId: id }) => jobPayments.verifyNotification({ id }),
    releaseHold: ({ bookingId: id }) => releaseHold(jobDeps, { id }),
    async keepOrders() {
      // First, as an order that has expired still takes money.
      await releaseEndedHolds(jobDeps);
      await jobOrders.keepOrders();
      await announceOpenings(jobDeps);
      await announcePackages(jobDeps);
    },
    convertFilms: films.convert,
    makeBackup,
  };
  return {
    ...createAvailabilityServices(deps),
    ...calendars,
    ...bookings,
    ledger,
    ...createLeadServices(deps),
    ...createSubmissionServices(deps),
    ...createContentServices(deps),
    lessons: createLessonServices(deps),
    uploads,
    films,
    replayer,
    alerts,
    jobHandlers,
    settings: createSettingsServices({
      ...deps,
      followReminders: (...changed) => followReminders(deps, ...changed),
    }),
    trash: createTrashServices(deps),
    customers: createCustomerServices(deps),
    orders: createOrderServices(deps),
    payments: createPaymentServices(deps),
    library: createLibraryServices({ ...deps, stamping }),
    stamping,
    statements: createStatementServices(deps),
    visits: createVisitServices(jobDeps),
    vouchers: createVoucherServices(deps),
    people: createPeopleServices({
      ...jobDeps,
      replayer,
      forgetStamps: stamping.forgetStamps,
    }),
  };
}
