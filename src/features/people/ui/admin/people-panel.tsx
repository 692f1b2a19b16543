import { ChevronRight, FileUp } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { FailedNotice, RecordList, Time, useRead } from '#features/admin-ui/ui/index.ts';
import { CustomerImportPanel } from '#features/customers/ui/admin/index.ts';
import {
  type ListedPerson,
  type PersonSearch,
  readIdentifier,
} from '#features/people/rules/person.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { FoundPerson } from './person-file.tsx';
import { describeCounts } from './person-words.ts';
import { usePeople } from './use-person.ts';

/**
 * Lists people, and shows everything about one of them. Searches stay out of the URL, which proxies
 * log.
 */
export function PeoplePanel() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // The email address of a data request on another page.
  const given: unknown = useLocation().state?.text;
  const heading = useRef<HTMLHeadingElement>(null);
  const [words, setWords] = useState('');
  const [chosen, look] = useState<PersonSearch>();
  const search = chosen ?? (typeof given === 'string' ? { text: given, with: [] } : undefined);

  function close(): void {
    look(undefined);
    heading.current?.focus();
    void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }

  /** An email address or a phone number opens the person. Other text only filters the list. */
  function find(event: FormEvent): void {
    event.preventDefault();
    if (readIdentifier(words) === undefined) close();
    else look({ text: words.trim(), with: [] });
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 ref={heading} tabIndex={-1} className="text-heading">
          People
        </h2>
        <Link
          to="?import"
          preventScrollReset
          className={buttonClass('secondary', 'px-4! max-sm:w-full')}
        >
          <FileUp className="size-4.5" />
          Import customers
        </Link>
      </div>
      <p className="mt-1 text-muted">Find, export, correct or delete someone’s data.</p>
      <form onSubmit={find} className="mt-4 flex max-w-2xl items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            id="find-person"
            type="search"
            label="Find a person"
            placeholder="Name, email or phone"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
        <Button type="submit">Find</Button>
      </form>
      {search ? (
        <FoundPerson search={search} onSearch={look} onClose={close} />
      ) : (
        <PeopleList words={words} onChoose={(email) => look({ text: email, with: [] })} />
      )}
      <ErasureRecords />
      <CustomerImportPanel
        isOpen={params.has('import')}
        onClose={() => void navigate('.', { preventScrollReset: true })}
      />
    </>
  );
}

/** Everyone who wrote, booked or was given a course, with the newest activity first. */
function PeopleList({ words, onChoose }: { words: string; onChoose: (email: string) => void }) {
  const people = usePeople(useDebounced(words.trim()));
  return (
    <div className="mt-5">
      <RecordList
        records={people}
        label="Clients"
        emptyText={words.trim() ? 'No people found.' : 'No clients yet.'}
        columns="one"
      >
        {(person) => <PersonLine person={person} onChoose={onChoose} />}
      </RecordList>
    </div>
  );
}

interface PersonLineProps {
  person: ListedPerson;
  onChoose: (email: string) => void;
}

function PersonLine({
  person: { name, email, phone, last_at, leads, bookings, customers },
  onChoose,
}: PersonLineProps) {
  const { timeZone } = useSettings();
  return (
    <button
      type="button"
      onClick={() => onChoose(email)}
      className="flex w-full items-center gap-3 rounded-sm border border-hairline bg-surface px-4 py-3 text-left transition-colors hover:border-gold-soft"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <bdi className="truncate font-semibold">{name}</bdi>
        <span className="truncate text-sm text-muted">
          {[email, phone].filter(Boolean).join(' · ')}
        </span>
        <span className="text-sm text-muted">
          {describeCounts({ leads, bookings, customers })} ·{' '}
          <time dateTime={last_at}>{formatDateAndClock(last_at, timeZone)}</time>
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-muted" />
    </button>
  );
}

/** The records of erasures: when, by whom and how much. */
function ErasureRecords() {
  const { data, isError, ...query } = useRead(['people', 'erasures'], (api, init) =>
    api.people.erasures.$get({}, init),
  );
  if (!isError && !data?.length) return null;
  return (
    <section aria-label="Erasures" className="mt-12">
      <h2 className="text-heading">Erasures</h2>
      {isError && <FailedNotice text="Erasures could not be loaded." query={query} />}
      <p className="mt-2 max-w-prose text-muted">
        No names are kept here. If you restore an older backup, the same people are erased again.
      </p>
      <ul className="mt-5 border-t border-hairline">
        {data?.map(({ id, erased_at, erased_by, counts }) => (
          <li key={id} className="grid gap-1 border-b border-hairline py-4">
            <p className="flex flex-wrap gap-x-4">
              <Time at={erased_at} className="font-semibold" />
              <span className="text-muted">by {erased_by}</span>
            </p>
            <p>{describeCounts(counts)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
