import { keepPreviousData } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, type To } from 'react-router';
import {
  type SearchGroup,
  type SearchHit,
  type SearchResults,
  searchGroups,
} from '#features/admin/rules/admin-search.ts';
import { FailedNotice, useRead } from '#features/admin-ui/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import { SidePanel } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

/** The search in the top bar: people, leads, bookings and content. */
export function AdminSearch() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex min-h-11 shrink-0 items-center gap-2 rounded-sm px-3 text-sm text-muted transition-colors hover:text-gold sm:min-h-10 sm:min-w-48 sm:border sm:border-hairline-strong/60 lg:min-w-72"
      >
        <Search className="size-5" />
        <span className="max-sm:sr-only">Search</span>
      </button>
      <SidePanel title="Search" isOpen={isOpen} onClose={close}>
        {isOpen && <SearchForm onFollow={close} />}
      </SidePanel>
    </>
  );
}

const shortest = 2;

function SearchForm({ onFollow }: { onFollow: () => void }) {
  const results = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim());
  return (
    <search className="mt-4 grid gap-5">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          results.current?.querySelector('a')?.click();
        }}
      >
        <TextField
          id="admin-search"
          type="search"
          label="People, leads, bookings and content"
          placeholder="Name, email, phone or title"
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      <div ref={results}>
        {text.length >= shortest && <Results text={text} onFollow={onFollow} />}
      </div>
    </search>
  );
}

function Results({ text, onFollow }: { text: string; onFollow: () => void }) {
  const search = useRead(
    ['search', text],
    (api, init) => api.search.$post({ json: { text } }, init),
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data, isFetching } = search;
  if (search.isError) return <FailedNotice text="Search failed." query={search} />;
  if (!data)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Searching</span>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  const groups = searchGroups.filter((group) => data[group].length > 0);
  if (groups.length === 0 && !isFetching)
    return (
      <p role="status" className="text-muted">
        Nothing found for “{text}”.
      </p>
    );
  return (
    <div aria-busy={isFetching} className="grid gap-5">
      {groups.map((group) => (
        <Hits key={group} group={group} data={data} onFollow={onFollow} />
      ))}
    </div>
  );
}

const labels: Record<SearchGroup, string> = {
  people: 'People',
  leads: 'Leads',
  bookings: 'Bookings',
  events: 'Events',
  courses: 'Courses',
  lessons: 'Lessons',
  blog_posts: 'Blog',
  videos: 'Videos',
  freebies: 'Freebies',
};

/** Returns the page of a hit. Email addresses stay out of URLs where possible. */
function toPlace(
  group: SearchGroup,
  { id, email, course_id }: SearchHit,
): { to: To; state?: object } {
  if (group === 'people') return { to: '/admin/people', state: { text: id } };
  if (group === 'leads') return { to: `/admin?${new URLSearchParams({ search: email ?? '' })}` };
  if (group === 'bookings') return { to: `/admin/bookings?booking=${id}` };
  if (group === 'lessons') return { to: `/admin/courses?contents=${course_id}&lesson=${id}` };
  return { to: `/admin/${group === 'blog_posts' ? 'blog' : group}?edit=${id}` };
}

interface HitsProps {
  group: SearchGroup;
  data: SearchResults;
  onFollow: () => void;
}

function Hits({ group, data, onFollow }: HitsProps) {
  const { timeZone } = useSettings();
  const isPeople = group === 'people';
  const describe = ({ detail, email, instant }: SearchHit) =>
    [
      isPeople && email,
      detail,
      !isPeople && instant !== null && formatDateAndClock(instant, timeZone),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <section aria-label={labels[group]}>
      <h3 className="label-caps border-b border-hairline pb-2 font-text text-muted">
        {labels[group]}
      </h3>
      <ul>
        {data[group].map((hit) => (
          <li key={hit.id} className="border-b border-hairline">
            <Link
              {...toPlace(group, hit)}
              onClick={onFollow}
              className="grid min-h-12 content-center py-1.5 hover:text-gold focus-visible:-outline-offset-2"
            >
              <span className="font-semibold break-words">{hit.title}</span>
              <span className="text-sm break-words text-muted">{describe(hit)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
