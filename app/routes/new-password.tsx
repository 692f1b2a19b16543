import { data } from 'react-router';
import { accountHeaders, answerForm, noStore } from '#app/features/auth/answer-form.ts';
import { MailedLink } from '#app/features/auth/mailed-link.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { newPasswordForm } from '#domain/account.ts';
import { adminPath } from '#domain/next-path.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/new-password';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Choose a new password', isIndexed: false });

export const headers = accountHeaders;

/** Looks at the link without using it up: whatever opens links ahead of people does no harm. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  const isGood = await context.get(pageServicesContext).accounts.isLinkGood('new-password', token);
  return data({ token, isGood }, { status: isGood ? 200 : 403, headers: noStore });
}

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: newPasswordForm,
    run: (given) => accounts.setNewPassword(given, context.get(visitorContext)),
    next: () => adminPath,
  });
}

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MailedLink
      title="Choose a new password"
      introduction="You will be signed in with it here, and signed out everywhere else."
      link={loaderData}
      askPath="/login/forgot-password"
      id="new-password"
      schema={newPasswordForm}
      fields={['newPassword']}
      action="Save Password"
      busyAction="Saving..."
      lastResult={actionData}
    />
  );
}
