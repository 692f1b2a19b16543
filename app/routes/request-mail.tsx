import { useLocation, useSearchParams } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { answerForm, redirectIfSignedIn } from '#app/features/auth/account-pages.ts';
import { findPage, SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { mailAsked, mailForm, setUpForm, signUpClosed } from '#domain/account.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/request-mail';

const emailOnly = { schema: mailForm, fields: ['email'], busyAction: 'Sending...' } as const;

/** The pages that send an email, by path. */
const pages = {
  '/login/sign-up': {
    purpose: 'sign-up',
    title: 'Sign up',
    introduction: 'Only for invited email addresses. Visitors don’t need an account.',
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
      'If this address has an account, we’ll email you a link to choose a new password.',
    action: 'Send Reset Link',
  },
  '/login/magic-link': {
    ...emailOnly,
    purpose: 'magic-link',
    title: 'Sign in by email',
    introduction: 'If this address has an account, we’ll email you a sign-in link.',
    action: 'Send Magic Link',
  },
  '/login/code': {
    ...emailOnly,
    purpose: 'code',
    title: 'Sign in with a code',
    introduction: 'If this address has an account, we’ll email you a one-time code.',
    action: 'Send Code',
  },
} as const;

export { clientAction } from '#app/features/auth/account-form.tsx';

const links = [{ label: 'Back to sign in', to: '/login' }];

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPage(pages, args.location.pathname).title, isIndexed: false });

export async function loader(args: Route.LoaderArgs) {
  await redirectIfSignedIn(args);
  return { isSignUpOpen: args.context.get(pageServicesContext).accounts.isSignUpOpen };
}

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

export default function RequestMail({ actionData, loaderData }: Route.ComponentProps) {
  const { purpose, title, introduction, ...form } = findPage(pages, useLocation().pathname);
  const [search] = useSearchParams();
  if (purpose === 'sign-up' && !loaderData.isSignUpOpen)
    return <SignInLayout title={title} introduction={signUpClosed} links={links} />;
  return (
    <SignInLayout
      title={title}
      introduction={introduction}
      notice={search.has('sent') && mailAsked[purpose]}
      links={links}
    >
      <ActionForm {...form} key={purpose} id={purpose} hasCaptcha lastResult={actionData} />
    </SignInLayout>
  );
}
