import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import {
  directKey,
  type ListedKind,
  otherKey,
  type VisitCounts,
  type VisitReport,
  type VisitRow,
} from '#domain/visits.ts';
import { ChoiceLinks } from '../admin/record-card.tsx';

/** What is shown of a list before all of it is asked for. */
const firstRows = 10;

const sourceChoices = [
  { value: undefined, label: 'Sites' },
  { value: 'utm_source', label: 'UTM source' },
  { value: 'utm_medium', label: 'UTM medium' },
  { value: 'utm_campaign', label: 'UTM campaign' },
] as const;

/** Where visits came from, and the pages they saw. */
export function VisitLists({ report }: { report: VisitReport }) {
  const [params] = useSearchParams();
  const chosen = sourceChoices.find(({ value }) => value === params.get('sources'))?.value;
  const sources: ListedKind = chosen ?? 'referrer';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-2">
      <List
        key={sources}
        title="Sources"
        nameHeading={sources === 'referrer' ? 'Site' : 'Tag in the link'}
        report={report}
        kind={sources}
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
        report={report}
        kind="page"
        emptyText="No page views in this period."
      />
    </div>
  );
}

interface ListProps {
  title: string;
  nameHeading: string;
  report: VisitReport;
  kind: ListedKind;
  emptyText: string;
  children?: ReactNode;
}

function List({ title, nameHeading, report, kind, emptyText, children }: ListProps) {
  const [isWhole, showWhole] = useState(false);
  const list = report.lists.find((one) => one.kind === kind);
  const rows = list?.rows ?? [];
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const hasRest = Boolean(list?.rest) && shown.length === rows.length;
  const first = kind === 'page' ? 'views' : 'visits';
  const most = Math.max(1, ...rows.map((row) => row[first]));
  const id = `visits-${kind === 'page' ? 'pages' : 'sources'}`;
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id={id} className="text-heading">
        {title}
      </h3>
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
              <NumberHeading>{kind === 'page' ? 'Views' : 'Visits'}</NumberHeading>
              <NumberHeading>Inquiries</NumberHeading>
              <NumberHeading>Bookings</NumberHeading>
            </tr>
          </thead>
          <tbody className="border-t border-hairline">
            {shown.map((row) => (
              <Row
                key={row.key}
                name={nameOf(kind, row)}
                note={row.title ? row.key : undefined}
                counts={row}
                first={row[first]}
                most={most}
              />
            ))}
            {hasRest && list?.rest && (
              <Row name="Other" counts={list.rest} first={list.rest[first]} most={most} />
            )}
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

function nameOf(kind: ListedKind, { key, title }: VisitRow): string {
  if (kind === 'referrer' && key === directKey) return 'Direct';
  if (kind === 'page' && key === '/') return 'Home';
  return key === otherKey ? 'Other' : (title ?? key);
}

const NumberHeading = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="w-[4.75rem] pb-2 text-right font-semibold sm:w-24">
    {children}
  </th>
);

const NumberCell = ({ count }: { count: number }) => (
  <td className="py-2.5 text-right tabular-nums">{count.toLocaleString('en')}</td>
);

interface RowProps {
  name: string;
  note?: string | undefined;
  counts: VisitCounts;
  first: number;
  most: number;
}

/** One of a list: how much of the longest its bar is long. */
const Row = ({ name, note, counts, first, most }: RowProps) => (
  <tr className="border-b border-hairline">
    <th scope="row" className="relative py-2.5 pr-2 pl-2.5 text-left font-normal">
      <span
        aria-hidden="true"
        className="absolute inset-y-1 left-0 bg-gold-wash"
        style={{ width: `${Math.min(100, (first / most) * 100)}%` }}
      />
      <span className="relative block truncate" title={note ?? name}>
        {name}
      </span>
    </th>
    <NumberCell count={first} />
    <NumberCell count={counts.inquiries} />
    <NumberCell count={counts.bookings} />
  </tr>
);
