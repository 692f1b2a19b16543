import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { textLink } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { formatDay } from '#domain/calendar-day.ts';
import type { Overview, Week } from '#domain/overview.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useFacts } from '../shell/facts.ts';
import { BackupNotice } from './backup-notice.tsx';
import { FirstSteps } from './first-steps.tsx';
import { CapturedMails, FailedMails, MailNotice } from './mail-panels.tsx';
import { PersonRequests } from './person-requests.tsx';
import { FailedNotice } from './record-list.tsx';
import { UnreadCalendars } from './unread-calendars.tsx';
import { useUnanswered } from './use-lead-counts.ts';

/** What the mentor has to know first: what went wrong, what is still to be set up, what is new and what comes next. */
export function OverviewPanel() {
  const { api } = useAdminSession();
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
      <MailNotice problem={data?.mail_problem} />
      <UnreadCalendars />
      {failedMails.data && <FailedMails mails={failedMails.data} />}
      <PersonRequests />
      <BackupNotice />
      <FirstSteps />
      {(data || !overview.isError) && <Strip overview={data} />}
      {capturedMails.data && <CapturedMails mails={capturedMails.data} />}
    </div>
  );
}

function Strip({ overview }: { overview: Overview | undefined }) {
  const site = useFacts();
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
        <Unanswered />
      </Cell>
      <Cell title="Next bookings">
        {overview?.next_bookings.length === 0 && <p className="text-muted">None so far.</p>}
        {overview ? (
          <ul className="grid gap-2.5">
            {overview.next_bookings.map(({ id, name, session_type, booking_date: startsAt }) => (
              <li key={id}>
                <Link to={`/admin/bookings?booking=${id}`} className="group grid">
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

/** How many leads wait for an answer, and the way to them. */
function Unanswered() {
  const count = useUnanswered();
  if (count === undefined) return <Skeleton className="mt-3 h-5 w-40" />;
  if (count === 0) return <p className="mt-3 text-sm text-muted">All are answered.</p>;
  return (
    <p className="mt-3 text-sm">
      <Link to="/admin?state=new#leads" className={textLink}>
        {count.toLocaleString('en')} still to be answered
      </Link>
    </p>
  );
}

type CellProps = { title: string; className?: string; children: ReactNode };

const Cell = ({ title, className, children }: CellProps) => (
  <div className={classNames('bg-surface p-5', className)}>
    <h2 className="label-caps mb-3 font-text text-muted">{title}</h2>
    {children}
  </div>
);

const height = 72;
const weekWidth = 24;

/** Leads and bookings of the last weeks as bars; the same as a table for those who do not see them. */
function WeekChart({ weeks }: { weeks: Week[] }) {
  const most = Math.max(1, ...weeks.flatMap(({ leads, bookings }) => [leads, bookings]));
  const toHeight = (count: number) => (count === 0 ? 1 : Math.max(3, (count / most) * height));
  const bar = (x: number, count: number, className: string) => (
    <rect {...{ x, className }} y={height - toHeight(count)} width="8" height={toHeight(count)} />
  );
  return (
    <figure>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${weeks.length * weekWidth} ${height + 1}`}
        className="block h-auto w-full"
      >
        {weeks.map(({ starts_on, leads, bookings }, index) => (
          <g key={starts_on} transform={`translate(${index * weekWidth})`}>
            {bar(3, leads, 'fill-gold')}
            {bar(12, bookings, 'fill-hairline-strong')}
          </g>
        ))}
        <path d={`M0 ${height + 0.5}H${weeks.length * weekWidth}`} stroke="var(--color-hairline)" />
      </svg>
      <figcaption aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 bg-gold" /> Leads
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 bg-hairline-strong" /> Bookings
        </span>
        <span className="ml-auto">{weeks.length} weeks</span>
      </figcaption>
      <div className="sr-only">
        <table>
          <caption>Leads and bookings per week</caption>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">Leads</th>
              <th scope="col">Bookings</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ starts_on, leads, bookings }) => (
              <tr key={starts_on}>
                <th scope="row">{formatDay(starts_on)}</th>
                <td>{leads}</td>
                <td>{bookings}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
