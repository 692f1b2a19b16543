import { capitalise, useMentorClock } from '#features/admin-ui/ui/index.ts';
import { type RequestKind, requestWords } from '#features/people/rules/request-kinds.ts';
import { personalRecords, type RecordKind } from '#rules/personal-records.ts';
import type { Person } from './use-person.ts';

type Row = Readonly<Record<string, unknown>> & { id: string };

/** All records about a person, by kind. Their access is in another section. */
export const PersonRecords = ({ person }: { person: Person }) => (
  <div className="mt-8 grid gap-8">
    {Object.keys(personalRecords).map(
      (kind) =>
        kind !== 'customers' && <Records key={kind} kind={kind as RecordKind} person={person} />,
    )}
  </div>
);

/** The records of one kind; nothing if there are none. */
function Records({ kind, person }: { kind: RecordKind; person: Person }) {
  const rows: Row[] = person[kind];
  const { title } = personalRecords[kind];
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="label-caps font-text text-muted">
        {title} <span className="font-normal">{rows.length}</span>
      </h3>
      <ul className="mt-3 border-t border-hairline">
        {rows.map((row) => (
          <li key={row.id} className="border-b border-hairline py-3">
            <PersonRecord
              kind={kind}
              row={row}
              isUpcoming={person.sessions_to_come.includes(row.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PersonRecordProps {
  kind: RecordKind;
  row: Row;
  isUpcoming: boolean;
}

/** One record: its name and date and, when expanded, all its fields. */
function PersonRecord({ kind, row, isUpcoming }: PersonRecordProps) {
  const { toTime } = useMentorClock();
  const { name, at } = personalRecords[kind];
  const title = kind === 'requests' ? requestWords[row.kind as RequestKind] : row[name];
  const states = [
    isUpcoming && 'upcoming',
    row.cancelled_at && 'cancelled',
    row.deleted_at && 'in the trash',
  ].filter(Boolean);
  const show = (value: unknown) => (isInstant(value) ? toTime(value) : String(value));
  return (
    <details>
      <summary className="flex min-h-8 cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-0.5 hover:text-gold">
        <span className="min-w-0 font-semibold break-words">{show(title || 'No subject')}</span>
        <span className="text-sm text-muted">{states.join(' · ')}</span>
        <span className="text-sm text-muted sm:ml-auto">{show(row[at])}</span>
      </summary>
      <dl className="mt-2 grid max-w-prose gap-x-4 gap-y-1 border-l border-hairline-strong pl-4 text-[0.9375rem] break-words text-muted sm:grid-cols-[10rem_minmax(0,1fr)]">
        {Object.entries(row).map(
          ([field, value]) =>
            isShown(field, value) && (
              <div key={field} className="contents">
                <dt className="font-medium">{capitalise(field.replaceAll('_', ' '))}</dt>
                <dd className="whitespace-pre-line">{show(value)}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}

/** Whether to show a field. Ids and lists are only in the export. */
const isShown = (field: string, value: unknown) =>
  value !== null && value !== '' && typeof value !== 'object' && !/(?:^|_)id$/.test(field);

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
