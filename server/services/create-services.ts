import { keepsSince } from '#domain/legal/keeps-since.ts';
import type { CalendarNetwork } from '#server/calendars/download-calendar.ts';
import { createSingleFlight } from '#server/concurrency.ts';
import type { Database } from '#server/db/executor.ts';
import { recordGivenUp } from '#server/db/queries/mail-deliveries.ts';
import { sweepRequests } from '#server/db/queries/person-requests.ts';
import { sweepAccounts } from '#server/db/queries/sweep-accounts.ts';
import type { JobHandlers, Jobs } from '#server/jobs/jobs.ts';
import type { SendMailPayload } from '#server/jobs/send-mail.ts';
import { createReplayer, type ReplayPause } from '#server/journal/replayer.ts';
import { sendAccountMail, sendAccountNotice } from './accounts/account-mails.ts';
import type { AlertDeps } from './alerts/alert-deps.ts';
import { createAlerts } from './alerts/create-alerts.ts';
import { sendAlert } from './alerts/tell-mentor.ts';
import { createBusyCalendars } from './availability/busy-calendars.ts';
import {
  composeCalendarFeed,
  readCalendarAddress,
  renewCalendarAddress,
} from './availability/calendar-feed.ts';
import {
  changeTimeOff,
  deleteException,
  listExceptions,
  listOpenHours,
  listSessionsInTimeOff,
  openExtraHours,
  takeTimeOff,
} from './availability/manage-exceptions.ts';
import type { BackupServices } from './backups/create-backup-services.ts';
import { bindUseCases } from './bind-use-cases.ts';
import { bookForVisitor } from './bookings/book-for-visitor.ts';
import { bookSession, takeBooking } from './bookings/book-session.ts';
import {
  cancelBooking,
  changeReminders,
  deleteBooking,
  moveBooking,
  refuseByOneClick,
} from './bookings/change-booking.ts';
import {
  cancelForVisitor,
  moveForVisitor,
  saveJoinDetails,
} from './bookings/change-for-visitor.ts';
import { markOutcome, markPayment, writeNote } from './bookings/edit-booking.ts';
import {
  composeCalendarFile,
  findManagedBooking,
  getManagedBookingId,
} from './bookings/find-managed-booking.ts';
import { listFreeSlots } from './bookings/list-free-slots.ts';
import { createManageLinks } from './bookings/manage-links.ts';
import { readPlacement } from './bookings/place-session.ts';
import { getBooking, listBookingHistory, listBookings } from './bookings/read-booking.ts';
import { submitLead } from './leads/submit-lead.ts';
import { sendLeadAnswer } from './mail/automatic-answer.ts';
import { sendLeadNotice } from './mail/notices.ts';
import { sendBookingMail, sendBookingReminder } from './mail/send-booking-mail.ts';
import { createPeopleServices } from './people/create-people-services.ts';
import { sendRequestMail, sendRequestNotice } from './people/request-mails.ts';
import { keepRetention, type RetentionDeps } from './retention/keep-retention.ts';
import { readRetention } from './retention/read-retention.ts';
import type { ServiceDeps } from './service-deps.ts';
import { acceptSubmission, takeLead } from './submissions/accept-submission.ts';
import { replaySubmission } from './submissions/replay-submission.ts';
import { createTrashServices } from './trash/create-trash-services.ts';
import { fillPosters } from './uploads/fill-posters.ts';
import { finishUpload } from './uploads/finish-upload.ts';
import { beginUpload, receivePart, type UploadDeps } from './uploads/receive-upload.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';
import { createVisitCounter } from './visits/create-visit-counter.ts';

interface ServicesOptions
  extends Pick<
      ServiceDeps,
      'db' | 'journal' | 'mailer' | 'limiter' | 'readFacts' | 'now' | 'log' | 'mailAloneAfterMs'
    >,
    Pick<UploadDeps, 'storage' | 'inbox'>,
    Pick<AlertDeps, 'readFreeBytes' | 'readBackupAge' | 'hasAlertMails'> {
  /** For what is done behind visitors, while `db` is for what they wait for. */
  jobsDb: Database;
  jobs: Pick<Jobs, 'sendMail' | 'callOffMails' | 'forgetAddresses'>;
  /** Behind every hash and signature that goes out to somebody. */
  secret: string;
  siteUrl: string;
  dataDirectory: string;
  /** Where captured mails lie. */
  mailboxDirectory: string;
  replayPauseMs: ReplayPause | undefined;
  /** In the place of the internet, where the mentor's own calendars are. */
  calendarNetwork: CalendarNetwork | undefined;
  backups: Pick<BackupServices, 'makeNightly'>;
  /** What of the data folder is kept only so long. */
  ownFiles: Pick<RetentionDeps, 'mailboxDirectory' | 'databaseLog'>;
  /** The mentor's time zone, as it is known without asking. */
  readTimeZone: () => string;
}

