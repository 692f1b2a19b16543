import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Mail, MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { TextField } from '#app/ui/field.tsx';
import { replyHref, whatsAppHref } from '#domain/contact-links.ts';
import { type LeadCount, type LeadGroup, leadGroups } from '#domain/lead-group.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useFacts } from '../shell/facts.ts';
import { FirstSteps } from './first-steps.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import { CardLink, ChoiceLinks, CsvLink, RecordCard } from './record-card.tsx';
import { EmptyBox, RecordList } from './record-list.tsx';
import { useRecords } from './use-records.ts';

const labels: Record<LeadGroup, string> = {
  course: 'Course',
  blueprint: 'Blueprint',
  contact: 'Contact',
  other: 'Other',
};

const typingPauseMs = 200;

const describe = (
  counts: Record<LeadGroup, LeadCount>,
  groups: readonly LeadGroup[] = leadGroups,
) => {
  const counted = groups.map((group) => counts[group]);
  const sum = counted.reduce((total, { count }) => total + count, 0);
  return `${sum.toLocaleString('en')}${counted.some(({ isMore }) => isMore) ? '+' : ''}`;
};

/** Leads by the source they came from, the newest first, with a search over all they say. */
export function LeadsTab() {
  const { api } = useAdminSession();
  const [params] = useSearchParams();
  const chosen = leadGroups.find((group) => group === params.get('group'));
  const searchRef = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // What was typed before the page came alive is searched for as well.
  useEffect(() => setTyped(searchRef.current?.value ?? ''), []);
  const search = useDebounced(typed.trim(), typingPauseMs);
  const { data } = useQuery({
    queryKey: ['leads', 'counts', search],
    queryFn: ({ signal }) =>
      parseResponse(api.leads.counts.$get({ query: { search } }, { init: { signal } })),
    placeholderData: (before) => before,
  });
  const counts = data?.groups;
  const isOtherShown = chosen === 'other' || (counts?.other.count ?? 0) > 0;
  const shown = leadGroups.filter((group) => group !== 'other' || isOtherShown);
  const isEmpty = counts !== undefined && describe(counts) === '0';
  const exported = new URLSearchParams({ ...(chosen && { group: chosen }), search });

  return (
    <>
      <FirstSteps />
      <OverviewPanel />
      <div className="mb-6 grid gap-4 lg:flex lg:items-end lg:justify-between">
        <ChoiceLinks
          label="Sources"
          name="group"
          chosen={chosen}
          choices={[
            { value: undefined, label: 'All', count: counts && describe(counts) },
            ...shown.map((group) => ({
              value: group,
              label: labels[group],
              count: counts && describe(counts, [group]),
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
      {chosen && <LeadGroupList group={chosen} search={search} columns="three" />}
      {!chosen && isEmpty && <EmptyBox>No leads found.</EmptyBox>}
      {!chosen && !isEmpty && (
        <div className="grid items-start gap-x-6 gap-y-10 lg:grid-flow-col lg:auto-cols-fr">
          {shown.map((group) => (
            <div key={group} className="min-w-0">
              <h2 className="mb-4 flex items-baseline justify-between gap-3 border-b border-hairline pb-3 text-heading">
                {labels[group]}
                {counts && (
                  <span className="font-text text-base text-muted">
                    {describe(counts, [group])}
                  </span>
                )}
              </h2>
              <LeadGroupList group={group} search={search} columns="one" />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function useDebounced<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

interface LeadGroupListProps {
  group: LeadGroup;
  search: string;
  columns: 'one' | 'three';
}

const pageSizes = { one: '6', three: '30' };

function LeadGroupList({ group, search, columns }: LeadGroupListProps) {
  const site = useFacts();
  const leads = useRecords('leads', {
    noun: 'lead',
    query: { group, search, limit: pageSizes[columns] },
  });
  return (
    <RecordList
      records={leads}
      label={`${labels[group]} leads`}
      emptyText="No leads in this category."
      columns={columns}
    >
      {({ name, email, phone, source, message, created_at }, onDelete) => (
        <RecordCard
          title={name}
          aside={
            <time dateTime={created_at}>
              {formatDateAndClock(created_at, site.timeZone)} {site.timeZoneLabel}
            </time>
          }
          actions={
            <>
              <CardLink icon={Mail} href={replyHref(email, `Re: ${site.name}: ${source}`)}>
                Reply<span className="sr-only"> to {name} by mail</span>
              </CardLink>
              {phone && whatsAppHref(phone) && (
                <CardLink icon={MessageCircle} href={whatsAppHref(phone) ?? ''} isExternal>
                  WhatsApp<span className="sr-only"> to {name}</span>
                </CardLink>
              )}
            </>
          }
          onDelete={onDelete}
        >
          <p className="label-caps text-gold">{source}</p>
          <p className="grid gap-0.5 text-[0.9375rem]">
            <span className="min-w-0 break-words">{email}</span>
            {phone && <span>{phone}</span>}
          </p>
          {message && (
            <p className="max-h-80 overflow-y-auto border-t border-hairline pt-3 whitespace-pre-line">
              {message}
            </p>
          )}
        </RecordCard>
      )}
    </RecordList>
  );
}
