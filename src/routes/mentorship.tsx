import { data, redirect, useSearchParams } from 'react-router';
import { bookingContent, bookingForm, toBookingRecord } from '#features/booking/rules/index.ts';
import mentorship from '#features/booking/ui/document/mentorship.ts?script';
import { BookingIsland, describeFreeTimes, toBookingRules } from '#features/booking/ui/index.ts';
import { readForm } from '#features/forms/ui/index.ts';
import { toFormNotice } from '#features/people/rules/index.ts';
import { Island, organization, pageMeta } from '#features/shell/ui/index.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/mentorship';

export async function loader({ context }: Route.LoaderArgs) {
  const { offers, booking, texts, legal } = await context.get(pageServicesContext).readFacts();
  return {
    heading: texts.headings.mentorship,
    options: offers.mentorshipOptions,
    rules: toBookingRules(booking),
    cutOffHours: booking.changeCutOffHours,
    reminderMinutes: booking.reminderMinutes,
    notice: toFormNotice(legal, 'booking'),
  };
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Book 1-on-1 mentorship',
    description: args.loaderData?.heading.introduction,
    structuredData: (...site) => [organization(...site)],
  });

/** Handles the form without JavaScript, or before hydration. */
export async function action({ context }: Route.ActionArgs) {
  const { submission, isTrapped, captchaToken } = readForm(context.get(formContext), bookingForm);
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  if (isTrapped) throw redirect('/mentorship', 303);
  const services = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const booking = bookingContent.parse(toBookingRecord(submission.value));
  let managePath: string;
  try {
    await services.checkHuman({ token: captchaToken, ipAddress: visitor.ipAddress });
    ({ managePath } = await services.takeBooking(booking, visitor));
  } catch (error) {
    const { message, status, slots } = toRefusal(error);
    const timeZone = booking.time_zone ?? (await services.readFacts()).booking.timeZone;
    // Before hydration, the form does not list the free times.
    const free = slots && describeFreeTimes(slots, timeZone);
    return data(submission.reply({ formErrors: free ? [message, free] : [message] }), { status });
  }
  throw redirect(`${managePath}?booked`, 303);
}

export default function Mentorship({ actionData, loaderData }: Route.ComponentProps) {
  const { heading, ...offered } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader {...heading} />
      <Island
        component={BookingIsland}
        script={mentorship}
        props={{
          ...offered,
          sessionType: search.get('session') ?? undefined,
          lastResult: actionData,
        }}
      />
    </>
  );
}
