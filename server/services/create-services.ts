import type { LeadSubmission } from '#domain/lead.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { recordGivenUp } from '#server/db/queries/mail-deliveries.ts';
import type { JobHandlers, Jobs } from '#server/jobs/jobs.ts';
import type { Journal } from '#server/journal/journal.ts';
import { createReplayer } from '#server/journal/replayer.ts';
import type { Logger } from '#server/logger.ts';
import { createDeliverOnce } from '#server/mail/deliver-once.ts';
import type { Mailer } from '#server/mail/mail.ts';
import { submitLead } from './leads/submit-lead.ts';
import { sendLeadNotice } from './mail/send-lead-notice.ts';
import { acceptSubmission } from './submissions/accept-submission.ts';
import { type ReplayRound, replaySubmission } from './submissions/replay-submission.ts';
import type { Submission } from './submissions/submission.ts';

interface ServicesOptions {
  db: Database;
  circuit: DatabaseCircuit;
  journal: Journal;
  mailer: Mailer;
  jobs: Pick<Jobs, 'sendMail'>;
  /** Where notices to the mentor go. */
  recipient: string;
  log: Logger;
  /** Between two rounds over the journal, in milliseconds. Tests shorten it. */
  replayPauseMs?: { shortest: number; longest: number };
}

/** Puts the use cases together with what they work on. Starts nothing. */
export function createServices({ mailer, jobs, replayPauseMs, ...shared }: ServicesOptions) {
  const { db, journal, log } = shared;
  const deliverOnce = createDeliverOnce({ mailer, journal, log });
  const leadDeps = { ...shared, sendMail: jobs.sendMail };
  const replayDeps = { ...leadDeps, deliverOnce };
  const replayer = createReplayer<ReplayRound>({
    journal,
    startRound: () => ({ isMailDown: false }),
    replay: (pending, round) => replaySubmission(replayDeps, pending, round),
    log,
    ...(replayPauseMs && { pauseMs: replayPauseMs }),
  });
  const jobHandlers: Omit<JobHandlers, 'sweepUploads'> = {
    sendMail: (payload) => sendLeadNotice({ db, deliverOnce }, payload),
    async giveUpMail(payload) {
      const { mail } = payload;
      await recordGivenUp(db, mail, 'failed', payload);
      log.error({ mail }, 'A mail could not be sent and is given up');
    },
  };
  return {
    submitLead: (lead: LeadSubmission) => submitLead(leadDeps, lead),
    acceptSubmission: (sent: Submission) =>
      acceptSubmission({ ...replayDeps, wakeReplayer: replayer.wake }, sent),
    replayer,
    jobHandlers,
  };
}
