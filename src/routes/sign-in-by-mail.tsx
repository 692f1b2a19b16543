import { data, useLocation, useSearchParams } from 'react-router';
import {
  codeForm,
  linkForm,
  linkRefused,
  mailForm,
  mailRequestedTexts,
  newPasswordForm,
  passwordConfirmation,
  setUpForm,
  setUpLinkRefused,
  signUpClosed,
} from '#features/accounts/rules/index.ts';
import { ActionForm, type ActionFormProps, SignInLayout } from '#features/accounts/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import { startPath } from '#rules/next-path.ts';
import type { z } from '#rules/zod.ts';
import { orUnavailable, pageServicesContext } from '#server/page-context.ts';
import {
  type Accounts,
  answerForm,
  redirectIfSignedIn,
  type Visitor,
} from './actions/account-pages.ts';

export { clientAction } from '#features/accounts/ui/index.ts';

import type { Route } from './+types/sign-in-by-mail';

interface Page<Schema extends z.ZodObject>
  extends Pick<ActionFormProps, 'fields' | 'action' | 'busyAction' | 'hasCaptcha'> {
  title: string;
  introduction: string;
  schema: Schema;
  /** Shown after the email was requested. */
  notice?: string;
  links?: { label: string; to: string }[];
  /** Whether the page needs a one-time link. `isOpen` checks the link without using it up. */
  isBehindLink?: boolean;
  isOpen?(accounts: Accounts, token: string): Promise<boolean>;
  /** Shown instead of the form while the page is not open. */
  refusal?: string;
  run(
    accounts: Accounts,
    given: z.output<Schema>,
    visitor: Visitor,
    token: string,
  ): Promise<{ cookies: string[] }>;
  /** Returns the page after the form; by default, the one that shows its notice. */
  next?(email: unknown): string;
}

/** Preserves the type of a page's form. */
const page = <Schema extends z.ZodObject>(it: Page<Schema>): Page<z.ZodObject> => it;

const backToSignIn = { label: 'Back to sign in', to: '/login' };

const requestPage = (
  purpose: 'new-password' | 'magic-link' | 'code',
  words: Pick<Page<typeof mailForm>, 'title' | 'introduction' | 'action' | 'next'>,
) =>
  page({
    ...words,
    schema: mailForm,
    fields: ['email'],
    busyAction: 'Sending...',
    hasCaptcha: true,
    notice: mailRequestedTexts[purpose],
    links: [backToSignIn],
    async run(accounts, given, visitor) {
      await accounts.requestMail({ ...given, purpose }, visitor);
      return { cookies: [] };
    },
  });

/** The common parts of pages behind an emailed link. They act only when the button is pressed. */
const behindLink = (purpose: 'sign-up' | 'new-password' | 'magic-link', requestPath: string) => ({
  isBehindLink: true,
  isOpen: (accounts: Accounts, token: string) => accounts.isLinkGood(purpose, token),
  refusal: linkRefused,
  links: [{ label: 'Send a new link', to: requestPath }, backToSignIn],
  next: () => startPath,
});

