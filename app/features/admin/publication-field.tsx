import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useRef } from 'react';
import { TextField } from '#app/ui/field.tsx';
import { describePublication, publicationState } from '#domain/publication.ts';
import { dayInZone, formatClock } from '#domain/time-zone.ts';
import { z } from '#domain/zod.ts';
import { addDays, instantInZone } from '#domain/zoned-time.ts';
import { writeValue } from '../forms/draft.ts';
import { useFacts } from '../shell/facts.ts';

/**
 * When something is published, as a form holds it: nothing for at once, `draft`, or a day and a time
 * on the mentor's clock (`2026-11-27T08:00`).
 */
export const publicationText = z
  .string()
  .default('')
  .refine(
    (text) => text === '' || text === 'draft' || /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text),
    'Please choose a day and a time.',
  );

/**
 * Returns how publications are read, said and sent, on the mentor's clock. A `publishedAt` is an
 * instant in UTC (ISO 8601), or nothing for a draft.
 */
export function usePublication() {
  const { timeZone, timeZoneLabel: label } = useFacts();

  /** What is said of what visitors do not see yet. */
  const describe = (publishedAt: string | null) =>
    describePublication(publishedAt, { now: new Date(), timeZone, label });

  /** What a form holds, as the API takes it. */
  function toSent(text: string): string | null {
    if (text === '') return 'now';
    const [day, time] = text.split('T');
    return text === 'draft' || !day || !time
      ? null
      : instantInZone(day, time, timeZone).toISOString();
  }

  return {
    describe,
    toSent,
    /** What a form holds of a record. */
    toText(publishedAt: string | null): string {
      if (publishedAt === null) return 'draft';
      return publicationState(publishedAt, new Date()) === 'published'
        ? ''
        : `${dayInZone(publishedAt, timeZone)}T${formatClock(publishedAt, timeZone)}`;
    },
    /** How a form compares two of them. */
    compared: {
      label: 'Publication',
      show: (text: string) => (text === '' ? undefined : describe(toSent(text))) ?? 'Published',
    },
  };
}

/** What a card says of what visitors do not see yet. */
export function PublicationBadge({ publishedAt }: { publishedAt: string | null }) {
  const words = usePublication().describe(publishedAt);
  if (!words) return null;
  return (
    <p className="justify-self-start rounded-sm border border-gold-soft bg-gold-wash px-2.5 py-1 text-sm font-semibold text-gold">
      {words}
    </p>
  );
}

interface PublicationFieldProps {
  field: FieldMetadata<unknown>;
  /** When what is edited was published (ISO 8601 in UTC); nothing for what is a draft, or new. */
  publishedAt?: string | null | undefined;
  /** The day that is proposed for later, `YYYY-MM-DD`. */
  proposedDay?: string | undefined;
}

const proposedTime = '08:00';

type Choice = 'now' | 'draft' | 'later';

const choiceOf = (text: string): Choice =>
  text === '' ? 'now' : text === 'draft' ? 'draft' : 'later';

/** When visitors see something: at once, not yet, or from a day and a time on the mentor's clock on. */
export function PublicationField({ field, publishedAt, proposedDay }: PublicationFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const { timeZone, timeZoneLabel } = useFacts();
  const text = String(field.value ?? '');
  const choice = choiceOf(text);
  const [day = '', time = ''] = choice === 'later' ? text.split('T') : [];
  const write = (changed: string) => ref.current && writeValue(ref.current, changed);
  const isPublic = publishedAt ? publicationState(publishedAt, new Date()) === 'published' : false;
  const errorId = `${field.id}-error`;
  const isInvalid = Boolean(field.errors?.length);

  function proposeLater(): void {
    const today = dayInZone(new Date(), timeZone);
    const isAhead = proposedDay !== undefined && proposedDay > today;
    write(`${isAhead ? proposedDay : addDays(today, 1)}T${proposedTime}`);
  }

  // They belong to no form: what they make together is sent by the one input that does.
  const outside = { form: `${field.id}-none` };
  const choices: { value: Choice; label: string; choose: () => void }[] = [
    {
      value: 'now',
      label: isPublic ? 'Published' : 'Publish now',
      choose: () => write(''),
    },
    {
      value: 'draft',
      label: isPublic ? 'Back to draft' : 'Keep as draft',
      choose: () => write('draft'),
    },
    { value: 'later', label: 'Publish at …', choose: proposeLater },
  ];
  return (
    <fieldset className="@container grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-semibold">Publication</legend>
      <input
        {...getInputProps(field, { type: 'text', ariaAttributes: false })}
        ref={ref}
        hidden
        readOnly
      />
      <div className="grid gap-px overflow-hidden rounded-sm border border-hairline-strong bg-hairline-strong @md:grid-cols-3">
        {choices.map(({ value, label, choose }) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-2.5 bg-raised px-3 py-2 text-[0.9375rem] has-checked:bg-gold-wash has-checked:font-semibold has-checked:text-gold has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold"
          >
            <input
              {...outside}
              type="radio"
              name={`${field.id}-choice`}
              checked={choice === value}
              onChange={choose}
              className="size-4 shrink-0 accent-gold-soft outline-none"
            />
            {label}
          </label>
        ))}
      </div>
      {choice === 'later' && (
        <div className="mt-1 grid gap-x-4 gap-y-5 @xs:grid-cols-2">
          <TextField
            {...outside}
            id={`${field.id}-day`}
            label="Day"
            type="date"
            value={day}
            onChange={({ target }) => write(`${target.value}T${time}`)}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? errorId : undefined}
          />
          <TextField
            {...outside}
            id={`${field.id}-time`}
            label={`Time (${timeZoneLabel})`}
            type="time"
            value={time}
            onChange={({ target }) => write(`${day}T${target.value}`)}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? errorId : undefined}
          />
        </div>
      )}
      {isInvalid && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {field.errors?.join(' ')}
        </p>
      )}
      <p className="text-sm text-muted">{toHint(choice, timeZoneLabel)}</p>
    </fieldset>
  );
}

function toHint(choice: Choice, clock: string): string {
  if (choice === 'now') return 'Everybody can see it.';
  if (choice === 'draft') return 'Nobody but you can see it until you publish it.';
  return `It appears by itself at this time on your clock (${clock}). Until then nobody but you can see it.`;
}
