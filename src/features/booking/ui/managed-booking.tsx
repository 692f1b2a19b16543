import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation, useRevalidator } from 'react-router';
import { type DayTimes, graceMinutes } from '#features/availability/rules/index.ts';
import { SlotPicker, useBookingRules } from '#features/availability/ui/index.ts';
import { reasonLength } from '#features/booking/rules/booking.ts';
import { FormErrors, useDraft } from '#features/forms/ui/index.ts';
import { unconfirmedAfterCancelling } from '#rules/cancellation.ts';
import { findJoinLink } from '#rules/joining.ts';
import { formatMinutes } from '#rules/measures.ts';
import { formatRand } from '#rules/money.ts';
import type { PayLink } from '#rules/pay-link.ts';
import { describeTimeZone, formatShortTime } from '#rules/time-zone.ts';
import type { ManagedBooking as Booking } from '#server/page-context.ts';
import { ButtonLink, buttonClass, SubmitButton } from '#ui/button.tsx';
import { TextAreaField } from '#ui/field.tsx';
import { ExternalLink, textLink } from '#ui/link.tsx';
import { useReturn } from '#ui/use-return.ts';
import { Hold } from './hold.tsx';
import { Reminders } from './reminders.tsx';
import { AddToCalendar, KeepLink, SessionTimes } from './session-details.tsx';

interface ManagedBookingProps {
  booking: Booking;
  managePath: string;
  siteUrl: string;
  refusal?: Refusal | undefined;
}

/** Why the last change failed, or what a form without scripts asked for. */
export interface Refusal {
  intent: string;
  message?: string;
  /** The server did not answer, so the message is about the form as a whole. */
  isUnanswered?: boolean;
  /** The free times if the slot was taken. */
  slots?: string[];
  /** The times of the date that was asked about. */
  day?: DayTimes | undefined;
  /** The time and the reason that were sent. */
  startsAt?: string;
  reason?: string;
}

/** The id of the draft of a change. It has the part of the private link that is not secret. */
export const changeDraftId = (intent: string, managePath: string) =>
  `${intent}-${managePath.slice('/booking/'.length).slice(0, 21)}`;

