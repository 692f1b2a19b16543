import { Form } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { formatDay } from '#domain/calendar-day.ts';
import { dayInZone } from '#domain/time-zone.ts';
import type { LinkedRequest as Request } from '#server/http/page-context.ts';
import { useFacts } from '../shell/facts.ts';

const asked: Record<Request['kind'], string> = {
  access: 'for a copy of the data we keep about you',
  correction: 'us to correct the data we keep about you',
  deletion: 'us to delete the data we keep about you',
};

/** The request that a mailed link leads to. Nothing happens before the button is pressed: mail scanners open links too. */
export function LinkedRequest({ request }: { request: Request | null }) {
  const { timeZone } = useFacts();
  if (!request) {
    return (
      <>
        <h1 className="mt-5 mb-8 text-title">This link no longer works</h1>
        <p className="mb-8 max-w-prose text-lead text-muted">
          It may be incomplete or expired. Send a new request.
        </p>
        <ButtonLink to="/privacy/request">New request</ButtonLink>
      </>
    );
  }
  const { kind, dueAt } = request;
  return dueAt === null ? (
    <>
      <h1 className="mt-5 mb-8 text-title">Confirm your request</h1>
      <p className="mb-8 max-w-prose text-lead text-muted">
        You’re asking {asked[kind]}. Press the button to confirm.
      </p>
      <Form method="post">
        <Button type="submit">Confirm Request</Button>
      </Form>
    </>
  ) : (
    <>
      <h1 className="mt-5 mb-8 text-title">Request received</h1>
      <p role="status" className="mb-8 max-w-prose text-lead text-muted">
        You asked {asked[kind]}. We’ll reply by {formatDay(dayInZone(dueAt, timeZone))}.
      </p>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </>
  );
}
