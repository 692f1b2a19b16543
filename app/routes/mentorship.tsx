import { data, redirect, useSearchParams } from 'react-router';
import { BookingSection } from '#app/features/booking/booking-section.tsx';
import { readForm } from '#app/features/forms/read-form.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { organization } from '#app/features/shell/structured-data.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { bookingForm, bookingSubmission, toBookingRecord } from '#domain/booking.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/http/page-context.ts';
import type { Route } from './+types/mentorship';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Mentorship',
    description: 'One-on-one mentorship on gold, in your own time zone.',
    structuredData: (siteUrl) => [organization(siteUrl)],
  });

/** Takes the form where the page's script is not, or not yet, alive. */
export async function action({ context }: Route.ActionArgs) {
  const { submission, isTrapped, captchaToken } = readForm(context.get(formContext), bookingForm);
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  if (isTrapped) throw redirect('/mentorship', 303);
  const services = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const booking = bookingSubmission.parse({
    ...toBookingRecord(submission.value),
    id: crypto.randomUUID(),
  });
  let managePath: string;
  try {
    await services.checkHuman({ token: captchaToken, ipAddress: visitor.ipAddress });
    ({ managePath } = await services.bookSession(booking, visitor));
  } catch (error) {
    const { message, status } = toRefusal(error);
    return data(submission.reply({ formErrors: [message] }), { status });
  }
  throw redirect(`${managePath}?booked`, 303);
}

export default function Mentorship({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        eyebrow="Mentorship"
        title="One hour, your charts, your questions"
        introduction="Sessions run in the evening on weekdays and in the morning at weekends, South African time, on Teams, WhatsApp, Zoom or Meet."
      />
      <BookingSection sessionType={search.get('session') ?? undefined} lastResult={actionData} />
    </>
  );
}
