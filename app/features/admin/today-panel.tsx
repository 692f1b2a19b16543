import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { BackupNotice } from './backup-notice.tsx';
import { UnreadCalendars } from './busy-calendars.tsx';
import { FirstSteps } from './first-steps.tsx';
import { CapturedMails, FailedMails, MailNotice } from './mail-panels.tsx';
import { PersonRequests } from './person-requests.tsx';
import { FailedNotice } from './record-list.tsx';
import { useRead } from './requests.ts';
import { TodayLeads } from './today-leads.tsx';
import { TodaySessions } from './today-sessions.tsx';

/** The first screen: what needs the mentor, the next sessions, and who waits for an answer. */
export function TodayPanel() {
  const failedMails = useRead(['mail_deliveries', 'failed'], (api, init) =>
    api.failed_mails.$get({}, init),
  );
  const capturedMails = useRead(['mail_deliveries', 'captured'], (api, init) =>
    api.captured_mails.$get({}, init),
  );
  const unread = [failedMails, capturedMails].filter(({ isError }) => isError);
  const isReady = useIsReady();
  return (
    <div className="relative">
      {!isReady && <Loading />}
      <div className={classNames('grid gap-5', !isReady && 'invisible')}>
        <h2 className="sr-only">Today</h2>
        {/* What needs the mentor comes first, a line each. */}
        <div className="grid gap-2 empty:hidden">
          {unread.length > 0 && (
            <FailedNotice
              text="Undelivered emails could not be loaded."
              query={{
                isFetching: unread.some(({ isFetching }) => isFetching),
                refetch: () => unread.map(({ refetch }) => refetch()),
              }}
            />
          )}
          <MailNotice />
          {failedMails.data && <FailedMails mails={failedMails.data} />}
          <PersonRequests />
          <UnreadCalendars />
          <BackupNotice isUrgent />
          <FirstSteps />
        </div>
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <TodaySessions />
          <TodayLeads />
        </div>
        <div className="grid gap-2 empty:hidden">
          <BackupNotice />
          {capturedMails.data && <CapturedMails mails={capturedMails.data} />}
        </div>
      </div>
    </div>
  );
}

const isFirstTry = ({ state }: Query) => state.data === undefined && state.fetchFailureCount === 0;

/** Returns whether all parts have been read once. Shown one by one, each would push down the others. */
function useIsReady(): boolean {
  const queryClient = useQueryClient();
  const [isReady, setIsReady] = useState(
    () => queryClient.getQueryData(['bookings', 'today']) !== undefined,
  );
  const pending = useIsFetching({ predicate: isFirstTry });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the count is a reason to look
  useEffect(() => {
    // The parts have begun to read before this effect, but not before the count above.
    if (queryClient.isFetching({ predicate: isFirstTry }) === 0) setIsReady(true);
  }, [queryClient, pending]);
  return isReady;
}

const Loading = () => (
  <div role="status" className="absolute inset-x-0 top-0 grid gap-4">
    <p className="sr-only">Loading</p>
    <Skeleton className="h-12" />
    <Skeleton className="h-32" />
    <Skeleton className="h-40" />
  </div>
);
