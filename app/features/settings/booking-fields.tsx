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
        about="Tap the hours at which a session may begin. Visitors see them on their own clock. Single days off and extra hours are set in the calendar of your bookings."
      >
        <OpeningHoursField field={fields.openingHours} />
        <div className="grid gap-5 sm:grid-cols-2">
          <ZoneField field={fields.timeZone} />
          <Line
            field={fields.timeZoneLabel}
            placeholder="SAST"
            hint="Stands beside times, on pages and in mails."
          />
        </div>
      </Group>
      <Group title="Rules">
        <div className="grid gap-5 sm:grid-cols-2">
          <Line
            field={fields.bookableDays}
            inputMode="numeric"
            hint="Nobody can book later than that."
          />
          <Line
            field={fields.leastNoticeHours}
            inputMode="numeric"
            hint="Nobody can book a session sooner than that. 0: up to its start."
          />
          <Line
            field={fields.changeCutOffHours}
            inputMode="numeric"
            hint="Until then visitors can move or cancel a session by themselves."
          />
        </div>
        <p className="text-sm text-muted">
          How long each kind of session is, you set under{' '}
          <Link to="/admin/settings/offers" className={textLink}>
            Offers
          </Link>
          .
        </p>
      </Group>
      <Group
        title="Reminders"
        about="Mails to whoever has booked, so long before the session. Their words are under Texts."
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
        title="How a session is joined"
        about="A link or a number for each way to meet. It stands in the confirmation, in the calendar entry, in the reminders and on the private page of the booking. Where nothing is given, only the way to meet is named; for a single booking you can give another one in its card."
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
    ? `It is ${describeTimeZone(value, new Date())}.`
    : 'Type the name of the next large city.';
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
          Please give a time from 5 minutes to 14 days.
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
