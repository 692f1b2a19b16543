import { data, useLocation } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import type { InputKind } from '#app/features/auth/account-inputs.tsx';
import { accountHeaders, answerForm, noStore } from '#app/features/auth/answer-form.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { confirmForm, linkForm, linkRefused, newPasswordForm } from '#domain/account.ts';
import { adminPath } from '#domain/next-path.ts';
import {
  formContext,
  orUnavailable,
  pageServicesContext,
  visitorContext,
} from '#server/http/page-context.ts';
import type { Route } from './+types/mailed-link';

/** The pages that mailed links lead to, by their paths. */
const pages = {
  '/login/confirm': {
    purpose: 'sign-up',
    title: 'Confirm your account',
    introduction: 'Enter the password that you chose when you signed up.',
    schema: confirmForm,
    fields: ['password'],
    action: 'Create Account',
    busyAction: 'Creating...',
    askPath: '/login/sign-up',
  },
  '/login/new-password': {
    purpose: 'new-password',
    title: 'Choose a new password',
    introduction: 'You will be signed in with it here, and signed out everywhere else.',
    schema: newPasswordForm,
    fields: ['newPassword'],
    action: 'Save Password',
    busyAction: 'Saving...',
    askPath: '/login/forgot-password',
  },
  '/login/open-link': {
    purpose: 'magic-link',
    title: 'Sign in',
    introduction: 'Your link is good. Press the button to sign in on this device.',
    schema: linkForm,
    fields: [],
    action: 'Sign In',
    busyAction: 'Signing in...',
    askPath: '/login/magic-link',
  },
} as const satisfies Record<string, { fields: readonly InputKind[]; [detail: string]: unknown }>;

function findPage(pathname: string) {
  const found = Object.entries(pages).find(([path]) => pathname.startsWith(path));
  if (!found) throw new Error(`No mailed link leads to ${pathname}`);
  return found[1];
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPage(args.location.pathname).title, isIndexed: false });

export const headers = accountHeaders;

/** Looks at the link without using it up: whatever opens links ahead of people does no harm. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  const { purpose } = findPage(url.pathname);
  const { accounts } = context.get(pageServicesContext);
  const isGood = await orUnavailable(accounts.isLinkGood(purpose, token));
  return data({ token, isGood }, { status: isGood ? 200 : 403, headers: noStore });
}

export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const { purpose, schema } = findPage(url.pathname);
  return answerForm({
    form: context.get(formContext),
    schema,
    run(given) {
      if (!('password' in given)) return accounts.signInByLink(given.token, visitor);
      return purpose === 'sign-up'
        ? accounts.confirmSignUp(given, visitor)
        : accounts.setNewPassword(given, visitor);
    },
    next: () => adminPath,
  });
}

/** Does nothing before its button is pressed: mail scanners open links too. */
export default function MailedLink({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, title, introduction, askPath, ...form } = findPage(useLocation().pathname);
  if (!loaderData.isGood) {
    return (
      <SignInLayout
        title={title}
        introduction={linkRefused}
        links={[
          { label: 'Ask for another one', to: askPath },
          { label: 'Back to sign in', to: '/login' },
        ]}
      />
    );
  }
  return (
    <SignInLayout title={title} introduction={introduction}>
      <ActionForm
        {...form}
        key={purpose}
        id={purpose}
        hidden={{ token: loaderData.token }}
        lastResult={actionData}
      />
    </SignInLayout>
  );
}