/** The pages that send an email, and the pages behind its link or code, by path. */
const pages = {
  '/login/sign-up': page({
    title: 'Sign up',
    introduction: 'Only for invited email addresses. Visitors don’t need an account.',
    schema: setUpForm,
    fields: ['email', 'newPassword'],
    action: 'Sign Up',
    busyAction: 'Signing up...',
    hasCaptcha: true,
    notice: mailRequestedTexts['sign-up'],
    links: [backToSignIn],
    isOpen: async (accounts) => accounts.isSignUpOpen,
    refusal: signUpClosed,
    async run(accounts, given, visitor) {
      await accounts.requestSignUp(given, visitor);
      return { cookies: [] };
    },
  }),
  '/login/confirm': page({
    ...behindLink('sign-up', '/login/sign-up'),
    title: 'Confirm your account',
    introduction: 'Enter the password you chose when you signed up.',
    schema: passwordConfirmation,
    fields: ['password'],
    action: 'Create Account',
    busyAction: 'Creating...',
    run: (accounts, { password }, visitor, token) =>
      accounts.confirmSignUp({ token, password }, visitor),
  }),
  '/login/forgot-password': requestPage('new-password', {
    title: 'Forgot your password?',
    introduction:
      'If this address has an account, we’ll email you a link to choose a new password.',
    action: 'Send Reset Link',
  }),
  '/login/new-password': page({
    ...behindLink('new-password', '/login/forgot-password'),
    title: 'Choose a new password',
    introduction: 'This signs you in here and signs you out on all other devices.',
    schema: newPasswordForm,
    fields: ['newPassword'],
    action: 'Save Password',
    busyAction: 'Saving...',
    run: (accounts, { password }, visitor, token) =>
      accounts.setNewPassword({ token, password }, visitor),
  }),
  '/login/magic-link': requestPage('magic-link', {
    title: 'Sign in by email',
    introduction: 'If this address has an account, we’ll email you a sign-in link.',
    action: 'Send Magic Link',
  }),
  '/login/open-link': page({
    ...behindLink('magic-link', '/login/magic-link'),
    title: 'Sign in',
    introduction: 'Press the button to sign in on this device.',
    schema: linkForm,
    fields: [],
    action: 'Sign In',
    busyAction: 'Signing in...',
    run: (accounts, _, visitor, token) => accounts.signInByLink(token, visitor),
  }),
  '/login/code': requestPage('code', {
    title: 'Sign in with a code',
    introduction: 'If this address has an account, we’ll email you a one-time code.',
    action: 'Send Code',
    next: (email) => `/login/verify-code?sent&email=${encodeURIComponent(String(email))}`,
  }),
  '/login/verify-code': page({
    title: 'Enter your code',
    introduction: 'Enter the eight-digit code from the latest email.',
    schema: codeForm,
    fields: ['email', 'digits'],
    action: 'Verify Code',
    busyAction: 'Verifying...',
    hasCaptcha: true,
    notice: mailRequestedTexts.code,
    links: [{ label: 'Send another code', to: '/login/code' }, backToSignIn],
    run: (accounts, given, visitor) => accounts.signInByCode(given, visitor),
    next: () => startPath,
  }),
  '/login/setup': page({
    title: 'Set up the admin',
    introduction: 'Create your account to manage the site.',
    schema: setUpForm,
    fields: ['email', 'newPassword'],
    action: 'Create Account',
    busyAction: 'Creating...',
    isBehindLink: true,
    isOpen: (accounts, token) => accounts.isSetUpToken(token),
    refusal: setUpLinkRefused,
    links: [{ label: 'Go to Admin Login', to: '/login' }],
    run: (accounts, given, visitor, token) => accounts.setUpAdmin(token, given, visitor),
    next: () => startPath,
  }),
};

function findPage(pathname: string) {
  const found = Object.entries(pages).find(([path]) => pathname.startsWith(path));
  if (!found) throw new Error(`Unknown page: ${pathname}`);
  return found[1];
}

const readToken = (url: URL) => url.searchParams.get('token') ?? '';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPage(args.location.pathname).title, isIndexed: false });

export async function loader(args: Route.LoaderArgs) {
  const { isBehindLink, isOpen } = findPage(args.url.pathname);
  if (!isBehindLink) await redirectIfSignedIn(args);
  const { accounts } = args.context.get(pageServicesContext);
  const opens = isOpen ? await orUnavailable(isOpen(accounts, readToken(args.url))) : true;
  return data({ isOpen: opens }, { status: isBehindLink && !opens ? 403 : 200 });
}

export function action({ url, context }: Route.ActionArgs) {
  const { schema, run, next } = findPage(url.pathname);
  return answerForm({
    context,
    schema,
    run: (given, accounts, visitor) => run(accounts, given, visitor, readToken(url)),
    next: ({ email }) => next?.(email) ?? `${url.pathname}?sent`,
  });
}

export default function SignInByMail({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { title, introduction, refusal, notice, links = [], ...form } = findPage(pathname);
  if (!loaderData.isOpen)
    return <SignInLayout title={title} introduction={refusal} links={links} />;
  return (
    <SignInLayout
      title={title}
      introduction={introduction}
      notice={search.has('sent') && notice}
      links={form.isBehindLink ? [] : links}
    >
      <ActionForm
        key={pathname}
        id="sign-in-by-mail"
        {...form}
        defaultValue={{ email: search.get('email') ?? '' }}
        lastResult={actionData}
      />
    </SignInLayout>
  );
}
