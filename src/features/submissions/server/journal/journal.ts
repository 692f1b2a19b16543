import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from '#platform/log/logger.ts';
import { createWhole, syncDirectory } from '#platform/storage/whole-file.ts';
import { type JournalRecord, journalRecord, type PendingSubmission } from './records.ts';

const fileName = '00000001.ndjson';

/** The append-only file of submissions that were accepted before the database had them. */
export type Journal = Awaited<ReturnType<typeof openJournal>>;

/**
 * Opens the journal of a data folder, which only this process may use. Throws if the folder cannot
 * be read.
 */
export async function openJournal({ directory, log }: { directory: string; log: Logger }) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pending = new Map<string, PendingSubmission>();
  const mailed = new Set<string>();
  /**
   * The latest emails of the outbox. Their submissions may be sent again while the database is
   * unavailable.
   */
  const sent = new LRUCache<string, true>({ max: 1_000 });
  let failedAt: Date | undefined;
  const inTurn = pLimit(1);

  function apply(record: JournalRecord): void {
    if (record.type === 'received') {
      const { submission, payload, at } = record;
      pending.set(submission, { submission, payload, receivedAt: new Date(at) });
    } else mailed.add(record.mail);
  }

  function forget(submission: string): void {
    pending.delete(submission);
    for (const mail of mailed) if (mail.startsWith(`${submission}:`)) mailed.delete(mail);
  }

  const append = (record: JournalRecord) =>
    inTurn(async () => {
      try {
        await appendLine(directory, JSON.stringify(record));
        failedAt = undefined;
      } catch (error) {
        failedAt = new Date();
        throw error;
      }
      apply(record);
    });

  /** Replaces the file with the records that are still needed, or deletes it. */
  const rewrite = () =>
    inTurn(async () => {
      const lines = toRecords(pending, mailed).map((record) => `${JSON.stringify(record)}\n`);
      if (lines.length > 0) await createWhole(directory, fileName, lines.join(''));
      else await rm(join(directory, fileName), { force: true });
      await syncDirectory(directory);
    });

  /**
   * A failure only makes the file longer than necessary: replaying records again changes nothing.
   */
  const tryToRewrite = () =>
    rewrite().catch((reason: unknown) =>
      log.warn({ reason }, 'The journal could not be compacted'),
    );

  for (const record of await readRecords(directory, log)) apply(record);
  await tryToRewrite();

  return {
    /** Returns once the submission is on the disk; throws if it cannot be written. */
    receive: (submission: string, payload: Record<string, unknown>) =>
      append({ type: 'received', submission, payload, at: new Date().toISOString() }),
    /** Keeps a submission that the disk rejected in memory, until the file can be rewritten. */
    hold(submission: string, payload: Record<string, unknown>): void {
      pending.set(submission, { submission, payload, receivedAt: new Date() });
    },
    /** Forgets submissions that no longer need the journal, and their emails. */
    async settle(submissions: string[]): Promise<void> {
      if (submissions.length === 0) return;
      submissions.forEach(forget);
      await tryToRewrite();
    },
    /** Remembers an email that was sent without the database, until its submission is settled. */
    async markMailed(mail: string): Promise<void> {
      mailed.add(mail);
      await append({ type: 'mailed', mail, at: new Date().toISOString() }).catch((reason) =>
        log.error({ mail, reason }, 'The journal could not record a sent email'),
      );
    },
    /** Remembers an email of the outbox, in memory only: the database records it. */
    noteSent: (mail: string) => void sent.set(mail, true),
    /** Returns whether this process knows that an email was sent. The database may not know. */
    isMailed: (mail: string) => mailed.has(mail) || sent.has(mail),
    /** When the last write failed; undefined if it succeeded. */
    failedAt: () => failedAt,
    findPending: (submission: string) => pending.get(submission),
    listPending: () => [...pending.values()],
    /**
     * Erases submissions permanently, also on the disk, and returns them. Throws if the disk fails:
     * then the file may still contain them.
     */
    async erase(isMeant: (submission: PendingSubmission) => boolean): Promise<PendingSubmission[]> {
      const gone = [...pending.values()].filter(isMeant);
      if (gone.length === 0) return [];
      for (const { submission } of gone) forget(submission);
      await rewrite();
      return gone;
    },
    close: tryToRewrite,
  };
}

/** Returns the fewest records that produce this state. */
const toRecords = (
  pending: Map<string, PendingSubmission>,
  mailed: Set<string>,
): JournalRecord[] => [
  ...[...pending.values()].map(({ receivedAt, ...rest }) => ({
    type: 'received' as const,
    ...rest,
    at: receivedAt.toISOString(),
  })),
  ...[...mailed].map((mail) => ({
    type: 'mailed' as const,
    mail,
    at: new Date().toISOString(),
  })),
];

/**
 * Appends a line and flushes it to disk. On failure, removes a partial line if possible, and
 * throws.
 */
async function appendLine(directory: string, line: string): Promise<void> {
  await using file = await open(join(directory, fileName), 'a', 0o600);
  const { size } = await file.stat();
  try {
    // The file may end in a torn line, which must not swallow this one.
    await file.appendFile(`\n${line}\n`);
    await file.sync();
    if (size === 0) await syncDirectory(directory);
  } catch (error) {
    // A rejected line must not return after a restart.
    await file.truncate(size).catch(() => {});
    throw error;
  }
}

/** Reads the records of the file. A torn line belongs to a submission that was never accepted. */
async function readRecords(directory: string, log: Logger): Promise<JournalRecord[]> {
  const lines = await readFile(join(directory, fileName), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return lines.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      return journalRecord.parse(JSON.parse(line));
    } catch {
      log.warn('The journal has a torn line from a process that was killed');
      return [];
    }
  });
}
