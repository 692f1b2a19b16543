import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#server/logger.ts';
import { createWhole, syncDirectory } from '#server/whole-file.ts';
import {
  type AppendFile,
  listJournalFiles,
  nextJournalName,
  openForAppend,
  readJournalLines,
} from './journal-file.ts';
import {
  type JournalRecord,
  JournalState,
  journalRecord,
  type PendingSubmission,
} from './records.ts';

/** Lines beyond which the file is rewritten once most of it says nothing any more. */
const compactAboveLines = 1_000;

/** The append-only memory of what was answered with success before the database had it. */
export type Journal = Awaited<ReturnType<typeof openJournal>>;

interface JournalOptions {
  directory: string;
  log: Logger;
  now?: () => Date;
}

/** Opens the journal of a data folder that this process alone uses. Throws when the folder cannot be read. */
export async function openJournal({ directory, log, now = () => new Date() }: JournalOptions) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const state = new JournalState();
  /** Records of a kind that this version does not know. Not ours to drop. */
  const foreign: unknown[] = [];
  let names = await listJournalFiles(directory);
  let lineCount = 0;
  for (const name of names) {
    const { lines, torn } = await readJournalLines(join(directory, name));
    for (const line of lines) {
      const record = journalRecord.safeParse(line);
      if (record.success) state.apply(record.data);
      else foreign.push(line);
    }
    if (torn > 0)
      log.warn({ file: name, torn }, 'The journal has a torn line from a process that was killed');
    lineCount += lines.length;
  }
  if (foreign.length > 0)
    log.error({ count: foreign.length }, 'The journal has records of an unknown kind');

  let file: AppendFile | undefined;
  let draining: Promise<void> | undefined;
  let waiting: { records: JournalRecord[]; done: PromiseWithResolvers<void> } | undefined;
  let hasSettled = names.length > 0;
  let failedAt: Date | undefined;
  let isHolding = false;
  /** What nobody may find any more stands in the files. */
  let isErasing = false;

  /** Replaces all files by one that says the same in the fewest lines, or by none. */
  async function compact(): Promise<void> {
    await file?.close();
    file = undefined;
    state.prune(now());
    const lines = [...foreign, ...state.toRecords()].map((record) => `${JSON.stringify(record)}\n`);
    const obsolete = names;
    names = [];
    try {
      if (lines.length > 0) {
        const name = nextJournalName(obsolete);
        await createWhole(directory, name, lines.join(''));
        names = [name];
      }
    } catch (error) {
      names = obsolete;
      throw error;
    }
    lineCount = lines.length;
    hasSettled = false;
    isHolding = false;
    // Only now: a crash in between leaves old and new together, which add up to the same.
    for (const name of obsolete) await rm(join(directory, name), { force: true });
    await syncDirectory(directory);
    isErasing = false;
  }

  /** A file that cannot be rewritten is only longer than it need be. */
  const tryToCompact = () =>
    compact().catch((reason: unknown) =>
      log.warn({ reason }, 'The journal could not be compacted'),
    );

  async function write(records: JournalRecord[]): Promise<void> {
    if (!file) {
      const name = names.at(-1) ?? nextJournalName(names);
      file = await openForAppend(directory, name);
      names = names.length > 0 ? names : [name];
    }
    await file.append(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    lineCount += records.length;
    for (const record of records) state.apply(record);
  }

  /** What was settled holds visitors' words: it goes as soon as nothing else is pending. */
  const isWorthCompacting = () =>
    isErasing ||
    (isHolding && !failedAt) ||
    (hasSettled && state.pending.size === 0) ||
    (lineCount > compactAboveLines &&
      lineCount > 2 * (state.pending.size + state.mailed.size + state.handedOver.size));

  /** Writers that arrive while the disk is busy share the next flush. */
  async function drain(): Promise<void> {
    do {
      if (waiting) {
        const { records, done } = waiting;
        waiting = undefined;
        await write(records).then(
          () => {
            failedAt = undefined;
            done.resolve();
          },
          (error) => {
            failedAt = now();
            done.reject(error);
          },
        );
      }
      if (!waiting && isWorthCompacting()) await tryToCompact();
    } while (waiting);
    // In the same breath as the last look at `waiting`: whoever comes later drains anew.
    draining = undefined;
  }

  function append(record: JournalRecord): Promise<void> {
    waiting ??= { records: [], done: Promise.withResolvers<void>() };
    waiting.records.push(record);
    const { promise } = waiting.done;
    draining ??= drain();
    return promise;
  }

  if (names.length > 0) await tryToCompact();

  return {
    /** Returns once the submission is on disk; throws if it cannot be written there. */
    receive: (submission: string, payload: Record<string, unknown>) =>
      append({ type: 'received', submission, payload, at: now().toISOString() }),
    /** Remembers a submission that the disk has refused: as long as this process lives, or until it can be written. */
    hold(submission: string, payload: Record<string, unknown>): void {
      state.apply({ type: 'received', submission, payload, at: now().toISOString() });
      // Whatever is written next comes with it.
      isHolding = true;
    },
    /** Notes that a submission needs nothing more from the journal. */
    async settle(submission: string) {
      const record: JournalRecord = { type: 'settled', submission, at: now().toISOString() };
      // Forgotten even if the disk refuses: at worst it is replayed after a restart, in vain.
      state.apply(record);
      hasSettled = true;
      await append(record);
    },
    /** Notes that a mail went out. True for `isMailed` at once, even if the disk refuses it. */
    async markMailed(mail: string) {
      const record: JournalRecord = { type: 'mailed', mail, at: now().toISOString() };
      state.apply(record);
      await append(record);
    },
    isMailed: (mail: string) => state.mailed.has(mail),
    /** Notes that a mail server has got all of a mail. Throws if that cannot be written. */
    markHandedOver: (mail: string) =>
      append({ type: 'handed-over', mail, at: now().toISOString() }),
    /** Forgets that. */
    async endHandover(mail: string) {
      const record: JournalRecord = { type: 'handover-ended', mail, at: now().toISOString() };
      state.apply(record);
      await append(record);
    },
    isHandedOver: (mail: string) => state.handedOver.has(mail),
    /** When a mail went out; nothing for one that did not, or long ago. */
    mailedAt: (mail: string) => state.mailed.get(mail),
    /** When it could not be written, if that was the last try. */
    failedAt: () => failedAt,
    /** How many records of an unknown kind it holds, which nobody carries on. */
    unknownRecords: foreign.length,
    findPending: (submission: string) => state.pending.get(submission),
    listPending: () => [...state.pending.values()],
    /**
     * Forgets submissions for good, whatever they wait for, and writes the files anew without them and
     * without records of an unknown kind that are meant as well. Returns what was forgotten. Throws
     * where the disk refuses: the files may hold it still.
     */
    async erase(isMeant: {
      pending: (submission: PendingSubmission) => boolean;
      unknown: (record: unknown) => boolean;
    }): Promise<PendingSubmission[]> {
      const gone = [...state.pending.values()].filter(isMeant.pending);
      const kept = foreign.filter((record) => !isMeant.unknown(record));
      if (gone.length === 0 && kept.length === foreign.length) return [];
      foreign.splice(0, foreign.length, ...kept);
      for (const { submission } of gone) state.pending.delete(submission);
      isErasing = true;
      draining ??= drain();
      await draining;
      if (isErasing) throw new Error('The journal could not be rewritten');
      return gone;
    },
    async close() {
      await draining;
      if (isHolding) await tryToCompact();
      await file?.close();
      file = undefined;
    },
  };
}
