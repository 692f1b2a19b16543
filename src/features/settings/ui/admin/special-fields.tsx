import type { FieldMetadata } from '@conform-to/react';
import { useId } from 'react';
import { useRouteLoaderData } from 'react-router';
import { type BookingSettings, formatHour } from '#features/settings/rules/booking.ts';
import { metaOf, shapeOf } from '#features/settings/rules/fields.ts';
import { saleHours } from '#features/settings/rules/offers.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import type { SaleSetting } from '#rules/sale.ts';
import { dayInZone, describeTimeZone, formatClock, nameTimeZone } from '#rules/time-zone.ts';
import { instantInZone, isTimeZone } from '#rules/zoned-time.ts';
import { RadioField, TextField } from '#ui/field.tsx';
import { HiddenField, TextOrNumberField, writeHidden } from './basic-fields.tsx';
import type { FieldProps } from './section-context.ts';

/** The mentor's email address. It receives the notices unless the server sets another address. */
export function NoticeEmailField(props: FieldProps) {
  const mailTo = useRouteLoaderData<{ mailTo: string | null }>('routes/settings-layout')?.mailTo;
  const hint = mailTo
    ? `Shown to visitors. Notices go to ${mailTo}, because MAIL_TO is set on the server.`
    : 'Shown to visitors. We send your notices here too.';
  return <TextOrNumberField {...props} type="email" hint={hint} />;
}

/** A calendar day. */
export const DateField = (props: FieldProps) => <TextOrNumberField {...props} type="date" />;

/** A time zone field with suggestions while typing. */
export function TimeZoneField(props: FieldProps) {
  const id = useId();
  const value = String(props.field.value ?? '');
  const hint = isTimeZone(value)
    ? `Currently ${describeTimeZone(value, new Date())}.`
    : 'Type the name of the nearest large city.';
  return (
    <>
      <TextOrNumberField {...props} list={`${id}-zones`} spellCheck={false} hint={hint} />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} label={nameTimeZone(zone)} />
        ))}
      </datalist>
    </>
  );
}

const kinds = [
  {
    value: 'per-visitor',
    label: 'Countdown per visitor',
    hint: 'Starts on their first visit and runs for the hours you set. It starts again when it is over, so anyone can always get the sale price.',
  },
  {
    value: 'until',
    label: 'Ends on a date',
    hint: 'Ends for all visitors at the same time. Recommended: a countdown that starts again for everyone looks like a trick.',
  },
  { value: 'none', label: 'No sale', hint: 'Only the normal prices are shown.' },
];

interface SaleInput {
  kind: SaleSetting['kind'];
  hours?: number;
  endsAt?: string;
}

/** The kind of sale, and the setting for that kind. */
export function SaleField({ field }: FieldProps) {
  // Conform only knows the fields that all kinds have in common.
  const { kind, hours, endsAt } = (field as FieldMetadata<SaleInput>).getFieldset();
  const chosen = kind.value ?? kind.initialValue;
  return (
    <>
      <RadioField
        key={kind.key}
        id={kind.id}
        name={kind.name}
        label="How the sale runs"
        choices={kinds}
        defaultValue={kind.initialValue}
        errors={kind.errors}
      />
      {chosen === 'per-visitor' && (
        <TextOrNumberField
          field={hours}
          schema={saleHours}
          defaultValue={hours.initialValue ?? '24'}
        />
      )}
      {chosen === 'until' && <EndField field={endsAt} />}
    </>
  );
}

/** The end of the sale in the mentor's time zone. The form holds the instant. */
function EndField({ field }: { field: FieldMetadata<string | undefined> }) {
  const { timeZone, timeZoneLabel } = useSettings();
  const { id, initialValue: endsAt, errors } = field;
  return (
    <div className="max-w-64">
      <HiddenField field={field} />
      <TextField
        errors={errors}
        id={`${id}-local`}
        type="datetime-local"
        label={`Ends at (${timeZoneLabel})`}
        defaultValue={endsAt && `${dayInZone(endsAt, timeZone)}T${formatClock(endsAt, timeZone)}`}
        onChange={({ target }) => {
          const [day, clock] = target.value.split('T');
          const end = day && clock ? instantInZone(day, clock, timeZone).toISOString() : '';
          writeHidden(field, end);
        }}
      />
    </div>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A week of hours, each either open or closed. */
export function OpeningHoursField({ field, schema }: FieldProps) {
  const byDay = (field as FieldMetadata<BookingSettings['openingHours']>).getFieldset();
  const days = Object.entries(shapeOf(schema) ?? {}).map(([day, hoursOfDay]) => ({
    field: byDay[Number(day) as keyof typeof byDay],
    label: metaOf(hoursOfDay).label ?? day,
  }));
  return (
    // On phones it uses the full width of its card, so that each hour is large enough to tap.
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
