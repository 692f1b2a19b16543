import type { FieldMetadata } from '@conform-to/react';
import { classNames } from '#app/ui/class-names.ts';
import type { BookingSettings } from '#domain/settings/booking.ts';
import { useLabels } from './section-context.tsx';

const days = ['1', '2', '3', '4', '5', '6', '7'] as const;

const hours = Array.from({ length: 24 }, (_, hour) => hour);

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** A week of hours, each of them open or not: whole hours at which a session may begin. */
export function OpeningHoursField({
  field,
}: {
  field: FieldMetadata<BookingSettings['openingHours']>;
}) {
  const labelOf = useLabels();
  const byDay = field.getFieldset();
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1">
      <caption className="sr-only">{labelOf(field.name)}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-11 sm:w-14">
            <span className="sr-only">Hour</span>
          </th>
          {days.map((day) => {
            const name = labelOf(byDay[day].name);
            return (
              <th key={day} scope="col" className="pb-1 text-sm font-semibold">
                <span aria-hidden="true">{name.slice(0, 3)}</span>
                <span className="sr-only">{name}</span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row" className="pr-1 text-right text-xs font-normal text-muted sm:text-sm">
              {formatHour(hour)}
            </th>
            {days.map((day) => (
              <td key={day}>
                <HourBox
                  name={byDay[day].name}
                  hour={hour}
                  label={`${labelOf(byDay[day].name)} ${formatHour(hour)}`}
                  isOpen={byDay[day].defaultOptions?.includes(String(hour)) ?? false}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HourBoxProps {
  name: string;
  hour: number;
  label: string;
  isOpen: boolean;
}

const HourBox = ({ name, hour, label, isOpen }: HourBoxProps) => (
  <label
    className={classNames(
      'grid h-9 cursor-pointer place-items-center rounded-sm border border-hairline bg-raised transition-colors',
      'hover:border-gold-soft has-checked:border-gold has-checked:bg-gold-fill-to has-checked:text-on-gold',
      'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-gold',
    )}
  >
    <input
      type="checkbox"
      name={name}
      value={hour}
      aria-label={label}
      defaultChecked={isOpen}
      className="peer sr-only"
    />
    <span aria-hidden="true" className="hidden text-xs font-semibold peer-checked:block">
      {formatHour(hour).slice(0, 2)}
    </span>
  </label>
);
