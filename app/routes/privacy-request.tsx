import { data, redirect, useSearchParams } from 'react-router';
import { readForm } from '#app/features/forms/read-form.ts';
import { AskedRequest, type RefusedRequest } from '#app/features/privacy/asked-request.tsx';
import { LinkedRequest } from '#app/features/privacy/linked-request.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArticleFrame } from '#app/ui/page-header.tsx';
import { bookingRequestForm, personRequestForm } from '#domain/person-request.ts';
import {
  formContext,
  orUnavailable,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/http/page-context.ts';
import type { Route } from './+types/privacy-request';

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, { title: 'Your data', isIndexed: false }),
  // The URL of a mailed link is a key: no other site gets it.
  { name: 'referrer', content: 'same-origin' },
];

/** Looks at the request that a mailed link is of, and changes nothing. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token');
  if (token === null) return data({ linked: undefined });
  const { people } = context.get(pageServicesContext);
  const linked = (await orUnavailable(people.findLinkedRequest(token))) ?? null;
  return data({ linked }, { status: linked ? 200 : 404 });
}

/**
 * Takes what somebody asks about their own data, and says the same whether anything is known of them;
 * or confirms the request of a mailed link.
 */
export async function action({ url, context }: Route.ActionArgs) {
  const services = context.get(pageServicesContext);
  const token = url.searchParams.get('token');
  if (token !== null) {
    // What is not there any more the page says, which looks again.
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
      await services.people.askAboutOneself(asked, visitor);
    }
  } catch (error) {
    const { message, status } = toRefusal(error);
    return refuse({ '': [message] }, status);
  }
  throw redirect('/privacy/request?asked', 303);
}

export default function PrivacyRequest({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const isDone = !actionData && search.has('asked');
  return (
    <ArticleFrame eyebrow="Privacy">
      {loaderData.linked !== undefined && <LinkedRequest request={loaderData.linked} />}
      {loaderData.linked === undefined && !isDone && (
        <AskedRequest {...(actionData ?? { typed: {}, errors: {} })} />
      )}
      {isDone && (
        <>
          <h1 className="mt-5 mb-8 text-title">Check your email</h1>
          <p role="status" className="mb-8 max-w-prose text-lead text-muted">
            We’ve emailed you a link. Click it to confirm your request.
          </p>
          <ButtonLink to="/">Return to Home</ButtonLink>
        </>
      )}
    </ArticleFrame>
  );
}
