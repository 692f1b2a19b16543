import { data, redirect } from 'react-router';
import { findAskedDate, showTimesButton } from '#features/availability/rules/index.ts';
import { toBookingRules } from '#features/availability/ui/index.ts';
import { packageBooking } from '#features/library/rules/index.ts';
import {
  LibraryNotFound,
  type PackageRefusal,
  PackageView,
  QuestionView,
} from '#features/library/ui/index.ts';
import {
  formContext,
  orUnavailable,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';
import type { Route } from './+types/library-session';
import { libraryHeaders, libraryMeta } from './actions/library-pages.ts';

export const meta: Route.MetaFunction = (args) =>
  libraryMeta(args, Boolean(args.loaderData?.content));

export const headers = libraryHeaders;

/** Reads the page that books a session of a package. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const address = { token: params.token, packageId: params.package };
  const found = await orUnavailable(services.library.findPackagePage(address, visitor));
  const rules = toBookingRules((await services.readSettings()).booking);
  const cookies = (found?.cookies ?? []).map((cookie): [string, string] => ['Set-Cookie', cookie]);
  return data({ content: found?.content, rules }, { status: found ? 200 : 404, headers: cookies });
}

/** Books a session of the package. */
export async function action({ params, context }: Route.ActionArgs) {
  const services = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const sent = context.get(formContext);
  const address = { token: params.token, packageId: params.package };
  const refuse = async (refusal: PackageRefusal, status: number) => {
    const date = findAskedDate(sent);
    const startsAt = sent.get('booking_date');
    const found = date && (await services.library.findPackagePage(address, visitor));
    const page = found && 'page' in found.content ? found.content.page : undefined;
    const day =
      date && page
        ? await services.listDayTimes({
            ...{ date, timeZone: page.timeZone, sessionType: page.sold.title },
            minutes: page.session.minutes,
          })
        : undefined;
    return data({ ...refusal, ...(day && { day }), ...(startsAt && { startsAt }) }, { status });
  };
  if (sent.has(showTimesButton)) return refuse({}, 200);
  const { submission } = readForm(sent, packageBooking);
  if (submission.status !== 'success') {
    const [[message = 'A time is required.'] = []] = Object.values(submission.error ?? {}).map(
      (errors) => errors ?? [],
    );
    return refuse({ message }, 422);
  }
  const { id, booking_date: startsAt, meeting_type: meetingType, time_zone } = submission.value;
  try {
    const asked = { ...address, id, startsAt, meetingType, timeZone: time_zone ?? null };
    return redirect(await services.library.bookOfPackage(asked, visitor), 303);
  } catch (error) {
    const { message, status, slots } = toRefusal(error);
    return refuse({ message, ...(slots && { slots }) }, status);
  }
}

export default function LibrarySession({ loaderData, actionData, params }: Route.ComponentProps) {
  const { content, rules } = loaderData;
  if (!content) return <LibraryNotFound />;
  if ('question' in content)
    return <QuestionView question={content.question} problem={undefined} lacksCookie={false} />;
  return (
    <PackageView page={content.page} token={params.token} rules={rules} refusal={actionData} />
  );
}
