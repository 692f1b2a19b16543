import { Form } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { formatDay } from '#domain/calendar-day.ts';
import { dayInZone } from '#domain/time-zone.ts';
import type { LinkedRequest as Request } from '#server/http/page-context.ts';
import { useFacts } from '../shell/facts.ts';

const asked: Record<Request['kind'], string> = {
  access: 'to be sent what is kept about you',
  correction: 'to have what is kept about you corrected',
  deletion: 'to have what is kept about you deleted',
};

/** The request that a mailed link leads to. Nothing happens before the button is pressed: mail scanners open links too. */
export function LinkedRequest({ request }: { request: Request | null }) {
  const { timeZone } = useFacts();
  if (!request) {
    return (
      <>
        <h1 className="mt-5 mb-8 text-title">This link does not work any more</h1>
        <p className="mb-8 max-w-prose text-lead text-muted">
          It may be incomplete or too old. You can simply ask again.
        </p>
        <ButtonLink to="/privacy/request">Ask again</ButtonLink>
      </>
    );
  }
  const { kind, dueAt } = request;
  return dueAt === null ? (
    <>
      <h1 className="mt-5 mb-8 text-title">Confirm your request</h1>
      <p className="mb-8 max-w-prose text-lead text-muted">
        You ask {asked[kind]}. It counts once you press the button.
      </p>
      <Form method="post">
        <Button type="submit">Confirm Request</Button>
      </Form>
    </>
  ) : (
    <>
      <h1 className="mt-5 mb-8 text-title">Your request is in</h1>
      <p role="status" className="mb-8 max-w-prose text-lead text-muted">
        You ask {asked[kind]}. You have an answer by {formatDay(dayInZone(dueAt, timeZone))}.
      </p>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </>
  );
}
