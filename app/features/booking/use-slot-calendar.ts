import { type RefObject, useEffect, useState } from 'react';

export type SlotCalendar = typeof import('./slot-calendar.ts');

/** Kept for the page's life: the second form has it at once. */
let loaded: SlotCalendar | undefined;

/**
 * The code that a choice of slots needs, most of the page's. It comes when its fields are on
 * the screen or when their form is touched. The fields themselves are there before, so that
 * nothing moves and no press is lost.
 */
export function useSlotCalendar(fields: RefObject<HTMLElement | null>): SlotCalendar | undefined {
  const [slotCalendar, setSlotCalendar] = useState(loaded);

  useEffect(() => {
    const element = fields.current;
    if (!element || loaded) return;
    async function load() {
      loaded ??= await import('./slot-calendar.ts');
      setSlotCalendar(loaded);
    }
    const start = () => {
      // Without an answer the next touch tries again.
      load().catch(() => {});
    };
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && start());
    observer.observe(element);
    const form = element.closest('form');
    form?.addEventListener('focusin', start);
    return () => {
      observer.disconnect();
      form?.removeEventListener('focusin', start);
    };
  }, [fields]);

  return slotCalendar;
}
