import { data } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { accountHeaders, answerForm, noStore } from '#app/features/auth/answer-form.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { setUpForm, setUpLinkRefused } from '#domain/account.ts';
import { adminPath } from '#domain/next-path.ts';
import {
  formContext,
  orUnavailable,
  pageServicesContext,
  visitorContext,
} from '#server/http/page-context.ts';
import type { Route } from './+types/setup-admin';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Set up the admin', isIndexed: false });

export const headers = accountHeaders;

const readToken = (url: URL) => url.searchParams.get('token') ?? '';

/** Looks at the link without using it up: whatever opens links ahead of people does no harm. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const isLinkGood = await orUnavailable(
    context.get(pageServicesContext).accounts.isSetUpToken(readToken(url)),
  );
  return data({ isLinkGood }, { status: isLinkGood ? 200 : 403, headers: noStore });
}

export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: setUpForm,
    run: (given) => accounts.setUpAdmin(readToken(url), given, context.get(visitorContext)),
    next: () => adminPath,
  });
}

export default function SetUpAdmin({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.isLinkGood) {
    return (
      <SignInLayout title="Set up the admin" introduction={setUpLinkRefused}>
        <ButtonLink to="/login" variant="secondary" className="w-full">
          Go to Admin Login
        </ButtonLink>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout
      title="Set up the admin"
      introduction="Choose how you sign in. This link makes the first account, once."
    >
      <ActionForm
        id="set-up"
        schema={setUpForm}
        fields={['email', 'newPassword']}
        action="Create Account"
        busyAction="Creating..."
        lastResult={actionData}
      />
    </SignInLayout>
  );
}
