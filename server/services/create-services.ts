import type { Database } from '#server/db/executor.ts';
import { recordGivenUp } from '#server/db/queries/mail-deliveries.ts';
import type { JobHandlers, Jobs } from '#server/jobs/jobs.ts';
import type { Journal } from '#server/journal/journal.ts';
import { createReplayer, type ReplayPause } from '#server/journal/replayer.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Logger } from '#server/logger.ts';
import { createDeliverOnce } from '#server/mail/deliver-once.ts';
import type { Mailer } from '#server/mail/mail.ts';
import { sendAccountNotice } from './accounts/notify-owner.ts';
import { sendAccountMail } from './accounts/send-account-mail.ts';
import { sweepAccounts } from './accounts/sweep-accounts.ts';
import { bindUseCases } from './bind-use-cases.ts';
import { bookSession } from './bookings/book-session.ts';
import { cancelBooking, deleteBooking, moveBooking } from './bookings/change-booking.ts';
import {
  composeCalendarFile,
  findManagedBooking,
  getManagedBookingId,
} from './bookings/find-managed-booking.ts';
import { listFreeSlots } from './bookings/list-free-slots.ts';
import { createManageLinks } from './bookings/manage-links.ts';
import { submitLead } from './leads/submit-lead.ts';
import { takeLead } from './leads/take-lead.ts';
import type { CalendarIdentity } from './mail/compose-invitation.ts';
import { sendBookingMail } from './mail/send-booking-mail.ts';
import { sendBookingReminder } from './mail/send-booking-reminder.ts';
import { sendLeadNotice } from './mail/send-lead-notice.ts';
import { acceptSubmission } from './submissions/accept-submission.ts';
import { type ReplayRound, replaySubmission } from './submissions/replay-submission.ts';

interface ServicesOptions {
  /** For what visitors wait for. */
  db: Database;
  /** For what is done behind them. */
  jobsDb: Database;
  journal: Journal;
  mailer: Mailer;
  jobs: Pick<Jobs, 'sendMail' | 'callOffMails'>;
  limiter: Limiter;
  /** Where notices to the mentor go. */
  recipient: string;
  /** What calendars know the site by. */
  calendar: CalendarIdentity;
  /** The clock of the bookings. */
  now: () => Date;
  log: Logger;
  /** Behind every hash and signature that goes out to somebody. */
  secret: string;
  /** Links in mails begin with it. */
  siteUrl: string;
  replayPauseMs: ReplayPause | undefined;
}

export type Services = ReturnType<typeof createServices>;

/** Puts the use cases of leads and bookings together with what they work on. Starts nothing. */
export function createServices({
  mailer,
  jobs: { sendMail, callOffMails },
  jobsDb,
  replayPauseMs,
  ...shared
}: ServicesOptions) {
  const { journal, log } = shared;
  const deps = {
    ...shared,
    sendMail,
    callOffMails,
    deliverOnce: createDeliverOnce({ mailer, journal, log }),
    manageLinks: createManageLinks(shared.db, shared.secret),
    isMailed: journal.isMailed,
  };
  const jobDeps = { ...deps, db: jobsDb, manageLinks: createManageLinks(jobsDb, shared.secret) };
  const replayer = createReplayer<ReplayRound>({
    journal,
    startRound: () => ({ isMailDown: false }),
    replay: (pending, round) => replaySubmission(jobDeps, pending, round),
    log,
    pauseMs: replayPauseMs,
  });
  const jobHandlers: Omit<JobHandlers, 'sweepUploads'> = {
    sendMail(payload) {
      switch (payload.kind) {
        case 'lead-notice':
          return sendLeadNotice(jobDeps, payload);
        case 'booking-mail':
          return sendBookingMail(jobDeps, payload);
        case 'booking-reminder':
          return sendBookingReminder(jobDeps, payload);
        case 'account-mail':
          return sendAccountMail(jobDeps, payload);
        case 'account-notice':
          return sendAccountNotice(jobDeps, payload);
      }
    },
    async giveUpMail(payload) {
      const { mail } = payload;
      await recordGivenUp(jobsDb, mail, 'failed', payload);
      log.error({ mail }, 'A mail could not be sent and is given up');
    },
    sweepAccounts: () => sweepAccounts(jobsDb),
  };
  return {
    ...bindUseCases(
      { ...deps, wakeReplayer: replayer.wake },
      {
        submitLead,
        takeLead,
        acceptSubmission,
        listFreeSlots,
        bookSession,
        findManagedBooking,
        getManagedBookingId,
        composeCalendarFile,
        moveBooking,
        cancelBooking,
        deleteBooking,
      },
    ),
    replayer,
    jobHandlers,
  };
}
