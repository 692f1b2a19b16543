import { useSettings } from '#features/shell/ui/index.ts';
import { describeTimeZone, formatDateAndClock } from '#rules/time-zone.ts';

interface PayTimeProps {
  /** ISO 8601 in UTC. */
  at: string;
  /** The client's time zone, if their booking has it. Otherwise the browser adds its time (document/pay.ts). */
  zone: string | null | undefined;
}

/** A time on the client's clock. */
export function PayTime({ at, zone }: PayTimeProps) {
  const { timeZone, timeZoneLabel } = useSettings();
  if (zone && zone !== timeZone)
    return <>{`${formatDateAndClock(at, zone)}, ${describeTimeZone(zone, at)}`}</>;
  return (
    <>
      {`${formatDateAndClock(at, timeZone)} ${timeZoneLabel}`}
      {!zone && <span data-local-time={at} data-time-zone={timeZone} />}
    </>
  );
}
