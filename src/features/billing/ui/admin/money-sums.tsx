import { FailedNotice, useRead } from '#features/admin-ui/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatRand } from '#rules/money.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { OrderSums } from './use-orders.ts';

const useSums = (period: string) =>
  useRead(['orders', 'sums', period], (api, init) =>
    api.orders.sums.$get({ query: { period } }, init),
  );

/** The income by offer, this month and this year, after refunds and without test money. */
export function MoneySums() {
  const today = dayInZone(new Date(), useSettings().timeZone);
  const month = useSums(today.slice(0, 7));
  const year = useSums(today.slice(0, 4));
  const failed = [month, year].find(({ isError }) => isError);
  if (failed) return <FailedNotice text="The sums could not be loaded." query={failed} />;
  if (!month.data || !year.data) return <Skeleton className="h-24" />;
  return <SumTable month={month.data} year={year.data} />;
}

const netOf = (sums: { paid_cents: number; refunded_cents: number }) =>
  formatRand(sums.paid_cents - sums.refunded_cents);

const nothing = { paid_cents: 0, refunded_cents: 0 };

function SumTable({ month, year }: { month: OrderSums; year: OrderSums }) {
  const titles = [...new Set([...year.items, ...month.items].map(({ title }) => title))];
  const find = (sums: OrderSums, title: string) =>
    sums.items.find((item) => item.title === title) ?? nothing;
  const rows = titles.map((title) => ({
    title,
    month: netOf(find(month, title)),
    year: netOf(find(year, title)),
  }));
  return (
    <table className="w-full max-w-3xl table-fixed text-[0.9375rem]">
      <caption className="sr-only">Payments received, after refunds</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="pb-1.5 text-left font-semibold">
            Received
          </th>
          <th scope="col" className="w-[6.5rem] pb-1.5 text-right font-semibold sm:w-36">
            This month
          </th>
          <th scope="col" className="w-[6.5rem] pb-1.5 text-right font-semibold sm:w-36">
            This year
          </th>
        </tr>
      </thead>
      <tbody className="border-t border-hairline">
        {rows.map((row) => (
          <tr key={row.title} className="border-b border-hairline">
            <th scope="row" className="truncate py-2 pr-2 text-left font-normal" title={row.title}>
              {row.title}
            </th>
            <td className="py-2 text-right tabular-nums">{row.month}</td>
            <td className="py-2 text-right tabular-nums">{row.year}</td>
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="py-2 text-left font-semibold">
            Total
          </th>
          <td className="py-2 text-right tabular-nums">{netOf(month)}</td>
          <td className="py-2 text-right tabular-nums">{netOf(year)}</td>
        </tr>
      </tbody>
    </table>
  );
}
