import { type PointerEvent, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { formatDay } from '#domain/calendar-day.ts';
import type { VisitCounts, VisitWeek } from '#domain/visits.ts';

interface WeekBarsProps {
  label: string;
  /** What one of them is called, and what several. */
  nouns: readonly [one: string, many: string];
  weeks: VisitWeek[];
  measure: keyof VisitCounts;
}

const height = 80;
const weekWidth = 10;

/**
 * One bar a week. A slider without a thumb lies over them: by keyboard, pointer or finger it goes from
 * week to week, and says and shows the figure of the one that is looked at.
 */
export function WeekBars({ label, nouns: [one, many], weeks, measure }: WeekBarsProps) {
  const last = weeks.length - 1;
  const [chosen, choose] = useState(last);
  const at = Math.min(chosen, last);
  const looked = weeks[at];
  const most = Math.max(1, ...weeks.map((week) => week[measure]));
  const count = looked?.[measure] ?? 0;
  const words = looked
    ? `Week of ${formatDay(looked.starts_on)}: ${count.toLocaleString('en')} ${count === 1 ? one : many}`
    : '';
  const followPointer = ({ nativeEvent, currentTarget }: PointerEvent<HTMLInputElement>) => {
    const share = nativeEvent.offsetX / currentTarget.offsetWidth;
    choose(Math.min(last, Math.max(0, Math.floor(share * weeks.length))));
  };
  return (
    <figure className="grid gap-2">
      <div
        // A few weeks are no wall.
        style={{ maxWidth: `${weeks.length * 3}rem` }}
        className="relative rounded-sm outline-offset-4 outline-gold has-focus-visible:outline-2"
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${weeks.length * weekWidth} ${height}`}
          preserveAspectRatio="none"
          className="block h-20 w-full border-b border-hairline"
        >
          {weeks.map((week, index) => {
            const bar =
              week[measure] === 0 ? 0.75 : Math.max(3, (week[measure] / most) * (height - 4));
            return (
              <rect
                key={week.starts_on}
                x={index * weekWidth + 1.5}
                y={height - bar}
                width={weekWidth - 3}
                height={bar}
                className={classNames(
                  'transition-colors',
                  index === at ? 'fill-gold' : 'fill-gold-soft/50',
                )}
              />
            );
          })}
        </svg>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          onChange={({ target }) => choose(target.valueAsNumber)}
          onPointerMove={followPointer}
          aria-label={label}
          aria-valuetext={words}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <figcaption aria-hidden="true" className="min-h-5 text-sm text-muted">
        {words}
      </figcaption>
    </figure>
  );
}
