import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useReturn } from '#ui/use-return.ts';
import { type RequestedSession, useBookingRules } from './booking-rules.ts';
import type { MonthSlots } from './slot-calendar.ts';

type SlotCalendar = typeof import('./slot-calendar.ts');

/** Loaded once per page. */
let loaded: SlotCalendar | undefined;

/**
 * Loads the code for choosing slots, a quarter of the page's code. Loads it when the form is first
 * touched, or immediately if `isWanted`. `slotCalendar` is undefined until then. If loading fails, the
 * next touch tries again, and so does the browser when it is online again. `onFailed`, if there is one, has to be stable.
 */
export function useSlotCalendar(
  fields: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onFailed?: () => void,
): { slotCalendar: SlotCalendar | undefined; hasFailed: boolean } {
  const [slotCalendar, setSlotCalendar] = useState(loaded);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const element = fields.current;
    if (!element || loaded) return;
    const load = () =>
      import('./slot-calendar.ts').then(
        (module) => {
          loaded = module;
          setSlotCalendar(module);
          setHasFailed(false);
        },
        () => {
          setHasFailed(true);
          onFailed?.();
        },
      );
    const form = element.closest('form');
    if (isWanted || form?.contains(document.activeElement)) void load();
    const touches = ['focusin', 'pointerover', 'pointerdown'];
    for (const touch of touches) form?.addEventListener(touch, load);
    window.addEventListener('online', load);
    return () => {
      for (const touch of touches) form?.removeEventListener(touch, load);
      window.removeEventListener('online', load);
    };
  }, [fields, isWanted, onFailed]);
  return { slotCalendar, hasFailed };
}

const keyOf = (timeZone: string, month: string, session: RequestedSession) =>
  `${timeZone} ${month} ${JSON.stringify(session)}`;

/**
 * Fetches when a session can be booked in the months of these dates, and again when the visitor
 * returns to the page. Until the response arrives, or if there is none, it uses the opening hours,
 * as the fallback may still accept a booking.
 */
export function useFreeSlots(
  slotCalendar: SlotCalendar | undefined,
  timeZone: string,
  dates: string[],
  asked: RequestedSession,
) {
  const rules = useBookingRules();
  const text = JSON.stringify(asked);
  const session = useMemo((): RequestedSession => JSON.parse(text), [text]);
  const [answered, setAnswered] = useState<ReadonlyMap<string, MonthSlots>>(new Map());
  const [open] = useState(() => new Map<string, MonthSlots>());
  const [returns, setReturns] = useState(0);
  useReturn(() => {
    open.clear();
    setReturns((count) => count + 1);
  });
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))].sort().join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each return asks again
  useEffect(() => {
    if (!slotCalendar) return;
    let isCurrent = true;
    for (const month of months.split(',')) {
      const key = keyOf(timeZone, month, session);
      void slotCalendar.fetchMonth(month, timeZone, rules, session).then((slots) => {
        if (isCurrent) setAnswered((known) => new Map(known).set(key, slots));
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [slotCalendar, timeZone, months, rules, session, returns]);

  function findMonth(date: string): MonthSlots | undefined {
    const month = date.slice(0, 7);
    const key = keyOf(timeZone, month, session);
    const known = answered.get(key) ?? open.get(key);
    if (known || !slotCalendar) return known;
    const opened = slotCalendar.openMonth(month, timeZone, rules, session);
    open.set(key, opened);
    return opened;
  }

  /** Replaces the slots of a date with those of a newer response. */
  function replaceDate(date: string, slots: string[]): void {
    const key = keyOf(timeZone, date.slice(0, 7), session);
    const starts = slots.map((slot) => new Date(slot));
    setAnswered((known) => {
      const byDate = new Map(known.get(key)?.byDate).set(date, starts);
      return new Map(known).set(key, { source: 'site', byDate });
    });
  }

  return { findMonth, replaceDate };
}
