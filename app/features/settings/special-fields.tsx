import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { controlClass } from '#app/ui/field.tsx';
import { type MinuteUnit, minuteUnits, splitMinutes } from '#domain/measures.ts';
import { percentOff } from '#domain/sale.ts';
import { describeTimeZone, isTimeZone, nameTimeZone } from '#domain/time-zone.ts';
import { writeValue } from '../forms/draft.ts';
import { HiddenField, TextOrNumberField } from './basic-fields.tsx';
import { readPath } from './read-path.ts';
import type { FieldProps } from './section-context.ts';

/** The mentor's email, which gets the notices unless the server names another address. */
export function NoticeEmailField(props: FieldProps) {
  const mailTo = useRouteLoaderData<{ mailTo: string | null }>('routes/settings-layout')?.mailTo;
  const hint = mailTo
    ? `Shown to visitors. Notices go to ${mailTo}, because MAIL_TO is set on the server.`
    : 'Shown to visitors. We send your notices here too.';
  return <TextOrNumberField {...props} type="email" hint={hint} />;
}

/** The badge of a plan in the sale, next to what the two prices come to. */
export function DiscountField(props: FieldProps) {
  const { value } = useFormMetadata();
  const plan = readPath(value, props.field.name.replace(/\.[^.]+$/, ''));
  const { originalPrice = '', salePrice = '' } = Object(plan);
  const percent = percentOff(originalPrice, salePrice);
  return (
    <TextOrNumberField
      {...props}
      hint={percent && `From ${originalPrice} to ${salePrice} is ${percent}% off.`}
    />
  );
}

/** A time zone, found by typing a part of its name. */
export function TimeZoneField(props: FieldProps) {
  const id = useId();
  const value = String(props.field.value ?? '');
  const hint = isTimeZone(value)
    ? `It is ${describeTimeZone(value, new Date())}.`
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

interface MinutesBeforeProps {
  field: FieldMetadata<unknown>;
  /** Such as `Reminders: reminder 2`. */
  label: string;
  remove: ReactNode;
}

/** A time before a session, in a unit to choose. The form sends minutes. */
export function MinutesBeforeField({ field, label, remove }: MinutesBeforeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [given, setGiven] = useState(() => toGiven(field.initialValue as string | undefined));
  const { id, errors } = field;
  const named = (part: string) => ({
    'aria-label': `${label}, ${part}`,
    'aria-invalid': Boolean(errors?.length) || undefined,
    'aria-describedby': errors?.length ? `${id}-error` : undefined,
  });

  function choose(next: typeof given): void {
    setGiven(next);
    const count = Number(next.count);
    const isNumber = next.count.trim() !== '' && Number.isFinite(count);
    const hidden = frame.current?.querySelector<HTMLInputElement>('input[hidden]');
    if (hidden) writeValue(hidden, isNumber ? String(count * minuteUnits[next.unit]) : next.count);
  }

  return (
    <div ref={frame}>
      <HiddenField field={field} />
      <div className="flex items-center gap-2">
        <input
          {...named('number')}
          inputMode="numeric"
          value={given.count}
          onChange={({ target }) => choose({ ...given, count: target.value })}
          className={classNames(controlClass, 'h-12 w-18! px-3 shrink-0')}
        />
        <select
          {...named('unit')}
          value={given.unit}
          onChange={({ target }) => choose({ ...given, unit: target.value as MinuteUnit })}
          className={classNames(controlClass, 'h-12 w-auto min-w-0 pr-2 pl-3')}
        >
          {(Object.keys(minuteUnits) as MinuteUnit[]).map((unit) => (
            <option key={unit} value={unit}>
              {Number(given.count) === 1 ? unit.slice(0, -1) : unit}
            </option>
          ))}
        </select>
        <span className="whitespace-nowrap text-muted">before</span>
        <span className="ml-auto">{remove}</span>
      </div>
      {errors?.length ? (
        <p id={`${id}-error`} className="mt-2 text-sm font-medium text-danger">
          Enter a time from 5 minutes to 14 days.
        </p>
      ) : null}
    </div>
  );
}

function toGiven(minutes: string | undefined): { count: string; unit: MinuteUnit } {
  const known = Number(minutes);
  if (!Number.isInteger(known) || known <= 0) return { count: minutes ?? '', unit: 'minutes' };
  const { count, unit } = splitMinutes(known);
  return { count: String(count), unit };
}
