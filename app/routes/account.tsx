import { AccountLayout } from '#app/features/account/account-layout.tsx';
import { ActivityLog } from '#app/features/account/activity-log.tsx';
import { Devices } from '#app/features/account/devices.tsx';
import { Factors } from '#app/features/account/factors.tsx';
import { Identities } from '#app/features/account/identities.tsx';
import { PasswordChange } from '#app/features/account/password-forms.tsx';
import { requireAdmin } from '#app/features/auth/account-pages.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import type { Route } from './+types/account';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Your Account', isIndexed: false });

/** Asks for the session on every request; nothing is read before that. */
export async function loader(args: Route.LoaderArgs) {
  const { readAccount } = await requireAdmin(args);
  return { account: await readAccount() };
}

export default function Account({ loaderData: { account } }: Route.ComponentProps) {
  const { email, provider } = account;
  return (
    <AccountLayout
      sections={[
        {
          id: 'password',
          title: 'Password',
          note: 'A new password signs you out everywhere but here, and makes every link that was mailed to you worthless.',
          content: account.hasPassword ? (
            <PasswordChange email={email} />
          ) : (
            <p>
              Your account has no password yet. Sign out and use “Forgot your password?” to choose
              one.
            </p>
          ),
        },
        {
          id: 'two-factor',
          title: 'Two-factor',
          note: 'With an authenticator app, a password alone opens nothing: a code from the app is asked for at every sign-in, whichever way it begins.',
          content: <Factors {...account} />,
        },
        {
          id: 'devices',
          title: 'Devices',
          note: 'Every browser that is signed in to your account. One that is not used for a week is signed out by itself, and every one after 30 days.',
          content: <Devices devices={account.sessions} />,
        },
        ...(provider
          ? [
              {
                id: 'identities',
                title: 'Linked identities',
                note: `With your account at ${provider.name} linked, it signs you in here. A second factor is asked for all the same.`,
                content: <Identities email={email} provider={provider} />,
              },
            ]
          : []),
        {
          id: 'log',
          title: 'Activity',
          note: 'What was done with the accounts of this site, and what was tried: the newest hundred entries. They are kept for half a year.',
          content: <ActivityLog events={account.events} />,
        },
      ]}
    />
  );
}
