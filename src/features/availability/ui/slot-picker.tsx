import { CalendarDays } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DayTimes } from '#features/availability/rules/day-times.ts';
import { readDraft } from '#features/forms/ui/index.ts';
import { formatDayOfWeek, isCalendarDay } from '#rules/calendar-day.ts';
import { dayInZone, findOwnTimeZone, formatClock } from '#rules/time-zone.ts';
import { isTimeZone } from '#rules/zoned-time.ts';
import { classNames } from '#ui/class-names.ts';
import { controlClass, FieldFrame, SelectField } from '#ui/field.tsx';
import { textLink } from '#ui/link.tsx';
import { Popover } from '#ui/popover.tsx';
import { type RequestedSession, useBookingRules } from './booking-rules.ts';
import { PlainSlotPicker } from './plain-slot-picker.tsx';
import type { MonthSlots } from './slot-calendar.ts';
import { describeSlot } from './slot-text.ts';
import { useFreeSlots, useSlotCalendar } from './use-free-slots.ts';
import { ZoneChoice } from './zone-choice.tsx';

export interface SlotPickerProps {
  /** The session to book. Only times at which all of it fits can be chosen. */
  session: RequestedSession;
  /** The ids of the two fields in their form. */
  ids: { date: string; time: string };
  errors: { date?: string[] | undefined; time?: string[] | undefined };
  /** The form whose stored draft may contain an earlier choice. */
  draftId?: string;
  /** The initial time zone; the browser's own by default. */
  timeZone?: string | null;
  /** Whether the mentor chooses. Then times are in `timeZone` only. */
  isMentor?: boolean;
  /** Called with the chosen slot. */
  onChoose?: (startsAt: Date | undefined) => void;
  /** The remaining slots of the chosen date, after the chosen one turned out to be taken. */
  leftOver?: string[] | undefined;
  /** The choice without scripts; without it, the picker needs them. */
  plain?: PlainTimes;
}

/** What a form without scripts shows. */
export interface PlainTimes {
  /** The times of the date that was asked about. */
  day: DayTimes | undefined;
  /** The date and the time (ISO, UTC) that were sent. */
  date?: string | undefined;
  startsAt?: string | undefined;
  /** Whether the form was sent without scripts. Then they are not waited for. */
  isSent: boolean;
}

interface Choice {
  timeZone: string;
  /** The browser reports no usable time zone. Until one is chosen, times are in the mentor's. */
  isZoneUnknown?: boolean;
  /** The date in the visitor's time zone, or '' for none. */
  date: string;
  startsAt: Date | undefined;
  /** The chosen slot that turned out not to be free. */
  lost?: Date | undefined;
}

/** The visitor's time zone is unknown until hydration. */
const noChoice: Choice = { timeZone: 'UTC', date: '', startsAt: undefined };

function restoreChoice(
  { draftId, timeZone: given }: SlotPickerProps,
  mentorsZone: string,
  typed: Record<string, string>,
): Choice {
  const known = [given, findOwnTimeZone()].find((zone) => zone && isTimeZone(zone));
  const zone = { timeZone: known ?? mentorsZone, isZoneUnknown: !known };
  const { timeZone } = zone;
  const kept = typed.date ? typed : (draftId && readDraft(draftId)?.values) || {};
  const { booking_date = '', date = '' } = kept;
  const now = new Date();
  const startsAt = new Date(booking_date);
  // The date may have been changed after the time was chosen. Typed times are on another clock.
  const day = startsAt > now ? dayInZone(startsAt, timeZone) : '';
  if (day && (day === date || typed.booking_date)) return { ...zone, date: day, startsAt };
  return {
    ...noChoice,
    ...zone,
    date: isCalendarDay(date) && date >= dayInZone(now, timeZone) ? date : '',
  };
}

