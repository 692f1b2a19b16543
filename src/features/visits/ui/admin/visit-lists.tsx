import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ChoiceLinks, capitalise } from '#features/admin-ui/ui/index.ts';
import {
  directKey,
  type ListedKind,
  otherKey,
  type VisitReport,
  type VisitRow,
} from '#features/visits/rules/visits.ts';
import { Button } from '#ui/button.tsx';
import { FigureTable } from './figure-table.tsx';

/** How many rows a list shows at first. */
const firstRows = 10;

const sourceChoices = [
  { value: undefined, label: 'Sites' },
  { value: 'utm_source', label: 'UTM source' },
  { value: 'utm_medium', label: 'UTM medium' },
  { value: 'utm_campaign', label: 'UTM campaign' },
] as const;

/** Where visits came from, and which pages they viewed. */
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
  /** The first figure of each row, which the bar shows. */
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
        <FigureTable
          headings={[nameHeading, capitalise(measure), 'Inquiries', 'Bookings']}
          rows={shown.map((row) => ({
            key: row.key,
            name: row.name,
            hint: row.title ? row.key : row.name,
            share: row[measure] / most,
            figures: [row[measure], row.inquiries, row.bookings].map((count) => ({ count })),
          }))}
        />
      )}
      {shown.length < rows.length && (
        <Button variant="secondary" className="justify-self-start" onClick={() => showWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
    </section>
  );
}
