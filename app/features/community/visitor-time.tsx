import { useEffect, useState } from 'react';
import { site } from '#content/site.ts';

/**
 * An instant (ISO 8601) on the visitor's own clock, beside the mentor's. Only the
 * browser knows the visitor's zone, so it appears once the page is alive, and only
 * where the two clocks differ.
 */
export function VisitorTime({ instant }: { instant: string }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const at = new Date(instant);
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(undefined, options).format(at);
    const clock = { dateStyle: 'short', timeStyle: 'short' } as const;
    if (format(clock) === format({ ...clock, timeZone: site.timeZone })) return;
    setText(
      ` · ${format({ weekday: 'short', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })} for you`,
    );
  }, [instant]);
  return text;
}
