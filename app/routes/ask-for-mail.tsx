import { useLocation, useSearchParams } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { accountHeaders, answerForm, redirectIfSignedIn } from '#app/features/auth/answer-form.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { mailAsked, mailForm } from '#domain/account.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/ask-for-mail';

/** The pages that ask for a mail, by their paths: what each says, and what its mail is for. */
const pages = {
  '/login/forgot-password': {
    purpose: 'new-password',
    title: 'Forgot your password?',
    introduction:
      'Enter your address. If it has an account, a link to choose a new password is on its way.',
    action: 'Send Reset Link',
  },
  '/login/magic-link': {
    purpose: 'magic-link',
    title: 'Sign in by mail',
    introduction:
      'Enter your address. If it has an account, a link that signs you in is on its way.',
    action: 'Send Magic Link',
  },
  '/login/code': {
    purpose: 'code',
    title: 'Sign in by code',
    introduction: 'Enter your address. If it has an account, a one-time code is on its way.',
    action: 'Send Code',
  },
} as const;

function findPage(pathname: string) {
  const found = Object.entries(pages).find(([path]) => pathname.startsWith(path));
  if (!found) throw new Error(`Nothing is mailed at ${pathname}`);
  return { path: found[0], ...found[1] };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPage(args.location.pathname).title, isIndexed: false });

export const headers = accountHeaders;

export const loader = ({ context }: Route.LoaderArgs) =>
  redirectIfSignedIn(
    context.get(pageServicesContext).accounts.enterAdmin(context.get(visitorContext)),
  );

export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  const { purpose, path } = findPage(url.pathname);
  return answerForm({
    form: context.get(formContext),
    schema: mailForm,
    run: async (given) => {
      await accounts.requestMail({ ...given, purpose }, context.get(visitorContext));
      return { cookies: [] };
    },
    next: ({ email }) =>
      purpose === 'code'
        ? `/login/verify-code?sent&email=${encodeURIComponent(email)}`
        : `${path}?sent`,
  });
}

export default function AskForMail({ actionData }: Route.ComponentProps) {
  const { purpose, title, introduction, action: label } = findPage(useLocation().pathname);
  const [search] = useSearchParams();
  return (
    <SignInLayout
      title={title}
      introduction={introduction}
      notice={search.has('sent') && mailAsked[purpose]}
      links={[{ label: 'Back to sign in', to: '/login' }]}
    >
      <ActionForm
        key={purpose}
        id={purpose}
        schema={mailForm}
        fields={['email']}
        action={label}
        busyAction="Sending..."
        hasCaptcha
        lastResult={actionData}
      />
    </SignInLayout>
  );
}