/** A booking, and what its client can do with it. */
export function ManagedBooking({ booking, managePath, siteUrl, refusal }: ManagedBookingProps) {
  const { sessionType, meetingType, timeZone } = booking;
  const rules = useBookingRules();
  const state = usePresentState(booking);
  const { revalidate } = useRevalidator();
  const startsAt = new Date(booking.startsAt);
  const isOff = state === 'cancelled' || state === 'released';
  const isUpcoming = state === 'changeable' || state === 'locked';
  const sending = useNavigation().formData?.get('intent');
  const errorsOf = (intent: string) =>
    refusal?.intent === intent && refusal.message ? [refusal.message] : undefined;
  return (
    <div className="container-site grid grid-cols-[minmax(0,50rem)] gap-12 pb-(--section)">
      <section
        aria-label="Your session"
        className="grid gap-5 rounded-sm border border-hairline bg-surface p-6 sm:p-8"
      >
        <h2 className="text-heading">
          <span>{sessionType}</span> <span className="text-muted">{`· ${meetingType}`}</span>
        </h2>
        <p className="-mt-3 text-muted">
          {[formatMinutes(booking.rules.minutes), booking.price].filter(Boolean).join(' · ')}
        </p>
        <div className={isOff ? 'line-through decoration-1 opacity-70' : undefined}>
          <SessionTimes startsAt={startsAt} timeZone={timeZone} />
        </div>
        {booking.message && (
          <p className="border-l-2 border-gold-soft pl-4 break-words whitespace-pre-line">
            <span className="block text-sm text-muted">Your mentor writes:</span>
            <span>{booking.message}</span>
          </p>
        )}
        {booking.moneyText && (
          <p>
            <strong className="font-semibold">{booking.moneyText}</strong>{' '}
            <a href="/contact" className="font-semibold text-gold underline underline-offset-4">
              Send us a message
            </a>
          </p>
        )}
        {booking.testText && <p>{booking.testText}</p>}
        {booking.packageText && <p>{booking.packageText}</p>}
        {booking.joinDetails && <JoinDetails details={booking.joinDetails} />}
        {booking.heldUntil && state === 'held' && (
          <Hold
            {...booking}
            until={booking.heldUntil}
            payPath={booking.payLink?.path ?? null}
            amountCents={booking.payLink?.amountCents ?? null}
            isMailed={booking.isMailed}
            onOver={revalidate}
          />
        )}
        {isUpcoming && booking.payLink && <ToPay {...booking.payLink} />}
        {isUpcoming && booking.isUnconfirmed && (
          <p>We are waiting for your payment to be confirmed. Please don’t pay again.</p>
        )}
        {isUpcoming && (
          <AddToCalendar
            {...booking}
            minutes={booking.rules.minutes}
            startsAt={startsAt}
            managePath={managePath}
          />
        )}
        {(isUpcoming || state === 'held') && !booking.isMailed && (
          <KeepLink url={siteUrl + managePath} isHeld={state === 'held'} />
        )}
      </section>
      {booking.reminders && <Reminders {...booking.reminders} errorsOf={errorsOf} />}
      {state === 'changeable' && (
        <section aria-labelledby="move" className="grid gap-6">
          <h2 id="move" className="text-heading">
            Move to another time
          </h2>
          {booking.graceEndsAt && (
            <p>
              {`This session starts soon. You can move or cancel it until ${formatShortTime(booking.graceEndsAt, timeZone ?? rules.timeZone)} (${describeTimeZone(timeZone ?? rules.timeZone, booking.graceEndsAt)}).`}
            </p>
          )}
          <MoveForm
            booking={booking}
            draftId={changeDraftId('move', managePath)}
            refusal={refusal?.intent === 'move' ? refusal : undefined}
            isSending={sending === 'move'}
          />
        </section>
      )}
      {booking.canRebook && (
        <section aria-labelledby="move" className="grid gap-6">
          <h2 id="move" className="scroll-mt-[calc(var(--header-height)+1.5rem)] text-heading">
            Choose another time
          </h2>
          <p>Your money pays for the time that you choose.</p>
          <MoveForm
            booking={booking}
            draftId={changeDraftId('move', managePath)}
            refusal={refusal?.intent === 'move' ? refusal : undefined}
            isSending={sending === 'move'}
          />
        </section>
      )}
      {(state === 'changeable' || state === 'held') && (
        <CancelSection
          draftId={changeDraftId('cancel', managePath)}
          errors={errorsOf('cancel')}
          isOpen={refusal?.intent === 'cancel'}
          reason={refusal?.reason}
          isSending={sending === 'cancel'}
          cancellation={booking.cancellation}
          isUnconfirmed={booking.isUnconfirmed}
          isOfPackage={booking.packageText !== null}
        />
      )}
      {state === 'locked' && (
        <p>
          {`You can move or cancel a session here up to ${booking.cutOffHours} hours before it starts, or for ${graceMinutes} minutes after you book it. Please `}
          <a href="/contact" className="font-semibold text-gold underline underline-offset-4">
            write to your mentor
          </a>{' '}
          instead.
        </p>
      )}
      {!isUpcoming && state !== 'held' && state !== 'running' && !booking.canRebook && (
        <ButtonLink to="/mentorship" className="justify-self-start">
          Book another session
        </ButtonLink>
      )}
    </div>
  );
}

interface MoveFormProps {
  booking: Booking;
  draftId: string;
  refusal: Refusal | undefined;
  isSending: boolean;
}

function MoveForm({ booking, draftId, refusal, isSending }: MoveFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  useDraft(draftId, formRef);
  useEffect(() => {
    if (!refusal || refusal.isUnanswered) return;
    const isFree = document.querySelector<HTMLSelectElement>('#move-time:enabled');
    (isFree ?? document.getElementById('move-date-button'))?.focus();
  }, [refusal]);
  const errors = refusal?.message ? [refusal.message] : undefined;
  return (
    <Form ref={formRef} method="post" className="grid gap-6">
      <FormErrors id="move-error" errors={refusal?.isUnanswered ? errors : undefined} />
      <input type="hidden" name="intent" value="move" />
      {/* A move resets the choice. */}
      <SlotPicker
        key={booking.startsAt}
        session={{ type: booking.sessionType, ...booking.rules, bookingId: booking.id }}
        ids={{ date: 'move-date', time: 'move-time' }}
        errors={{ time: refusal?.isUnanswered ? undefined : errors }}
        draftId={draftId}
        timeZone={booking.timeZone}
        leftOver={refusal?.slots}
        plain={{ day: refusal?.day, startsAt: refusal?.startsAt, isSent: refusal !== undefined }}
      />
      <SubmitButton isSending={isSending} className="justify-self-start max-sm:w-full">
        {booking.canRebook
          ? isSending
            ? 'Booking...'
            : 'Book Session'
          : isSending
            ? 'Moving...'
            : 'Move Session'}
      </SubmitButton>
    </Form>
  );
}

