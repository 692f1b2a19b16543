import type { AccountOverview } from '#server/http/page-context.ts';

const cell = 'py-3 pr-6 align-top';

/** Who did what, when and from where. */
export const ActivityLog = ({ events }: Pick<AccountOverview, 'events'>) => (
  <section
    aria-label="Activity log"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys
    tabIndex={0}
    className="max-h-[32rem] overflow-auto border-y border-hairline"
  >
    <table className="w-full min-w-[40rem] text-sm">
      <thead className="sticky top-0 bg-ground text-left text-muted">
        <tr>
          <th className={cell}>When</th>
          <th className={cell}>What</th>
          <th className={cell}>Who</th>
          <th className={cell}>From where</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, at, what, detail, email, ipAddress, device }) => (
          <tr key={id} className="border-t border-hairline">
            <td className={`${cell} whitespace-nowrap`}>{at}</td>
            <td className={cell}>
              {what}
              {detail && <span className="block text-muted">{detail}</span>}
            </td>
            <td className={`${cell} break-all`}>{email}</td>
            <td className={cell}>
              {ipAddress}
              <span className="block text-muted">{device}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
