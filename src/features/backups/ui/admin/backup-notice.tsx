import { Download } from 'lucide-react';
import {
  CardLink,
  FailedNotice,
  Notice,
  useMentorClock,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import { type BackupStatus, describeAge } from '#features/backups/rules/backup.ts';
import { formatBytes } from '#rules/measures.ts';

/** Refetched because the displayed age grows. In milliseconds. */
const refetchMs = 10 * 60_000;

/**
 * Used while a backup is running, because a killed process does not report the end. In
 * milliseconds.
 */
const refetchRunningMs = 5_000;

/**
 * The age of the last backup, with a download link. With `isUrgent` it is shown only if the last
 * backup is too old or has failed; without it, only otherwise.
 */
export function BackupNotice({ isUrgent = false }: { isUrgent?: boolean }) {
  const { toTime } = useMentorClock();
  const backups = useRead(['backups'], (api, init) => api.backups.$get({}, init), {
    refetchInterval: ({ state }) => (state.data?.is_running ? refetchRunningMs : refetchMs),
  });
  const { data } = backups;
  if (backups.isError && !isUrgent)
    return <FailedNotice text="Can’t check the last backup." query={backups} />;
  if (!data) return null;
  const { last, failure, is_overdue, is_running, is_encrypted } = data;
  if (isUrgent !== (is_overdue || failure !== null)) return null;
  return (
    <Notice
      aria-label="Backup"
      tone={isUrgent ? 'danger' : 'quiet'}
      title={describe(data, new Date(backups.dataUpdatedAt))}
    >
      <div>
        {last && (
          <p className="text-sm text-muted">
            {toTime(last.made_at)}, {formatBytes(last.size)}.
          </p>
        )}
        {failure && (
          <p className="text-sm">
            The nightly backup failed ({toTime(failure.failed_at)}): {failure.reason}
          </p>
        )}
        <p role="status" className="text-sm font-medium">
          {is_running && 'Making a backup...'}
        </p>
        <p className="max-w-prose text-sm text-muted">
          {is_encrypted
            ? 'You need your backup passphrase to open a backup.'
            : 'Keep it somewhere private: it contains your clients’ messages.'}
        </p>
      </div>
      {!is_running && (
        <CardLink icon={Download} href="/api/backups/download" download>
          Download a backup
        </CardLink>
      )}
    </Notice>
  );
}

function describe({ last, is_overdue, is_nightly }: BackupStatus, now: Date): string {
  if (last) {
    const warning = is_overdue ? ' It is time for a new one.' : '';
    return `The last backup was made ${describeAge(new Date(last.made_at), now)}.${warning}`;
  }
  const isSoon = is_nightly && !is_overdue;
  return `There is no backup yet.${isSoon ? ' The first one will be made tonight.' : ''}`;
}
