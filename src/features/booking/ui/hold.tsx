import { useEffect, useEffectEvent, useState } from 'react';
import { describeSession } from '#features/availability/ui/index.ts';
import { describeAfterPayment, describeHold } from '#features/booking/rules/hold-text.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatCountdown, untilNextSecond } from '#rules/sale.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useIs24Hours } from './session-details.tsx';

interface HoldProps {
  /** When it ends: an instant in UTC (ISO 8601). */
  until: string;
  /** The client's time zone. */
  timeZone: string | null;
  /** Where it is paid, and how much; null if it cannot be paid now. */
  payPath: string | null;
  amountCents: number | null;
  isUnconfirmed?: boolean;
  /** Whether the link to pay is emailed, and to which address, if the page shows it. */
  isMailed: boolean;
  email?: string;
  onOver?: () => void;
}

/** Says what a held session costs and until when it is held, and leads to where it is paid. */
export function Hold({ payPath, isUnconfirmed = false, ...hold }: HoldProps) {
  const [end] = describeSession(new Date(hold.until), hold.timeZone, useSettings(), useIs24Hours());
  if (!end) return null;
  const canPay = payPath !== null && !isUnconfirmed;
  const text = describeHold({
    until: `${end.date}, ${end.time}, ${end.zone}`,
    amountCents: payPath === null ? null : hold.amountCents,
    isUnconfirmed,
  });
  return (
    <section
      aria-label="Payment"
      className="grid justify-items-start gap-4 rounded-sm border border-gold-soft bg-gold-wash px-4 py-4"
    >
      <p className="max-w-prose">{text}</p>
      {canPay && (
        <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to={payPath} className="max-sm:w-full">
            Pay now
          </ButtonLink>
          <TimeLeft until={hold.until} onOver={hold.onOver} />
        </div>
      )}
      {canPay && <p className="text-muted">{describeAfterPayment(hold)}</p>}
    </section>
  );
}

/** Counts down to the end of a hold. Without scripts, the sentence above names the time. */
function TimeLeft({ until, onOver }: { until: string; onOver?: (() => void) | undefined }) {
  // The server does not know how much time is left when the page is shown.
  const [left, setLeft] = useState<number>();
  const end = useEffectEvent(() => onOver?.());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      const now = Math.max(0, Date.parse(until) - Date.now());
      setLeft(now);
      if (now > 0) timer = setTimeout(update, untilNextSecond(now));
      else end();
    };
    update();
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <span role="timer" className="font-semibold empty:hidden">
      {left === undefined ? '' : left > 0 ? `${formatCountdown(left)} left` : 'Time’s up.'}
    </span>
  );
}
