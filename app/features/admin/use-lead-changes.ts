import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { toast } from '#app/ui/toast.ts';
import type { ChangedStates, LeadChange, LeadState } from '#domain/lead-state.ts';
import type { ListPage } from '#domain/list-page.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { readProblem, ShownError } from '../forms/problem.ts';
import { useDeletions } from './deletions.tsx';
import { countOfLeads, stateLabels } from './lead-states.ts';
import type { RowOf } from './use-records.ts';

export type Lead = RowOf<'leads'>;
type Change = Omit<LeadChange, 'version'>;

/** What was to be changed of a lead says something else by now. */
class EditedElsewhere extends Error {
  readonly current: Lead;

  constructor(current: Lead) {
    super('A lead was changed on another device');
    this.current = current;
  }
}

/** Whether what is to be changed was changed since to something else again. */
const isContested = (change: Change, before: Lead, current: Lead): boolean =>
  (change.state !== undefined && ![before.state, change.state].includes(current.state)) ||
  (change.note !== undefined && ![before.note, change.note].includes(current.note));

const toWords = (error: unknown) =>
  error instanceof ShownError ? error.message : messageOf(error);

/** Returns how leads are changed: at once on the screen, with a way back. */
export function useLeadChanges() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { ask } = useDeletions();

  /** Shows in all lists what is known of a lead. */
  function show(known: Partial<Lead> & { id: string }): void {
    const merge = (lead: Lead) => (lead.id === known.id ? { ...lead, ...known } : lead);
    queryClient.setQueriesData<InfiniteData<ListPage<Lead>>>(
      { queryKey: ['leads', 'list'] },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, items: page.items.map(merge) })),
        },
    );
  }

  /** Shows what is being saved. An answer that is still on its way would show what was before. */
  function anticipate(states: Pick<Lead, 'id' | 'state'>[]): void {
    void queryClient.cancelQueries({
      queryKey: ['leads', 'list'],
      predicate: (list) => list.state.data !== undefined,
    });
    for (const known of states) show(known);
  }

  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['leads'] });

  /**
   * Saves a change of a lead, and returns how it stands then. Whatever else of it was changed since
   * stays. Throws `EditedElsewhere`, or why it could not be saved.
   */
  async function save(lead: Lead, change: Change): Promise<Lead> {
    const response = await api.leads[':id'].$patch(
      { param: { id: lead.id }, json: { version: lead.version, ...change } },
      { init: { keepalive: true } },
    );
    if (response.ok) return response.json();
    const { code, current: known, detail, title } = await readProblem(response);
    if (code !== 'edited-elsewhere' || !known) throw new ShownError(detail ?? title);
    const current = known as Lead;
    if (isContested(change, lead, current)) throw new EditedElsewhere(current);
    return save({ ...lead, version: current.version }, change);
  }

  function sayChanged(title: string, description: string, back: ChangedStates['changed']): void {
    toast.success(title, {
      id: `lead-states-${back.map(({ id }) => id).join()}`,
      description,
      action: { label: 'Undo', onClick: () => void undo(back) },
    });
  }

  async function undo(changed: ChangedStates['changed']): Promise<void> {
    const back = changed.map(({ id, version, previous_state: state }) => ({ id, version, state }));
    anticipate(back.map(({ id, state }) => ({ id, state })));
    try {
      const { unchanged } = await sendStates({ back });
      if (unchanged.length > 0) {
        toast.error('Not all could be undone', {
          description: `${countOfLeads(unchanged.length)} changed on another device.`,
        });
      }
    } catch (error) {
      toast.error('Failed to undo', { description: toWords(error) });
    }
    await readAgain();
  }

  async function sendStates(
    json: Parameters<typeof api.leads.states.$post>[0]['json'],
  ): Promise<ChangedStates> {
    const answer = await parseResponse(
      api.leads.states.$post({ json }, { init: { keepalive: true } }),
    );
    for (const { id, version, state } of answer.changed) show({ id, version, state });
    return answer;
  }

  return {
    /** Gives a lead a state. What was shown comes back when it cannot be saved. */
    async setState(lead: Lead, state: LeadState): Promise<void> {
      anticipate([{ id: lead.id, state }]);
      try {
        const changed = await save(lead, { state });
        show(changed);
        sayChanged(`Lead marked as ${stateLabels[state].toLowerCase()}`, lead.name, [
          { ...changed, previous_state: lead.state },
        ]);
      } catch (error) {
        if (error instanceof EditedElsewhere) {
          show(error.current);
          toast.error(`${lead.name} was changed on another device`, {
            description: `Now: ${stateLabels[error.current.state]}. Choose again if that is not right.`,
          });
        } else {
          show({ id: lead.id, state: lead.state });
          toast.error('Failed to change lead', { description: toWords(error) });
        }
      }
      await readAgain();
    },

    /** Gives many leads a state. Returns whether that went well. */
    async setStates(ids: string[], state: LeadState): Promise<boolean> {
      try {
        const { changed, unchanged, gone } = await sendStates({ ids, state });
        const label = stateLabels[state].toLowerCase();
        const others = [
          unchanged.length > 0 && `${countOfLeads(unchanged.length)} already ${label}.`,
          gone.length > 0 && `${countOfLeads(gone.length)} no longer in the list.`,
        ];
        const description = others.filter(Boolean).join(' ');
        if (changed.length === 0) toast.success('Nothing to change', { description });
        else sayChanged(`${countOfLeads(changed.length)} marked as ${label}`, description, changed);
        return true;
      } catch (error) {
        toast.error('Failed to change leads', { description: toWords(error) });
        return false;
      } finally {
        await readAgain();
      }
    },

    /** Asks whether leads are to go, and deletes them together; calls back when they are deleted. */
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

    /**
     * Saves the note about a lead. Returns what is wrong, or nothing; a note that was changed
     * elsewhere is shown then.
     */
    async saveNote(lead: Lead, note: string): Promise<string | undefined> {
      try {
        show(await save(lead, { note: note.trim() || null }));
        toast.success('Note saved', { description: lead.name });
      } catch (error) {
        if (!(error instanceof EditedElsewhere)) return toWords(error);
        show(error.current);
        return 'It is not saved yet.';
      }
      void readAgain();
      return undefined;
    },
  };
}
