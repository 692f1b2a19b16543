import { useSearchParams } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { accountHeaders, answerForm, redirectIfSignedIn } from '#app/features/auth/answer-form.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { mailAsked, setUpForm } from '#domain/account.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/sign-up';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sign up', isIndexed: false });

export const headers = accountHeaders;

export const loader = ({ context }: Route.LoaderArgs) =>
  redirectIfSignedIn(
    context.get(pageServicesContext).accounts.enterAdmin(context.get(visitorContext)),
  );

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: setUpForm,
    run: async (given) => {
      await accounts.requestSignUp(given, context.get(visitorContext));
      return { cookies: [] };
    },
    next: () => '/login/sign-up?sent',
  });
}

export default function SignUp({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <SignInLayout
      title="Sign up"
      introduction="For addresses that the operator of this site has named. Everybody else is welcome without an account."
      notice={search.has('sent') && mailAsked['sign-up']}
      links={[{ label: 'Back to sign in', to: '/login' }]}
    >
      <ActionForm
        id="sign-up"
        schema={setUpForm}
        fields={['email', 'newPassword']}
        action="Sign Up"
        busyAction="Signing up..."
        hasCaptcha
        lastResult={actionData}
      />
    </SignInLayout>
  );
}
