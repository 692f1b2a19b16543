import { data } from 'react-router';
import { accountHeaders, answerForm, noStore } from '#app/features/auth/answer-form.ts';
import { MailedLink } from '#app/features/auth/mailed-link.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { confirmForm } from '#domain/account.ts';
import { adminPath } from '#domain/next-path.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/confirm-sign-up';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Confirm your account', isIndexed: false });

export const headers = accountHeaders;

/** Looks at the link without using it up: whatever opens links ahead of people does no harm. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  const isGood = await context.get(pageServicesContext).accounts.isLinkGood('sign-up', token);
  return data({ token, isGood }, { status: isGood ? 200 : 403, headers: noStore });
}

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: confirmForm,
    run: (given) => accounts.confirmSignUp(given, context.get(visitorContext)),
    next: () => adminPath,
  });
}

export default function ConfirmSignUp({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MailedLink
      title="Confirm your account"
      introduction="Enter the password that you chose when you signed up."
      link={loaderData}
      askPath="/login/sign-up"
      id="confirm-sign-up"
      schema={confirmForm}
      fields={['password']}
      action="Create Account"
      busyAction="Creating..."
      lastResult={actionData}
    />
  );
}
