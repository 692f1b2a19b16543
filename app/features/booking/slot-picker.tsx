import { useCallback, useEffect, useRef, useState } from 'react';
import { bookingRules } from '#content/booking-rules.ts';
import { formatLongDate, isTimeZone } from '#domain/time-zone.ts';
import { readDraft } from '../forms/draft.ts';
import { type SlotErrors, type SlotFieldIds, SlotFields } from './slot-fields.tsx';
import { describeSlot } from './slot-text.ts';
import { useFreeSlots } from './use-free-slots.ts';
import { type SlotCalendar, useSlotCalendar } from './use-slot-calendar.ts';
import { ZoneChoice } from './zone-choice.tsx';

interface SlotPickerProps {
  ids: SlotFieldIds;
  errors: SlotErrors;
  /** The form whose kept draft may hold a choice made before. */
  draftId?: string;
  /** The zone to begin with; the browser's own unless given. */
  timeZone?: string | null;
  /** What is left of the chosen date, after the chosen slot turned out to be taken. */
  leftOver?: string[] | undefined;
}

interface Choice {
  timeZone: string;
  /** The visitor's date, or '' for none. */
  date: string;
  startsAt: Date | undefined;
}

/** Before the page is alive nobody knows where its visitor is. */
const noChoice: Choice = { timeZone: 'UTC', date: '', startsAt: undefined };

function begin(
  { calendarDate }: SlotCalendar,
  { draftId, timeZone: given }: SlotPickerProps,
): Choice {
  const timeZone =
    given && isTimeZone(given) ? given : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { booking_date = '', date = '' } = (draftId && readDraft(draftId)?.values) || {};
  const now = new Date();
  const startsAt = new Date(booking_date);
  // The date may have been changed after the time was chosen.
  if (date && startsAt > now && calendarDate(startsAt, timeZone) === date)
    return { timeZone, date, startsAt };
  return { ...noChoice, timeZone, date: date >= calendarDate(now, timeZone) ? date : '' };
}

/** The middle of a date: no clock change comes near it. */
function noon({ daySpan }: SlotCalendar, date: string, timeZone: string): Date {
  const { from, to } = daySpan(date, timeZone);
  return new Date((from.getTime() + to.getTime()) / 2);
}

/** Lets a visitor choose a free slot: their zone, a date of their own calendar, a time on it. */
export function SlotPicker(props: SlotPickerProps) {
  const { ids, errors, leftOver } = props;
  const fieldsRef = useRef<HTMLDivElement>(null);
  const slotCalendar = useSlotCalendar(fieldsRef);
  const [begun, setBegun] = useState<{ slotCalendar: SlotCalendar; choice: Choice }>();
  const [shownMonth, setShownMonth] = useState('');
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const closeCalendar = useCallback(() => setIsCalendarOpen(false), []);

  // Not while rendering: what was kept and where the visitor is, only the browser knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later props change no choice
  useEffect(() => {
    if (slotCalendar) setBegun({ slotCalendar, choice: begin(slotCalendar, props) });
  }, [slotCalendar]);

  const { timeZone, date, startsAt } = begun?.choice ?? noChoice;
  const choose = (choice: Choice) => begun && setBegun({ ...begun, choice });
  const today = begun?.slotCalendar.calendarDate(new Date(), timeZone) ?? '';
  const shown = shownMonth || date || today;
  const { find, isBookable, replaceDate } = useFreeSlots(begun?.slotCalendar, timeZone, [
    shown,
    date || shown,
  ]);

  const month = date ? find(date) : undefined;
  const slots = month?.byDate.get(date) ?? [];
  const isGone = startsAt && month && !slots.some((free) => free.getTime() === startsAt.getTime());
  if (isGone) choose({ timeZone, date, startsAt: undefined });

  // The slot was taken: what the site said of that date counts from here on.
  const [handled, setHandled] = useState(leftOver);
  if (leftOver !== handled) {
    setHandled(leftOver);
    if (leftOver && date) {
      replaceDate(
        date,
        leftOver.map((free) => new Date(free)),
      );
      choose({ timeZone, date, startsAt: undefined });
    }
  }

  const tellForm = useTellForm(ids.date, date);

  function pickDate(picked: string) {
    choose({ timeZone, date: picked, startsAt: undefined });
    setIsCalendarOpen(false);
    tellForm();
    document.getElementById(`${ids.date}-button`)?.focus();
  }

  function pickZone({ calendarDate }: SlotCalendar, picked: string) {
    const pickedDate = startsAt ? calendarDate(startsAt, picked) : date;
    choose({ timeZone: picked, startsAt, date: pickedDate });
    setShownMonth('');
  }

  function describeTimes(): string {
    if (!date) return 'Pick a date first';
    if (!month) return 'Loading times...';
    return slots.length === 0 ? 'No free times on this date' : 'Choose a time';
  }

  const shownSlots = month ? slots : startsAt ? [startsAt] : [];
  const live = begun && {
    date,
    dateText: date ? formatLongDate(noon(begun.slotCalendar, date, timeZone), timeZone) : undefined,
    time: startsAt && !isGone ? startsAt.toISOString() : '',
    times: shownSlots.map((free) => ({
      value: free.toISOString(),
      text: describeSlot(free, timeZone),
    })),
    timePlaceholder: describeTimes(),
    onPickTime: (picked: string) =>
      choose({ timeZone, date, startsAt: picked ? new Date(picked) : undefined }),
    calendar: (
      <begun.slotCalendar.Calendar
        selected={date || undefined}
        onSelect={pickDate}
        month={shown}
        onMonthChange={setShownMonth}
        today={today}
        first={today}
        last={begun.slotCalendar.calendarDate(
          begun.slotCalendar.endOfBookableTime(new Date(), bookingRules),
          timeZone,
        )}
        isDisabled={(day) => !isBookable(day)}
      />
    ),
  };

  return (
    <div ref={fieldsRef}>
      <SlotFields
        ids={ids}
        errors={errors}
        isCalendarOpen={isCalendarOpen}
        onToggleCalendar={() => {
          setShownMonth('');
          setIsCalendarOpen(!isCalendarOpen);
        }}
        onCloseCalendar={closeCalendar}
        live={live}
        note={
          begun ? (
            <>
              <ZoneChoice
                timeZone={timeZone}
                at={date ? noon(begun.slotCalendar, date, timeZone) : new Date()}
                onChange={(picked) => pickZone(begun.slotCalendar, picked)}
              />
              {month?.isChecked === false && (
                <p role="status" className="mt-1">
                  We could not check which times are still free. Should yours be taken, the mentor
                  will write to you.
                </p>
              )}
            </>
          ) : (
            <p>Times are shown in your own time zone.</p>
          )
        }
      />
      {begun && <input type="hidden" name="time_zone" value={timeZone} />}
    </div>
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
