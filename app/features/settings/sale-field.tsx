import type { FieldMetadata } from '@conform-to/react';
import { RadioField, TextField } from '#app/ui/field.tsx';
import type { SaleSetting } from '#domain/sale.ts';
import { saleHours } from '#domain/settings/offers.ts';
import { dayInZone, formatClock } from '#domain/time-zone.ts';
import { instantInZone } from '#domain/zoned-time.ts';
import { useFacts } from '../shell/facts.ts';
import { HiddenField, TextOrNumberField, writeHidden } from './basic-fields.tsx';
import type { FieldProps } from './section-context.ts';

const kinds = [
  {
    value: 'per-visitor',
    label: 'Countdown per visitor',
    hint: 'Starts on their first visit and runs for the hours you set.',
  },
  {
    value: 'until',
    label: 'Ends on a date',
    hint: 'Ends for all visitors at the same time.',
  },
  { value: 'none', label: 'No sale', hint: 'Only the normal prices are shown.' },
];

interface SaleInput {
  kind: SaleSetting['kind'];
  hours?: number;
  endsAt?: string;
}

/** The kind of the sale and the setting of that kind. */
export function SaleField({ field }: FieldProps) {
  // Conform knows only the fields that all kinds have.
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

/** The end in the mentor's time zone. The form holds the instant. */
function EndField({ field }: { field: FieldMetadata<string | undefined> }) {
  const { timeZone, timeZoneLabel } = useFacts();
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
