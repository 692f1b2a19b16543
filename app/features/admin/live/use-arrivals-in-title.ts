import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Change } from '#domain/change.ts';

/** What somebody does who looks at the page. */
const signsOfAttention = ['pointerdown', 'keydown', 'wheel', 'focus'] as const;

const counted = new Set(['leads', 'bookings']);

/** Shows in the window's title how many leads and bookings have come since it was last looked at. */
export function useArrivalsInTitle(): (told: Change) => void {
  const [arrivals, setArrivals] = useState(0);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page writes its title anew
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = arrivals > 0 ? `(${arrivals}) ${title}` : title;
  }, [arrivals, pathname]);

  useEffect(() => {
    const forget = () => setArrivals(0);
    const onVisibilityChange = () => document.visibilityState === 'visible' && forget();
    for (const sign of signsOfAttention) window.addEventListener(sign, forget, { passive: true });
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      for (const sign of signsOfAttention) window.removeEventListener(sign, forget);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      document.title = document.title.replace(/^\(\d+\) /, '');
    };
  }, []);

  return useCallback(({ table, kind }) => {
    if (kind === 'insert' && counted.has(table)) setArrivals((before) => before + 1);
  }, []);
}
