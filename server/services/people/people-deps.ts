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
  forgetAddresses: Jobs['forgetAddresses'];
  /** The key of the hashes in erasures and of the links in mails. */
  secret: string;
  siteUrl: string;
  dataDirectory: string;
  /** The folder of captured mails. */
  mailboxDirectory: string;
}
