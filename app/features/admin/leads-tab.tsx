import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
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
import { describeCounts, stateLabels, useLeadCounts } from './lead-states.ts';
import { ChoiceLinks, CsvLink, toSearch } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { SelectionBar, useSelection } from './selection-bar.tsx';
import { useLeadChanges } from './use-lead-changes.ts';
import { useRecords } from './use-records.ts';

const labels: Record<LeadGroup, string> = {
  course: 'Course',
  blueprint: 'Blueprint',
  contact: 'Contact',
  other: 'Other',
};

/** All leads in one list, newest first, filtered by group, status and search. */
export function LeadsTab() {
  const { searchField, params, ...filter } = useLeadFilter();
  const { group, state, search } = filter;
  const counts = useLeadCounts(filter);
  const leads = useRecords('leads', { noun: 'lead', query: { group, state, search } });
  const selection = useSelection(leads.items?.map(({ id }) => id) ?? []);
  const { setStates, remove } = useLeadChanges();
  const isOtherShown = group === 'other' || (counts?.groups.other.count ?? 0) > 0;
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
          choices={[undefined, ...leadGroups]
            .filter((name) => name !== 'other' || isOtherShown)
            .map((name) => ({
              value: name,
              label: name ? labels[name] : 'All',
              count:
                counts &&
                describeCounts(name ? [counts.groups[name]] : Object.values(counts.groups)),
            }))}
        />
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          {searchField}
          <StatusFilter params={params} state={state} counts={counts} />
        </div>
      </div>
      <SelectionBar
        selection={selection}
        onMark={async (next) => {
          // The focused button goes away with the selection.
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

/** Chooses one status, which the URL names. */
function StatusFilter({ params, state, counts }: StatusFilterProps) {
  const navigate = useNavigate();
  return (
    <select
      aria-label="Status"
      value={state ?? ''}
      onChange={({ target }) =>
        void navigate(toSearch(params, 'state', target.value || undefined), {
          preventScrollReset: true,
        })
      }
      className={classNames(controlClass, 'h-11 px-3!')}
    >
      {[undefined, ...leadStates].map((name) => {
        const found = counts && (name ? [counts.states[name]] : Object.values(counts.states));
        const label = name ? stateLabels[name] : 'All statuses';
        return (
          <option key={label} value={name ?? ''}>
            {found ? `${label} (${describeCounts(found)})` : label}
          </option>
        );
      })}
    </select>
  );
}

const toParams = ({ group, state, search }: LeadFilter) =>
  new URLSearchParams({
    ...(group && { group }),
    ...(state && { state }),
    ...(search && { search }),
  });

/** Returns the filter that the URL holds, and the search field, whose text goes into the URL. */
function useLeadFilter() {
  const [given] = useSearchParams();
  const { pathname, key } = useLocation();
  const group = leadGroups.find((name) => name === given.get('group'));
  const state = leadStates.find((name) => name === given.get('state'));
  const words = given.get('search') ?? '';
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  const search = useDebounced(typed.trim());
  // Links keep what has just been typed.
  const params = toParams({ group, state, search: typed.trim() });
  const address = useDebounced(`${pathname}?${params}`.replace(/\?$/, ''));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a key of its own
  useEffect(() => {
    if (!field.current) return;
    // What is typed while a page loads stays.
    if (document.activeElement !== field.current) field.current.value = words;
    setTyped(field.current.value);
  }, [key, words]);
  useEffect(() => {
    // The router would request the page again for every word.
    window.history.replaceState(window.history.state, '', address);
  }, [address]);

  const searchField = (
    <input
      type="search"
      aria-label="Search leads"
      placeholder="Name, email, phone …"
      ref={field}
      defaultValue={words}
      onChange={({ target }) => setTyped(target.value)}
      className={classNames(controlClass, 'h-11')}
    />
  );
  return { group, state, search, params, searchField };
}
