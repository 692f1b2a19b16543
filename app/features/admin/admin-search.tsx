import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, type To } from 'react-router';
import { SidePanel } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useDebounced } from '#app/ui/use-debounced.ts';
import { type SearchGroup, type SearchHit, searchGroups } from '#domain/admin-search.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useFacts } from '../shell/facts.ts';
import { FailedNotice } from './record-list.tsx';

/** The search of the bar: over people, leads, bookings and content. */
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

const typingPauseMs = 200;
const shortest = 2;

function SearchForm({ onFollow }: { onFollow: () => void }) {
  const { api } = useAdminSession();
  const results = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim(), typingPauseMs);
  const isLongEnough = text.length >= shortest;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      parseResponse(api.search.$post({ json: { text } }, { init: { signal } })),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    // The same words may find more a moment later.
    staleTime: 0,
  });
  const groups = searchGroups.filter((group) => (data?.[group].length ?? 0) > 0);
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
      <div ref={results} aria-busy={isFetching} className="grid gap-5">
        {isLongEnough && isError && (
          <FailedNotice
            text="The search failed."
            isReading={isFetching}
            retry={() => void refetch()}
          />
        )}
        {isLongEnough && !data && !isError && (
          <div role="status" className="grid gap-3">
            <span className="sr-only">Searching</span>
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        )}
        {isLongEnough && data && !isError && groups.length === 0 && !isFetching && (
          <p role="status" className="text-muted">
            Nothing found for “{text}”.
          </p>
        )}
        {isLongEnough &&
          !isError &&
          groups.map((group) => (
            <section key={group} aria-label={labels[group]}>
              <h3 className="label-caps border-b border-hairline pb-2 font-text text-muted">
                {labels[group]}
              </h3>
              <ul>
                {data?.[group].map((hit) => (
                  <li key={hit.id} className="border-b border-hairline">
                    <HitLink group={group} hit={hit} onFollow={onFollow} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </search>
  );
}

const labels: Record<SearchGroup, string> = {
  people: 'People',
  leads: 'Leads',
  bookings: 'Bookings',
  events: 'Events',
  courses: 'Courses',
  blog_posts: 'Blog',
  videos: 'Videos',
  freebies: 'Freebies',
};

/** Returns the page of a hit. Addresses of people stay out of the path where that is possible. */
function toPlace(group: SearchGroup, { id, email }: SearchHit): { to: To; state?: object } {
  if (group === 'people') return { to: '/admin/people', state: { text: id } };
  if (group === 'leads') return { to: `/admin?${new URLSearchParams({ search: email ?? '' })}` };
  if (group === 'bookings') return { to: `/admin/bookings?booking=${id}` };
  return { to: `/admin/${group === 'blog_posts' ? 'blog' : group}?edit=${id}` };
}

interface HitLinkProps {
  group: SearchGroup;
  hit: SearchHit;
  onFollow: () => void;
}

function HitLink({ group, hit, onFollow }: HitLinkProps) {
  const { timeZone } = useFacts();
  const { title, detail, email, instant } = hit;
  const about = [
    group === 'people' ? email : null,
    detail,
    group === 'people' || instant === null ? null : formatDateAndClock(instant, timeZone),
  ];
  return (
    <Link
      {...toPlace(group, hit)}
      onClick={onFollow}
      className="grid min-h-12 content-center py-1.5 hover:text-gold focus-visible:-outline-offset-2"
    >
      <span className="font-semibold break-words">{title}</span>
      <span className="text-sm break-words text-muted">{about.filter(Boolean).join(' · ')}</span>
    </Link>
  );
}
