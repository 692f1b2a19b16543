import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, PanelRight, Video } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import {
  CardButton,
  CardLink,
  CardPageLink,
  FailedNotice,
  Loaded,
  RecordList,
  useRead,
  useRecords,
  WhatsAppLink,
} from '#features/admin-ui/ui/index.ts';
import { BackupNotice } from '#features/backups/ui/admin/index.ts';
import { TodayMoney } from '#features/billing/ui/admin/index.ts';
import type { TodaySession } from '#features/booking/rules/index.ts';
import { UnreadCalendars } from '#features/calendars/ui/admin/index.ts';
import { SampleNotice } from '#features/content/ui/admin/index.ts';
import { FailedFilms, OldFilms } from '#features/films/ui/admin/index.ts';
import {
  type Lead,
  ReplyLinks,
  useLeadChanges,
  useUnanswered,
} from '#features/leads/ui/admin/index.ts';
import { CapturedMails, FailedMails, MailNotice } from '#features/mail/ui/admin/index.ts';
import { PersonRequests } from '#features/people/ui/admin/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { findJoinLink } from '#rules/joining.ts';
import {
  dayInZone,
  describeTimeZone,
  formatClock,
  formatDate,
  formatDateAndClock,
} from '#rules/time-zone.ts';
import { addDays, isTimeZone } from '#rules/zoned-time.ts';
import { classNames } from '#ui/class-names.ts';
import { textLink } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { EmptyCourses, FirstSteps, NameReminder } from './first-steps.tsx';

/** The start page: what needs attention, the next sessions, and unanswered leads. */
export function TodayPanel() {
  const failedMails = useRead(['mail_deliveries', 'failed'], (api, init) =>
    api.failed_mails.$get({}, init),
  );
  const capturedMails = useRead(['mail_deliveries', 'captured'], (api, init) =>
    api.captured_mails.$get({}, init),
  );
  const unread = [failedMails, capturedMails].filter(({ isError }) => isError);
  const isReady = useIsReady();
  const isSoon = useHasSessionSoon();
  return (
    <div className="relative">
      {!isReady && <Loading />}
      <div className={classNames('grid gap-5', !isReady && 'invisible')}>
        <h2 className="sr-only">Today</h2>
        {/* One line for each thing that needs attention. */}
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
          <FailedFilms />
          <PersonRequests />
          <UnreadCalendars />
          <BackupNotice isUrgent />
          <NameReminder />
          <FirstSteps />
          <SampleNotice />
        </div>
        {isSoon && <TodaySessions />}
        <TodayMoney />
        <div className={classNames('grid items-start gap-5', !isSoon && 'xl:grid-cols-2')}>
          {!isSoon && <TodaySessions />}
          <TodayLeads />
        </div>
        <div className="grid gap-2 empty:hidden">
          <EmptyCourses />
          <OldFilms />
          <BackupNotice />
          {capturedMails.data && <CapturedMails mails={capturedMails.data} />}
        </div>
      </div>
    </div>
  );
}

const isFirstTry = ({ state }: Query) => state.data === undefined && state.fetchFailureCount === 0;

