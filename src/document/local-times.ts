function describe(instant: string, timeZone: string | undefined): string {
  const at = new Date(instant);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, options).format(at);
  const clock = { dateStyle: 'short', timeStyle: 'short' } as const;
  if (format(clock) === format({ ...clock, timeZone })) return '';
  const own = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return ` · ${format({ ...own, timeZoneName: 'short' })} for you`;
}

/** Adds the visitor's local time to each `[data-local-time]` if it differs from the mentor's. */
export function showLocalTimes(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-local-time]')) {
    const { localTime = '', timeZone } = element.dataset;
    element.textContent = describe(localTime, timeZone);
  }
}
