import { toPercent, type VisitReport, type VisitWeek } from '#features/visits/rules/visits.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { FigureTable, writeCount } from './figure-table.tsx';

const measures = [
  { name: 'visits', title: 'Visits', one: 'visit' },
  { name: 'inquiries', title: 'Inquiries', one: 'inquiry' },
  { name: 'bookings', title: 'Bookings', one: 'booking' },
] as const;
type Measure = (typeof measures)[number];

/** Returns `3.1% of visits`; an empty text if there is no such share. */
function shareOfVisits(part: number, visits: number): string {
  const percent = toPercent(part, visits);
  return percent === undefined ? '' : `${percent} of visits`;
}

/** Visits, inquiries and bookings: the totals, a bar chart by week, and a table. */
export const VisitFigures = ({ report: { total, weeks } }: { report: VisitReport }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <div className="grid gap-px overflow-hidden rounded-sm border border-hairline bg-hairline lg:grid-cols-3">
      {measures.map((measure) => (
        <div key={measure.name} className="grid content-between gap-5 bg-surface p-5">
          <div>
            <h3 className="label-caps mb-3 font-text text-muted">{measure.title}</h3>
            <p>
              <span className="font-display text-[2.75rem] leading-none text-gold">
                {writeCount(total[measure.name])}
              </span>
              <span className="mt-1 block min-h-5 text-sm text-muted">
                {measure.name === 'visits'
                  ? `${writeCount(total.views)} page ${total.views === 1 ? 'view' : 'views'}`
                  : shareOfVisits(total[measure.name], total.visits)}
              </span>
            </p>
          </div>
          <WeekBars weeks={weeks} measure={measure} />
        </div>
      ))}
    </div>
    <WeekTable weeks={weeks} />
  </div>
);

const chartHeight = 80;
const weekWidth = 10;

/** One bar per week, with its figure as a tooltip. The table has the same figures. */
function WeekBars({ weeks, measure: { name, one } }: { weeks: VisitWeek[]; measure: Measure }) {
  const most = Math.max(1, ...weeks.map((week) => week[name]));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${weeks.length * weekWidth} ${chartHeight}`}
      preserveAspectRatio="none"
      style={{ maxWidth: `${weeks.length * 3}rem` }}
      className="block h-20 w-full border-b border-hairline"
    >
      {weeks.map(({ starts_on, [name]: count }, index) => {
        const height = count === 0 ? 0.75 : Math.max(3, (count / most) * (chartHeight - 4));
        return (
          <rect
            key={starts_on}
            x={index * weekWidth + 1.5}
            y={chartHeight - height}
            width={weekWidth - 3}
            height={height}
            className="fill-gold-soft/50 hover:fill-gold"
          >
            <title>
              {`Week of ${formatDay(starts_on)}: ${writeCount(count)} ${count === 1 ? one : name}`}
            </title>
          </rect>
        );
      })}
    </svg>
  );
}

const WeekTable = ({ weeks }: { weeks: VisitWeek[] }) => (
  <details>
    <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-gold underline-offset-4 hover:underline">
      Show as a table
    </summary>
    <FigureTable
      headings={['Week of', ...measures.map(({ title }) => title)]}
      rows={weeks.toReversed().map((week) => ({
        key: week.starts_on,
        name: formatDay(week.starts_on),
        figures: measures.map(({ name }) => ({
          count: week[name],
          note: name === 'visits' ? '' : shareOfVisits(week[name], week.visits),
        })),
      }))}
    />
  </details>
);
