import type { LeadSubmission } from '#domain/lead.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { recordGivenUp } from '#server/db/queries/mail-deliveries.ts';
import type { JobHandlers, Jobs } from '#server/jobs/jobs.ts';
import type { Journal } from '#server/journal/journal.ts';
import { createReplayer } from '#server/journal/replayer.ts';
import type { Caller, Limiter } from '#server/limits/limiter.ts';
import type { Logger } from '#server/logger.ts';
import { createDeliverOnce } from '#server/mail/deliver-once.ts';
import type { Mailer } from '#server/mail/mail.ts';
import { sendAccountNotice } from './accounts/notify-owner.ts';
import { sendAccountMail } from './accounts/send-account-mail.ts';
import { sweepAccounts } from './accounts/sweep-accounts.ts';
import { createBookingServices } from './bookings/create-booking-services.ts';
import { createManageLinks } from './bookings/manage-links.ts';
import { submitLead } from './leads/submit-lead.ts';
import type { CalendarIdentity } from './mail/compose-invitation.ts';
import { sendBookingMail } from './mail/send-booking-mail.ts';
import { sendBookingReminder } from './mail/send-booking-reminder.ts';
import { sendLeadNotice } from './mail/send-lead-notice.ts';
import { acceptSubmission } from './submissions/accept-submission.ts';
import { type ReplayRound, replaySubmission } from './submissions/replay-submission.ts';
import type { Submission } from './submissions/submission.ts';

interface ServicesOptions {
  db: Database;
  circuit: DatabaseCircuit;
  journal: Journal;
  mailer: Mailer;
  jobs: Pick<Jobs, 'sendMail' | 'callOffMails'>;
  limiter: Limiter;
  /** Where notices to the mentor go. */
  recipient: string;
  /** What calendars know the site by. */
  calendar: CalendarIdentity;
  /** Tests set the clock. */
  now?: () => Date;
  log: Logger;
  /** Behind every hash and signature that goes out to somebody. */
  secret: string;
  /** Links in mails begin with it. */
  siteUrl: string;
  /** Between two rounds over the journal, in milliseconds. Tests shorten it. */
  replayPauseMs?: { shortest: number; longest: number };
}

/** Puts the use cases together with what they work on. Starts nothing. */
export function createServices({
  mailer,
  jobs,
  replayPauseMs,
  now = () => new Date(),
  ...shared
}: ServicesOptions) {
  const { db, journal, log, secret } = shared;
  const deliverOnce = createDeliverOnce({ mailer, journal, log });
  const manageLinks = createManageLinks(db, secret);
  const leadDeps = { ...shared, sendMail: jobs.sendMail };
  const bookingDeps = { ...leadDeps, callOffMails: jobs.callOffMails, manageLinks, now };
  const replayDeps = { ...bookingDeps, deliverOnce };
  const mailDeps = { ...leadDeps, deliverOnce, manageLinks, now };
  const replayer = createReplayer<ReplayRound>({
    journal,
    startRound: () => ({ isMailDown: false }),
    replay: (pending, round) => replaySubmission(replayDeps, pending, round),
    log,
    ...(replayPauseMs && { pauseMs: replayPauseMs }),
  });
  const jobHandlers: Omit<JobHandlers, 'sweepUploads'> = {
    sendMail(payload) {
      switch (payload.kind) {
        case 'lead-notice':
          return sendLeadNotice(mailDeps, payload);
        case 'booking-mail':
          return sendBookingMail(mailDeps, payload);
        case 'booking-reminder':
          return sendBookingReminder(mailDeps, payload);
        case 'account-mail':
          return sendAccountMail({ ...shared, deliverOnce, isMailed: journal.isMailed }, payload);
        case 'account-notice':
          return sendAccountNotice({ ...shared, deliverOnce }, payload);
      }
    },
    async giveUpMail(payload) {
      const { mail } = payload;
      await recordGivenUp(db, mail, 'failed', payload);
      log.error({ mail }, 'A mail could not be sent and is given up');
    },
    sweepAccounts: () => sweepAccounts(db),
  };
  return {
    submitLead: (lead: LeadSubmission, visitor: Caller) => submitLead(leadDeps, lead, visitor),
    acceptSubmission: (sent: Submission, visitor: Caller) =>
      acceptSubmission({ ...replayDeps, wakeReplayer: replayer.wake }, sent, visitor),
    ...createBookingServices(bookingDeps),
    replayer,
    jobHandlers,
  };
}