interface CancelSectionProps {
  draftId: string;
  errors: string[] | undefined;
  isOpen: boolean;
  reason: string | undefined;
  isSending: boolean;
  cancellation: Booking['cancellation'];
  isUnconfirmed: boolean;
  isOfPackage: boolean;
}

function CancelSection({
  draftId,
  errors,
  isOpen,
  reason,
  isSending,
  cancellation,
  isUnconfirmed,
  isOfPackage,
}: CancelSectionProps) {
  const formRef = useRef<HTMLFormElement>(null);
  useDraft(draftId, formRef);
  return (
    <section aria-labelledby="cancel" className="grid gap-4 border-t border-hairline pt-10">
      <h2 id="cancel" className="text-heading">
        Cancel
      </h2>
      <FormErrors id="cancel-error" errors={errors} />
      {/* Asks first, without JavaScript too. */}
      <details open={isOpen || undefined}>
        <summary
          className={buttonClass('secondary', 'cursor-pointer [&::-webkit-details-marker]:hidden')}
        >
          Cancel Session
        </summary>
        <Form ref={formRef} method="post" className="mt-6 grid max-w-prose gap-4">
          <p>Cancel this session? Someone else will be able to book this slot.</p>
          {cancellation && <p className="font-semibold">{cancellation.text}</p>}
          {isOfPackage && <p className="font-semibold">The session goes back to your package.</p>}
          {!cancellation && isUnconfirmed && <p>{unconfirmedAfterCancelling}</p>}
          <input type="hidden" name="intent" value="cancel" />
          {cancellation && <input type="hidden" name="outcome" value={cancellation.outcome} />}
          <TextAreaField
            id="cancel-reason"
            name="reason"
            label="Reason"
            hint="Your mentor will see this."
            isOptional
            rows={3}
            maxLength={reasonLength}
            defaultValue={reason}
            className="min-h-24!"
          />
          <SubmitButton variant="danger" isSending={isSending} className="justify-self-start">
            {isSending ? 'Cancelling...' : 'Yes, cancel it'}
          </SubmitButton>
        </Form>
      </details>
    </section>
  );
}

/** Returns the state of a booking, also on a page that was left open past the cut-off. */
function usePresentState({ state, changeableUntil }: Booking): Booking['state'] {
  const [now, setNow] = useState<Date>();
  useReturn(() => setNow(new Date()));
  const isLate = now !== undefined && now >= new Date(changeableUntil);
  return state === 'changeable' && isLate ? 'locked' : state;
}

/** What is to be paid, and where. */
const ToPay = ({ path, reference, amountCents, partText }: PayLink) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-sm border border-gold-soft bg-gold-wash px-4 py-3">
    <p>
      <span className="block font-semibold">
        {partText ?? `Not paid yet: ${formatRand(amountCents)}`}
      </span>
      <span translate="no" className="text-sm text-muted">
        Order {reference}
      </span>
    </p>
    <ButtonLink to={path} className="max-sm:w-full">
      Pay now
    </ButtonLink>
  </div>
);

/** How the session is joined: a link, a number, or a few words of the mentor's. */
function JoinDetails({ details }: { details: string }) {
  const link = findJoinLink(details);
  return (
    <p>
      <span className="label-caps text-muted">Join</span>{' '}
      {link ? (
        <ExternalLink href={link} className={`break-all ${textLink}`}>
          {link}
        </ExternalLink>
      ) : (
        <strong className="font-semibold">{details}</strong>
      )}
    </p>
  );
}
