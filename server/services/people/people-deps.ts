import type { Jobs } from '#server/jobs/jobs.ts';
import type { Replayer } from '#server/journal/replayer.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';

/** What the use cases about people work on. */
export interface PeopleDeps
  extends Pick<
    ServiceDeps,
    'db' | 'journal' | 'limiter' | 'sendMail' | 'manageLinks' | 'readFacts' | 'now' | 'log'
  > {
  replayer: Pick<Replayer, 'untilRoundEnds'>;
  scrubDatabase: Jobs['scrubDatabase'];
  /** Behind the hashes by which an erasure is done again, and the links in mails. */
  secret: string;
  siteUrl: string;
  dataDirectory: string;
  /** Where captured mails lie, or lay before there was a mail server. */
  mailboxDirectory: string;
}
