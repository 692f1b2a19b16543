import {
  addToErasure,
  createErasureMatcher,
  type Erasure,
  eraseRows,
  listErasures,
  readErasureFile,
  repeatErasures,
  writeErasureFile,
} from '#features/erasures/server/index.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { PeopleDeps } from './create-people-services.ts';
import { eraseCaptured, readSender } from './own-disk.ts';

/** Applies new erasures to this process's disk, one run at a time. */
export type ApplyErasures = ReturnType<typeof createApplyErasures>;

/**
 * Returns a function that removes erased people from this process's disk: from its journal, the
 * captured emails and the stamped PDFs. `erasures.json` in the data folder lists the applied
 * erasures; a restore reads it too.
 */
export function createApplyErasures(deps: PeopleDeps) {
  let running = Promise.resolve();
  return ({ isStart = false } = {}): Promise<void> => {
    const run = running.then(() => applyErasures(deps, isStart));
    // A failed run does not stop the next one.
    running = run.catch(() => {});
    return run;
  };
}

async function applyErasures(deps: PeopleDeps, isStart: boolean): Promise<void> {
  const { db, dataDirectory, log } = deps;
  const known = await listErasures(db);
  const applied = await readErasureFile(dataDirectory).catch((reason: unknown) => {
    log.warn({ reason }, 'The list of erasures on this disk is unreadable. It will be rebuilt.');
    return [];
  });
  const fresh = known.filter(({ id }) => applied.every((one) => one.id !== id));
  if (fresh.length === 0) return;
  if (isStart) {
    // The journal may have restored rows, or a restore lacked the secret.
    const matcher = createErasureMatcher([deps.secret], fresh);
    await db.transaction((transaction) => repeatErasures(transaction, matcher));
  }
  for (const erasure of fresh) await eraseFromDisk(deps, erasure);
  await writeErasureFile(dataDirectory, await listErasures(db));
}

async function eraseFromDisk(deps: PeopleDeps, erasure: Erasure): Promise<void> {
  const { db, journal, replayer, secret, mailboxDirectory, forgetStamps } = deps;
  const { id, erasedAt, recordIds } = erasure;
  const matcher = createErasureMatcher([secret], [erasure]);
  const isErased = (email: string) => matcher.find(email).length > 0;
  const entries = await journal.erase((submission) => {
    const sender = readSender(submission);
    if (!sender || submission.receivedAt > erasedAt) return false;
    return recordIds.includes(sender.id) || isErased(sender.email);
  });
  const ids = entries.flatMap((entry) => readSender(entry)?.id ?? []);
  // A running replay may have inserted one of them.
  await replayer.untilRoundEnds();
  await db.transaction((transaction) =>
    eraseRows(transaction, { mailboxes: [], ids, until: erasedAt }),
  );
  const files = await eraseCaptured(mailboxDirectory, {
    ids: [...recordIds, ...ids],
    hasAddress: (email, capturedAt) => capturedAt <= erasedAt && isErased(email),
  });
  // Any of the records may be a customer.
  for (const recordId of recordIds) await forgetStamps(recordId);
  await addToErasure(db, id, { recordIds: ids, journalEntries: entries.length, files });
}

/** Applies every erasure that another process announces. */
export function followErasures(
  changes: Pick<Changes, 'listen'>,
  { applyErasures: apply, log }: Pick<PeopleDeps, 'log'> & { applyErasures: ApplyErasures },
): void {
  changes.listen((change) => {
    if (change !== 'resync' && change.table !== 'erasures') return;
    apply().catch((reason: unknown) => {
      log.error({ reason }, 'Data of an erased person may stay on this disk until the next start');
    });
  });
}
