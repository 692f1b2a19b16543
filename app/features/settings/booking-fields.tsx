import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { controlClass } from '#app/ui/field.tsx';
import { Link, textLink } from '#app/ui/link.tsx';
import { meetingTypes } from '#domain/booking.ts';
import { type MinuteUnit, minuteUnits, splitMinutes } from '#domain/measures.ts';
import { describeTimeZone, isTimeZone, nameTimeZone } from '#domain/time-zone.ts';
import { writeValue } from '../forms/draft.ts';
import { Group, Line } from './fields.tsx';
import { ListFrame } from './list-fields.tsx';
import { OpeningHoursField } from './opening-hours-field.tsx';
import type { SectionFields } from './section-fields.ts';

/** When sessions can be booked, and how they are joined. */
export function BookingFields({ fields }: SectionFields<'booking'>) {
  const joining = fields.joining.getFieldset();
  return (
    <>
      <Group
        title="Opening hours"
        about="Tap the hours you work. Clients see them in their own time zone. Set days off and extra hours in the bookings calendar."
      >
        <OpeningHoursField field={fields.openingHours} />
        <div className="grid gap-5 sm:grid-cols-2">
          <ZoneField field={fields.timeZone} />
          <Line
            field={fields.timeZoneLabel}
            placeholder="SAST"
            hint="Shown next to times, on pages and in emails."
          />
        </div>
      </Group>
      <Group title="Rules">
        <div className="grid gap-5 sm:grid-cols-2">
          <Line
            field={fields.bookableDays}
            inputMode="numeric"
            hint="How far ahead clients can book."
          />
          <Line
            field={fields.leastNoticeHours}
            inputMode="numeric"
            hint="0: clients can book until the session starts."
          />
          <Line field={fields.changeCutOffHours} inputMode="numeric" />
        </div>
        <p className="text-sm text-muted">
          Set session length, start times and breaks under{' '}
          <Link to="/admin/settings/offers" className={textLink}>
            Offers
          </Link>
          .
        </p>
      </Group>
      <Group
        title="Reminders"
        about="Sent to the client before the session. Edit the wording in Texts."
      >
        <ListFrame
          field={fields.reminderMinutes}
          items={fields.reminderMinutes.getFieldList()}
          noun="reminder"
          most={5}
          blank={180}
          nameOf={(_, index) => `reminder ${index + 1}`}
        >
          {(item, index, remove) => (
            <ReminderField field={item} place={index + 1} remove={remove} />
          )}
        </ListFrame>
      </Group>
      <Group
        title="Meeting links"
        about="A link or number for each meeting type. Clients see it in emails, in their calendar and on their booking page. You can set a different one for a single booking."
      >
        {meetingTypes.map((type) => (
          <Line key={type} field={joining[type]} isOptional placeholder={examples[type]} />
        ))}
      </Group>
    </>
  );
}

const examples: Record<(typeof meetingTypes)[number], string> = {
  'Microsoft Teams': 'https://teams.microsoft.com/…',
  'WhatsApp Video Call': '+27 82 123 4567',
  Zoom: 'https://zoom.us/j/…',
  'Google Meet': 'https://meet.google.com/…',
};

/** A time zone, found by typing a part of its name. */
function ZoneField({ field }: { field: FieldMetadata<string> }) {
  const id = useId();
  const value = field.value ?? '';
  const hint = isTimeZone(value)
    ? `${describeTimeZone(value, new Date())}`
    : 'Type the nearest large city.';
  return (
    <>
      <Line field={field} list={`${id}-zones`} spellCheck={false} hint={hint} />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} label={nameTimeZone(zone)} />
        ))}
      </datalist>
    </>
  );
}

interface ReminderFieldProps {
  field: FieldMetadata<number>;
  /** From 1. */
  place: number;
  remove: ReactNode;
}

/** How long before the session a reminder goes out, in a unit of one's own choice; the form holds minutes. */
function ReminderField({ field, place, remove }: ReminderFieldProps) {
  const minutes = useRef<HTMLInputElement>(null);
  const [given, setGiven] = useState(() => toGiven(field.initialValue));
  const { id, errors } = field;
  const named = (part: string) => ({
    'aria-label': `Reminder ${place}: ${part}`,
    'aria-invalid': Boolean(errors?.length) || undefined,
    'aria-describedby': errors?.length ? `${id}-error` : undefined,
  });

  function choose(next: typeof given): void {
    setGiven(next);
    const count = Number(next.count);
    const isNumber = next.count.trim() !== '' && Number.isFinite(count);
    if (minutes.current)
      writeValue(minutes.current, isNumber ? String(count * minuteUnits[next.unit]) : next.count);
  }

  return (
    <div>
      <div className="flex items-center gap-2">
        <input
          {...getInputProps(field, { type: 'text', ariaAttributes: false })}
          ref={minutes}
          hidden
          readOnly
        />
        <input
          {...named('how many')}
          inputMode="numeric"
          value={given.count}
          onChange={({ target }) => choose({ ...given, count: target.value })}
          className={classNames(controlClass, 'h-12 max-w-24')}
        />
        <select
          {...named('unit')}
          value={given.unit}
          onChange={({ target }) => choose({ ...given, unit: toUnit(target.value) })}
          className={classNames(controlClass, 'h-12 max-w-36')}
        >
          {units.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </select>
        <span className="text-muted">before</span>
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

const units = Object.keys(minuteUnits) as MinuteUnit[];

const toUnit = (text: string): MinuteUnit => units.find((unit) => unit === text) ?? 'minutes';

function toGiven(minutes: string | undefined): { count: string; unit: MinuteUnit } {
  const known = Number(minutes);
  if (!Number.isInteger(known) || known <= 0) return { count: minutes ?? '', unit: 'minutes' };
  const { count, unit } = splitMinutes(known);
  return { count: String(count), unit };
}
