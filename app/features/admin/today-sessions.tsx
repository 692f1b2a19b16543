import { ChevronDown, PanelRight, Video } from 'lucide-react';
import { classNames } from '#app/ui/class-names.ts';
import { findJoinLink } from '#domain/joining.ts';
import {
  dayInZone,
  describeTimeZone,
  formatClock,
  formatDate,
  formatDateAndClock,
  isTimeZone,
} from '#domain/time-zone.ts';
import type { TodaySession } from '#domain/today.ts';
import { addDays } from '#domain/zoned-time.ts';
import { useFacts } from '../shell/facts.ts';
import { CardLink, CardPageLink, WhatsAppLink } from './record-card.tsx';
import { Loaded } from './record-list.tsx';
import { useRead } from './requests.ts';

/** The day turns while the page is open, in milliseconds. */
const readEveryMs = 5 * 60_000;

/** The sessions of today and tomorrow; the next one is open. */
export function TodaySessions() {
  const today = useRead(['bookings', 'today'], (api, init) => api.today.$get({}, init), {
    refetchInterval: readEveryMs,
  });
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

/** Those that are over come last. */
function Sessions({ sessions, day }: { sessions: TodaySession[]; day: string }) {
  const now = new Date().toISOString();
  const coming = sessions.filter(({ ends_at }) => ends_at > now);
  const over = sessions.filter(({ ends_at }) => ends_at <= now);
  if (sessions.length === 0) return <p className="text-muted">No upcoming sessions.</p>;
  return [...coming, ...over].map((session) => (
    <SessionLine
      key={session.id}
      {...{ session, day }}
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
  const { timeZone } = useFacts();
  const { name, session_type, booking_date: startsAt, ends_at } = session;
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
            <span className="text-muted">{session_type}</span>
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
  const { timeZone } = useFacts();
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
            {` · for the client ${formatDateAndClock(startsAt, own)}, ${describeTimeZone(own, startsAt)}`}
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
