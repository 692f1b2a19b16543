import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Download } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { type BackupStatus, describeAge } from '#domain/backup.ts';
import { formatBytes } from '#domain/measures.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useFacts } from '../shell/facts.ts';
import { Notice } from './notice.tsx';
import { cardActionClass } from './record-card.tsx';
import { FailedNotice } from './record-list.tsx';

/** An age that is looked at all day has to grow, in milliseconds. */
const readEveryMs = 10 * 60_000;

/** While one is being made: of its end nobody tells when its process was killed. In milliseconds. */
const lookEveryMs = 5_000;

/**
 * Says how old the last backup is, and makes one to keep. With `isUrgent` it is there only while the
 * last one is too old or has failed, without it only otherwise.
 */
export function BackupNotice({ isUrgent = false }: { isUrgent?: boolean }) {
  const { api } = useAdminSession();
  const { timeZone, timeZoneLabel } = useFacts();
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => parseResponse(api.backups.$get({}, { init: { signal } })),
    refetchInterval: ({ state }) => (state.data?.is_running ? lookEveryMs : readEveryMs),
  });
  const isFree = useRef(false);

  /** A refusal would come as a file: whether anything is in the way is asked before. */
  async function askFirst(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (isFree.current) {
      isFree.current = false;
      return;
    }
    event.preventDefault();
    const link = event.currentTarget;
    const asked = await refetch();
    if (asked.isError || asked.data?.is_running) return;
    isFree.current = true;
    link.click();
  }

  if (isError && !isUrgent) {
    return (
      <FailedNotice
        text="Can’t check the last backup."
        isReading={isFetching}
        retry={() => void refetch()}
      />
    );
  }
  if (!data) return null;
  const { failure, is_overdue: isOverdue } = data;
  if (isUrgent !== (isOverdue || failure !== null)) return null;
  const toTime = (instant: string) => `${formatDateAndClock(instant, timeZone)} ${timeZoneLabel}`;
  return (
    <Notice
      aria-label="Backup"
      tone={isUrgent ? 'danger' : 'quiet'}
      title={describe(data, new Date(dataUpdatedAt))}
    >
      <div>
        {data.last && (
          <p className="text-sm text-muted">
            {toTime(data.last.made_at)}, {formatBytes(data.last.size)}.
          </p>
        )}
        {failure && (
          <p className="text-sm">
            The nightly backup failed ({toTime(failure.failed_at)}): {failure.reason}
          </p>
        )}
        <p role="status" className="text-sm font-medium">
          {data.is_running && 'A backup is being made...'}
        </p>
        <p className="max-w-prose text-sm text-muted">
          {data.is_encrypted
            ? 'You need your backup passphrase to open a backup.'
            : 'Keep it somewhere private: it contains your clients’ messages.'}
        </p>
      </div>
      <a
        href="/api/backups/download"
        download
        onClick={askFirst}
        className={classNames(cardActionClass, '-mx-2')}
      >
        <Download className="size-4" />
        Download a backup
      </a>
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
