import { data, useLocation } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import { answerForm } from '#app/features/auth/account-pages.ts';
import { findPage, SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import {
  confirmForm,
  linkForm,
  linkRefused,
  newPasswordForm,
  setUpForm,
  setUpLinkRefused,
} from '#domain/account.ts';
import { startPath } from '#domain/next-path.ts';
import { orUnavailable, pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/one-time-link';

/** The pages behind one-time links, by path: emailed links and the set-up link. */
const pages = {
  '/login/setup': {
    purpose: 'set-up',
    title: 'Set up the admin',
    introduction: 'Create your account to manage the site.',
    schema: setUpForm,
    fields: ['email', 'newPassword'],
    action: 'Create Account',
    busyAction: 'Creating...',
    requestPath: undefined,
  },
  '/login/confirm': {
    purpose: 'sign-up',
    title: 'Confirm your account',
    introduction: 'Enter the password you chose when you signed up.',
    schema: confirmForm,
    fields: ['password'],
    action: 'Create Account',
    busyAction: 'Creating...',
    requestPath: '/login/sign-up',
  },
  '/login/new-password': {
    purpose: 'new-password',
    title: 'Choose a new password',
    introduction: 'This signs you in here and signs you out on all other devices.',
    schema: newPasswordForm,
    fields: ['newPassword'],
    action: 'Save Password',
    busyAction: 'Saving...',
    requestPath: '/login/forgot-password',
  },
  '/login/open-link': {
    purpose: 'magic-link',
    title: 'Sign in',
    introduction: 'Press the button to sign in on this device.',
    schema: linkForm,
    fields: [],
    action: 'Sign In',
    busyAction: 'Signing in...',
    requestPath: '/login/magic-link',
  },
} as const;

export { clientAction } from '#app/features/auth/account-form.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPage(pages, args.location.pathname).title, isIndexed: false });

const readToken = (url: URL) => url.searchParams.get('token') ?? '';

/** Checks the link without using it: mail scanners open links too. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = readToken(url);
  const { purpose } = findPage(pages, url.pathname);
  const { accounts } = context.get(pageServicesContext);
  const isGood = await orUnavailable(
    purpose === 'set-up' ? accounts.isSetUpToken(token) : accounts.isLinkGood(purpose, token),
  );
  return data({ token, isGood }, { status: isGood ? 200 : 403 });
}

export function action({ url, context }: Route.ActionArgs) {
  const { purpose, schema } = findPage(pages, url.pathname);
  return answerForm({
    context,
    schema,
    run(given, accounts, visitor) {
      if ('email' in given) return accounts.setUpAdmin(readToken(url), given, visitor);
      if (!('password' in given)) return accounts.signInByLink(given.token, visitor);
      return purpose === 'sign-up'
        ? accounts.confirmSignUp(given, visitor)
        : accounts.setNewPassword(given, visitor);
    },
    next: startPath,
  });
}

/** Acts only when its button is pressed. */
export default function OneTimeLink({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isGood } = loaderData;
  const page = findPage(pages, useLocation().pathname);
  const { purpose, title, introduction, requestPath, ...form } = page;
  if (isGood) {
    return (
      <SignInLayout title={title} introduction={introduction}>
        <ActionForm
          {...form}
          key={purpose}
          id={purpose}
          hidden={purpose === 'set-up' ? {} : { token }}
          lastResult={actionData}
        />
      </SignInLayout>
    );
  }
  return requestPath ? (
    <SignInLayout
      title={title}
      introduction={linkRefused}
      links={[
        { label: 'Send a new link', to: requestPath },
        { label: 'Back to sign in', to: '/login' },
      ]}
    />
  ) : (
    <SignInLayout title={title} introduction={setUpLinkRefused}>
      <ButtonLink to="/login" variant="secondary" className="w-full">
        Go to Admin Login
      </ButtonLink>
    </SignInLayout>
  );
}
