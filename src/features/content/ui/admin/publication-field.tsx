import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useRef } from 'react';
import { describePublication, publicationState } from '#features/content/rules/publication.ts';
import { readTexts, writeText, writeValue } from '#features/forms/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { dayInZone, formatClock } from '#rules/time-zone.ts';
import { z } from '#rules/zod.ts';
import { addDays, instantInZone } from '#rules/zoned-time.ts';
import { SelectField, TextField } from '#ui/field.tsx';

/**
 * The publication as a form value: empty for now, `draft`, or a time in the mentor's time zone
 * (`2026-11-27T08:00`).
 */
export const publicationText = z
  .string()
  .default('')
  .refine(
    (text) => ['', 'draft'].includes(text) || /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text),
    'Choose a date and a time.',
  );

const isPublished = (publishedAt: string | null | undefined) =>
  publicationState(publishedAt ?? null, new Date()) === 'published';

/**
 * Returns functions that convert and describe publications. `publishedAt` is an instant (ISO 8601),
 * or null for a draft.
 */
export function usePublication() {
  const { timeZone, timeZoneLabel: label } = useSettings();

  const describe = (publishedAt: string | null) =>
    describePublication(publishedAt, { now: new Date(), timeZone, label });

  /** Converts the form value to the API's value. */
  function toSent(text: string): string | null {
    if (text === '') return 'now';
    const [day, time] = text.split('T');
    return day && time ? instantInZone(day, time, timeZone).toISOString() : null;
  }

  return {
    describe,
    toSent,
    /** Converts the API's value to the form value. */
    toText(publishedAt: string | null): string {
      if (publishedAt === null) return 'draft';
      return isPublished(publishedAt)
        ? ''
        : `${dayInZone(publishedAt, timeZone)}T${formatClock(publishedAt, timeZone)}`;
    },
    compared: {
      label: 'Publication',
      show: (text: string) => (text === '' ? undefined : describe(toSent(text))) ?? 'Published',
    },
  };
}

/** Marks the card of a draft, or of a record that is published later. */
export function PublicationBadge({ publishedAt }: { publishedAt: string | null }) {
  const words = usePublication().describe(publishedAt);
  if (!words) return null;
  return (
    <p className="justify-self-start rounded-sm border border-gold-soft bg-gold-wash px-2.5 py-1 text-sm font-semibold text-gold">
      {words}
    </p>
  );
}

const proposedTime = '08:00';

/** Returns the publication of a post with this day. A future day schedules it for that morning. */
export const toPublicationOn = (day: string, today: string, before: string): string =>
  day > today ? `${day}T${before.split('T')[1] || proposedTime}` : '';

const hints = {
  now: 'Everyone can see it.',
  draft: 'Only you can see it.',
  later: 'Until then only you can see it.',
};

interface PublicationFieldProps {
  field: FieldMetadata<unknown>;
  publishedAt?: string | null | undefined;
  /** The date field that follows the publication. */
  dayName?: string | undefined;
}

/** When visitors see a record: now, from a certain time on, or not yet. */
export function PublicationField({ field, publishedAt, dayName }: PublicationFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  const { timeZone, timeZoneLabel } = useSettings();
  const today = dayInZone(new Date(), timeZone);
  const texts = { now: '', draft: 'draft', later: `${addDays(today, 1)}T${proposedTime}` };
  const text = String(field.value ?? '');
  const choice = text === '' ? 'now' : text === 'draft' ? 'draft' : 'later';
  const isPublic = isPublished(publishedAt);

  function write(changed: string): void {
    const form = ref.current?.form;
    if (!form || !ref.current) return;
    writeValue(ref.current, changed);
    const shownDay = dayName && readTexts(form)[dayName];
    const [day = ''] = changed.split('T');
    if (!shownDay || changed === 'draft') return;
    if (day || shownDay > today) writeText(form, dayName, day || today);
  }

  // The hidden input submits the value. These two controls are not part of the form.
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
          onChange={({ target }) => write(texts[target.value as keyof typeof texts])}
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
            // An empty field is a missing time, not "now".
            onChange={({ target }) => write(target.value || 'T')}
            errors={field.errors}
          />
        )}
      </div>
    </div>
  );
}
