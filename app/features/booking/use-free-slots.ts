import { useCallback, useEffect, useMemo, useState } from 'react';
import { bookingRules, openingHours } from '#content/booking-rules.ts';
import { availabilityAnswer } from '#domain/availability.ts';
import type { Span } from '#domain/slots.ts';
import type { SlotCalendar } from './use-slot-calendar.ts';

/** What is known of a month. Unchecked: the opening hours alone, as the site did not answer. */
interface MonthSlots {
  isChecked: boolean;
  /** By date, in the visitor's zone. */
  byDate: Map<string, Date[]>;
}

/** No answer within this time counts as none, in milliseconds. */
const answerTimeoutMs = 8_000;

/** The part of a span in which sessions can be booked. */
function toBookable({ endOfBookableTime }: SlotCalendar, { from, to }: Span, now: Date): Span {
  const last = endOfBookableTime(now, bookingRules);
  return { from: from > now ? from : now, to: to < last ? to : last };
}

/** The opening slots of a span that are still to come, whoever has them. */
function listOpenSlots(slotCalendar: SlotCalendar, span: Span): Date[] {
  const now = new Date();
  const terms = { opening: openingHours, now, taken: [] };
  return slotCalendar.freeSlots(terms, toBookable(slotCalendar, span, now));
}

async function fetchFreeSlots(slotCalendar: SlotCalendar, span: Span): Promise<Date[]> {
  const { from, to } = toBookable(slotCalendar, span, new Date());
  if (from >= to) return [];
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() });
  const response = await fetch(`/api/availability?${query}`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  if (!response.ok) throw new Error(`Availability answered ${response.status}`);
  const { slots } = availabilityAnswer.parse(await response.json());
  return slots.map((slot) => new Date(slot));
}

async function readMonth(
  slotCalendar: SlotCalendar,
  date: string,
  timeZone: string,
): Promise<MonthSlots> {
  const span = slotCalendar.monthSpan(date, timeZone);
  const byDate = (slots: Date[]) =>
    Map.groupBy(slots, (slot) => slotCalendar.calendarDate(slot, timeZone));
  return fetchFreeSlots(slotCalendar, span).then(
    (slots) => ({ isChecked: true, byDate: byDate(slots) }),
    () => ({ isChecked: false, byDate: byDate(listOpenSlots(slotCalendar, span)) }),
  );
}

const monthKey = (timeZone: string, date: string) => `${timeZone} ${date.slice(0, 7)}`;

/**
 * What can be booked in the months of these dates, in a zone. Each month is asked for once.
 * When the site does not answer, the opening hours stand in: the fallback may still take a
 * booking then, and the mentor sorts it out. Asks nothing before the calendar is there.
 */
export function useFreeSlots(
  slotCalendar: SlotCalendar | undefined,
  timeZone: string,
  dates: string[],
) {
  const [months, setMonths] = useState<ReadonlyMap<string, MonthSlots>>(new Map());
  const wanted = [...new Set(dates.map((date) => `${date.slice(0, 7)}-01`))].sort().join();

  useEffect(() => {
    if (!slotCalendar) return;
    let isCurrent = true;
    for (const date of wanted.split(',')) {
      void readMonth(slotCalendar, date, timeZone).then((month) => {
        if (isCurrent) setMonths((known) => new Map(known).set(monthKey(timeZone, date), month));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [slotCalendar, timeZone, wanted]);

  /** Dates of months that were not asked for yet go by the opening hours. */
  const openDates = useMemo(() => new Map<string, boolean>(), []);
  const isBookable = (date: string): boolean => {
    const month = months.get(monthKey(timeZone, date));
    if (month) return month.byDate.has(date);
    if (!slotCalendar) return false;
    const key = `${timeZone} ${date}`;
    const known =
      openDates.get(key) ??
      listOpenSlots(slotCalendar, slotCalendar.daySpan(date, timeZone)).length > 0;
    openDates.set(key, known);
    return known;
  };

  /** Puts in what the site has just said of a date. */
  const replaceDate = useCallback(
    (date: string, slots: Date[]) =>
      setMonths((known) => {
        const key = monthKey(timeZone, date);
        const byDate = new Map(known.get(key)?.byDate);
        if (slots.length > 0) byDate.set(date, slots);
        else byDate.delete(date);
        return new Map(known).set(key, { isChecked: true, byDate });
      }),
    [timeZone],
  );

  return { find: (date: string) => months.get(monthKey(timeZone, date)), isBookable, replaceDate };
}
