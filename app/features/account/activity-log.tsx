import type { AccountOverview } from '#server/http/page-context.ts';
import { AccountEntry, AccountList } from './account-layout.tsx';

/** The latest events of all accounts: what happened, when, to whom and where. */
export const ActivityLog = ({ events }: Pick<AccountOverview, 'events'>) => (
  <section
    aria-label="Activity log"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys
    tabIndex={0}
    className="max-h-[32rem] overflow-auto border-b border-hairline"
  >
    <AccountList>
      {events.map(({ id, at, what, detail, email, ipAddress, device }) => (
        <AccountEntry key={id} title={detail ? `${what}: ${detail}` : what}>
          {[at, email, device, ipAddress].filter(Boolean).join(' · ')}
        </AccountEntry>
      ))}
    </AccountList>
  </section>
);
