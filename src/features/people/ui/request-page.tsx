import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Captcha } from '#features/captcha/ui/index.ts';
import { FormErrors } from '#features/forms/ui/index.ts';
import { requestTexts } from '#features/people/rules/request-kinds.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { dayInZone } from '#rules/time-zone.ts';
import type { LinkedRequest as Request } from '#server/page-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PersonRequestForm } from './person-request-form.tsx';

/** The values of a rejected form, and its errors by field. */
export interface RefusedRequest {
  typed: Partial<Record<string, string>>;
  errors: Partial<Record<string, string[] | null>>;
}

/** The form on a separate page, with the typed values and their errors. */
export const RequestFormPage = ({ typed, errors }: RefusedRequest) => (
  <>
    <h1 className="mt-5 mb-8 text-title">Your data</h1>
    <div className="grid gap-8">
      <FormErrors id="request-error" errors={errors[''] ?? undefined} />
      <PersonRequestForm booking={typed.booking} sent={typed} errors={errors}>
        <Captcha renewKey={errors} />
      </PersonRequestForm>
    </div>
  </>
);

/** Shown after the form was submitted. */
export const RequestSent = ({ isMailed }: { isMailed: boolean }) =>
  isMailed ? <LinkSent /> : <NoLinkSent />;

/** A site without a mail server cannot prove the address. */
const NoLinkSent = () => (
  <Message
    title="Write to us"
    text="This site sends no emails yet, so we can’t send you a link to confirm your request. Write to us instead, and we answer you."
    isStatus
  >
    <ButtonLink to="/contact">Contact us</ButtonLink>
  </Message>
);

const LinkSent = () => (
  <Message
    title="Check your email"
    text="We’ve emailed you a link. Click it to confirm your request."
    isStatus
  >
    <ButtonLink to="/">Return to Home</ButtonLink>
  </Message>
);

/**
 * The request of an emailed link. Only the button confirms it, because mail scanners open links.
 */
export function LinkedRequest({ request }: { request: Request | null }) {
  const { timeZone } = useSettings();
  if (!request) {
    return (
      <Message
        title="This link no longer works"
        text="It may be incomplete or expired. Send a new request."
      >
        <ButtonLink to="/privacy/request">New request</ButtonLink>
      </Message>
    );
  }
  const asked = requestTexts[request.kind];
  if (request.dueAt === null) {
    return (
      <Message
        title="Confirm your request"
        text={`You’re asking ${asked}. Press the button to confirm.`}
      >
        <Form method="post">
          <Button type="submit">Confirm Request</Button>
        </Form>
      </Message>
    );
  }
  const due = formatDay(dayInZone(request.dueAt, timeZone));
  return (
    <Message title="Request received" text={`You asked ${asked}. We’ll reply by ${due}.`} isStatus>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </Message>
  );
}

interface MessageProps {
  title: string;
  text: string;
  /** Whether screen readers announce the text. */
  isStatus?: boolean;
  children: ReactNode;
}

const Message = ({ title, text, isStatus = false, children }: MessageProps) => (
  <>
    <h1 className="mt-5 mb-8 text-title">{title}</h1>
    <p role={isStatus ? 'status' : undefined} className="mb-8 max-w-prose text-lead text-muted">
      {text}
    </p>
    {children}
  </>
);
