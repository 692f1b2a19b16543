import type { FieldMetadata } from '@conform-to/react';
import { useRef, useState } from 'react';
import { RadioField, TextField } from '#app/ui/field.tsx';
import type { SaleSetting } from '#domain/sale.ts';
import { wholeNumber } from '#domain/settings/parts.ts';
import { dayInZone, formatClock } from '#domain/time-zone.ts';
import { instantInZone } from '#domain/zoned-time.ts';
import { writeValue } from '../forms/draft.ts';
import { HiddenField, TextOrNumberField } from './basic-fields.tsx';
import { type FieldProps, useMentorZone } from './section-context.ts';

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

type SaleInput = Partial<Record<'hours', number>> & Partial<Record<'endsAt', string>>;

const hoursOfSale = wholeNumber(1, 720).meta({ label: 'Length (hours)' });

/** How the sale runs: its kind, and what that kind needs to know. */
export function SaleField({ field }: FieldProps) {
  // Conform knows only the fields that all kinds have.
  const sale = (field as FieldMetadata<SaleInput & { kind: SaleSetting['kind'] }>).getFieldset();
  const kind = sale.kind.value ?? sale.kind.initialValue;
  return (
    <>
      <RadioField
        key={sale.kind.key}
        id={sale.kind.id}
        name={sale.kind.name}
        label="How the sale runs"
        choices={kinds}
        defaultValue={sale.kind.initialValue}
        errors={sale.kind.errors}
      />
      {kind === 'per-visitor' && (
        <TextOrNumberField
          field={sale.hours}
          schema={hoursOfSale}
          defaultValue={sale.hours.initialValue ?? '24'}
        />
      )}
      {kind === 'until' && <EndField field={sale.endsAt} />}
    </>
  );
}

/** The end on the mentor's own clock; the form holds the instant. */
function EndField({ field }: { field: FieldMetadata<string | undefined> }) {
  const { timeZone, timeZoneLabel } = useMentorZone();
  const frame = useRef<HTMLDivElement>(null);
  const kept = field.initialValue ?? '';
  const [day, setDay] = useState(kept && dayInZone(kept, timeZone));
  const [clock, setClock] = useState(kept ? formatClock(kept, timeZone) : '23:59');
  const { id, errors } = field;
  const isClockMissing = day !== '' && clock === '';

  function choose(nextDay: string, nextClock: string): void {
    setDay(nextDay);
    setClock(nextClock);
    const isWhole = nextDay !== '' && nextClock !== '';
    const end = isWhole ? instantInZone(nextDay, nextClock, timeZone).toISOString() : '';
    const hidden = frame.current?.querySelector<HTMLInputElement>('input[hidden]');
    if (hidden) writeValue(hidden, end);
  }

  return (
    <div ref={frame} className="grid gap-5 sm:grid-cols-2">
      <HiddenField field={field} />
      <TextField
        errors={isClockMissing ? undefined : errors}
        id={`${id}-day`}
        type="date"
        label="Last day"
        value={day}
        onChange={({ target }) => choose(target.value, clock)}
      />
      <TextField
        errors={isClockMissing ? errors : undefined}
        id={`${id}-clock`}
        type="time"
        label={`Time (${timeZoneLabel})`}
        value={clock}
        onChange={({ target }) => choose(day, target.value)}
      />
    </div>
  );
}
