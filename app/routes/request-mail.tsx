import { useLocation, useSearchParams } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { answerForm, redirectIfSignedIn } from '#app/features/auth/account-pages.ts';
import { findPage, SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { mailAsked, mailForm, setUpForm } from '#domain/account.ts';
import type { Route } from './+types/request-mail';

const emailOnly = { schema: mailForm, fields: ['email'], busyAction: 'Sending...' } as const;

/** The pages that ask for a mail, by their paths: what each says, and what its mail is for. */
const pages = {
  '/login/sign-up': {
    purpose: 'sign-up',
    title: 'Sign up',
    introduction:
      'For addresses that the operator of this site has named. Everybody else is welcome without an account.',
    schema: setUpForm,
    fields: ['email', 'newPassword'],
    action: 'Sign Up',
    busyAction: 'Signing up...',
  },
  '/login/forgot-password': {
    ...emailOnly,
    purpose: 'new-password',
    title: 'Forgot your password?',
    introduction:
      'Enter your address. If it has an account, a link to choose a new password is on its way.',
    action: 'Send Reset Link',
  },
  '/login/magic-link': {
    ...emailOnly,
    purpose: 'magic-link',
    title: 'Sign in by mail',
    introduction:
      'Enter your address. If it has an account, a link that signs you in is on its way.',
    action: 'Send Magic Link',
  },
  '/login/code': {
    ...emailOnly,
    purpose: 'code',
    title: 'Sign in by code',
    introduction: 'Enter your address. If it has an account, a one-time code is on its way.',
    action: 'Send Code',
  },
} as const;

export { clientAction } from '#app/features/auth/account-form.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPage(pages, args.location.pathname).title, isIndexed: false });

export const loader = redirectIfSignedIn;

export function action({ url, context }: Route.ActionArgs) {
  const { purpose, schema } = findPage(pages, url.pathname);
  return answerForm({
    context,
    schema,
    async run(given, accounts, visitor) {
      if ('password' in given) await accounts.requestSignUp(given, visitor);
      else if (purpose !== 'sign-up') await accounts.requestMail({ ...given, purpose }, visitor);
      return { cookies: [] };
    },
    next: ({ email }) =>
      purpose === 'code'
        ? `/login/verify-code?sent&email=${encodeURIComponent(email)}`
        : `${url.pathname}?sent`,
  });
}

export default function RequestMail({ actionData }: Route.ComponentProps) {
  const { purpose, title, introduction, ...form } = findPage(pages, useLocation().pathname);
  const [search] = useSearchParams();
  return (
    <SignInLayout
      title={title}
      introduction={introduction}
      notice={search.has('sent') && mailAsked[purpose]}
      links={[{ label: 'Back to sign in', to: '/login' }]}
    >
      <ActionForm {...form} key={purpose} id={purpose} hasCaptcha lastResult={actionData} />
    </SignInLayout>
  );
}
