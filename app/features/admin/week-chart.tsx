import { formatDay } from '#domain/calendar-day.ts';
import type { Week } from '#domain/overview.ts';

/** In units of the drawing. */
const height = 72;
const weekWidth = 24;
const barWidth = 8;

/** Leads and bookings of the last weeks as bars; the same as a table for those who do not see them. */
export function WeekChart({ weeks }: { weeks: Week[] }) {
  const most = Math.max(1, ...weeks.flatMap(({ leads, bookings }) => [leads, bookings]));
  const toHeight = (count: number) => (count === 0 ? 1 : Math.max(3, (count / most) * height));
  const bars = weeks.flatMap(({ starts_on, leads, bookings }, index) => [
    {
      key: `${starts_on}-leads`,
      x: index * weekWidth + 3,
      count: leads,
      fill: 'var(--color-gold)',
    },
    {
      key: `${starts_on}-bookings`,
      x: index * weekWidth + 3 + barWidth + 1,
      count: bookings,
      fill: 'var(--color-hairline-strong)',
    },
  ]);
  return (
    <figure>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${weeks.length * weekWidth} ${height + 1}`}
        className="block h-auto w-full"
      >
        {bars.map(({ key, x, count, fill }) => (
          <rect
            key={key}
            x={x}
            y={height - toHeight(count)}
            width={barWidth}
            height={toHeight(count)}
            fill={fill}
          />
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
      <table className="sr-only">
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
    </figure>
  );
}
