import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { countDeliveries } from '#features/mail/server/index.ts';
import type { Journal } from '#features/submissions/server/index.ts';
import type { Version } from '#platform/config/read-version.ts';
import type { DatabaseCircuit } from '#platform/db/circuit.ts';
import type { Database } from '#platform/db/executor.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';

/** The sources of the site's metrics. */
export interface MetricSources {
  version: Version;
  pools: Record<string, Pool>;
  circuit: Pick<DatabaseCircuit, 'isOpen' | 'countOpenings'>;
  db: Database;
  jobs: Pick<Jobs, 'countJobs'>;
  journal: Pick<Journal, 'listPending'>;
  storage: Pick<FileStorage, 'measure'>;
  dataDirectory: string;
  /** Returns when the last successful backup was made, if there is one. */
  findLastBackup: () => Promise<Date | undefined>;
  /** Returns every kind of alert, and whether it currently needs attention. */
  listAlerts: () => { kind: string; isRaised: boolean }[];
}

/** The metrics of the site, each with its help text and labels. */
export const siteGauges = {
  build_info: ['Always 1: the version that is running.', 'version', 'commit'],
  database_connections: ['Connections of each pool, by state.', 'pool', 'state'],
  database_connections_max: ['Connections that each pool may open.', 'pool'],
  database_waiting: ['Queries that wait for a connection of each pool.', 'pool'],
  database_circuit_open: ['1 while the site pauses queries because the database did not answer.'],
  jobs: ['Jobs of each queue that have not started.', 'queue', 'state'],
  mails: ['Emails by state.', 'state'],
  oldest_queued_mail_age_seconds: ['How long the oldest unsent email has waited.'],
  journal_submissions: ['Submissions in the journal that are not in the database yet.'],
  journal_oldest_submission_age_seconds: [
    'How long the oldest submission in the journal has waited.',
  ],
  storage_bytes: ['Size of the uploaded files.'],
  storage_files: ['Number of uploaded files.'],
  disk_free_bytes: ['Free space on the disk of the data folder.'],
  disk_size_bytes: ['Size of the disk of the data folder.'],
  backup_age_seconds: ['Age of the last good backup.'],
  alert: ['1 for each alert that needs attention now.', 'kind'],
  reading_failed: ['1 for each figure that cannot be read now and is left out.', 'reading'],
} as const satisfies Record<string, readonly [help: string, ...labels: string[]]>;

export type SiteGauge = keyof typeof siteGauges;

/** A value of a metric. */
export type Sample = [name: SiteGauge, value: number, labels?: Record<string, string>];

/** A reading that takes time, and how long it is cached, in milliseconds. */
interface Reading {
  read: () => Promise<Sample[]>;
  keepMs: number;
}

const secondsSince = (instant: Date) => Math.max(0, (Date.now() - instant.getTime()) / 1_000);

/** Returns the metrics that are available immediately. */
export function readOwn({
  pools,
  circuit,
  journal,
  listAlerts,
  ...sources
}: MetricSources): Sample[] {
  const pending = journal.listPending();
  const { version, commit } = sources.version;
  return [
    ['build_info', 1, { version, commit: commit ?? 'unknown' }],
    ...Object.entries(pools).flatMap(
      ([pool, { totalCount, idleCount, waitingCount, options }]): Sample[] => [
        ['database_connections', totalCount - idleCount, { pool, state: 'in-use' }],
        ['database_connections', idleCount, { pool, state: 'idle' }],
        ['database_connections_max', options.max, { pool }],
        ['database_waiting', waitingCount, { pool }],
      ],
    ),
    ['database_circuit_open', Number(circuit.isOpen())],
    ['journal_submissions', pending.length],
    [
      'journal_oldest_submission_age_seconds',
      Math.max(0, ...pending.map(({ receivedAt }) => secondsSince(receivedAt))),
    ],
    ...listAlerts().map(({ kind, isRaised }): Sample => ['alert', Number(isRaised), { kind }]),
  ];
}

/** Returns the readings that take time. */
export function listReadings(sources: MetricSources): Record<string, Reading> {
  const { db, jobs, storage, dataDirectory, findLastBackup } = sources;
  return {
    jobs: {
      keepMs: 0,
      async read() {
        return (await jobs.countJobs()).flatMap(({ queue, ...states }) =>
          Object.entries(states).map(([state, count]): Sample => ['jobs', count, { queue, state }]),
        );
      },
    },
    mails: {
      // Counts all emails ever sent.
      keepMs: 60_000,
      async read() {
        const { byStatus, oldestQueuedSeconds } = await countDeliveries(db);
        return [
          ...byStatus.map(({ status, count }): Sample => ['mails', count, { state: status }]),
          ['oldest_queued_mail_age_seconds', oldestQueuedSeconds],
        ];
      },
    },
    storage: {
      // Lists all files.
      keepMs: 3_600_000,
      async read() {
        const { bytes, files } = await storage.measure();
        return [
          ['storage_bytes', bytes],
          ['storage_files', files],
        ];
      },
    },
    disk: {
      keepMs: 0,
      async read() {
        const { bavail, blocks, bsize } = await statfs(dataDirectory);
        return [
          ['disk_free_bytes', bavail * bsize],
          ['disk_size_bytes', blocks * bsize],
        ];
      },
    },
    backup: {
      keepMs: 0,
      async read() {
        const madeAt = await findLastBackup();
        return madeAt ? [['backup_age_seconds', secondsSince(madeAt)]] : [];
      },
    },
  };
}
