import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useRef } from 'react';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { describePublication, publicationState } from '#domain/publication.ts';
import { dayInZone, formatClock } from '#domain/time-zone.ts';
import { z } from '#domain/zod.ts';
import { addDays, instantInZone } from '#domain/zoned-time.ts';
import { readTexts, writeText, writeValue } from '../forms/draft.ts';
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
    'Choose a date and a time.',
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
  /** When what is edited was published (ISO 8601 in UTC); nothing for a draft, or a new record. */
  publishedAt?: string | null | undefined;
  /** The name of the form's day, which follows the day of the publication. */
  dayName?: string | undefined;
}

const proposedTime = '08:00';

/** Returns when something with this day is published: a later day waits for its morning. */
export const toPublicationOn = (day: string, today: string, before: string): string =>
  day > today ? `${day}T${before.split('T')[1] || proposedTime}` : '';

type Choice = 'now' | 'later' | 'draft';

const choiceOf = (text: string): Choice =>
  text === '' ? 'now' : text === 'draft' ? 'draft' : 'later';

/** When visitors see something: right away, from a time on the mentor's clock, or not yet. */
export function PublicationField({ field, publishedAt, dayName }: PublicationFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const { timeZone, timeZoneLabel } = useFacts();
  const text = String(field.value ?? '');
  const choice = choiceOf(text);
  const isPublic = publishedAt ? publicationState(publishedAt, new Date()) === 'published' : false;
  const today = dayInZone(new Date(), timeZone);
  const texts = { now: '', draft: 'draft', later: `${addDays(today, 1)}T${proposedTime}` };

  function write(changed: string): void {
    const form = ref.current?.form;
    if (!form || !ref.current) return;
    writeValue(ref.current, changed);
    const shownDay = dayName && readTexts(form)[dayName];
    const [day = ''] = changed.split('T');
    if (!shownDay || changed === 'draft') return;
    if (day || shownDay > today) writeText(form, dayName, day || today);
  }

  // Neither belongs to the form: what they say together is sent by the hidden input.
  const outside = { form: `${field.id}-none` };
  return (
    <div className="@container grid gap-5">
      <input
        {...getInputProps(field, { type: 'text', ariaAttributes: false })}
        ref={ref}
        hidden
        readOnly
      />
      <div className="grid items-start gap-x-4 gap-y-5 @sm:grid-cols-2">
        <SelectField
          {...outside}
          id={`${field.id}-choice`}
          label="Publish"
          value={choice}
          onChange={({ target }) => write(texts[target.value as Choice])}
          hint={hints[choice]}
        >
          <option value="now">{isPublic ? 'Published' : 'Publish now'}</option>
          <option value="later">Publish later</option>
          <option value="draft">{isPublic ? 'Back to draft' : 'Keep as draft'}</option>
        </SelectField>
        {choice === 'later' && (
          <TextField
            {...outside}
            id={`${field.id}-time`}
            label={`Goes live at (${timeZoneLabel})`}
            type="datetime-local"
            value={text}
            // Cleared, it is still a time that is missing, and not "now".
            onChange={({ target }) => write(target.value || 'T')}
            errors={field.errors}
          />
        )}
      </div>
    </div>
  );
}

const hints: Record<Choice, string> = {
  now: 'Everyone can see it.',
  draft: 'Only you can see it.',
  later: 'Until then only you can see it.',
};
