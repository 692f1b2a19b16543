import { useSearchParams } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { accountHeaders, answerForm, redirectIfSignedIn } from '#app/features/auth/answer-form.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { codeForm, mailAsked } from '#domain/account.ts';
import { adminPath } from '#domain/next-path.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/verify-code';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Enter your code', isIndexed: false });

export const headers = accountHeaders;

export const loader = ({ context }: Route.LoaderArgs) =>
  redirectIfSignedIn(
    context.get(pageServicesContext).accounts.enterAdmin(context.get(visitorContext)),
  );

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: codeForm,
    run: (given) => accounts.signInByCode(given, context.get(visitorContext)),
    next: () => adminPath,
  });
}

export default function VerifyCode({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <SignInLayout
      title="Enter your code"
      introduction="Eight digits, from the newest mail."
      notice={search.has('sent') && mailAsked.code}
      links={[
        { label: 'Send another code', to: '/login/code' },
        { label: 'Back to sign in', to: '/login' },
      ]}
    >
      <ActionForm
        id="verify-code"
        schema={codeForm}
        fields={['email', 'digits']}
        defaultValue={{ email: search.get('email') ?? '' }}
        action="Verify Code"
        busyAction="Verifying..."
        hasCaptcha
        lastResult={actionData}
      />
    </SignInLayout>
  );
}
