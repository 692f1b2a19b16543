import {
  type BackupKind,
  type BackupStatus,
  isNightlyDue,
  isOverdue,
  nameBackup,
} from '#domain/backup.ts';
import { keepsSince } from '#domain/legal/keeps-since.ts';
import type { BackupResult, BackupTask } from '#server/backups/backup-task.ts';
import type { RunBackup } from '#server/backups/run-backup-process.ts';
import type { BackupConfig } from '#server/config.ts';
import type { Database } from '#server/db/executor.ts';
import {
  findBackupFailure,
  findFirstAccountAt,
  findLastBackup,
  findLastNightly,
  isBackupRunning,
  noteBusy,
  notifyBackups,
  recordBackup,
  recordBackupFailure,
} from '#server/db/queries/backups.ts';
import { AppError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { readRetention } from '#server/services/retention/read-retention.ts';

interface BackupServiceOptions {
  db: Database;
  log: Logger;
  now: () => Date;
  config: BackupConfig;
  source: BackupTask['source'];
  readTimeZone: () => Promise<string>;
  run: RunBackup;
  /** A download of which nothing is taken for so long is given up: others wait for it. In milliseconds. */
  stallMs?: number;
}

type MadeResult = Extract<BackupResult, { outcome: 'made' }>;

export type BackupServices = ReturnType<typeof createBackupServices>;

/** Puts together what is done about backups. Starts nothing. */
export function createBackupServices(options: BackupServiceOptions) {
  const { db, log, now, config, source, readTimeZone, stallMs = 60_000 } = options;
  const running = new Set<ReturnType<RunBackup>>();
  /** Those that nobody wants any more, until they are gone. */
  const ending = new Set<ReturnType<RunBackup>>();
  let isStopping = false;

  function run(task: BackupTask) {
    const process = options.run(task);
    running.add(process);
    tell();
    void process.result.then(() => {
      running.delete(process);
      ending.delete(process);
      tell();
    });
    return process;
  }

  function giveUp(process: ReturnType<RunBackup>): void {
    if (running.delete(process)) ending.add(process);
    process.stop();
  }

  const findLastMadeAt = async () => (await findLastBackup(db))?.madeAt;

  /** Pages show whether one is being made. */
  const tell = () => void notifyBackups(db).catch(() => {});

  /** Whatever else is wrong, the backup stands. */
  async function remember(kind: BackupKind, made: MadeResult): Promise<void> {
    const { madeAt, size, missingFiles, removed, notRemoved } = made;
    if (missingFiles > 0) log.warn({ missingFiles }, 'Files that records name are not there');
    if (notRemoved !== undefined) log.warn({ reason: notRemoved }, 'Old backups cannot be removed');
    const isElsewhere = kind === 'download' || config.objectStorage !== undefined;
    try {
      await recordBackup(db, { kind, madeAt, size, isElsewhere });
      log.info({ kind, size, removed }, 'A backup was made');
    } catch (reason) {
      log.warn({ kind, size, reason }, 'A backup was made, and the database does not know of it');
    }
  }

  return {
    /** Returns how old the last one is, and what was wrong with the last try. */
    async readStatus(): Promise<BackupStatus> {
      const [last, failure, since, isLocked] = await Promise.all([
        findLastBackup(db),
        findBackupFailure(db),
        findFirstAccountAt(db),
        isBackupRunning(db),
      ]);
      return {
        last: last
          ? { made_at: last.madeAt.toISOString(), kind: last.kind, size: last.size }
          : null,
        failure:
          failure && config.isNightly
            ? { failed_at: failure.failedAt.toISOString(), reason: failure.reason }
            : null,
        is_overdue: isOverdue({ madeAt: last?.madeAt, since, now: now() }),
        is_running: running.size > 0 || (isLocked && ending.size === 0),
        is_nightly: config.isNightly,
        is_encrypted: source.passphrase !== undefined,
      };
    },

    /** Returns when the last one was made, wherever it went. */
    findLastMadeAt,

    /** Returns what their age is counted from. */
    async readAge() {
      const [madeAt, since] = await Promise.all([findLastMadeAt(), findFirstAccountAt(db)]);
      return { madeAt, since };
    },

    /** Makes the nightly one, if none was made since the last night; another process may be at it. */
    async makeNightly(): Promise<void> {
      if (!config.isNightly) return;
      const [madeAt, since, timeZone] = await Promise.all([
        findLastNightly(db),
        findFirstAccountAt(db),
        readTimeZone(),
      ]);
      if (!isNightlyDue({ madeAt, since, now: now(), timeZone })) return;
      const { retention, directory, objectStorage } = config;
      const keptSince = await readRetention(db).then(
        (kept) => keepsSince(now(), kept, 'backupMonths'),
        // A backup is made all the same; what is old goes with another one.
        () => new Date(0),
      );
      const place = { directory, objectStorage };
      const result = await run({ source, nightly: { ...place, retention, timeZone, keptSince } })
        .result;
      if (isStopping) return;
      if (result.outcome === 'made') return remember('nightly', result);
      if (result.outcome === 'running' && !(await noteBusy(db))) return;
      const reason = result.outcome === 'failed' ? result.reason : stillRunning;
      log.error({ reason }, 'The nightly backup could not be made');
      await recordBackupFailure(db, { failedAt: now(), reason });
    },

    /**
     * Makes one for whoever asks, as a stream that breaks when it does not become whole. Throws
     * `backup-running` (409), `backup-failed` (503).
     */
    async download(): Promise<{ name: string; content: ReadableStream<Uint8Array> }> {
      await Promise.all([...ending].map(({ result }) => result));
      if (running.size > 0) throw toRefusal({ outcome: 'running' });
      const process = run({ source });
      const chunks: AsyncIterator<Buffer> = process.content[Symbol.asyncIterator]();
      let next = await chunks.next();
      if (next.done) throw toRefusal(await process.result);
      let stall: NodeJS.Timeout | undefined;
      return {
        name: nameBackup(now(), { isEncrypted: source.passphrase !== undefined }),
        content: new ReadableStream<Uint8Array>({
          async pull(controller) {
            clearTimeout(stall);
            if (!next.done) {
              controller.enqueue(next.value);
              next = await chunks.next();
              stall = setTimeout(() => {
                log.warn('A download of a backup stood still, and was given up');
                giveUp(process);
                controller.error(new Error('Nothing of the backup was taken'));
              }, stallMs);
              return;
            }
            const result = await process.result;
            if (result.outcome !== 'made') {
              log.warn({ reason: describeResult(result) }, 'A backup broke off');
              throw toRefusal(result);
            }
            await remember('download', result);
            controller.close();
          },
          cancel() {
            clearTimeout(stall);
            giveUp(process);
          },
        }),
      };
    },

    /** Gives up what is being made. */
    stop(): void {
      isStopping = true;
      for (const { stop } of running) stop();
    },
  };
}

const stillRunning = 'Another backup was still running an hour later.';

const describeResult = (result: BackupResult): string =>
  result.outcome === 'failed' ? result.reason : `It is ${result.outcome}`;

function toRefusal(result: BackupResult): AppError {
  if (result.outcome === 'running') {
    return new AppError(409, 'backup-running', 'A backup is running. Try again when it is done.', {
      message: 'Another backup is being made',
    });
  }
  return new AppError(503, 'backup-failed', 'The backup failed. Try again in a moment.', {
    message: `A backup could not be made: ${describeResult(result)}`,
  });
}
