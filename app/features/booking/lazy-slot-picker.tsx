import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SlotFields } from './slot-fields.tsx';
import type { SlotPickerProps } from './slot-picker.tsx';

/** The calendar and the rules of time zones are most of the page's code: they come when needed. */
const SlotPicker = lazy(() => import('./slot-picker.tsx'));

/** How far below the screen it begins to load. */
const margin = '300px';

/** The choice of a slot. Until it is near the screen, or touched, its fields hold their place. */
export function LazySlotPicker(props: SlotPickerProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isNeeded, setIsNeeded] = useState(false);
  const [isCalendarAwaited, setIsCalendarAwaited] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const load = () => setIsNeeded(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: margin,
    });
    observer.observe(element);
    const form = element.closest('form');
    form?.addEventListener('focusin', load, { once: true });
    return () => {
      observer.disconnect();
      form?.removeEventListener('focusin', load);
    };
  }, []);
  const placeholder = (
    <SlotFields
      ids={props.ids}
      errors={props.errors}
      onToggleCalendar={() => {
        setIsNeeded(true);
        setIsCalendarAwaited(!isCalendarAwaited);
      }}
      note={<p>Times are shown in your own time zone.</p>}
    />
  );
  return (
    <div ref={ref}>
      {isNeeded ? (
        <Suspense fallback={placeholder}>
          <SlotPicker {...props} isOpenAtFirst={isCalendarAwaited} />
        </Suspense>
      ) : (
        placeholder
      )}
    </div>
  );
}
