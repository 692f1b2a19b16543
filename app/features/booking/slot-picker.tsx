import { useCallback, useEffect, useRef, useState } from 'react';
import { Calendar } from '#app/ui/calendar.tsx';
import { bookingDesk } from '#content/booking-desk.ts';
import { endOfBookableTime } from '#domain/booking-rules.ts';
import { calendarDate, daySpan } from '#domain/slots.ts';
import { formatLongDate, isTimeZone } from '#domain/time-zone.ts';
import { readDraft } from '../forms/draft.ts';
import { type SlotErrors, type SlotFieldIds, SlotFields } from './slot-fields.tsx';
import { describeSlot } from './slot-text.ts';
import { useFreeSlots } from './use-free-slots.ts';
import { ZoneChoice } from './zone-choice.tsx';

export interface SlotPickerProps {
  ids: SlotFieldIds;
  errors: SlotErrors;
  /** The form whose kept draft may hold a choice made before. */
  draftId?: string;
  /** The zone to begin with; the browser's own unless given. */
  timeZone?: string | null;
  /** What is left of the chosen date, after the chosen slot turned out to be taken. */
  leftOver?: string[] | undefined;
  /** Whether the calendar was asked for before it was there. */
  isOpenAtFirst?: boolean;
}

interface Choice {
  timeZone: string;
  /** The visitor's date, or '' for none. */
  date: string;
  /** The chosen instant, or '' for none. */
  slot: string;
}

function begin({ draftId, timeZone: given }: SlotPickerProps): Choice {
  const timeZone =
    given && isTimeZone(given) ? given : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { booking_date: slot = '', date = '' } = (draftId && readDraft(draftId)?.values) || {};
  const now = new Date();
  const isSlotKept = Boolean(slot && date) && new Date(slot) > now;
  // The date may have been changed after the slot was chosen.
  if (isSlotKept && calendarDate(new Date(slot), timeZone) === date)
    return { timeZone, slot, date };
  return { timeZone, slot: '', date: date >= calendarDate(now, timeZone) ? date : '' };
}

const noon = (date: string, timeZone: string) =>
  new Date((daySpan(date, timeZone).from.getTime() + daySpan(date, timeZone).to.getTime()) / 2);

/** Lets a visitor choose a free slot: their zone, a date of their own calendar, a time on it. */
export default function SlotPicker(props: SlotPickerProps) {
  const { ids, errors, leftOver } = props;
  const [choice, setChoice] = useState(() => begin(props));
  const { timeZone, date, slot } = choice;
  const today = calendarDate(new Date(), timeZone);
  const [shown, setShown] = useState(date || today);
  const [isCalendarOpen, setIsCalendarOpen] = useState(props.isOpenAtFirst ?? false);
  const closeCalendar = useCallback(() => setIsCalendarOpen(false), []);
  const { find, isBookable, replaceDate } = useFreeSlots(timeZone, [shown, date || shown]);

  const month = date ? find(date) : undefined;
  const slots = month?.byDate.get(date) ?? [];
  const isGone = Boolean(slot && month && !slots.some((free) => free.toISOString() === slot));
  if (isGone) setChoice({ ...choice, slot: '' });

  // The slot was taken: what the site said of that date counts from here on.
  const [handled, setHandled] = useState(leftOver);
  if (leftOver !== handled) {
    setHandled(leftOver);
    if (leftOver && date) {
      replaceDate(
        date,
        leftOver.map((free) => new Date(free)),
      );
      setChoice({ ...choice, slot: '' });
    }
  }

  const tellForm = useTellForm(ids.date, date);

  function pickDate(picked: string) {
    setChoice({ timeZone, date: picked, slot: '' });
    setIsCalendarOpen(false);
    tellForm();
    // On to the next field; the choice of times may have to load first.
    document.getElementById(`${ids.date}-button`)?.focus();
  }

  function pickZone(picked: string) {
    const moved = slot ? calendarDate(new Date(slot), picked) : date;
    setChoice({ timeZone: picked, date: moved, slot });
    setShown(moved || calendarDate(new Date(), picked));
  }

  const placeholder = !date
    ? 'Pick a date first'
    : !month
      ? 'Loading times...'
      : slots.length === 0
        ? 'No free times on this date'
        : 'Choose a time';
  const shownSlots = month ? slots : slot ? [new Date(slot)] : [];

  return (
    <>
      <SlotFields
        ids={ids}
        errors={errors}
        onToggleCalendar={() => {
          setShown(date || shown);
          setIsCalendarOpen(!isCalendarOpen);
        }}
        live={{
          date,
          dateText: date ? formatLongDate(noon(date, timeZone), timeZone) : undefined,
          slot: isGone ? '' : slot,
          slots: shownSlots.map((free) => ({
            value: free.toISOString(),
            text: describeSlot(free, timeZone),
          })),
          timePlaceholder: placeholder,
          isCalendarOpen,
          onCloseCalendar: closeCalendar,
          onPickTime: (picked) => setChoice({ ...choice, slot: picked }),
          calendar: (
            <Calendar
              selected={date || undefined}
              onSelect={pickDate}
              month={shown}
              onMonthChange={setShown}
              today={today}
              first={today}
              last={calendarDate(endOfBookableTime(new Date(), bookingDesk), timeZone)}
              isDisabled={(day) => !isBookable(day)}
            />
          ),
        }}
        note={
          <>
            <ZoneChoice
              timeZone={timeZone}
              at={date ? noon(date, timeZone) : new Date()}
              onChange={pickZone}
            />
            {month?.isChecked === false && (
              <p role="status" className="mt-1">
                We could not check which times are still free. Should yours be taken, the mentor
                will write to you.
              </p>
            )}
          </>
        }
      />
      <input type="hidden" name="time_zone" value={timeZone} />
    </>
  );
}

/** Lets the form know, as if it had been typed, once a new date stands in its field. */
function useTellForm(fieldId: string, date: string): () => void {
  const isPending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the date is what it waits for
  useEffect(() => {
    if (!isPending.current) return;
    isPending.current = false;
    const field = document.getElementById(fieldId);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [fieldId, date]);
  return () => {
    isPending.current = true;
  };
}
