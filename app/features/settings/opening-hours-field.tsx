import type { FieldMetadata } from '@conform-to/react';
import { type BookingSettings, formatHour } from '#domain/settings/booking.ts';
import { metaOf, shapeOf } from '#domain/settings/fields.ts';
import type { FieldProps } from './section-context.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A week of full hours, each of them open or closed. */
export function OpeningHoursField({ field, schema }: FieldProps) {
  const byDay = (field as FieldMetadata<BookingSettings['openingHours']>).getFieldset();
  const days = Object.entries(shapeOf(schema) ?? {}).map(([day, hoursOfDay]) => ({
    field: byDay[Number(day) as keyof typeof byDay],
    label: metaOf(hoursOfDay).label ?? day,
  }));
  return (
    // On a phone it takes the whole width of its card, so that a finger hits each hour.
    <table className="table-fixed border-separate border-spacing-px max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] sm:w-full sm:border-spacing-1">
      <caption className="sr-only">{metaOf(schema).label}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-8.5 sm:w-14">
            <span className="sr-only">Hour</span>
          </th>
          {days.map(({ label }) => (
            <th key={label} scope="col" className="pb-1 text-sm font-semibold">
              <span aria-hidden="true">{label.slice(0, 3)}</span>
              <span className="sr-only">{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row" className="pr-0.5 text-right text-xs font-normal text-muted sm:text-sm">
              {formatHour(hour)}
            </th>
            {days.map((day) => (
              <td key={day.label}>
                <label className="grid h-11 cursor-pointer place-items-center rounded-sm border border-hairline bg-raised transition-colors hover:border-gold-soft has-checked:border-gold has-checked:bg-gold-fill-to has-checked:text-on-gold has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-gold">
                  <input
                    type="checkbox"
                    name={day.field.name}
                    value={hour}
                    aria-label={`${day.label} ${formatHour(hour)}`}
                    defaultChecked={day.field.defaultOptions?.includes(String(hour)) ?? false}
                    className="peer sr-only"
                  />
                  <span
                    aria-hidden="true"
                    className="hidden text-xs font-semibold peer-checked:block"
                  >
                    {formatHour(hour).slice(0, 2)}
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
