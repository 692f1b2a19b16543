import { data, redirect, useSearchParams } from 'react-router';
import { Captcha } from '#app/features/captcha/captcha.tsx';
import { readForm } from '#app/features/forms/read-form.ts';
import { PersonRequestForm } from '#app/features/privacy/person-request-form.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArticleFrame } from '#app/ui/page-header.tsx';
import { answerDays, bookingRequestForm, personRequestForm } from '#domain/person-request.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/http/page-context.ts';
import type { Route } from './+types/privacy-request';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Your data', isIndexed: false });

/** Takes what somebody asks about their own data. Says the same, whether anything is known of them. */
export async function action({ context }: Route.ActionArgs) {
  const sent = context.get(formContext);
  const visitor = context.get(visitorContext);
  const { people, checkHuman } = context.get(pageServicesContext);
  const isFromBooking = sent.has('booking');
  const { submission, isTrapped, captchaToken } = isFromBooking
    ? readForm(sent, bookingRequestForm)
    : readForm(sent, personRequestForm);
  const typed = Object.fromEntries(sent);
  const refuse = (errors: Partial<Record<string, string[] | null>>, status: number) =>
    data({ typed, errors }, { status });
  if (submission.status !== 'success') return refuse(submission.error ?? {}, 422);
  try {
    if (!isTrapped && 'booking' in submission.value)
      await people.askFromBooking(submission.value, visitor);
    else if (!isTrapped && 'email' in submission.value) {
      await checkHuman({ token: captchaToken, ipAddress: visitor.ipAddress });
      await people.askAboutOneself(submission.value, visitor);
    }
  } catch (error) {
    const { message, status } = toRefusal(error);
    return refuse({ '': [message] }, status);
  }
  throw redirect(`/privacy/request?${isFromBooking ? 'counted' : 'asked'}`, 303);
}

export default function PrivacyRequest({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { typed = {}, errors = {} } = actionData ?? {};
  const isDone = !actionData && (search.has('asked') || search.has('counted'));
  return (
    <ArticleFrame eyebrow="Privacy">
      <h1 className="mt-5 mb-8 text-title">{isDone ? 'Thank you' : 'Your data'}</h1>
      {isDone ? (
        <>
          <p role="status" className="mb-8 max-w-prose text-lead text-muted">
            {search.has('counted')
              ? `Your request is in. You have an answer within ${answerDays} days.`
              : 'A mail is on its way to that address. Your request counts once you have pressed the button behind its link.'}
          </p>
          <ButtonLink to="/">Return to Home</ButtonLink>
        </>
      ) : (
        <>
          {errors[''] && (
            <p
              role="alert"
              className="mb-8 rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
            >
              {errors[''].join(' ')}
            </p>
          )}
          <PersonRequestForm booking={typed.booking} sent={typed} errors={errors}>
            <Captcha renewKey={actionData} />
          </PersonRequestForm>
        </>
      )}
    </ArticleFrame>
  );
}
