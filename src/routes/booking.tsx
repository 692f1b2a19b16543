import { data, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { findAskedDate, showTimesButton } from '#features/availability/rules/index.ts';
import { BookingRulesProvider, toBookingRules } from '#features/availability/ui/index.ts';
import { bookingChange } from '#features/booking/rules/index.ts';
import { changeDraftId, ManagedBooking, type Refusal } from '#features/booking/ui/index.ts';
import { noAnswer, writeDraft } from '#features/forms/ui/index.ts';
import { PersonRequestSection } from '#features/people/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import {
  formContext,
  type ManagedBooking as Managed,
  orUnavailable,
  type PageServices,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';
import { ButtonLink } from '#ui/button.tsx';
import { takeFocus } from '#ui/focus.ts';
import { PageHeader } from '#ui/page-header.tsx';

import type { Route } from './+types/booking';

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, { title: 'Your booking', isIndexed: false }),
  // Keeps the URL, which is a secret, from other sites.
  { name: 'referrer', content: 'same-origin' },
];

/** The URL is a secret, so the page is neither cached nor indexed. */
const privacy = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
};

export const headers = () => privacy;

/** Reads the booking without changing it: mail scanners and prefetchers also open links. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(pageServicesContext);
  const booking = await orUnavailable(services.findManagedBooking(params.token));
  const rules = toBookingRules((await services.readSettings()).booking);
  const { siteUrl } = services;
  return data({ booking: booking ?? null, rules, siteUrl }, { status: booking ? 200 : 404 });
}

export async function action({ params, context }: Route.ActionArgs) {
  const services = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const sent = context.get(formContext);
  const { submission } = readForm(sent, bookingChange);
  const refuse = async (refusal: Refusal, status: number) => {
    const day = await findDay(services, sent, params.token);
    const startsAt = sent.get('booking_date');
    return data({ ...refusal, ...(day && { day }), ...(startsAt && { startsAt }) }, { status });
  };
  if (sent.has(showTimesButton)) return refuse({ intent: 'move' }, 200);
  if (submission.status !== 'success') {
    const { intent: asked, reason } = submission.payload;
    const intent = asked === 'cancel' ? 'cancel' : 'move';
    const [[message = 'A time is required.'] = []] = Object.values(submission.error ?? {}).map(
      (errors) => errors ?? [],
    );
    return refuse({ intent, message, ...(typeof reason === 'string' && { reason }) }, 422);
  }
  const change = submission.value;
  const { intent } = change;
  try {
    const { id } = await services.getManagedBookingId(params.token);
    switch (change.intent) {
      case 'cancel':
        await services.cancelBooking(
          { id, reason: change.reason, outcome: change.outcome },
          visitor,
        );
        break;
      case 'move':
        await services.moveBooking({ id, startsAt: change.booking_date }, visitor);
        break;
      default: {
        const isRefused = change.intent === 'refuse-reminders';
        await services.changeReminders({ id, isRefused }, visitor);
      }
    }
  } catch (error) {
    const { message, status, slots } = toRefusal(error);
    const reason = change.intent === 'cancel' && change.reason;
    return refuse({ intent, message, ...(slots && { slots }), ...(reason && { reason }) }, status);
  }
  throw redirect(`/booking/${params.token}${confirmations[intent]}`, 303);
}

/** Returns the times of the date that a form without scripts asks about, if any. */
async function findDay(services: PageServices, sent: URLSearchParams, token: string) {
  const date = findAskedDate(sent);
  const booking = date && (await services.findManagedBooking(token));
  if (!booking) return undefined;
  return services.listDayTimes({ date, timeZone: booking.timeZone, bookingId: booking.id });
}

/** A change that is refused for the state of the booking shows the page as it is now. */
export const shouldRevalidate = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus === 409 || defaultShouldRevalidate;

const answerTimeoutMs = 10_000;

/** Sends a change. Without an answer, the page stays as it is and the change can be sent again. */
export async function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const intent = String((await request.clone().formData()).get('intent'));
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('No answer', 'TimeoutError')), answerTimeoutMs);
  });
  try {
    return await Promise.race([serverAction(), timeout]);
  } catch (error) {
    if (!(error instanceof Response)) {
      const refusal: Refusal = { intent, message: noAnswer.title, isUnanswered: true };
      return data(refusal, { status: 503 });
    }
    // A redirect: the change has been made.
    writeDraft(changeDraftId(intent, `/booking/${params.token}`), undefined);
    throw error;
  }
}

/** The confirmation for each change, by the last segment of the URL. */
const confirmations = {
  move: '?moved',
  cancel: '?cancelled',
  'refuse-reminders': '#reminders',
  'allow-reminders': '#reminders',
};

const headings: Record<Managed['state'], string> = {
  changeable: 'Your session is booked',
  locked: 'Your session is coming up',
  held: 'Your session is held',
  running: 'Your session has started',
  past: 'This session is over',
  cancelled: 'This session is cancelled',
  released: 'This session was not paid in time',
};

export default function Booking({ loaderData, actionData, params }: Route.ComponentProps) {
  const { booking, rules, siteUrl } = loaderData;
  const [search] = useSearchParams();
  if (!booking) return <NoBooking />;
  const isUpcoming = booking.state === 'changeable' || booking.state === 'locked';
  return (
    <>
      <PageHeader
        eyebrow="Your booking"
        title={
          booking.state === 'released' && booking.isUnconfirmed
            ? 'Your payment was not confirmed in time'
            : headings[booking.state]
        }
        introduction={
          <>
            {search.has('moved') && isUpcoming && (
              <p key={booking.startsAt} role="status" tabIndex={-1} ref={takeFocus}>
                Your session has been moved.
                {booking.isMailed && <span> We’ve emailed you the new invitation.</span>}
              </p>
            )}
            {search.has('cancelled') && booking.state === 'cancelled' && (
              <p role="status" tabIndex={-1} ref={takeFocus}>
                {booking.isMailed
                  ? 'We’ve emailed you a confirmation.'
                  : 'Your mentor can see that it’s cancelled.'}
              </p>
            )}
          </>
        }
      />
      <BookingRulesProvider value={rules}>
        <ManagedBooking
          booking={booking}
          managePath={`/booking/${params.token}`}
          siteUrl={siteUrl}
          refusal={actionData}
        />
      </BookingRulesProvider>
      {booking.isMailed && (
        <div className="container-site grid grid-cols-[minmax(0,50rem)] pb-(--section)">
          <PersonRequestSection booking={params.token} />
        </div>
      )}
    </>
  );
}

const NoBooking = () => (
  <>
    <PageHeader
      eyebrow="Your booking"
      title="Booking not found"
      introduction="The link may be incomplete, or the booking was deleted."
    />
    <div className="container-site pb-(--section)">
      <ButtonLink to="/mentorship">Book a session</ButtonLink>
    </div>
  </>
);
