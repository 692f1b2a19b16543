import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { controlClass } from '#app/ui/field.tsx';
import { useDebounced } from '#app/ui/use-debounced.ts';
import {
  type LeadCounts,
  type LeadFilter,
  type LeadGroup,
  leadGroups,
} from '#domain/lead-group.ts';
import { leadStates } from '#domain/lead-state.ts';
import { LeadCard } from './lead-card.tsx';
import { describeCounts, stateLabels } from './lead-states.ts';
import { ChoiceLinks, CsvLink } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useLeadChanges } from './use-lead-changes.ts';
import { useLeadCounts } from './use-lead-counts.ts';
import { useRecords } from './use-records.ts';
import { useSelection } from './use-selection.ts';

const labels: Record<LeadGroup, string> = {
  course: 'Course',
  blueprint: 'Blueprint',
  contact: 'Contact',
  other: 'Other',
};

/** All leads in one list, the newest first, filtered by group, status and search. */
export function LeadsTab() {
  const { searchField, params, ...filter } = useLeadFilter();
  const { group, state, search } = filter;
  const counts = useLeadCounts(filter);
  const leads = useRecords('leads', { noun: 'lead', query: { group, state, search } });
  const selection = useSelection(leads.items?.map(({ id }) => id) ?? []);
  const { setStates, remove } = useLeadChanges();
  const isOtherShown = group === 'other' || (counts?.groups.other.count ?? 0) > 0;
  const shown = leadGroups.filter((name) => name !== 'other' || isOtherShown);
  return (
    <>
      <h2 className="sr-only">Leads</h2>
      <div
        id="leads"
        className="mb-1 grid scroll-mt-16 gap-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]"
      >
        <ChoiceLinks
          label="Groups"
          name="group"
          kept={params}
          chosen={group}
          choices={[
            {
              value: undefined,
              label: 'All',
              count: counts && describeCounts(Object.values(counts.groups)),
            },
            ...shown.map((name) => ({
              value: name,
              label: labels[name],
              count: counts && describeCounts([counts.groups[name]]),
            })),
          ]}
        />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          {searchField}
          <StatusFilter params={params} state={state} counts={counts} />
        </div>
      </div>
      <SelectionBar
        selection={selection}
        onMark={async (next) => {
          // The buttons go with the selection, so the focus moves back to where it began.
          document.querySelector<HTMLElement>('[data-select-all]')?.focus();
          if (await setStates(selection.selected, next)) selection.clear();
        }}
        onDelete={() => remove(selection.selected, selection.clear)}
      >
        <CsvLink href={`/api/leads/export?${params}`} what="leads" />
      </SelectionBar>
      <RecordList
        records={leads}
        label={group ? `${labels[group]} leads` : 'Leads'}
        emptyText={group ? 'No leads in this category.' : 'No leads found.'}
      >
        {(lead, onDelete) => (
          <LeadCard
            lead={lead}
            isSelected={selection.has(lead.id)}
            onSelect={() => selection.toggle(lead.id)}
            onDelete={onDelete}
          />
        )}
      </RecordList>
    </>
  );
}

interface StatusFilterProps {
  params: URLSearchParams;
  state: LeadFilter['state'];
  counts: LeadCounts | undefined;
}

/** Chooses one status; the URL says which. */
function StatusFilter({ params, state = undefined, counts }: StatusFilterProps) {
  const navigate = useNavigate();
  const withCount = (label: string, found: LeadCounts['states'][keyof LeadCounts['states']][]) =>
    counts ? `${label} (${describeCounts(found)})` : label;
  return (
    <select
      aria-label="Status"
      value={state ?? ''}
      onChange={({ target }) => {
        const next = new URLSearchParams(params);
        if (target.value) next.set('state', target.value);
        else next.delete('state');
        void navigate(next.size > 0 ? `?${next}` : '.', { preventScrollReset: true });
      }}
      className={classNames(controlClass, 'h-11 px-3!')}
    >
      <option value="">{withCount('All statuses', Object.values(counts?.states ?? {}))}</option>
      {leadStates.map((name) => (
        <option key={name} value={name}>
          {withCount(stateLabels[name], counts ? [counts.states[name]] : [])}
        </option>
      ))}
    </select>
  );
}

function toParams({ group, state, search }: LeadFilter): URLSearchParams {
  return new URLSearchParams({
    ...(group && { group }),
    ...(state && { state }),
    ...(search && { search }),
  });
}

/** Returns what the URL says about the leads to show, and the field that keeps the words in it. */
function useLeadFilter() {
  const [said] = useSearchParams();
  const { pathname, key } = useLocation();
  const group = leadGroups.find((name) => name === said.get('group'));
  const state = leadStates.find((name) => name === said.get('state'));
  const words = said.get('search') ?? '';
  const searchRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  // What was typed before hydration counts too.
  useEffect(() => setTyped(searchRef.current?.value ?? ''), []);
  const search = useDebounced(typed.trim());
  // Links keep what has just been typed.
  const params = toParams({ group, state, search: typed.trim() });
  const address = useDebounced(`${pathname}?${params}`.replace(/\?$/, ''));
  // Typed, but not yet in the address of the page that is shown.
  const isPending = useRef(false);
  // Links, and the way back, may lead to other words. What is typed while they load stays.
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    const isKept = isPending.current;
    isPending.current = false;
    if (isKept) return;
    if (searchRef.current) searchRef.current.value = words;
    setTyped(words);
  }, [key, words]);
  const isLoading = useNavigation().state !== 'idle';
  const settle = useEffectEvent(() => {
    if (!isLoading) isPending.current = false;
  });
  useEffect(() => {
    // Past the router, which would ask the server for the page again at every word.
    window.history.replaceState(window.history.state, '', address);
    settle();
  }, [address]);
  const searchField = (
    <input
      type="search"
      aria-label="Search leads"
      placeholder="Name, email, phone …"
      ref={searchRef}
      defaultValue={words}
      onChange={(event) => {
        setTyped(event.target.value);
        isPending.current = true;
      }}
      className={classNames(controlClass, 'h-11')}
    />
  );
  return { group, state, search, params, searchField };
}
