import { type InfiniteData, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import {
  type AdminApi,
  messageOf,
  type RowOf,
  useAdminSession,
  useChange,
  useDeletions,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import type { LeadFilter } from '#features/leads/rules/lead-group.ts';
import type { ChangedStates, LeadState } from '#features/leads/rules/lead-state.ts';
import type { ListPage } from '#rules/list-page.ts';
import { toast } from '#ui/toast.ts';

export type Lead = RowOf<'leads'>;

const sendStates = (
  api: AdminApi,
  json: Parameters<AdminApi['leads']['states']['$post']>[0]['json'],
) => parseResponse(api.leads.states.$post({ json }, { init: { keepalive: true } }));

interface Marking {
  ids: string[];
  state: LeadState;
  /** The lead's name, if there is only one. */
  name?: string;
  onMarked?: () => void;
}

/** Returns functions that mark and delete leads. A change shows immediately and can be undone. */
export function useLeadChanges() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { ask } = useDeletions();
  const keys = ['leads'];

  /** Shows a status before it is saved. A running request would overwrite it with the old one. */
  async function anticipate({ ids, state }: Marking): Promise<void> {
    const queryKey = ['leads', 'list'];
    await queryClient.cancelQueries({ queryKey, predicate: (query) => Boolean(query.state.data) });
    queryClient.setQueriesData<InfiniteData<ListPage<Lead>>>({ queryKey }, (list) => {
      const change = (lead: Lead) => (ids.includes(lead.id) ? { ...lead, state } : lead);
      const pages = list?.pages.map((page) => ({ ...page, items: page.items.map(change) }));
      return list && pages && { ...list, pages };
    });
  }

  const undoing = useChange({
    keys,
    send: (client, changed: ChangedStates['changed']) =>
      sendStates(client, {
        back: changed.map(({ id, version, previous_state: state }) => ({ id, version, state })),
      }),
    saved: ({ unchanged }) =>
      unchanged.length > 0 &&
      toast.error('Not all could be undone', {
        description: `${countOfLeads(unchanged.length)} changed on another device.`,
      }),
    failed: (error) => toast.error('Failed to undo', { description: messageOf(error) }),
  });

  const { mutate: mark } = useChange({
    keys,
    async send(client, marking: Marking) {
      if (marking.name) await anticipate(marking);
      return sendStates(client, { ids: marking.ids, state: marking.state });
    },
    saved({ changed, unchanged, gone }, { state, name, onMarked }) {
      const label = stateLabels[state].toLowerCase();
      const rest = [
        unchanged.length > 0 && `${countOfLeads(unchanged.length)} already ${label}.`,
        gone.length > 0 && `${countOfLeads(gone.length)} no longer in the list.`,
      ];
      const description = name ?? rest.filter(Boolean).join(' ');
      if (changed.length > 0)
        toast.success(`${name ? 'Lead' : countOfLeads(changed.length)} marked as ${label}`, {
          id: `lead-states-${changed.map(({ id }) => id).join()}`,
          description,
          action: { label: 'Undo', onClick: () => undoing.mutate(changed) },
        });
      else if (!name) toast.success('Nothing to change', { description });
      onMarked?.();
    },
    failed: (error, { name }) =>
      toast.error(`Failed to change ${name ? 'lead' : 'leads'}`, {
        description: messageOf(error),
      }),
  });

  return {
    /** Marks a lead. */
    setState: ({ id, name }: Lead, state: LeadState) => mark({ ids: [id], state, name }),
    /** Marks several leads. */
    setStates: (ids: string[], state: LeadState, onMarked: () => void) =>
      mark({ ids, state, onMarked }),
    /** Asks whether to delete several leads, and deletes them together. */
    remove(ids: string[], onDeleted: () => void): void {
      const name = countOfLeads(ids.length);
      ask({
        ids,
        table: 'leads',
        noun: 'lead',
        name,
        done: `${name} deleted`,
        failed: () => 'Failed to delete leads',
        async send() {
          await parseResponse(
            api.leads.deletions.$post({ json: { ids } }, { init: { keepalive: true } }),
          );
          onDeleted();
        },
      });
    },
  };
}

export const stateLabels: Record<LeadState, string> = {
  new: 'New',
  answered: 'Answered',
  won: 'Won',
  closed: 'Closed',
};

/** Returns a number of leads as text: "1 lead", "3 leads". */
export const countOfLeads = (count: number): string =>
  count === 1 ? '1 lead' : `${count.toLocaleString('en')} leads`;

/** Returns the sum of counts: "1,204", or "100+" if not all leads were counted. */
export function describeCounts(counts: readonly { count: number; is_more: boolean }[]): string {
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return `${sum.toLocaleString('en')}${counts.some((one) => one.is_more) ? '+' : ''}`;
}

/** Returns how many leads each filter would show. */
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
