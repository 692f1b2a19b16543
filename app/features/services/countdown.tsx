import { useEffect, useState } from 'react';
import { formatCountdown, untilNextSecond } from '#domain/sale.ts';

interface CountdownProps {
  /** In epoch milliseconds; nothing keeps its place without showing a time. */
  endsAt: number | null;
  /** Called once when the end is reached, and at once when it has passed. */
  onEnd: () => void;
}

/**
 * The time that is left, as HH:MM:SS. It reads the clock at every second, so it is right
 * after the tab has slept; and it looks at once when the tab is seen again.
 */
export function Countdown({ endsAt, onEnd }: CountdownProps) {
  const [remaining, setRemaining] = useState<number | null>(null);

  useEffect(() => {
    if (endsAt === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const left = endsAt - Date.now();
      setRemaining(left);
      if (left > 0) timer = setTimeout(look, untilNextSecond(left));
      else onEnd();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [endsAt, onEnd]);

  return (
    <p role="timer" className="text-sm text-muted noscript:hidden">
      Sale ends in{' '}
      <span className={remaining === null ? 'invisible' : 'font-semibold text-ink'}>
        {formatCountdown(remaining ?? 0)}
      </span>
    </p>
  );
}