/** Lets a visitor choose a time zone, a date and a free slot. */
export function SlotPicker(props: SlotPickerProps) {
  const { session, ids, errors, leftOver, isMentor = false, onChoose, plain } = props;
  const rules = useBookingRules();
  const plainRef = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const fieldsRef = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState<Choice>();
  const [shownMonth, setShownMonth] = useState('');
  const [isCalendarOpen, setIsCalendarOpen] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  const closeCalendar = useCallback(() => setIsCalendarOpen(false), []);
  // After a failure the calendar is closed: the next touch may load it before its press opens it.
  const { slotCalendar, hasFailed } = useSlotCalendar(
    fieldsRef,
    isCalendarOpen || Boolean(choice?.date),
    closeCalendar,
  );

  // In an effect, because the server knows neither the draft nor the visitor's time zone. Before the
  // paint, because it replaces the fields for browsers without scripts.
  const restore = useEffectEvent(() => {
    hadFocus.current = plainRef.current?.contains(document.activeElement) === true;
    setChoice(restoreChoice(props, rules.timeZone, readTyped(plainRef.current)));
  });
  useLayoutEffect(() => restore(), []);
  const isReady = choice !== undefined;
  useEffect(() => {
    if (isReady && hadFocus.current) document.getElementById(`${ids.date}-button`)?.focus();
  }, [isReady, ids.date]);

  const { timeZone, isZoneUnknown = false, date, startsAt, lost } = choice ?? noChoice;
  /** A new choice clears the lost one. */
  const choose = (change: Partial<Choice>) =>
    setChoice({ timeZone, isZoneUnknown, date, startsAt, ...change });
  const today = dayInZone(new Date(), timeZone);
  const asked = shownMonth || date;
  const nextMonth = asked
    ? undefined
    : slotCalendar?.findNextMonth(today, timeZone, rules, session);
  const { findMonth, replaceDate } = useFreeSlots(
    choice && slotCalendar,
    timeZone,
    [asked || today, nextMonth || date || asked || today],
    session,
  );
  // Extra hours may still be free this month.
  const isOver = nextMonth && !hasTimes(findMonth(today));
  const shown = asked || (isOver ? nextMonth : today);

  const month = date ? findMonth(date) : undefined;
  const slots = month?.byDate.get(date) ?? [];
  const isAnswered = month !== undefined && month.source !== 'asking';
  const isFree = (slot: Date) => slots.some((free) => free.getTime() === slot.getTime());
  if (startsAt && isAnswered && !isFree(startsAt)) choose({ startsAt: undefined, lost: startsAt });
  // Going back to the former session restores the time.
  if (lost && isAnswered && isFree(lost)) choose({ startsAt: lost });

  // Applies to the date that was sent, which is still the chosen one when the response arrives.
  const applyLeftOver = useEffectEvent((left: string[]) => {
    if (date) replaceDate(date, left);
  });
  useEffect(() => {
    if (leftOver) applyLeftOver(leftOver);
  }, [leftOver]);

  const reportChoice = useEffectEvent((chosen: Date | undefined) => onChoose?.(chosen));
  useEffect(() => reportChoice(startsAt), [startsAt]);

  function pickDate(picked: string) {
    // Synchronous, so that the form reads the new date when it handles the event below.
    flushSync(() => choose({ date: picked, startsAt: undefined }));
    setIsCalendarOpen(false);
    document.getElementById(ids.date)?.dispatchEvent(new Event('input', { bubbles: true }));
    document.getElementById(`${ids.date}-button`)?.focus();
  }

  function pickZone(picked: string) {
    choose({
      timeZone: picked,
      isZoneUnknown: false,
      date: startsAt ? dayInZone(startsAt, picked) : date,
    });
    setShownMonth('');
  }

  function describeTimes(): string {
    if (!date) return 'Pick a date first';
    if (hasFailed) return 'The times didn’t load';
    if (!isAnswered) return 'Loading times...';
    return slots.length === 0 ? 'No available times on this date' : 'Choose a time';
  }

  const offered = isAnswered ? slots : startsAt ? [startsAt] : [];
  // The mentor's form only validates the instant. Without a date, the date is what is missing.
  const isDateMissing = isMentor && !date && Boolean(errors.time?.length);
  const wrong = isDateMissing ? { date: ['A date is required.'], time: undefined } : errors;
  return (
    <>
      {plain && !choice && (
        <div ref={plainRef} className={plain.isSent ? 'contents' : 'hidden plain:contents'}>
          <PlainSlotPicker ids={ids} errors={errors} {...plain} />
        </div>
      )}
      <div
        ref={fieldsRef}
        className={classNames(
          'gap-x-6 gap-y-6',
          plain && !choice ? (plain.isSent ? 'hidden' : 'grid plain:hidden') : 'grid',
          isMentor ? 'sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'sm:grid-cols-2',
        )}
      >
        <Popover
          // If pressed before the calendar has loaded, it opens once it has.
          isOpen={isCalendarOpen && slotCalendar !== undefined}
          onClose={closeCalendar}
          label="Choose a date"
          trigger={
            <DateField
              id={ids.date}
              errors={wrong.date}
              date={choice?.date}
              isCalendarOpen={isCalendarOpen && slotCalendar !== undefined}
              onPress={() => {
                setWasPressed(true);
                setShownMonth('');
                // Without its code, it is not shown yet: another press still opens it.
                setIsCalendarOpen(!isCalendarOpen || !slotCalendar);
              }}
            />
          }
        >
          {slotCalendar && (
            <div translate="no">
              <slotCalendar.Calendar
                selected={date}
                onSelect={pickDate}
                month={shown}
                onMonthChange={setShownMonth}
                today={today}
                last={slotCalendar.lastBookableDate(timeZone, rules, session)}
                isDisabled={(day) => !findMonth(day)?.byDate.get(day)?.length}
              />
            </div>
          )}
          <p role="status" className="px-1 pt-3 text-sm text-muted empty:hidden">
            {slotCalendar?.describeNoTimes(findMonth(shown), session)}
          </p>
        </Popover>
        <SelectField
          id={ids.time}
          name="booking_date"
          label="Time"
          errors={wrong.time}
          placeholder={describeTimes()}
          value={startsAt?.toISOString() ?? ''}
          onChange={({ target }) =>
            choose({ startsAt: target.value ? new Date(target.value) : undefined })
          }
          disabled={offered.length === 0}
        >
          {offered.map((free) => (
            <option key={free.getTime()} value={free.toISOString()} translate="no">
              {isMentor ? formatClock(free, timeZone) : describeSlot(free, timeZone, rules)}
            </option>
          ))}
        </SelectField>
        <p role="status" className="-mt-3 text-sm font-medium text-gold empty:hidden sm:col-span-2">
          {lost &&
            isAnswered &&
            !errors.time?.length &&
            slotCalendar?.describeLostTime(lost, session.minutes, timeZone, isMentor)}
        </p>
        <p
          role="status"
          className="-mt-3 text-sm font-medium text-danger empty:hidden sm:col-span-2"
        >
          {hasFailed && (wasPressed || date) && (
            <span>
              The calendar didn’t load. Check your connection and press the date again
              {!isMentor && (
                <>
                  , or{' '}
                  <a href="/contact" className={textLink}>
                    write to us
                  </a>
                </>
              )}
              .
            </span>
          )}
        </p>
        {!isMentor && (
          <div className="-mt-3 min-h-12 text-sm text-muted sm:col-span-2 sm:min-h-6">
            {choice ? (
              <ZoneChoice
                timeZone={timeZone}
                isUnknown={isZoneUnknown}
                at={startsAt ?? slots[0] ?? new Date()}
                onChange={pickZone}
              />
            ) : (
              <p>Times are shown in your own time zone.</p>
            )}
            {month?.source === 'opening hours' && (
              <p role="status" className="mt-1">
                We couldn’t check which times are still available. If yours is taken, your mentor
                will contact you.
              </p>
            )}
          </div>
        )}
        {/* The mentor's zone is known. Sending it would count as an unsaved change. */}
        {choice && !isMentor && !isZoneUnknown && (
          <input type="hidden" name="time_zone" value={timeZone} />
        )}
      </div>
    </>
  );
}

