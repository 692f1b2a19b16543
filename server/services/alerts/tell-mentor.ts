import {
  alertPrefix,
  isAnyGivenUpSince,
  queueDaily,
  recordSent,
} from '#server/db/queries/mail-deliveries.ts';
import type { AlertMailPayload, Problem, ProblemKind } from '#server/jobs/send-mail.ts';
import { repeatable } from '#server/mail/deliver-once.ts';
import { type SendQueuedMailDeps, sendQueuedMail } from '#server/services/mail/send-queued-mail.ts';
import type { AlertDeps } from './alert-deps.ts';
import { alertSubject, composeAlert, type FoundProblem, thisMachine } from './compose-alert.ts';

const dayMs = 24 * 3_600_000;

/** How the keys of all mails about a kind of problem begin. */
const kindPrefix = (kind: ProblemKind) => `${alertPrefix}${kind}:`;

/** The mail about a kind of problem that a day may have. */
const alertKey = (kind: ProblemKind, at: Date) =>
  `${kindPrefix(kind)}${at.toISOString().slice(0, 'YYYY-MM-DD'.length)}`;

/**
 * Sees to it that the mentor is mailed about a problem, unless that has been done within a day: by
 * any process, and by this one even while the database is away.
 */
export async function tellMentor(deps: AlertDeps, problem: Problem): Promise<void> {
  const found = { problem, foundAt: deps.now(), machine: thisMachine() };
  try {
    await queueAlert(deps, found);
  } catch (reason) {
    // A database that is away, or on a full disk, may be the very problem.
    deps.log.warn({ alert: problem.kind, reason }, 'An alert could not be queued; mailing it');
    await mailAlert(deps, found);
  }
}

async function queueAlert(deps: AlertDeps, found: FoundProblem): Promise<void> {
  const { problem, foundAt, machine } = found;
  const facts = await deps.readFacts();
  const key = alertKey(problem.kind, foundAt);
  const before = alertKey(problem.kind, new Date(foundAt.getTime() - dayMs));
  const delivery = { recipient: facts.recipient, subject: alertSubject(problem, facts) };
  await deps.db.transaction(async (transaction) => {
    // What was mailed while the database was away, it hears of now.
    for (const mailed of [before, key]) {
      if (isMailedWithinDay(deps, mailed, foundAt))
        await recordSent(transaction, { key: mailed, ...delivery });
    }
    // It counts for longer than a day, so that none is passed over; that is no reason to tell it twice.
    if (problem.kind === 'mail' && !(await isAnyGivenUpSince(transaction, kindPrefix('mail'))))
      return;
    if (!(await queueDaily(transaction, { key, ...delivery }, before))) return;
    await deps.sendMail(transaction, {
      kind: 'alert-mail',
      ...{ problem, machine, foundAt: foundAt.toISOString(), mail: key },
    });
  });
}

async function mailAlert(deps: AlertDeps, found: FoundProblem): Promise<void> {
  const { problem, foundAt } = found;
  const key = alertKey(problem.kind, foundAt);
  const before = alertKey(problem.kind, new Date(foundAt.getTime() - dayMs));
  if ([before, key].some((mail) => isMailedWithinDay(deps, mail, foundAt))) return;
  const facts = await deps.readFacts();
  const { siteUrl } = deps;
  await deps.deliverOnce(
    await composeAlert({ ...found, key, to: facts.recipient, siteUrl, facts }),
    repeatable,
  );
}

function isMailedWithinDay({ journal }: AlertDeps, key: string, at: Date): boolean {
  const mailedAt = journal.mailedAt(key);
  return mailedAt !== undefined && at.getTime() - mailedAt.getTime() < dayMs;
}

/** Sends a queued alert, once. Throws what `sendQueuedMail` throws. */
export function sendAlert(
  deps: SendQueuedMailDeps & Pick<AlertDeps, 'readFacts' | 'siteUrl'>,
  { problem, machine, foundAt, mail: key }: AlertMailPayload,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    compose: async (_, { recipient: to }) => {
      const found = { problem, machine, foundAt: new Date(foundAt) };
      const { siteUrl } = deps;
      return composeAlert({ ...found, key, to, siteUrl, facts: await deps.readFacts() });
    },
  });
}
