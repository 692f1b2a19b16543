import { data, redirect, useSearchParams } from 'react-router';
import { bookingRequestForm, personRequestForm } from '#features/people/rules/index.ts';
import {
  LinkedRequest,
  type RefusedRequest,
  RequestFormPage,
  RequestSent,
} from '#features/people/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import {
  formContext,
  orUnavailable,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';
import { ArticleFrame } from '#ui/page-header.tsx';

import type { Route } from './+types/privacy-request';

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, { title: 'Your data', isIndexed: false }),
  // The URL of an emailed link is a secret, so other sites must not see it.
  { name: 'referrer', content: 'same-origin' },
];

/** Reads the request of an emailed link without changing it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token');
  const { people, sendsMail } = context.get(pageServicesContext);
  if (token === null) return data({ linked: undefined, isMailed: sendsMail() });
  const linked = (await orUnavailable(people.findLinkedRequest(token))) ?? null;
  return data({ linked, isMailed: true }, { status: linked ? 200 : 404 });
}

/**
 * Confirms the request of an emailed link, or accepts a new one. The response does not reveal
 * whether the address is known.
 */
export async function action({ url, context }: Route.ActionArgs) {
  const services = context.get(pageServicesContext);
  const token = url.searchParams.get('token');
  if (token !== null) {
    // The loader then runs again and shows the result.
    await orUnavailable(services.people.confirmLinkedRequest(token));
    return null;
  }
  const sent = context.get(formContext);
  const visitor = context.get(visitorContext);
  const { submission, isTrapped, captchaToken } = sent.has('booking')
    ? readForm(sent, bookingRequestForm)
    : readForm(sent, personRequestForm);
  const refuse = (errors: RefusedRequest['errors'], status: number) =>
    data({ typed: Object.fromEntries(sent), errors }, { status });
  if (submission.status !== 'success') return refuse(submission.error ?? {}, 422);
  const asked = submission.value;
  try {
    if (!isTrapped && 'booking' in asked) await services.people.askFromBooking(asked, visitor);
    else if (!isTrapped && 'email' in asked) {
      await services.checkHuman({ token: captchaToken, ipAddress: visitor.ipAddress });
      await services.people.requestPersonalData(asked, visitor);
    }
  } catch (error) {
    const { message, status } = toRefusal(error);
    return refuse({ '': [message] }, status);
  }
  throw redirect('/privacy/request?asked', 303);
}

export default function PrivacyRequest({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isSent = !actionData && search.has('asked');
  const form = <RequestFormPage {...(actionData ?? { typed: {}, errors: {} })} />;
  return (
    <ArticleFrame eyebrow="Privacy">
      {loaderData.linked !== undefined && <LinkedRequest request={loaderData.linked} />}
      {loaderData.linked === undefined &&
        (isSent ? <RequestSent isMailed={loaderData.isMailed} /> : form)}
    </ArticleFrame>
  );
}
