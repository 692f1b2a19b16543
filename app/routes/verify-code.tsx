import { useSearchParams } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { answerForm, redirectIfSignedIn } from '#app/features/auth/account-pages.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { codeForm, mailAsked } from '#domain/account.ts';
import { startPath } from '#domain/next-path.ts';
import type { Route } from './+types/verify-code';

export { clientAction } from '#app/features/auth/account-form.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Enter your code', isIndexed: false });

export const loader = redirectIfSignedIn;

export const action = ({ context }: Route.ActionArgs) =>
  answerForm({
    context,
    schema: codeForm,
    run: (given, accounts, visitor) => accounts.signInByCode(given, visitor),
    next: startPath,
  });

export default function VerifyCode({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <SignInLayout
      title="Enter your code"
      introduction="Enter the eight-digit code from the latest email."
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
