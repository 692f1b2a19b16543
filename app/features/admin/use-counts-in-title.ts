import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const withoutCounts = (title: string) => title.replace(/^(?:\([\d,]+\) )?(?:\d+ new · )?/, '');

/**
 * Shows in the window's title how many leads are unanswered, and how many leads and bookings have
 * arrived since the mentor last used the page: `(3) 2 new · …`. Returns what counts an arrival.
 */
export function useCountsInTitle(unanswered = 0): () => void {
  const [arrivals, setArrivals] = useState(0);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets a title of its own
  useEffect(() => {
    const waiting = unanswered > 0 ? `(${unanswered.toLocaleString('en')}) ` : '';
    const arrived = arrivals > 0 ? `${arrivals} new · ` : '';
    document.title = waiting + arrived + withoutCounts(document.title);
  }, [unanswered, arrivals, pathname]);

  useEffect(() => {
    const leaving = new AbortController();
    for (const event of ['pointerdown', 'keydown', 'wheel', 'focus'])
      window.addEventListener(event, () => setArrivals(0), {
        passive: true,
        signal: leaving.signal,
      });
    return () => {
      leaving.abort();
      document.title = withoutCounts(document.title);
    };
  }, []);

  return useCallback(() => setArrivals((before) => before + 1), []);
}
