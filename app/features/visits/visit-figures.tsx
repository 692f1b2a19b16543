import { formatDay } from '#domain/calendar-day.ts';
import { toPercent, type VisitReport } from '#domain/visits.ts';
import { WeekBars } from './week-bars.tsx';

const write = (count: number) => count.toLocaleString('en');

/** `3.1% of visits`; empty where the visits do not contain them all. */
function shareOfVisits(part: number, visits: number): string {
  const percent = toPercent(part, visits);
  return percent === undefined ? '' : `${percent} of visits`;
}

/** Visits, inquiries and bookings: in total and by week. */
export function VisitFigures({ report: { total, weeks } }: { report: VisitReport }) {
  const { visits, views, inquiries, bookings } = total;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-px overflow-hidden rounded-sm border border-hairline bg-hairline lg:grid-cols-3">
        <Figure
          {...{ title: 'Visits', measure: 'visits', one: 'visit', count: visits, weeks }}
          note={`${write(views)} page ${views === 1 ? 'view' : 'views'}`}
        />
        <Figure
          {...{ title: 'Inquiries', measure: 'inquiries', one: 'inquiry', count: inquiries, weeks }}
          note={shareOfVisits(inquiries, visits)}
        />
        <Figure
          {...{ title: 'Bookings', measure: 'bookings', one: 'booking', count: bookings, weeks }}
          note={shareOfVisits(bookings, visits)}
        />
      </div>
      <WeekTable weeks={weeks} />
    </div>
  );
}

interface FigureProps extends Pick<VisitReport, 'weeks'> {
  title: string;
  measure: 'visits' | 'inquiries' | 'bookings';
  /** The singular of the measure. */
  one: string;
  count: number;
  note: string;
}

/** A total, and its weeks as bars. */
const Figure = ({ title, measure, one, count, note, weeks }: FigureProps) => (
  <div className="grid content-between gap-5 bg-surface p-5">
    <div>
      <h3 className="label-caps mb-3 font-text text-muted">{title}</h3>
      <p>
        <span className="font-display text-[2.75rem] leading-none text-gold">{write(count)}</span>
        <span className="mt-1 block min-h-5 text-sm text-muted">{note}</span>
      </p>
    </div>
    <WeekBars label={`${title} by week`} nouns={[one, measure]} {...{ weeks, measure }} />
  </div>
);

/** The figures behind the bars. */
const WeekTable = ({ weeks }: Pick<VisitReport, 'weeks'>) => (
  <details>
    <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-gold underline-offset-4 hover:underline">
      Show as a table
    </summary>
    <table className="w-full text-[0.9375rem]">
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="py-2 text-left font-semibold">
            Week of
          </th>
          {['Visits', 'Inquiries', 'Bookings'].map((heading) => (
            <th key={heading} scope="col" className="py-2 text-right font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline border-y border-hairline">
        {weeks.toReversed().map(({ starts_on, visits, inquiries, bookings }) => (
          <tr key={starts_on}>
            <th scope="row" className="py-2 text-left font-normal">
              {formatDay(starts_on)}
            </th>
            <NumberCell count={visits} />
            <NumberCell count={inquiries} note={shareOfVisits(inquiries, visits)} />
            <NumberCell count={bookings} note={shareOfVisits(bookings, visits)} />
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

const NumberCell = ({ count, note }: { count: number; note?: string }) => (
  <td className="py-2 pl-3 text-right align-top tabular-nums">
    {write(count)}
    {note && <span className="block text-sm text-muted">{note}</span>}
  </td>
);
