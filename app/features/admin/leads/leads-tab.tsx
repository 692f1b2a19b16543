import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { TextField } from '#app/ui/field.tsx';
import { type LeadCounts, type LeadGroup, leadGroups } from '#domain/lead-group.ts';
import { useAdminApi } from '../admin-api.ts';
import { Glance } from '../glance/glance.tsx';
import { EmptyBox } from '../list/admin-list.tsx';
import { ChoiceLinks } from '../list/choice-links.tsx';
import { CsvLink } from '../list/csv-link.tsx';
import { LeadGroupList } from './lead-group-list.tsx';
import { useSettled } from './use-settled.ts';

const labels: Record<LeadGroup, string> = {
  course: 'Course',
  blueprint: 'Blueprint',
  contact: 'Contact',
  other: 'Other',
};

/** A search begins when typing has paused for so long, in milliseconds. */
const typingPauseMs = 200;

const describe = ({ count, isMore }: { count: number; isMore: boolean }) =>
  `${count.toLocaleString('en')}${isMore ? '+' : ''}`;

const total = (counts: LeadCounts) => ({
  count: leadGroups.reduce((sum, group) => sum + counts[group].count, 0),
  isMore: leadGroups.some((group) => counts[group].isMore),
});

/** Leads by the source they came from, the newest first, with a search over all they say. */
export function LeadsTab() {
  const api = useAdminApi();
  const [params] = useSearchParams();
  const chosen = leadGroups.find((group) => group === params.get('group'));
  const searchRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // What was typed before the page came alive is searched for as well.
  useEffect(() => setTyped(searchRef.current?.value ?? ''), []);
  const search = useDeferredValue(useSettled(typed.trim(), typingPauseMs));
  const { data: counts } = useQuery({
    queryKey: ['leads', 'counts', search],
    queryFn: ({ signal }) =>
      parseResponse(api.leads.counts.$get({ query: { search } }, { init: { signal } })),
    placeholderData: (before) => before,
  });
  const isOtherShown = chosen === 'other' || (counts?.other.count ?? 0) > 0;
  const shown = leadGroups.filter((group) => group !== 'other' || isOtherShown);
  const isEmpty = counts !== undefined && total(counts).count === 0;
  const exported = new URLSearchParams({ ...(chosen && { group: chosen }), search });

  return (
    <>
      <Glance />
      <div className="mb-6 grid gap-4 lg:flex lg:items-end lg:justify-between">
        <ChoiceLinks
          label="Sources"
          name="group"
          chosen={chosen}
          choices={[
            { value: undefined, label: 'All', count: counts && describe(total(counts)) },
            ...shown.map((group) => ({
              value: group,
              label: labels[group],
              count: counts && describe(counts[group]),
            })),
          ]}
        />
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1 lg:w-72">
            <TextField
              id="lead-search"
              type="search"
              label="Search leads"
              placeholder="Name, email, phone or message"
              ref={searchRef}
              defaultValue=""
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <CsvLink href={`/api/leads/export?${exported}`} what="leads" />
        </div>
      </div>
      {chosen && (
        <LeadGroupList group={chosen} label={labels[chosen]} search={search} columns="three" />
      )}
      {!chosen && isEmpty && <EmptyBox>No leads found.</EmptyBox>}
      {!chosen && !isEmpty && (
        <div className="grid items-start gap-x-6 gap-y-10 lg:grid-flow-col lg:auto-cols-fr">
          {shown.map((group) => (
            <div key={group} className="min-w-0">
              <h2 className="mb-4 flex items-baseline justify-between gap-3 border-b border-hairline pb-3 text-heading">
                {labels[group]}
                {counts && (
                  <span className="font-text text-base text-muted">{describe(counts[group])}</span>
                )}
              </h2>
              <LeadGroupList group={group} label={labels[group]} search={search} columns="one" />
            </div>
          ))}
        </div>
      )}
    </>
  );
}
