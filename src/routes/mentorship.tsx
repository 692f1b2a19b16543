import type { SubmissionResult } from '@conform-to/react';
import { data, redirect, useSearchParams } from 'react-router';
import { findAskedDate, showTimesButton } from '#features/availability/rules/index.ts';
import { describeFreeTimes, toBookingRules } from '#features/availability/ui/index.ts';
import { bookingContent, bookingForm, toBookingRecord } from '#features/booking/rules/index.ts';
import mentorship from '#features/booking/ui/document/mentorship.ts?script';
import { BookingIsland } from '#features/booking/ui/index.ts';
import { MentorLine } from '#features/home/ui/index.ts';
import { Island, organization, pageMeta } from '#features/shell/ui/index.ts';
import { describeAbroad } from '#rules/abroad-price.ts';
import { toFormNotice } from '#rules/form-notice.ts';
import { describeParts } from '#rules/part-plan.ts';
import { toPriceNote } from '#rules/price-note.ts';
import {
  formContext,
  type PageServices,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';
import { PageHeader } from '#ui/page-header.tsx';

import type { Route } from './+types/mentorship';
import { findCodes } from './actions/find-codes.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServicesContext);
  const settings = await services.readSettings();
  const { offers, booking, texts, legal, pictures, abroad, paymentMethods } = settings;
  const search = new URL(request.url).searchParams;
  return {
    day: await findDay(services, search, search.get('session')),
    heading: texts.headings.mentorship,
    portrait: pictures.portrait,
    options: offers.mentorshipOptions,
    abroad: Object.fromEntries(
      offers.mentorshipOptions.map(({ title, priceCents }) => [
        title,
        describeAbroad(priceCents, abroad),
      ]),
    ),
    parts: Object.fromEntries(
      offers.mentorshipOptions.map(({ title, priceCents, payment, ...terms }) => [
        title,
        paymentMethods.length > 0 && payment !== 'free' ? describeParts(priceCents, terms) : null,
      ]),
    ),
    rules: toBookingRules(booking),
    cutOffHours: booking.changeCutOffHours,
    reminderMinutes: booking.reminderMinutes,
    sendsMail: services.sendsMail(),
    takesPayments: paymentMethods.length > 0,
    takesCodes: paymentMethods.length > 0 && (await findCodes(context)),
    notice: toFormNotice(legal, 'booking', paymentMethods.length > 0),
    priceNote: toPriceNote(settings),
  };
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Book 1-on-1 mentorship',
    description: args.loaderData?.heading.introduction,
    structuredData: (...site) => [organization(...site)],
  });

/** Returns the times of the date that a form without scripts asks about, if any. */
async function findDay(services: PageServices, sent: URLSearchParams, session: string | null) {
  const date = findAskedDate(sent);
  if (!date) return undefined;
  const timeZone = sent.get('time_zone');
  return services.listDayTimes({ date, timeZone, sessionType: session ?? '' });
}

/** Handles the form without JavaScript, or before hydration. */
export async function action({ context }: Route.ActionArgs) {
  const services = context.get(pageServicesContext);
  const sent = context.get(formContext);
  const { submission, isTrapped, captchaToken } = readForm(sent, bookingForm);
  const reply = async (result: SubmissionResult, status: number) =>
    data({ result, day: await findDay(services, sent, sent.get('session_type')) }, { status });
  if (sent.has(showTimesButton)) {
    const date = findAskedDate(sent) ?? '';
    return reply({ initialValue: { ...submission.payload, date } }, 200);
  }
  if (submission.status !== 'success') return reply(submission.reply(), 422);
  if (isTrapped) throw redirect('/mentorship', 303);
  const visitor = context.get(visitorContext);
  const booking = bookingContent.parse(toBookingRecord(submission.value));
  let managePath: string;
  try {
    await services.checkHuman({ token: captchaToken, ipAddress: visitor.ipAddress });
    ({ managePath } = await services.takeBooking(booking, visitor));
  } catch (error) {
    const { message, fieldErrors, status, slots } = toRefusal(error);
    const { voucher_code } = fieldErrors;
    if (voucher_code) return reply(submission.reply({ fieldErrors: { voucher_code } }), status);
    const timeZone = booking.timeZone ?? (await services.readSettings()).booking.timeZone;
    // Before hydration, the form does not list the free times.
    const free = slots && describeFreeTimes(slots, timeZone);
    return reply(submission.reply({ formErrors: free ? [message, free] : [message] }), status);
  }
  throw redirect(`${managePath}?booked`, 303);
}

export default function Mentorship({ actionData, loaderData }: Route.ComponentProps) {
  const { heading, portrait, ...offered } = loaderData;
  const [search] = useSearchParams();
  const day = actionData?.day ?? offered.day;
  return (
    <>
      <PageHeader {...heading}>
        <MentorLine portrait={portrait} />
      </PageHeader>
      <Island
        component={BookingIsland}
        script={mentorship}
        isAnswer={actionData !== undefined || day !== undefined}
        props={{
          ...offered,
          sessionType: search.get('session') ?? undefined,
          day,
          lastResult: actionData?.result,
        }}
      />
    </>
  );
}
