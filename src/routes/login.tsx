import { Form, useSearchParams } from 'react-router';
import { signInForm } from '#features/accounts/rules/index.ts';
import { ActionForm, PasskeyButton, SignInLayout } from '#features/accounts/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';

export { clientAction } from '#features/accounts/ui/index.ts';

import { pageServicesContext } from '#server/page-context.ts';
import { Button } from '#ui/button.tsx';
import type { Route } from './+types/login';
import { answerForm, findPasskeys, nextPath, redirectIfSignedIn } from './actions/account-pages.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Login', isIndexed: false });

export async function loader(args: Route.LoaderArgs) {
  const { accounts } = args.context.get(pageServicesContext);
  return {
    ...(await redirectIfSignedIn(args)),
    hasPasskeys: await findPasskeys(args),
    providerName: accounts.providerName,
  };
}

export const action = ({ url, context }: Route.ActionArgs) =>
  answerForm({
    context,
    schema: signInForm,
    run: (given, accounts, visitor) => accounts.signIn(given, visitor),
    next: nextPath(url),
  });

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasPasskeys, providerName } = loaderData;
  const [search] = useSearchParams();
  return (
    <SignInLayout
      title="Admin Login"
      alert={
        search.has('provider-failed') && 'That account has no access here. Sign in another way.'
      }
      links={[
        { label: 'Forgot your password?', to: '/login/forgot-password' },
        { label: 'Send a magic link', to: '/login/magic-link' },
        { label: 'Send a one-time code', to: '/login/code' },
        { label: 'Sign up', to: '/login/sign-up' },
      ]}
    >
      <ActionForm
        id="sign-in"
        schema={signInForm}
        fields={['email', 'password']}
        action="Sign In"
        busyAction="Signing in..."
        hasCaptcha
        lastResult={actionData}
      />
      {hasPasskeys && (
        <div className="mt-4">
          <PasskeyButton onDone={() => window.location.assign(next)} />
        </div>
      )}
      {providerName && (
        <Form
          method="post"
          action={`/login/provider?next=${encodeURIComponent(next)}`}
          reloadDocument
          className="mt-4"
        >
          <Button type="submit" variant="secondary" className="w-full">
            Continue with {providerName}
          </Button>
        </Form>
      )}
    </SignInLayout>
  );
}
