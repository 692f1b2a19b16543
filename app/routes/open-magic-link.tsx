import { data } from 'react-router';
import { accountHeaders, answerForm, noStore } from '#app/features/auth/answer-form.ts';
import { MailedLink } from '#app/features/auth/mailed-link.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { linkForm } from '#domain/account.ts';
import { adminPath } from '#domain/next-path.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/open-magic-link';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sign in', isIndexed: false });

export const headers = accountHeaders;

/** Looks at the link without using it up: whatever opens links ahead of people does no harm. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  const isGood = await context.get(pageServicesContext).accounts.isLinkGood('magic-link', token);
  return data({ token, isGood }, { status: isGood ? 200 : 403, headers: noStore });
}

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: linkForm,
    run: (given) => accounts.signInByLink(given.token, context.get(visitorContext)),
    next: () => adminPath,
  });
}

export default function OpenMagicLink({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MailedLink
      title="Sign in"
      introduction="Your link is good. Press the button to sign in on this device."
      link={loaderData}
      askPath="/login/magic-link"
      id="open-magic-link"
      schema={linkForm}
      fields={[]}
      action="Sign In"
      busyAction="Signing in..."
      lastResult={actionData}
    />
  );
}
