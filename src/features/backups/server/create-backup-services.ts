import { isNightlyDue, isOverdue, nameBackup } from '#features/backups/rules/backup.ts';
import type { BackupConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/db/executor.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';
import {
  findBackupFailure,
  findFirstAccountAt,
  findLastBackup,
  findLastNightly,
  isBackupRunning,
  notifyBackups,
  recordBackup,
  recordBackupFailure,
} from './queries/backups.ts';
import type { BackupEnd, RunBackup } from './run-backup-process.ts';

interface BackupServiceOptions {
  db: Database;
  log: Logger;
  now: () => Date;
  config: Pick<BackupConfig, 'isNightly' | 'passphrase'>;
  readTimeZone: () => Promise<string>;
  /** Runs the command `backup` with the environment of the site. */
  run: (args: string[]) => ReturnType<RunBackup>;
  /** A download is aborted if its browser reads nothing for this long, in milliseconds. */
  stallMs?: number;
}

export type BackupServices = ReturnType<typeof createBackupServices>;

/** Creates the use cases of nightly and requested backups. Starts nothing. */
export function createBackupServices(options: BackupServiceOptions) {
  const { db, log, now, config, readTimeZone, stallMs = 60_000 } = options;
  const running = new Set<ReturnType<RunBackup>>();
  let isStopping = false;

  const notify = () => void notifyBackups(db).catch(() => {});

  function run(args: string[]) {
    const backup = options.run(args);
    running.add(backup);
    notify();
    void backup.ended.then(({ outcome, said }) => {
      running.delete(backup);
      notify();
      if (outcome === 'made') log.info('A backup was made');
      if (outcome === 'made' && said) log.warn({ said }, 'The backup reported a warning');
    });
    return backup;
  }

  const findLastMadeAt = async () => (await findLastBackup(db))?.madeAt;

  /** Records a download. The backup is good even if that fails. */
  const recordDownload = (madeAt: Date, size: number) =>
    recordBackup(db, { kind: 'download', madeAt, size, isElsewhere: true }).catch(
      (reason: unknown) => log.warn({ reason }, 'A downloaded backup could not be recorded'),
    );

  return {
    async readStatus() {
      const [last, failure, since, isLocked] = await Promise.all([
        findLastBackup(db),
        findBackupFailure(db),
        findFirstAccountAt(db),
        isBackupRunning(db),
      ]);
      return {
        last: last ? { made_at: last.madeAt, kind: last.kind, size: last.size } : null,
        failure:
          failure && config.isNightly
            ? { failed_at: failure.failedAt, reason: failure.reason }
            : null,
        is_overdue: isOverdue({ madeAt: last?.madeAt, since, now: now() }),
        is_running: running.size > 0 || isLocked,
        is_nightly: config.isNightly,
        is_encrypted: config.passphrase !== undefined,
      };
    },

    /** Returns when the last backup of any kind was made. */
    findLastMadeAt,

    /** Returns the instants that determine the age of the backups. */
    async readAge() {
      const [madeAt, since] = await Promise.all([findLastMadeAt(), findFirstAccountAt(db)]);
      return { madeAt, since };
    },

    /** Makes a backup if there was none since the last night. One from another process counts. */
    async makeNightly(): Promise<void> {
      if (!config.isNightly) return;
      const [madeAt, since, timeZone] = await Promise.all([
        findLastNightly(db),
        findFirstAccountAt(db),
        readTimeZone(),
      ]);
      if (!isNightlyDue({ madeAt, since, now: now(), timeZone })) return;
      const { outcome, said: reason } = await run([]).ended;
      if (outcome !== 'failed' || isStopping) return;
      log.error({ reason }, 'The nightly backup could not be made');
      await recordBackupFailure(db, { failedAt: now(), reason });
    },

    /**
     * Streams a new portable backup; the stream fails if the backup does. Throws `backup-running`
     * (409), `backup-failed` (503).
     */
    async download(): Promise<{ name: string; content: ReadableStream<Uint8Array> }> {
      if (running.size > 0) throw toRefusal({ outcome: 'running', said: '' });
      const madeAt = now();
      const backup = run(['--download']);
      const chunks: AsyncIterator<Buffer> = backup.content[Symbol.asyncIterator]();
      let next = await chunks.next();
      if (next.done) throw toRefusal(await backup.ended);
      let size = 0;
      let stall: NodeJS.Timeout | undefined;
      const content = new ReadableStream<Uint8Array>({
        async pull(controller) {
          clearTimeout(stall);
          if (!next.done) {
            size += next.value.length;
            controller.enqueue(next.value);
            next = await chunks.next();
            stall = setTimeout(backup.stop, stallMs).unref();
            return;
          }
          const end = await backup.ended;
          if (end.outcome !== 'made') throw toRefusal(end);
          await recordDownload(madeAt, size);
          controller.close();
        },
        cancel() {
          clearTimeout(stall);
          backup.stop();
        },
      });
      return {
        name: nameBackup(madeAt, { isEncrypted: config.passphrase !== undefined }),
        content,
      };
    },

    /** Ends running backups. */
    stop(): void {
      isStopping = true;
      for (const { stop } of running) stop();
    },
  };
}

function toRefusal({ outcome, said }: BackupEnd): AppError {
  if (outcome === 'running') {
    return new AppError(409, 'backup-running', 'A backup is running. Try again when it is done.', {
      message: 'Another backup is being made',
    });
  }
  return new AppError(503, 'backup-failed', 'The backup failed. Try again in a moment.', {
    message: `A backup could not be made: ${said}`,
  });
}
