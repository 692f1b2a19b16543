import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { SlotKit } from './slot-kit.ts';

/** Kept for the page's life: the second form has it at once. */
let loaded: SlotKit | undefined;

/**
 * The code that a choice of slots needs, most of the page's. It comes when its fields are on
 * the screen or when their form is touched. The fields themselves are there before, so that
 * nothing moves and no press is lost.
 */
export function useSlotKit(fields: RefObject<HTMLElement | null>) {
  const [kit, setKit] = useState(loaded);
  const load = useCallback(async () => {
    loaded ??= (await import('./slot-kit.ts')).slotKit;
    setKit(loaded);
  }, []);

  useEffect(() => {
    const element = fields.current;
    if (!element || loaded) return;
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
  }, [fields, load]);

  return kit;
}
