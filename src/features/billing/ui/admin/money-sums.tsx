import { Download } from 'lucide-react';
import { useState } from 'react';
import { CardLink, FailedNotice, useRead } from '#features/admin-ui/ui/index.ts';
import { describePeriod, listPeriods } from '#features/billing/rules/periods.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatRand } from '#rules/money.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { SelectField } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { OrderSums } from './use-orders.ts';

/** The money of a period by offer, without test money, and its files for the bookkeeper. */
export function MoneySums() {
  const today = dayInZone(new Date(), useSettings().timeZone);
  const [period, setPeriod] = useState(today.slice(0, 7));
  const sums = useRead(
    ['orders', 'sums', period],
    (api, init) => api.orders.sums.$get({ query: { period } }, init),
    { placeholderData: (before) => before },
  );
  if (sums.isError) return <FailedNotice text="The sums could not be loaded." query={sums} />;
  if (!sums.data) return <Skeleton className="h-24" />;
  return (
    <section aria-label="Sums" className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
        <SelectField
          id="sums-period"
          name="period"
          label="Period"
          value={period}
          onChange={({ target }) => setPeriod(target.value)}
        >
          {listPeriods(sums.data.since ?? today, today).map(({ label, periods }) => (
            <optgroup key={label} label={label}>
              {periods.map((one) => (
                <option key={one} value={one}>
                  {describePeriod(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <span className="-mx-2 flex flex-wrap">
          {(['payments', 'documents'] as const).map((what) => (
            <CardLink
              key={what}
              icon={Download}
              href={`/api/orders/export/${what}?period=${period}`}
              download
              spoken={`, ${describePeriod(period)}`}
            >
              {what === 'payments' ? 'Payments (CSV)' : 'Documents (CSV)'}
            </CardLink>
          ))}
        </span>
      </div>
      <SumTable sums={sums.data} />
    </section>
  );
}

const headClass = 'w-[6.75rem] pb-1.5 text-right font-semibold sm:w-36';
const cellClass = 'py-2 text-right tabular-nums';

function SumTable({ sums }: { sums: OrderSums }) {
  const { items, unallocated, paid_cents, refunded_cents } = sums;
  const hasUnallocated = unallocated.paid_cents + unallocated.refunded_cents > 0;
  const rows = [...items, ...(hasUnallocated ? [{ title: 'Unallocated', ...unallocated }] : [])];
  return (
    <table className="w-full table-fixed text-[0.9375rem]">
      <caption className="sr-only">Payments and refunds</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="pb-1.5 text-left font-semibold">
            For
          </th>
          <th scope="col" className={headClass}>
            Received
          </th>
          <th scope="col" className={headClass}>
            Refunded
          </th>
        </tr>
      </thead>
      <tbody className="border-t border-hairline">
        {rows.map(({ title, ...row }) => (
          <tr key={title} className="border-b border-hairline">
            <th scope="row" className="truncate py-2 pr-2 text-left font-normal" title={title}>
              {title}
            </th>
            <td className={cellClass}>{formatRand(row.paid_cents)}</td>
            <td className={cellClass}>{formatRand(row.refunded_cents)}</td>
          </tr>
        ))}
        <tr className="border-b border-hairline font-semibold">
          <th scope="row" className="py-2 text-left font-semibold">
            Total
          </th>
          <td className={cellClass}>{formatRand(paid_cents)}</td>
          <td className={cellClass}>{formatRand(refunded_cents)}</td>
        </tr>
        <tr className="font-semibold">
          <th scope="row" className="py-2 text-left font-semibold">
            After refunds
          </th>
          <td colSpan={2} className={cellClass}>
            {formatRand(paid_cents - refunded_cents)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
