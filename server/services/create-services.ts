import type { CalendarNetwork } from '#server/calendars/download-calendar.ts';
import type { Database } from '#server/db/executor.ts';
import { recordGivenUp } from '#server/db/queries/mail-deliveries.ts';
import { sweepAccounts } from '#server/db/queries/sweep-accounts.ts';
import type { JobHandlers, Jobs } from '#server/jobs/jobs.ts';
import { createReplayer, type ReplayPause } from '#server/journal/replayer.ts';
import { createDeliverOnce, type Mailer } from '#server/mail/mailer.ts';
import { sendAccountMail, sendAccountNotice } from './accounts/account-mails.ts';
import { createBusyCalendars } from './availability/busy-calendars.ts';
import {
  composeCalendarFeed,
  readCalendarAddress,
  renewCalendarAddress,
} from './availability/calendar-feed.ts';
import {
  deleteException,
  listExceptions,
  listSessionsInTimeOff,
  openExtraHours,
  takeTimeOff,
} from './availability/manage-exceptions.ts';
import { bindUseCases } from './bind-use-cases.ts';
import { bookForVisitor } from './bookings/book-for-visitor.ts';
import { bookSession } from './bookings/book-session.ts';
import { cancelBooking, deleteBooking, moveBooking } from './bookings/change-booking.ts';
import {
  cancelForVisitor,
  moveForVisitor,
  saveJoinDetails,
} from './bookings/change-for-visitor.ts';
import {
  composeCalendarFile,
  findManagedBooking,
  getManagedBookingId,
} from './bookings/find-managed-booking.ts';
import { listFreeSlots } from './bookings/list-free-slots.ts';
import { createManageLinks } from './bookings/manage-links.ts';
import { markOutcome, markPayment, writeNote } from './bookings/mark-booking.ts';
import { readPlacement } from './bookings/place-session.ts';
import { getBooking, listBookingHistory } from './bookings/read-booking.ts';
import { submitLead } from './leads/submit-lead.ts';
import { sendLeadNotice } from './mail/notices.ts';
import { sendBookingMail, sendBookingReminder } from './mail/send-booking-mail.ts';
import type { ServiceDeps } from './service-deps.ts';
import { acceptSubmission, takeLead } from './submissions/accept-submission.ts';
import { replaySubmission } from './submissions/replay-submission.ts';
import { createTrashServices } from './trash/create-trash-services.ts';
import { finishUpload } from './uploads/finish-upload.ts';
import { beginUpload, receivePart, type UploadDeps } from './uploads/receive-upload.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';

interface ServicesOptions
  extends Pick<ServiceDeps, 'db' | 'journal' | 'limiter' | 'readFacts' | 'now' | 'log'>,
    Pick<UploadDeps, 'storage' | 'inbox'> {
  /** For what is done behind visitors, while `db` is for what they wait for. */
  jobsDb: Database;
  mailer: Mailer;
  jobs: Pick<Jobs, 'sendMail' | 'callOffMails'>;
  /** Behind every hash and signature that goes out to somebody. */
  secret: string;
  siteUrl: string;
  replayPauseMs: ReplayPause | undefined;
  /** In the place of the internet, where the mentor's own calendars are. */
  calendarNetwork: CalendarNetwork | undefined;
}

export type Services = ReturnType<typeof createServices>;

/** Puts the use cases of leads, bookings and uploads together with what they work on. Starts nothing. */
export function createServices({
  mailer,
  jobs,
  jobsDb,
  storage,
  inbox,
  replayPauseMs,
  secret,
  siteUrl,
  calendarNetwork: network,
  ...shared
}: ServicesOptions) {
  const { journal, log } = shared;
  const deps: ServiceDeps = {
    ...shared,
    sendMail: jobs.sendMail,
    callOffMails: jobs.callOffMails,
    deliverOnce: createDeliverOnce({ mailer, journal, log }),
    manageLinks: createManageLinks(shared.db, secret),
    wakeReplayer: () => replayer.wake(),
  };
  const jobDeps = { ...deps, db: jobsDb, manageLinks: createManageLinks(jobsDb, secret) };
  const accountDeps = { ...jobDeps, secret, siteUrl, isMailed: journal.isMailed };
  const replayer = createReplayer({
    ...{ journal, log, pauseMs: replayPauseMs },
    replay: (pending, round) => replaySubmission(jobDeps, pending, round),
  });
  const uploads = bindUseCases(
    { db: jobsDb, inbox, storage, log },
    { begin: beginUpload, receive: receivePart, finish: finishUpload, sweep: sweepUploads },
  );
  const busyCalendars = createBusyCalendars({ ...shared, secret, siteUrl, network });
  const jobHandlers: JobHandlers = {
    sendMail(payload) {
      switch (payload.kind) {
        case 'lead-notice':
          return sendLeadNotice(jobDeps, payload);
        case 'booking-mail':
          return sendBookingMail(jobDeps, payload);
        case 'booking-reminder':
          return sendBookingReminder(jobDeps, payload);
        case 'account-mail':
          return sendAccountMail(accountDeps, payload);
        case 'account-notice':
          return sendAccountNotice(accountDeps, payload);
      }
    },
    async giveUpMail(payload) {
      const { mail } = payload;
      await recordGivenUp(jobsDb, mail, 'failed', payload);
      log.error({ mail }, 'A mail could not be sent and is given up');
    },
    sweepAccounts: () => sweepAccounts(jobsDb),
    sweepUploads: () => uploads.sweep(),
    sweepTrash: () => createTrashServices({ ...jobDeps, storage }).sweepTrash(),
    readBusyCalendars: busyCalendars.readBusyCalendars,
  };
  const useCases = bindUseCases(deps, {
    ...{ submitLead, takeLead, acceptSubmission, listFreeSlots, bookSession },
    ...{ findManagedBooking, getManagedBookingId, composeCalendarFile },
    ...{ moveBooking, cancelBooking, deleteBooking },
    ...{ bookForVisitor, moveForVisitor, cancelForVisitor, saveJoinDetails },
    ...{ markPayment, markOutcome, writeNote, getBooking, listBookingHistory, readPlacement },
    ...{ listExceptions, listSessionsInTimeOff, takeTimeOff, openExtraHours, deleteException },
  });
  const trash = createTrashServices({ ...deps, storage });
  const feed = bindUseCases(
    { ...shared, secret },
    { readCalendarAddress, renewCalendarAddress, composeCalendarFeed },
  );
  return { ...useCases, ...feed, ...busyCalendars, trash, uploads, replayer, jobHandlers };
}
