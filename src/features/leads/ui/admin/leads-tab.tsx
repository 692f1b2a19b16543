import { Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  CardButton,
  ChoiceLinks,
  CsvLink,
  RecordList,
  toSearch,
  useRecords,
} from '#features/admin-ui/ui/index.ts';
import { useLinkedOrders } from '#features/billing/ui/admin/index.ts';
import { type LeadFilter, type LeadGroup, leadGroups } from '#features/leads/rules/lead-group.ts';
import { type LeadState, leadStates, maxAtOnce } from '#features/leads/rules/lead-state.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { controlClass } from '#ui/field.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { LeadCard } from './lead-card.tsx';
import {
  countOfLeads,
  describeCounts,
  stateLabels,
  useLeadChanges,
  useLeadCounts,
} from './use-lead-changes.ts';

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
  const orderOf = useLinkedOrders(leads.items?.map(({ id }) => id) ?? []);
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
        onMark={(next) => {
          // The focused button disappears with the selection.
          document.querySelector<HTMLElement>('[data-select-all]')?.focus();
          setStates(selection.selected, next, selection.clear);
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
            order={orderOf(lead.id)}
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
  counts: ReturnType<typeof useLeadCounts>;
}

/** A filter for one status, which is in the URL. */
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

/** Returns the filter from the URL, and the search field that updates it. */
function useLeadFilter() {
  const [given] = useSearchParams();
  const { pathname, key } = useLocation();
  const group = leadGroups.find((name) => name === given.get('group'));
  const state = leadStates.find((name) => name === given.get('state'));
  const words = given.get('search') ?? '';
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  const search = useDebounced(typed.trim());
  // Links include the text that was just typed.
  const params = toParams({ group, state, search: typed.trim() });
  const address = useDebounced(`${pathname}?${params}`.replace(/\?$/, ''));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(() => {
    if (!field.current) return;
    // Keeps the text that is being typed while a page loads.
    if (document.activeElement !== field.current) field.current.value = words;
    setTyped(field.current.value);
  }, [key, words]);
  useEffect(() => {
    // The router would request the page again for every change.
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

/** Returns which of the listed rows are selected. Rows that leave the list are deselected. */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = shown.filter((id) => chosen.has(id));
  const all = shown.slice(0, maxAtOnce);
  return {
    selected,
    isEmpty: shown.length === 0,
    isWhole: selected.length > 0 && selected.length >= all.length,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) =>
      setChosen(new Set(chosen.has(id) ? selected.filter((one) => one !== id) : [...selected, id])),
    selectAll: () => setChosen(new Set(all)),
    clear: () => setChosen(new Set()),
  };
}

interface SelectionBarProps {
  selection: ReturnType<typeof useSelection>;
  onMark: (state: LeadState) => void;
  onDelete: () => void;
  /** Shown at the end of the row. */
  children: ReactNode;
}

/** Selects all listed leads, and marks or deletes the selected ones. */
export function SelectionBar({ selection, onMark, onDelete, children }: SelectionBarProps) {
  const { selected, isWhole, isEmpty } = selection;
  const count = selected.length;
  const isTooMany = count > maxAtOnce;
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-6">
      {!isEmpty && (
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm font-semibold">
          <input
            type="checkbox"
            data-select-all
            checked={isWhole}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isWhole;
            }}
            onChange={isWhole ? selection.clear : selection.selectAll}
            className="size-4.5 accent-gold-fill-to"
          />
          Select all
        </label>
      )}
      <span className="ml-auto">{children}</span>
      <p role="status" className="sr-only">
        {count > 0 && `${countOfLeads(count)} selected`}
      </p>
      {count > 0 && (
        <section
          data-selection-bar
          aria-label="Selected leads"
          className="fixed inset-x-0 bottom-(--bottom-bar) z-40 short:static short:w-full border-t border-hairline-strong bg-raised shadow-lift"
        >
          <div className="container-site flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
            <p className="mr-auto text-sm font-semibold">
              {countOfLeads(count)}
              {isTooMany && <span className="text-danger"> (at most {maxAtOnce} at a time)</span>}
            </p>
            <div className="flex items-center max-sm:order-last max-sm:w-full max-sm:justify-between sm:gap-2">
              <span aria-hidden className="mr-1 text-sm text-muted max-sm:hidden">
                Mark as
              </span>
              {leadStates.map((state) => (
                <Button
                  key={state}
                  variant="secondary"
                  disabled={isTooMany}
                  onClick={() => onMark(state)}
                  className="min-h-11! px-3.5! py-1!"
                >
                  <span className="sr-only">Mark as </span>
                  {stateLabels[state]}
                </Button>
              ))}
            </div>
            <CardButton
              icon={Trash2}
              spoken=" the selected leads"
              disabled={isTooMany}
              onClick={onDelete}
              className="text-muted hover:text-danger disabled:opacity-60"
            >
              Delete
            </CardButton>
            <CardButton
              icon={X}
              spoken=" the selection"
              onClick={selection.clear}
              className="text-muted"
            >
              Clear
            </CardButton>
          </div>
        </section>
      )}
    </div>
  );
}
