import { Form, useRouteLoaderData, useSearchParams } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { accountHeaders, answerForm, redirectIfSignedIn } from '#app/features/auth/answer-form.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { signInForm } from '#domain/account.ts';
import { safeNextPath } from '#domain/next-path.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/login';
import type { loader as accountLayoutLoader } from './account-layout.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Login', isIndexed: false });

export const headers = accountHeaders;

const nextPath = (url: URL) => safeNextPath(url.searchParams.get('next'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  redirectIfSignedIn(
    context.get(pageServicesContext).accounts.enterAdmin(context.get(visitorContext)),
    nextPath(url),
  );

export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: signInForm,
    run: (given) => accounts.signIn(given, context.get(visitorContext)),
    next: () => nextPath(url),
  });
}

export default function Login({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const providerName =
    useRouteLoaderData<typeof accountLayoutLoader>('routes/account-layout')?.providerName;
  const [search] = useSearchParams();
  return (
    <SignInLayout
      title="Admin Login"
      introduction="The admin area is for the operator of the site."
      alert={
        search.has('provider-failed') &&
        'That account opens nothing here. Please sign in another way.'
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
      {providerName && (
        <Form method="post" action="/login/provider" reloadDocument className="mt-4">
          <input type="hidden" name="next" value={next} />
          <Button type="submit" variant="secondary" className="w-full">
            Continue with {providerName}
          </Button>
        </Form>
      )}
    </SignInLayout>
  );
}
