import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import {
  directKey,
  type ListedKind,
  otherKey,
  type VisitReport,
  type VisitRow,
} from '#domain/visits.ts';
import { ChoiceLinks } from '../admin/record-card.tsx';

/** How many rows a list shows at first. */
const firstRows = 10;

const sourceChoices = [
  { value: undefined, label: 'Sites' },
  { value: 'utm_source', label: 'UTM source' },
  { value: 'utm_medium', label: 'UTM medium' },
  { value: 'utm_campaign', label: 'UTM campaign' },
] as const;

/** Where visits came from, and the pages they saw. */
export function VisitLists({ report: { lists } }: { report: VisitReport }) {
  const [params] = useSearchParams();
  const chosen = sourceChoices.find(({ value }) => value === params.get('sources'))?.value;
  const sources: ListedKind = chosen ?? 'referrer';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
      <List
        key={sources}
        title="Sources"
        nameHeading={sources === 'referrer' ? 'Site' : 'Tag in the link'}
        measure="visits"
        rows={lists[sources].map((row) => ({ ...row, name: nameSource(sources, row) }))}
        emptyText="No visits came through tagged links in this period. To see them here, add utm_source, utm_medium and utm_campaign to the links you post."
      >
        <ChoiceLinks
          label="Group sources by"
          name="sources"
          kept={params}
          chosen={chosen}
          choices={[...sourceChoices]}
        />
      </List>
      <List
        title="Pages"
        nameHeading="Page"
        measure="views"
        rows={lists.page.map((row) => ({ ...row, name: namePage(row) }))}
        emptyText="No page views in this period."
      />
    </div>
  );
}

function nameSource(kind: ListedKind, { key }: VisitRow): string {
  if (kind === 'referrer' && key === directKey) return 'Direct';
  return key === otherKey ? 'Other' : key;
}

function namePage({ key, title }: VisitRow): string {
  if (key === '/') return 'Home';
  return key === otherKey ? 'Other' : (title ?? key);
}

interface ListProps {
  title: string;
  nameHeading: string;
  /** The first figure of each row, which its bar shows. */
  measure: 'visits' | 'views';
  rows: (VisitRow & { name: string })[];
  emptyText: string;
  children?: ReactNode;
}

function List({ title, nameHeading, measure, rows, emptyText, children }: ListProps) {
  const [isWhole, showWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const most = Math.max(1, ...rows.map((row) => row[measure]));
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 className="text-heading">{title}</h3>
      {children}
      {rows.length === 0 ? (
        <p className="rounded-sm border border-dashed border-hairline-strong/50 px-5 py-8 text-muted">
          {emptyText}
        </p>
      ) : (
        <table className="w-full table-fixed text-[0.9375rem]">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className="pb-2 text-left font-semibold">
                {nameHeading}
              </th>
              {[measure === 'views' ? 'Views' : 'Visits', 'Inquiries', 'Bookings'].map(
                (heading) => (
                  <th
                    key={heading}
                    scope="col"
                    className="w-[4.75rem] pb-2 text-right font-semibold sm:w-24"
                  >
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="border-t border-hairline">
            {shown.map((row) => (
              <Row key={row.key} row={row} measure={measure} share={row[measure] / most} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length < rows.length && (
        <Button variant="secondary" className="justify-self-start" onClick={() => showWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  row: VisitRow & { name: string };
  measure: 'visits' | 'views';
  /** The length of the bar. */
  share: number;
}

const Row = ({ row, measure, share }: RowProps) => (
  <tr className="border-b border-hairline">
    <th scope="row" className="relative py-2.5 pr-2 pl-2.5 text-left font-normal">
      <span
        aria-hidden="true"
        className="absolute inset-y-1 left-0 bg-gold-wash"
        style={{ width: `${share * 100}%` }}
      />
      <span className="relative block truncate" title={row.title ? row.key : row.name}>
        {row.name}
      </span>
    </th>
    {([measure, 'inquiries', 'bookings'] as const).map((figure) => (
      <td key={figure} className="py-2.5 text-right tabular-nums">
        {row[figure].toLocaleString('en')}
      </td>
    ))}
  </tr>
);
