import { useEffect, useEffectEvent } from 'react';

/** A single return can fire two events. In milliseconds. */
const oneReturnMs = 1_000;

/** Calls `onReturn` when the visitor returns to the page from another tab or window. */
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
