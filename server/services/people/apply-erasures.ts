import type { ErasureCounts } from '#domain/person.ts';
import type { Changes } from '#server/db/changes.ts';
import { eraseRows } from '#server/db/queries/erase-rows.ts';
import { addToErasure, listErasures } from '#server/db/queries/erasures.ts';
import type { Erasure } from '#server/erasures/erasure.ts';
import { readErasureFile, writeErasureFile } from '#server/erasures/erasure-file.ts';
import { createErasureMatcher, findEmails } from '#server/erasures/erasure-matcher.ts';
import { repeatErasures } from '#server/erasures/repeat-erasures.ts';
import { eraseCaptured, readSender } from './own-disk.ts';
import type { PeopleDeps } from './people-deps.ts';

/** What applies erasures in this process: one at a time, however often it hears of them. */
export type ApplyErasures = ReturnType<typeof createApplyErasures>;

/**
 * Makes what takes off this process's disk those who were erased, by whichever process: submissions
 * that wait in its journal, and captured mails. What this data folder has seen stands in a file of it,
 * which is also what a restore of an older backup is held to.
 */
export function createApplyErasures(deps: PeopleDeps) {
  let applying = Promise.resolve();

  async function apply(isStart: boolean): Promise<void> {
    const known = await listErasures(deps.db);
    // A list that a power cut has damaged is as good as none: what is erased again stays erased.
    const seen = await readErasureFile(deps.dataDirectory).catch((reason: unknown) => {
      deps.log.warn(
        { reason },
        'The list of erasures on this disk is unreadable. It will be rebuilt.',
      );
      return [];
    });
    const applied = new Set(seen.map(({ id }) => id));
    const fresh = known.filter(({ id }) => !applied.has(id));
    if (isStart && fresh.length > 0) {
      // Its journal may have been replayed before the list was read, or a restore lacked the secret.
      const matcher = createErasureMatcher([deps.secret], fresh);
      await deps.db.transaction((transaction) => repeatErasures(transaction, matcher));
    }
    for (const erasure of fresh) {
      const found = await applyOne(deps, erasure);
      await addToErasure(deps.db, erasure.id, found);
    }
    if (fresh.length > 0) await writeErasureFile(deps.dataDirectory, await listErasures(deps.db));
  }

  return ({ isStart = false } = {}): Promise<void> => {
    const mine = applying.then(() => apply(isStart));
    // Whoever comes next has a try of their own.
    applying = mine.catch(() => {});
    return mine;
  };
}

/** Has this process apply every erasure that it hears of. */
export function followErasures(
  changes: Pick<Changes, 'listen'>,
  { applyErasures, log }: Pick<PeopleDeps, 'log'> & { applyErasures: ApplyErasures },
): void {
  changes.listen((change) => {
    if (change !== 'resync' && change.table !== 'erasures') return;
    applyErasures().catch((reason: unknown) => {
      log.error({ reason }, 'Data of an erased person may stay on this disk until the next start');
    });
  });
}

async function applyOne(deps: PeopleDeps, erasure: Erasure) {
  const { db, journal, replayer, secret, mailboxDirectory } = deps;
  const { erasedAt, recordIds } = erasure;
  const matcher = createErasureMatcher([secret], [erasure]);
  const isErased = (emails: string[]) => matcher.find(emails).length > 0;
  const entries = await journal.erase({
    pending(submission) {
      const sender = readSender(submission);
      if (!sender || submission.receivedAt > erasedAt) return false;
      return recordIds.includes(sender.id) || isErased([sender.email]);
    },
    unknown: (record) => isErased(findEmails(JSON.stringify(record))),
  });
  const ids = entries.flatMap((entry) => readSender(entry)?.id ?? []);
  // The round that was running may have stored one a moment ago.
  await replayer.untilRoundEnds();
  if (ids.length > 0)
    await db.transaction((transaction) =>
      eraseRows(transaction, { mailboxes: [], ids, until: erasedAt }),
    );
  const files = await eraseCaptured(
    mailboxDirectory,
    [...recordIds, ...ids],
    (email, capturedAt) => capturedAt <= erasedAt && isErased([email]),
  );
  const counts: Partial<ErasureCounts> = { journal_entries: entries.length, files };
  return { recordIds: ids, counts };
}