/** Whether all parts have loaded. Shown one by one, each would push down the others. */
function useIsReady(): boolean {
  const queryClient = useQueryClient();
  const [isReady, setIsReady] = useState(
    () => queryClient.getQueryData(['bookings', 'today']) !== undefined,
  );
  const pending = useIsFetching({ predicate: isFirstTry });
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again whenever the count changes
  useEffect(() => {
    // The parts start loading before this effect runs, but after the count above was read.
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

/** Refetched because the day can change while the page is open. In milliseconds. */
const readEveryMs = 5 * 60_000;

const useTodaySessions = () =>
  useRead(['bookings', 'today'], (api, init) => api.today.$get({}, init), {
    refetchInterval: readEveryMs,
  });

/** How long before its start a session comes before the payments, in milliseconds. */
const soonMs = 60 * 60_000;

/** Whether a session has begun or starts soon, so that its link to join comes first. */
function useHasSessionSoon(): boolean {
  const now = Date.now();
  return Boolean(
    useTodaySessions().data?.sessions.some(
      ({ booking_date, ends_at }) =>
        Date.parse(booking_date) <= now + soonMs && Date.parse(ends_at) > now,
    ),
  );
}

/** Today's and tomorrow's sessions, with the next one expanded. */
export function TodaySessions() {
  const today = useTodaySessions();
  return (
    <section aria-labelledby="today-sessions" className="grid gap-2">
      <h3 id="today-sessions" className="label-caps font-text text-muted">
        Sessions
      </h3>
      <Loaded query={today} failed="Today’s sessions could not be loaded." skeleton="h-40">
        {({ sessions, day }) => <Sessions sessions={sessions} day={day} />}
      </Loaded>
    </section>
  );
}

/** Past sessions are last. */
function Sessions({ sessions, day }: { sessions: TodaySession[]; day: string }) {
  const now = new Date().toISOString();
  const coming = sessions.filter(({ ends_at }) => ends_at > now);
  const over = sessions.filter(({ ends_at }) => ends_at <= now);
  if (sessions.length === 0) return <p className="text-muted">No upcoming sessions.</p>;
  return [...coming, ...over].map((session) => (
    <SessionLine
      key={session.id}
      session={session}
      day={day}
      isNext={session === coming[0]}
      isOver={over.includes(session)}
    />
  ));
}

interface SessionLineProps {
  session: TodaySession;
  day: string;
  isNext: boolean;
  isOver: boolean;
}

function SessionLine({ session, day, isNext, isOver }: SessionLineProps) {
  const { timeZone } = useSettings();
  const { name, session_type, booking_date: startsAt, ends_at, held_until } = session;
  return (
    <details
      open={isNext}
      className={classNames(
        'group/session rounded-sm border bg-surface',
        isNext ? 'border-gold-soft' : 'border-hairline',
        isOver && 'text-muted',
      )}
    >
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 leading-snug hover:text-gold [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)]">
          <time dateTime={startsAt} className="font-semibold">
            {nameDay(startsAt, day, timeZone)}, {formatClock(startsAt, timeZone)}–
            {formatClock(ends_at, timeZone)}
          </time>
          <span>
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-muted">
              {session_type}
              {held_until && ' · On hold until it’s paid'}
            </span>
          </span>
        </span>
        {isOver && <span className="text-sm">Over</span>}
        <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform group-open/session:rotate-180" />
      </summary>
      <SessionDetails session={session} />
    </details>
  );
}

function nameDay(instant: string, today: string, timeZone: string): string {
  const day = dayInZone(instant, timeZone);
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : formatDate(instant, timeZone, 'short');
}

function SessionDetails({ session }: { session: TodaySession }) {
  const { timeZone } = useSettings();
  const { id, name, phone, meeting_type, joining } = session;
  const { booking_date: startsAt, time_zone: own } = session;
  const link = findJoinLink(joining);
  return (
    <div className="px-4 pb-1 text-sm">
      <p className="text-muted">
        {meeting_type}
        {own === timeZone && ' · same time for the client'}
        {own && own !== timeZone && isTimeZone(own) && (
          <span>
            {` · client’s time: ${formatDateAndClock(startsAt, own)}, ${describeTimeZone(own, startsAt)}`}
          </span>
        )}
      </p>
      {joining && !link && <p className="break-words">{joining}</p>}
      <div className="-mx-2 flex flex-wrap">
        {link && (
          <CardLink icon={Video} href={link} isExternal spoken={` the session with ${name}`}>
            Join
          </CardLink>
        )}
        <WhatsAppLink phone={phone} spoken={` to ${name}`} />
        <CardPageLink
          icon={PanelRight}
          spoken={` the booking of ${name}`}
          to={`/admin/bookings?booking=${id}`}
          preventScrollReset={false}
        >
          Open
        </CardPageLink>
      </div>
    </div>
  );
}

const maxShown = '5';

/** Unanswered leads, newest first. */
export function TodayLeads() {
  const count = useUnanswered();
  const leads = useRecords('leads', { noun: 'lead', query: { state: 'new', limit: maxShown } });
  // A lead that was just answered disappears before the list is refetched.
  const items = leads.items?.filter(({ state }) => state === 'new');
  return (
    <div className="grid gap-2">
      <h3 className="label-caps flex items-baseline justify-between gap-3 font-text text-muted">
        <span>Unanswered leads</span>
        {count ? <span>{count.toLocaleString('en')}</span> : null}
      </h3>
      <RecordList
        records={{ ...leads, items, hasMore: false }}
        label="Unanswered leads"
        emptyText="You’re all caught up."
        columns="one"
        placeholders={1}
      >
        {(lead) => <LeadLine lead={lead} />}
      </RecordList>
      {count !== undefined && count > Number(maxShown) && (
        <p>
          <Link to="/admin?state=new" className={`inline-flex min-h-11 items-center ${textLink}`}>
            All unanswered leads
          </Link>
        </p>
      )}
    </div>
  );
}

function LeadLine({ lead }: { lead: Lead }) {
  const { name, source, message, created_at } = lead;
  const { timeZone } = useSettings();
  const { setState } = useLeadChanges();
  return (
    <article className="rounded-sm border border-hairline bg-surface px-4 pt-2.5">
      <h4 className="flex flex-wrap items-baseline gap-x-3 font-text font-semibold">
        <span className="min-w-0 break-words">{name}</span>
        <time dateTime={created_at} className="text-sm font-normal text-muted">
          {formatDateAndClock(created_at, timeZone)}
        </time>
      </h4>
      <p className="text-sm text-muted">{source}</p>
      {message && <p className="mt-1 line-clamp-2 break-words">{message}</p>}
      <div className="-mx-2 flex flex-wrap">
        <ReplyLinks lead={lead} />
        <CardButton icon={Check} spoken={`: ${name}`} onClick={() => setState(lead, 'answered')}>
          Mark answered
        </CardButton>
      </div>
    </article>
  );
}
