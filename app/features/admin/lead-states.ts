import { keepPreviousData } from '@tanstack/react-query';
import type { LeadCount, LeadFilter } from '#domain/lead-group.ts';
import type { LeadState } from '#domain/lead-state.ts';
import { useRead } from './requests.ts';

export const stateLabels: Record<LeadState, string> = {
  new: 'New',
  answered: 'Answered',
  won: 'Won',
  closed: 'Closed',
};

/** Returns a number of leads in words: "1 lead", "3 leads". */
export const countOfLeads = (count: number): string =>
  count === 1 ? '1 lead' : `${count.toLocaleString('en')} leads`;

/** Returns the sum of counts: "1,204", or "100+" if not all leads were counted. */
export function describeCounts(counts: readonly LeadCount[]): string {
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return `${sum.toLocaleString('en')}${counts.some(({ isMore }) => isMore) ? '+' : ''}`;
}

/** Returns how many leads each choice of a filter would show. */
export function useLeadCounts({ group, state, search }: LeadFilter) {
  const query = { group, state, search };
  return useRead(
    ['leads', 'counts', query],
    (api, init) => api.leads.counts.$get({ query }, init),
    { placeholderData: keepPreviousData },
  ).data;
}

/** Returns how many leads are unanswered. */
export const useUnanswered = () => useLeadCounts({ search: '' })?.states.new.count;
