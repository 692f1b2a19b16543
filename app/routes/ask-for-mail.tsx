import { useLocation } from 'react-router';
import { accountHeaders, answerForm, openDoor } from '#app/features/auth/answer-form.ts';
import { MailRequest } from '#app/features/auth/mail-request.tsx';
import { findMailRequest } from '#app/features/auth/mail-requests.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { mailForm } from '#domain/account.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/ask-for-mail';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findMailRequest(args.location.pathname).title, isIndexed: false });

export const headers = accountHeaders;

export const loader = ({ context }: Route.LoaderArgs) =>
  openDoor(context.get(pageServicesContext).enterAdmin(context.get(visitorContext)));

export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  const { purpose, path } = findMailRequest(url.pathname);
  return answerForm({
    form: context.get(formContext),
    schema: mailForm,
    run: (given) => accounts.requestMail({ ...given, purpose }, context.get(visitorContext)),
    next: ({ email }) =>
      purpose === 'code'
        ? `/login/verify-code?sent&email=${encodeURIComponent(email)}`
        : `${path}?sent`,
  });
}

export default function AskForMail({ actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { purpose, title, introduction, sent, action: label } = findMailRequest(pathname);
  return (
    <MailRequest
      key={purpose}
      title={title}
      introduction={introduction}
      sent={sent}
      id={purpose}
      schema={mailForm}
      fields={['email']}
      action={label}
      busyAction="Sending..."
      hasCaptcha
      lastResult={actionData}
    />
  );
}
