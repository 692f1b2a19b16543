import { describeSession } from './slot-text.ts';

/** When a session is: on the visitor's clock and, when that is another, on the mentor's. */
export function SessionTimes({ startsAt, timeZone }: { startsAt: Date; timeZone: string | null }) {
  const [first, ...others] = describeSession(startsAt, timeZone);
  if (!first) return null;
  return (
    <div className="grid gap-1.5">
      <p>
        <time dateTime={startsAt.toISOString()} className="font-display text-2xl tracking-tight">
          {first.date}, {first.time}
        </time>
        <span className="block text-sm text-muted">{first.zone}</span>
      </p>
      {others.map(({ date, time, zone }) => (
        <p key={zone} className="text-sm text-muted">
          For the mentor: {date}, {time} · {zone}
        </p>
      ))}
    </div>
  );
}
