import type { MailProblem } from '#features/mail/rules/mail.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { MailServers } from './mail-servers.ts';
import { countLatestFailures } from './queries/mail-deliveries.ts';

/** A single email may fail because of its address. */
const maxFailures = 1;

export interface MailProblemDeps {
  db: Executor;
  mailServers: Pick<MailServers, 'read'>;
}

/** Returns why clients get no emails, or undefined if they do. */
export async function readMailProblem({
  db,
  mailServers,
}: MailProblemDeps): Promise<MailProblem | null> {
  const { server, savedAt, isUnreadable } = await mailServers.read();
  if (isUnreadable) return 'unreadable';
  if (!server) return 'not-set-up';
  return (await countLatestFailures(db, savedAt ?? null)) > maxFailures ? 'failing' : null;
}
