import { useCallback, useEffect, useMemo, useState } from 'react';
import { bookingDesk, openingHours } from '#content/booking-desk.ts';
import { availabilityAnswer } from '#domain/availability.ts';
import type { Span } from '#domain/slots.ts';
import type { SlotKit } from './slot-kit.ts';

/** What is known of a month. Unchecked: the opening hours alone, as the site did not answer. */
interface MonthSlots {
  isChecked: boolean;
  /** By date, in the visitor's zone. */
  byDate: Map<string, Date[]>;
}

/** No answer within this time counts as none, in milliseconds. */
const answerTimeoutMs = 8_000;

/** The part of a span in which sessions can be booked. */
function toBookable({ endOfBookableTime }: SlotKit, { from, to }: Span, now: Date): Span {
  const last = endOfBookableTime(now, bookingDesk);
  return { from: from > now ? from : now, to: to < last ? to : last };
}

/** The opening slots of a span that are still to come, whoever has them. */
function listOpenSlots(kit: SlotKit, span: Span): Date[] {
  const now = new Date();
  const terms = { opening: openingHours, now, taken: [] };
  return kit.freeSlots(terms, toBookable(kit, span, now));
}

async function fetchFreeSlots(kit: SlotKit, span: Span): Promise<Date[]> {
  const { from, to } = toBookable(kit, span, new Date());
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

async function readMonth(kit: SlotKit, date: string, timeZone: string): Promise<MonthSlots> {
  const span = kit.monthSpan(date, timeZone);
  const byDate = (slots: Date[]) => Map.groupBy(slots, (slot) => kit.calendarDate(slot, timeZone));
  return fetchFreeSlots(kit, span).then(
    (slots) => ({ isChecked: true, byDate: byDate(slots) }),
    () => ({ isChecked: false, byDate: byDate(listOpenSlots(kit, span)) }),
  );
}

const monthKey = (timeZone: string, date: string) => `${timeZone} ${date.slice(0, 7)}`;

/**
 * What can be booked in the months of these dates, in a zone. Each month is asked for once.
 * When the site does not answer, the opening hours stand in: the fallback may still take a
 * booking then, and the mentor sorts it out. Asks nothing before the kit is there.
 */
export function useFreeSlots(kit: SlotKit | undefined, timeZone: string, dates: string[]) {
  const [months, setMonths] = useState<ReadonlyMap<string, MonthSlots>>(new Map());
  const wanted = [...new Set(dates.map((date) => `${date.slice(0, 7)}-01`))].sort().join();

  useEffect(() => {
    if (!kit) return;
    let isCurrent = true;
    for (const date of wanted.split(',')) {
      void readMonth(kit, date, timeZone).then((month) => {
        if (isCurrent) setMonths((known) => new Map(known).set(monthKey(timeZone, date), month));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [kit, timeZone, wanted]);

  /** Dates of months that were not asked for yet go by the opening hours. */
  const openDates = useMemo(() => new Map<string, boolean>(), []);
  const isBookable = (date: string): boolean => {
    const month = months.get(monthKey(timeZone, date));
    if (month) return month.byDate.has(date);
    if (!kit) return false;
    const key = `${timeZone} ${date}`;
    const known = openDates.get(key) ?? listOpenSlots(kit, kit.daySpan(date, timeZone)).length > 0;
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
