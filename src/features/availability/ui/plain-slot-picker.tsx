import { showTimesButton } from '#features/availability/rules/day-times.ts';
import { formatDayOfWeek } from '#rules/calendar-day.ts';
import { describeTimeZone } from '#rules/time-zone.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { textLink } from '#ui/link.tsx';
import { useBookingRules } from './booking-rules.ts';
import type { PlainTimes, SlotPickerProps } from './slot-picker.tsx';
import { describeSlot } from './slot-text.ts';

interface PlainSlotPickerProps extends Pick<SlotPickerProps, 'ids' | 'errors'>, PlainTimes {}

/**
 * Chooses a date and a free slot without scripts: a button submits the form for the times of a date,
 * and the page comes back with everything that was typed.
 */
export function PlainSlotPicker({ ids, errors, day, date, startsAt }: PlainSlotPickerProps) {
  const rules = useBookingRules();
  const timeZone = day?.timeZone ?? rules.timeZone;
  const slots = day?.slots ?? [];
  const timeId = `plain-${ids.time}`;
  const toTimes = { name: showTimesButton, formNoValidate: true, formAction: `#${timeId}-label` };
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      {/* Enter presses the first button of a form. Without this one, that would be "Show times". */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
      <TextField
        id={`plain-${ids.date}`}
        name="date"
        type="date"
        label="Date"
        errors={errors.date}
        defaultValue={date ?? day?.date}
      />
      <Button
        type="submit"
        variant="secondary"
        value=""
        {...toTimes}
        className="justify-self-start self-start sm:mt-7"
      >
        Show times
      </Button>
      <SelectField
        id={timeId}
        name="booking_date"
        label="Time"
        errors={errors.time}
        placeholder={describeSlots(day)}
        defaultValue={startsAt && slots.includes(startsAt) ? startsAt : ''}
      >
        {slots.map((slot) => (
          <option key={slot} value={slot} translate="no">
            {describeSlot(new Date(slot), timeZone, rules)}
          </option>
        ))}
      </SelectField>
      <div className="grid justify-items-start gap-3 text-sm text-muted sm:col-span-3">
        <p>
          {`Choose a date, then show its times. They are in ${describeTimeZone(timeZone, slots[0] ?? new Date())}.`}
        </p>
        {day && !day.isChecked && (
          <p role="status">
            We couldn’t check which times are still available. If yours is taken, your mentor will
            contact you.
          </p>
        )}
        {day && slots.length === 0 && (
          <div role="status" className="flex flex-wrap items-baseline gap-x-4 gap-y-2 text-ink">
            No available times on {formatDayOfWeek(day.date)}.
            {day.nextDates.length > 0 && <span>The next available dates:</span>}
            {day.nextDates.map((next) => (
              <button
                key={next}
                type="submit"
                value={next}
                {...toTimes}
                className={`min-h-11 ${textLink}`}
              >
                {formatDayOfWeek(next)}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function describeSlots(day: PlainTimes['day']): string {
  if (!day) return 'Show the times of a date first';
  return day.slots.length === 0 ? 'No available times on this date' : 'Choose a time';
}
