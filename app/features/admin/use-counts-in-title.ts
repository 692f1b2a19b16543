import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const signsOfAttention = ['pointerdown', 'keydown', 'wheel', 'focus'] as const;

const withoutCounts = (title: string) => title.replace(/^(?:\([\d,]+\) )?(?:\d+ new · )?/, '');

/**
 * Shows in the window's title how many leads are still to be answered, "(3) …", and after that, as
 * "2 new", how many leads and bookings have come since it was last looked at. Returns what counts
 * one of these.
 */
export function useCountsInTitle(unanswered = 0): () => void {
  const [arrivals, setArrivals] = useState(0);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page writes its title anew
  useEffect(() => {
    const waiting = unanswered > 0 ? `(${unanswered.toLocaleString('en')}) ` : '';
    const come = arrivals > 0 ? `${arrivals} new · ` : '';
    document.title = waiting + come + withoutCounts(document.title);
  }, [unanswered, arrivals, pathname]);

  useEffect(() => {
    const forget = () => setArrivals(0);
    const onVisibilityChange = () => document.visibilityState === 'visible' && forget();
    for (const sign of signsOfAttention) window.addEventListener(sign, forget, { passive: true });
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      for (const sign of signsOfAttention) window.removeEventListener(sign, forget);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      document.title = withoutCounts(document.title);
    };
  }, []);

  return useCallback(() => setArrivals((before) => before + 1), []);
}
