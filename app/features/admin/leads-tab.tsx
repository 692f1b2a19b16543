import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { TextField } from '#app/ui/field.tsx';
import { useDebounced } from '#app/ui/use-debounced.ts';
import { type LeadFilter, type LeadGroup, leadGroups } from '#domain/lead-group.ts';
import { leadStates } from '#domain/lead-state.ts';
import { LeadCard } from './lead-card.tsx';
import { describeCounts, stateLabels } from './lead-states.ts';
import { ChoiceLinks, CsvLink } from './record-card.tsx';
import { EmptyBox, RecordList } from './record-list.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useLeadChanges } from './use-lead-changes.ts';
import { useLeadCounts } from './use-lead-counts.ts';
import { useRecords } from './use-records.ts';
import { type Selection, useSelection } from './use-selection.ts';

const labels: Record<LeadGroup, string> = {
  course: 'Course',
  blueprint: 'Blueprint',
  contact: 'Contact',
  other: 'Other',
};

/** Leads by the source they came from, the newest first, by their state, with a search over all they say. */
export function LeadsTab() {
  const { searchField, params, ...filter } = useLeadFilter();
  const { group, state, search } = filter;
  const counts = useLeadCounts(filter);
  const selection = useSelection();
  const { setStates, remove } = useLeadChanges();
  const isOtherShown = group === 'other' || (counts?.groups.other.count ?? 0) > 0;
  const shown = leadGroups.filter((name) => name !== 'other' || isOtherShown);
  const total = counts && describeCounts(Object.values(counts.groups));
  const isEmpty = total === '0';

  return (
    <>
      <div
        id="leads"
        className="mb-4 grid scroll-mt-16 gap-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end"
      >
        <div className="grid gap-2">
          <ChoiceLinks
            label="Sources"
            name="group"
            kept={params}
            chosen={group}
            choices={[
              { value: undefined, label: 'All', count: total },
              ...shown.map((name) => ({
                value: name,
                label: labels[name],
                count: counts && describeCounts([counts.groups[name]]),
              })),
            ]}
          />
          <ChoiceLinks
            label="States"
            name="state"
            kept={params}
            chosen={state}
            choices={[
              {
                value: undefined,
                label: 'Any state',
                count: counts && describeCounts(Object.values(counts.states)),
              },
              ...leadStates.map((name) => ({
                value: name,
                label: stateLabels[name],
                count: counts && describeCounts([counts.states[name]]),
              })),
            ]}
          />
        </div>
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1 lg:w-72">{searchField}</div>
          <CsvLink href={`/api/leads/export?${params}`} what="leads" />
        </div>
      </div>
      <SelectionBar
        selection={selection}
        onMark={async (next) => {
          // The button goes with the selection; the keyboard goes on where it began.
          document.querySelector<HTMLElement>('[data-select-all]')?.focus();
          if (await setStates(selection.selected, next)) selection.clear();
        }}
        onDelete={() => remove(selection.selected)}
      />
      {group && <LeadGroupList {...{ group, state, search, selection }} columns="three" />}
      {!group && isEmpty && <EmptyBox>No leads found.</EmptyBox>}
      {!group && !isEmpty && (
        <div className="grid items-start gap-x-6 gap-y-10 lg:grid-flow-col lg:auto-cols-fr">
          {shown.map((name) => (
            <div key={name} className="min-w-0">
              <h2 className="mb-4 flex items-baseline justify-between gap-3 border-b border-hairline pb-3 text-heading">
                {labels[name]}
                {counts && (
                  <span className="font-text text-base text-muted">
                    {describeCounts([counts.groups[name]])}
                  </span>
                )}
              </h2>
              <LeadGroupList group={name} {...{ state, search, selection }} columns="one" />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function toParams({ group, state, search }: LeadFilter): URLSearchParams {
  return new URLSearchParams({
    ...(group && { group }),
    ...(state && { state }),
    ...(search && { search }),
  });
}

const typingPauseMs = 200;

/** Returns what the URL says of the leads to be shown, and the field whose words it keeps. */
function useLeadFilter() {
  const [said] = useSearchParams();
  const { pathname, key } = useLocation();
  const group = leadGroups.find((name) => name === said.get('group'));
  const state = leadStates.find((name) => name === said.get('state'));
  const words = said.get('search') ?? '';
  const searchRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  // What was typed before the page came alive is searched for as well.
  useEffect(() => setTyped(searchRef.current?.value ?? ''), []);
  const search = useDebounced(typed.trim(), typingPauseMs);
  // What has just been typed is not lost with the next link.
  const params = toParams({ group, state, search: typed.trim() });
  const address = useDebounced(`${pathname}?${params}`.replace(/\?$/, ''), typingPauseMs);
  useEffect(() => {
    // Past the router, which would ask the server for the page again at every word.
    window.history.replaceState(window.history.state, '', address);
  }, [address]);
  // Links, and the way back, may lead to other words.
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    if (searchRef.current) searchRef.current.value = words;
    setTyped(words);
  }, [key, words]);
  const searchField = (
    <TextField
      id="lead-search"
      type="search"
      label="Search leads"
      placeholder="Name, email, phone or message"
      ref={searchRef}
      defaultValue={words}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  return { group, state, search, params, searchField };
}

interface LeadGroupListProps extends Pick<LeadFilter, 'state' | 'search'> {
  group: LeadGroup;
  columns: 'one' | 'three';
  selection: Selection;
}

const pageSizes = { one: '6', three: '30' };

function LeadGroupList({ group, state, search, columns, selection }: LeadGroupListProps) {
  const leads = useRecords('leads', {
    noun: 'lead',
    query: { group, state, search, limit: pageSizes[columns] },
  });
  const { report, has, toggle } = selection;
  const shown = leads.items?.map(({ id }) => id).join() ?? '';
  useEffect(() => {
    report(group, shown ? shown.split(',') : []);
    return () => report(group, []);
  }, [report, group, shown]);
  return (
    <RecordList
      records={leads}
      label={`${labels[group]} leads`}
      emptyText="No leads in this category."
      columns={columns}
    >
      {(lead, onDelete) => (
        <LeadCard
          lead={lead}
          isSelected={has(lead.id)}
          onSelect={() => toggle(lead.id)}
          onDelete={onDelete}
        />
      )}
    </RecordList>
  );
}
