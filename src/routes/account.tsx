import {
  AccountEntry,
  AccountSection,
  Devices,
  Identities,
  PasswordChange,
  SecondFactors,
} from '#features/accounts/ui/admin/index.ts';
import { AdminContent } from '#features/admin/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import { type AccountOverview, orUnavailable } from '#server/page-context.ts';
import { TabBar } from '#ui/tab-bar.tsx';
import type { Route } from './+types/account';
import { requireAdmin } from './actions/account-pages.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Your Account', isIndexed: false });

export async function loader(args: Route.LoaderArgs) {
  const { readAccount } = await requireAdmin(args);
  return { account: await orUnavailable(readAccount()) };
}

export default function Account({ loaderData: { account } }: Route.ComponentProps) {
  const { email, provider } = account;
  const sections = [
    {
      id: 'password',
      title: 'Password',
      note: 'Changing it signs you out on all other devices and cancels any emailed links.',
      content: account.hasPassword ? (
        <PasswordChange email={email} />
      ) : (
        <p>
          You don’t have a password yet. To set one, sign out and choose “Forgot your password?”.
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
  ];
  return (
    <>
      <TabBar
        label="Account"
        tabs={sections.map(({ id, title }) => ({ to: `#${id}`, label: title }))}
      />
      <AdminContent>
        {sections.map((section) => (
          <AccountSection key={section.id} {...section} />
        ))}
      </AdminContent>
    </>
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
