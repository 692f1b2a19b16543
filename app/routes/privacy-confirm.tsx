import { data, Form } from 'react-router';
import { useFacts } from '#app/features/shell/facts.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ArticleFrame } from '#app/ui/page-header.tsx';
import { formatDay } from '#domain/calendar-day.ts';
import type { RequestKind } from '#domain/person-request.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { orUnavailable, pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/privacy-confirm';

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, { title: 'Confirm your request', isIndexed: false }),
  // No other site gets the URL.
  { name: 'referrer', content: 'same-origin' },
];

const readToken = (url: URL) => url.searchParams.get('token') ?? '';

/** Looks, and changes nothing: mail scanners open links ahead of people. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { people } = context.get(pageServicesContext);
  const request = await orUnavailable(people.findLinkedRequest(readToken(url)));
  return data(request ?? null, { status: request ? 200 : 404 });
}

/** Confirms; what the page says then its loader reads. */
export async function action({ url, context }: Route.ActionArgs) {
  const { people } = context.get(pageServicesContext);
  const token = readToken(url);
  if (await orUnavailable(people.findLinkedRequest(token)))
    await orUnavailable(people.confirmLinkedRequest(token));
  return null;
}

const asked: Record<RequestKind, string> = {
  access: 'to be sent what is kept about you',
  correction: 'to have what is kept about you corrected',
  deletion: 'to have what is kept about you deleted',
};

export default function PrivacyConfirm({ loaderData: request }: Route.ComponentProps) {
  const { timeZone } = useFacts();
  return (
    <ArticleFrame eyebrow="Privacy">
      {!request && (
        <>
          <h1 className="mt-5 mb-8 text-title">This link does not work any more</h1>
          <p className="mb-8 max-w-prose text-lead text-muted">
            It may be incomplete or too old. You can simply ask again.
          </p>
          <ButtonLink to="/privacy/request">Ask again</ButtonLink>
        </>
      )}
      {request && request.dueAt === null && (
        <>
          <h1 className="mt-5 mb-8 text-title">Confirm your request</h1>
          <p className="mb-8 max-w-prose text-lead text-muted">
            You ask {asked[request.kind]}. It counts once you press the button.
          </p>
          <Form method="post">
            <Button type="submit">Confirm Request</Button>
          </Form>
        </>
      )}
      {request && request.dueAt !== null && (
        <>
          <h1 className="mt-5 mb-8 text-title">Your request is in</h1>
          <p role="status" className="mb-8 max-w-prose text-lead text-muted">
            You ask {asked[request.kind]}. You have an answer by{' '}
            {formatDay(dayInZone(request.dueAt, timeZone))}.
          </p>
          <ButtonLink to="/">Return to Home</ButtonLink>
        </>
      )}
    </ArticleFrame>
  );
}
