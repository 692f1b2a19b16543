import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useRef, useState } from 'react';
import { RadioField, TextField } from '#app/ui/field.tsx';
import type { SaleSetting } from '#domain/sale.ts';
import { dayInZone, formatClock } from '#domain/time-zone.ts';
import { instantInZone } from '#domain/zoned-time.ts';
import { writeValue } from '../forms/draft.ts';
import { Line } from './fields.tsx';
import { useLabels, useMentorZone } from './section-context.tsx';

const kinds = [
  {
    value: 'per-visitor',
    label: 'For each visitor by itself',
    hint: 'It begins with their first look at the site, and ends after so many hours.',
  },
  {
    value: 'until',
    label: 'Until one moment, for everybody',
    hint: 'It ends for all visitors at the day and the time that you give.',
  },
  { value: 'none', label: 'No sale', hint: 'Only the normal prices are shown.' },
];

type SaleInput = Partial<Record<'hours', number>> & Partial<Record<'endsAt', string>>;

/** How the sale runs: its kind, and what that kind needs to know. */
export function SaleField({ field }: { field: FieldMetadata<SaleSetting> }) {
  const labelOf = useLabels();
  // What one kind has, another lacks: conform knows only what they have in common.
  const sale = (field as FieldMetadata<SaleInput & { kind: SaleSetting['kind'] }>).getFieldset();
  const kind = sale.kind.value ?? sale.kind.initialValue;
  return (
    <>
      <RadioField
        key={sale.kind.key}
        id={sale.kind.id}
        name={sale.kind.name}
        label={labelOf(sale.kind.name)}
        choices={kinds}
        defaultValue={sale.kind.initialValue}
        errors={sale.kind.errors}
      />
      {kind === 'per-visitor' && (
        <Line
          field={sale.hours}
          defaultValue={sale.hours.initialValue ?? '24'}
          inputMode="numeric"
          className="max-w-40"
        />
      )}
      {kind === 'until' && <EndField field={sale.endsAt} />}
    </>
  );
}

/** The end on the mentor's own clock; the form holds the instant. */
function EndField({ field }: { field: FieldMetadata<string | undefined> }) {
  const { timeZone, timeZoneLabel } = useMentorZone();
  const labelOf = useLabels();
  const instant = useRef<HTMLInputElement>(null);
  const kept = field.initialValue ?? '';
  const [day, setDay] = useState(kept && dayInZone(kept, timeZone));
  const [clock, setClock] = useState(kept ? formatClock(kept, timeZone) : '23:59');
  const { id, errors } = field;
  const label = labelOf(field.name);
  const isClockMissing = day !== '' && clock === '';

  function choose(nextDay: string, nextClock: string): void {
    setDay(nextDay);
    setClock(nextClock);
    const isWhole = nextDay !== '' && nextClock !== '';
    const end = isWhole ? instantInZone(nextDay, nextClock, timeZone).toISOString() : '';
    if (instant.current) writeValue(instant.current, end);
  }

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <input
        {...getInputProps(field, { type: 'text', ariaAttributes: false })}
        ref={instant}
        hidden
        readOnly
      />
      <TextField
        errors={isClockMissing ? undefined : errors}
        id={`${id}-day`}
        type="date"
        label={`${label}: day`}
        value={day}
        onChange={({ target }) => choose(target.value, clock)}
      />
      <TextField
        errors={isClockMissing ? errors : undefined}
        id={`${id}-clock`}
        type="time"
        label={`${label}: time (${timeZoneLabel})`}
        value={clock}
        onChange={({ target }) => choose(day, target.value)}
      />
    </div>
  );
}
