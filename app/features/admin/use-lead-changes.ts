import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import type { ChangedStates, LeadState } from '#domain/lead-state.ts';
import type { ListPage } from '#domain/list-page.ts';
import { messageOf } from '../auth/query-client.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import { useDeletions } from './deletions.tsx';
import { countOfLeads, stateLabels } from './lead-states.ts';
import type { RowOf } from './use-records.ts';

export type Lead = RowOf<'leads'>;

/** Returns what marks and deletes leads. A change shows immediately and can be undone. */
export function useLeadChanges() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { ask } = useDeletions();

  /** Shows a state before it is saved. A running request would show the old one. */
  async function anticipate(ids: readonly string[], state: LeadState): Promise<void> {
    const queryKey = ['leads', 'list'];
    await queryClient.cancelQueries({ queryKey, predicate: (query) => Boolean(query.state.data) });
    queryClient.setQueriesData<InfiniteData<ListPage<Lead>>>({ queryKey }, (list) => {
      const change = (lead: Lead) => (ids.includes(lead.id) ? { ...lead, state } : lead);
      const pages = list?.pages.map((page) => ({ ...page, items: page.items.map(change) }));
      return list && pages && { ...list, pages };
    });
  }

  const send = (json: Parameters<AdminApi['leads']['states']['$post']>[0]['json']) =>
    parseResponse(api.leads.states.$post({ json }, { init: { keepalive: true } }));

  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['leads'] });

  async function undo(changed: ChangedStates['changed']): Promise<void> {
    try {
      const { unchanged } = await send({
        back: changed.map(({ id, version, previous_state: state }) => ({ id, version, state })),
      });
      if (unchanged.length > 0)
        toast.error('Not all could be undone', {
          description: `${countOfLeads(unchanged.length)} changed on another device.`,
        });
    } catch (error) {
      toast.error('Failed to undo', { description: messageOf(error) });
    }
    await readAgain();
  }

  function sayChanged(title: string, description: string, changed: ChangedStates['changed']): void {
    toast.success(title, {
      id: `lead-states-${changed.map(({ id }) => id).join()}`,
      description,
      action: { label: 'Undo', onClick: () => void undo(changed) },
    });
  }

  function sayResult({ changed, unchanged, gone }: ChangedStates, label: string): void {
    const description = [
      unchanged.length > 0 && `${countOfLeads(unchanged.length)} already ${label}.`,
      gone.length > 0 && `${countOfLeads(gone.length)} no longer in the list.`,
    ]
      .filter(Boolean)
      .join(' ');
    if (changed.length === 0) toast.success('Nothing to change', { description });
    else sayChanged(`${countOfLeads(changed.length)} marked as ${label}`, description, changed);
  }

  return {
    /** Marks a lead. */
    async setState({ id, name }: Lead, state: LeadState): Promise<void> {
      await anticipate([id], state);
      try {
        const { changed } = await send({ ids: [id], state });
        const label = stateLabels[state].toLowerCase();
        if (changed.length > 0) sayChanged(`Lead marked as ${label}`, name, changed);
      } catch (error) {
        toast.error('Failed to change lead', { description: messageOf(error) });
      }
      await readAgain();
    },

    /** Marks several leads. Returns whether that succeeded. */
    async setStates(ids: string[], state: LeadState): Promise<boolean> {
      try {
        sayResult(await send({ ids, state }), stateLabels[state].toLowerCase());
        return true;
      } catch (error) {
        toast.error('Failed to change leads', { description: messageOf(error) });
        return false;
      } finally {
        await readAgain();
      }
    },

    /** Asks whether to delete several leads, and deletes them together. */
    remove(ids: string[], onDeleted: () => void): void {
      const name = countOfLeads(ids.length);
      ask({
        ...{ ids, table: 'leads', noun: 'lead', name, done: `${name} deleted` },
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
