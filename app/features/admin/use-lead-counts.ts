import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import type { LeadFilter } from '#domain/lead-group.ts';
import { useAdminSession } from '../auth/session-guard.tsx';

const all: LeadFilter = { search: '' };

/** Returns how many leads each choice of a filter would show, once it is known. */
export function useLeadCounts({ group, state, search }: LeadFilter) {
  const { api } = useAdminSession();
  const query = { group, state, search };
  return useQuery({
    queryKey: ['leads', 'counts', query],
    queryFn: ({ signal }) => parseResponse(api.leads.counts.$get({ query }, { init: { signal } })),
    placeholderData: (before) => before,
  }).data;
}

/** Returns how many leads are still to be answered, once it is known. */
export const useUnanswered = () => useLeadCounts(all)?.states.new.count;