/** Returns what was chosen before the scripts arrived, by the names of the fields. */
const readTyped = (fields: HTMLElement | null): Record<string, string> =>
  Object.fromEntries(
    [
      ...(fields?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? []),
    ].map(({ name, value }) => [name, value]),
  );

const hasTimes = (month: MonthSlots | undefined) =>
  month !== undefined && [...month.byDate.values()].some((slots) => slots.length > 0);

interface DateFieldProps {
  id: string;
  errors: string[] | undefined;
  /** '' for none. Undefined before hydration, so that it does not overwrite a draft. */
  date: string | undefined;
  isCalendarOpen: boolean;
  onPress: () => void;
}

function DateField({ id, errors, date, isCalendarOpen, onPress }: DateFieldProps) {
  const buttonId = `${id}-button`;
  const isInvalid = Boolean(errors?.length);
  return (
    <FieldFrame id={id} controlId={buttonId} label="Date" errors={errors}>
      <button
        type="button"
        id={buttonId}
        aria-haspopup="dialog"
        aria-expanded={isCalendarOpen}
        aria-labelledby={`${id}-label ${buttonId}`}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onClick={onPress}
        className={classNames(
          controlClass,
          'flex h-12 items-center justify-between gap-3 text-left',
          isInvalid && 'border-danger',
        )}
      >
        <span
          translate={date ? 'no' : undefined}
          className={classNames('truncate', !date && 'text-muted')}
        >
          {date ? formatDayOfWeek(date) : 'Pick a date'}
        </span>
        <CalendarDays className="size-4.5 shrink-0 text-gold" />
      </button>
      {/* The field that is submitted. If it gets the focus because of an error, it passes it to the
          button. */}
      <input
        id={id}
        name="date"
        value={date ?? ''}
        readOnly
        disabled={date === undefined}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
        onFocus={() => document.getElementById(buttonId)?.focus()}
      />
    </FieldFrame>
  );
}
