import { countFailedFilms } from '#features/films/server/index.ts';
import {
  alertPrefix,
  findLastReportAt,
  isAnyGivenUpSince,
  type OutboxDeps,
  queueDaily,
  recordSent,
  sendQueuedMail,
} from '#features/mail/server/index.ts';
import { alertSubject, composeAlert, type FoundProblem, thisMachine } from './compose-alert.ts';
import type { AlertDeps } from './find-problems.ts';
import type { AlertMailPayload, Problem, ProblemKind } from './mail-payload.ts';

const dayMs = 24 * 3_600_000;

/** The common start of the keys of all emails about a kind of problem. */
const kindPrefix = (kind: ProblemKind) => `${alertPrefix}${kind}:`;

/** Returns the key of the one email that a kind of problem may cause per day. */
const alertKey = (kind: ProblemKind, at: Date) =>
  `${kindPrefix(kind)}${at.toISOString().slice(0, 'YYYY-MM-DD'.length)}`;

/** The keys of the emails of that day and the day before. */
const alertKeys = ({ problem: { kind }, foundAt }: FoundProblem) => ({
  key: alertKey(kind, foundAt),
  before: alertKey(kind, new Date(foundAt.getTime() - dayMs)),
});

/** The alerts that this process has sent without the database, and when. */
export type MailedAlone = Map<string, Date>;

/**
 * Emails the mentor about a problem, at most once a day across all processes, even while the
 * database is unavailable.
 */
export async function alertMentor(
  deps: AlertDeps,
  problem: Problem,
  mailedAlone: MailedAlone,
): Promise<void> {
  const found = { problem, foundAt: deps.now(), machine: thisMachine() };
  const { key, before } = alertKeys(found);
  const isRecent = (at = new Date(0)) => found.foundAt.getTime() - at.getTime() < dayMs;
  const recent = [before, key].filter((mail) => isRecent(mailedAlone.get(mail)));
  try {
    await queueAlert(deps, found, recent);
  } catch (reason) {
    // The problem may be the database itself, or the full disk that it is on.
    deps.log.warn({ alert: problem.kind, reason }, 'An alert could not be queued; mailing it');
    if (recent.length > 0) return;
    const settings = await deps.readSettings();
    const { siteUrl } = deps;
    await deps.mailer.send(
      await composeAlert({ ...found, key, to: settings.recipient, siteUrl, settings }),
    );
    mailedAlone.set(key, found.foundAt);
  }
}

async function queueAlert(
  deps: AlertDeps,
  found: FoundProblem,
  mailedAlone: string[],
): Promise<void> {
  const { problem, foundAt, machine } = found;
  const settings = await deps.readSettings();
  const { key, before } = alertKeys(found);
  const delivery = { recipient: settings.recipient, subject: alertSubject(problem, settings) };
  await deps.db.transaction(async (transaction) => {
    for (const mailed of mailedAlone) await recordSent(transaction, { key: mailed, ...delivery });
    // An email counts as failed for longer than a day, but is reported once.
    if (problem.kind === 'mail' && !(await isAnyGivenUpSince(transaction, kindPrefix('mail'))))
      return;
    // The same holds for a film.
    if (problem.kind === 'film') {
      const reportedAt = (await findLastReportAt(transaction, kindPrefix('film'))) ?? new Date(0);
      if ((await countFailedFilms(transaction, reportedAt)) === 0) return;
    }
    if (!(await queueDaily(transaction, { key, ...delivery }, before))) return;
    await deps.sendMail(transaction, {
      kind: 'alert-mail',
      problem,
      machine,
      foundAt: foundAt.toISOString(),
      mail: key,
    });
  });
}

/** Sends a queued alert. Throws what `sendQueuedMail` throws. */
export function sendAlert(
  deps: OutboxDeps & Pick<AlertDeps, 'readSettings' | 'siteUrl'>,
  { problem, machine, foundAt, mail: key }: AlertMailPayload,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    compose: async (_, { recipient: to }) => {
      const found = { problem, machine, foundAt: new Date(foundAt) };
      const { siteUrl } = deps;
      return composeAlert({ ...found, key, to, siteUrl, settings: await deps.readSettings() });
    },
  });
}