export type Services = ReturnType<typeof createServices>;

/** Puts the use cases of leads, bookings and uploads together with what they work on. Starts nothing. */
export function createServices({
  jobs,
  jobsDb,
  storage,
  inbox,
  replayPauseMs,
  secret,
  siteUrl,
  dataDirectory,
  mailboxDirectory,
  calendarNetwork: network,
  readFreeBytes,
  readBackupAge,
  hasAlertMails,
  backups,
  ownFiles,
  readTimeZone,
  ...shared
}: ServicesOptions) {
  const { journal, log } = shared;
  const deps: ServiceDeps = {
    ...shared,
    sendMail: jobs.sendMail,
    callOffMails: jobs.callOffMails,
    manageLinks: createManageLinks(secret),
    wakeReplayer: () => replayer.wake(),
  };
  const jobDeps = { ...deps, db: jobsDb };
  const accountDeps = { ...jobDeps, secret, siteUrl };
  const alerts = createAlerts({
    ...{ ...jobDeps, siteUrl, readFreeBytes, readBackupAge, hasAlertMails },
    startedAt: shared.now(),
  });
  const replayer = createReplayer({
    ...{ journal, log, pauseMs: replayPauseMs },
    replay: (pending, round) => replaySubmission(jobDeps, pending, round),
  });
  const uploads = bindUseCases(
    { db: jobsDb, inbox, storage, log, finishOnce: createSingleFlight<string>() },
    {
      ...{ begin: beginUpload, receive: receivePart, finish: finishUpload },
      ...{ sweep: sweepUploads, fillPosters },
    },
  );
  const busyCalendars = createBusyCalendars({ ...shared, secret, siteUrl, network });

  function sendMail(payload: SendMailPayload): Promise<void> {
    switch (payload.kind) {
      case 'lead-notice':
        return sendLeadNotice(jobDeps, payload);
      case 'lead-answer':
        return sendLeadAnswer(jobDeps, payload);
      case 'booking-mail':
        return sendBookingMail(jobDeps, payload);
      case 'booking-reminder':
        return sendBookingReminder(jobDeps, payload);
      case 'account-mail':
        return sendAccountMail(accountDeps, payload);
      case 'account-notice':
        return sendAccountNotice(accountDeps, payload);
      case 'person-request-mail':
        return sendRequestMail(accountDeps, payload);
      case 'person-request-notice':
        return sendRequestNotice(accountDeps, payload);
      case 'alert-mail':
        return sendAlert({ ...jobDeps, siteUrl }, payload);
    }
  }

  const jobHandlers: JobHandlers = {
    sendMail,
    async giveUpMail(payload) {
      const { mail } = payload;
      await recordGivenUp(jobsDb, mail, 'failed', payload);
      log.error({ mail }, 'An email could not be sent and was given up');
    },
    async sweepAccounts() {
      const retention = await readRetention(jobsDb);
      await sweepAccounts(jobsDb, keepsSince(shared.now(), retention, 'activityMonths'));
      await sweepRequests(jobsDb);
    },
    sweepUploads: () => uploads.sweep(),
    sweepTrash: () => createTrashServices({ ...jobDeps, storage }).sweepTrash(),
    keepRetention: () => keepRetention({ ...jobDeps, ...ownFiles }),
    readBusyCalendars: busyCalendars.readBusyCalendars,
    makeBackup: backups.makeNightly,
  };
  const useCases = bindUseCases(deps, {
    ...{ submitLead, takeLead, acceptSubmission, listFreeSlots, bookSession, takeBooking },
    ...{ findManagedBooking, getManagedBookingId, composeCalendarFile },
    ...{ moveBooking, cancelBooking, deleteBooking, changeReminders, refuseByOneClick },
    ...{ bookForVisitor, moveForVisitor, cancelForVisitor, saveJoinDetails },
    ...{ markPayment, markOutcome, writeNote, getBooking, listBookings },
    ...{ listBookingHistory, readPlacement },
    ...{ listExceptions, listSessionsInTimeOff, takeTimeOff, changeTimeOff },
    ...{ listOpenHours, openExtraHours, deleteException },
  });
  const trash = createTrashServices({ ...deps, storage });
  const visits = createVisitCounter({ ...shared, db: jobsDb, readTimeZone });
  const people = createPeopleServices({
    ...{ ...jobDeps, replayer, secret, siteUrl, dataDirectory, mailboxDirectory },
    forgetAddresses: jobs.forgetAddresses,
  });
  const feed = bindUseCases(
    { ...shared, secret },
    { readCalendarAddress, renewCalendarAddress, composeCalendarFeed },
  );
  return {
    ...{ ...useCases, ...feed, ...busyCalendars, trash, uploads, visits, people },
    ...{ replayer, alerts, jobHandlers },
  };
}
