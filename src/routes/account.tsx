import { AccountEntry, AccountLayout } from '#features/accounts/ui/account-layout.tsx';
import { requireAdmin } from '#features/accounts/ui/account-pages.ts';
import { Devices } from '#features/accounts/ui/devices.tsx';
import { Identities } from '#features/accounts/ui/identities.tsx';
import { PasswordChange } from '#features/accounts/ui/password-forms.tsx';
import { SecondFactors } from '#features/accounts/ui/second-factors.tsx';
import { pageMeta } from '#features/shell/ui/page-meta.ts';
import type { AccountOverview } from '#server/page-context.ts';
import type { Route } from './+types/account';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Your Account', isIndexed: false });

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
          note: 'Changing it signs you out on all other devices and cancels any emailed links.',
          content: account.hasPassword ? (
            <PasswordChange email={email} />
          ) : (
            <p>
              You don’t have a password yet. To set one, sign out and choose “Forgot your
              password?”.
            </p>
          ),
        },
        {
          id: 'two-factor',
          title: 'Two-step sign-in',
          note: 'Adds a passkey or a code from an app to every sign-in, so a stolen password isn’t enough.',
          content: <SecondFactors {...account} />,
        },
        {
          id: 'devices',
          title: 'Devices',
          note: 'Browsers signed in to your account. Each is signed out after a week without use, and after 30 days at the latest.',
          content: <Devices devices={account.sessions} />,
        },
        ...(provider
          ? [
              {
                id: 'identities',
                title: 'Linked accounts',
                note: `Sign in with your ${provider.name} account. Two-step sign-in still applies.`,
                content: <Identities email={email} provider={provider} />,
              },
            ]
          : []),
        {
          id: 'log',
          title: 'Activity',
          note: 'Sign-ins and account changes: the latest 100.',
          content: <ActivityLog events={account.events} />,
        },
      ]}
    />
  );
}

/** The latest events of all accounts. */
const ActivityLog = ({ events }: Pick<AccountOverview, 'events'>) => (
  <section
    aria-label="Activity log"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    tabIndex={0}
    className="max-h-[32rem] overflow-auto border-b border-hairline"
  >
    <ul className="border-t border-hairline">
      {events.map(({ id, at, what, detail, email, ipAddress, device }) => (
        <AccountEntry key={id} title={detail ? `${what}: ${detail}` : what}>
          {[at, email, device, ipAddress].filter(Boolean).join(' · ')}
        </AccountEntry>
      ))}
    </ul>
  </section>
);
