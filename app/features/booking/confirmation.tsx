import { type ComponentProps, useEffect, useRef } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { AddToCalendar, SessionTimes } from './session-details.tsx';

/** What a visitor has just booked. */
export interface Booked extends Omit<ComponentProps<typeof AddToCalendar>, 'managePath'> {
  email: string;
  timeZone: string | null;
  /** The private link; none while the booking waits for the calendar to come back. */
  managePath: string | null;
}

/** Says what was booked, in both zones, and what can be done with it. Takes the focus when it appears. */
export function Confirmation({ booked }: { booked: Booked }) {
  const ref = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each booking asks for attention anew
  useEffect(() => ref.current?.focus(), [booked]);
  const { sessionType, meetingType, email, managePath } = booked;
  return (
    <section
      aria-labelledby="booked"
      className="mb-10 grid gap-6 rounded-sm border border-gold-soft bg-gold-wash/40 p-6 sm:p-8"
    >
      <div>
        <h3
          id="booked"
          ref={ref}
          tabIndex={-1}
          className="scroll-mt-[calc(var(--header-height)+3rem)] text-heading outline-none"
        >
          {managePath ? 'Your session is booked' : 'Your request has been sent'}
        </h3>
        <p className="mt-2 text-muted">
          {sessionType} · {meetingType}
        </p>
      </div>
      <SessionTimes {...booked} />
      {managePath ? (
        <>
          <p className="text-muted">
            The confirmation is on its way to <strong className="text-ink">{email}</strong>, with an
            invitation for your calendar.
          </p>
          <AddToCalendar {...booked} managePath={managePath} />
          <ButtonLink to={managePath} variant="secondary" className="justify-self-start">
            Move or cancel
          </ButtonLink>
        </>
      ) : (
        <p className="text-muted">
          It is safe with us. The confirmation goes to <strong className="text-ink">{email}</strong>{' '}
          as soon as it is in the calendar.
        </p>
      )}
    </section>
  );
}
