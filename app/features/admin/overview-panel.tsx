import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { site } from '#content/site.ts';
import type { Overview } from '#domain/overview.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useAdminApi } from '../auth/api-client.ts';
import { CapturedMails, FailedMails } from './mail-panels.tsx';
import { FailedNotice } from './record-list.tsx';
import { WeekChart } from './week-chart.tsx';

/** What the mentor wants to know first: what is new, what comes next, and what went wrong. */
export function OverviewPanel() {
  const api = useAdminApi();
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => parseResponse(api.overview.$get({}, { init: { signal } })),
  });
  const failedMails = useQuery({
    queryKey: ['mail_deliveries', 'failed'],
    queryFn: ({ signal }) => parseResponse(api.failed_mails.$get({}, { init: { signal } })),
  });
  const capturedMails = useQuery({
    // A mail that was sent has changed its delivery.
    queryKey: ['mail_deliveries', 'captured'],
    queryFn: ({ signal }) => parseResponse(api.captured_mails.$get({}, { init: { signal } })),
  });
  const { data } = overview;
  const unread = [overview, failedMails, capturedMails].filter(({ isError }) => isError);
  return (
    <div className="mb-8 grid gap-4 lg:mb-10">
      {unread.length > 0 && (
        <FailedNotice
          text="What is new could not be read."
          isReading={unread.some(({ isFetching }) => isFetching)}
          retry={() => {
            for (const query of unread) void query.refetch();
          }}
        />
      )}
      {(data || !overview.isError) && <Strip overview={data} />}
      {failedMails.data && failedMails.data.length > 0 && <FailedMails mails={failedMails.data} />}
      {capturedMails.data && <CapturedMails mails={capturedMails.data} />}
    </div>
  );
}

/** New leads, the next bookings and the weeks, side by side; their places while they are read. */
function Strip({ overview }: { overview: Overview | undefined }) {
  return (
    <section
      aria-label="Overview"
      className="grid gap-px overflow-hidden rounded-sm border border-hairline bg-hairline sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,2.4fr)]"
    >
      <Cell title="New leads">
        {overview ? (
          <p>
            <span className="font-display text-[2.75rem] leading-none text-gold">
              {overview.new_leads.toLocaleString('en')}
            </span>
            <span className="mt-1 block text-sm text-muted">in the last 7 days</span>
          </p>
        ) : (
          <Skeleton className="h-14 w-20" />
        )}
      </Cell>
      <Cell title="Next bookings">
        {overview?.next_bookings.length === 0 && <p className="text-muted">None so far.</p>}
        {overview ? (
          <ul className="grid gap-2.5">
            {overview.next_bookings.map(({ id, name, session_type, booking_date: startsAt }) => (
              <li key={id}>
                <Link to="/admin/bookings" className="group grid">
                  <span className="font-semibold group-hover:text-gold">
                    {name} <span className="font-normal text-muted">{session_type}</span>
                  </span>
                  <time dateTime={startsAt} className="text-sm text-muted">
                    {formatDateAndClock(startsAt, site.timeZone)} {site.timeZoneLabel}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <Skeleton className="h-14" />
        )}
      </Cell>
      <Cell title="Per week" className="sm:col-span-2 lg:col-span-1">
        {overview ? <WeekChart weeks={overview.weeks} /> : <Skeleton className="h-24" />}
      </Cell>
    </section>
  );
}

function Cell({
  title,
  className = '',
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`bg-surface p-5 ${className}`}>
      <h2 className="label-caps mb-3 font-text text-muted">{title}</h2>
      {children}
    </div>
  );
}
