import { useEffect, useEffectEvent } from 'react';

/** A return can fire two events in a row. */
const oneReturnMs = 1_000;

/** Calls back when the visitor comes back to the page: from another tab or window, or after a night. */
export function useReturn(onReturn: () => void): void {
  const callBack = useEffectEvent(onReturn);
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < oneReturnMs) return;
      last = Date.now();
      callBack();
    };
    const leaving = new AbortController();
    document.addEventListener('visibilitychange', look, { signal: leaving.signal });
    window.addEventListener('focus', look, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
}
