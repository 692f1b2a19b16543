import { maxPageSize, pageQuery } from '#rules/list-page.ts';
import { optionalText, z } from '#rules/zod.ts';
import { type LeadState, leadStates } from './lead-state.ts';

/** The groups of leads, in display order. The column `leads.category` defines them. */
export const leadGroups = ['course', 'blueprint', 'contact', 'other'] as const;
export type LeadGroup = (typeof leadGroups)[number];

/** Filters leads for a list, a count or a file. */
export const leadFilter = z.object({
  group: z.enum(leadGroups).optional(),
  state: z.enum(leadStates).optional(),
  search: optionalText(200).default(''),
});
export type LeadFilter = z.output<typeof leadFilter>;

/** The query of `GET /api/leads`. */
export const leadQuery = z.object({ ...pageQuery.shape, ...leadFilter.shape });
export type LeadQuery = z.output<typeof leadQuery>;

/** A number of leads; `isMore` if counting stopped there. */
export interface LeadCount {
  count: number;
  isMore: boolean;
}

/** How many leads each value of a filter would show, given the other filters. */
export interface LeadCounts {
  groups: Record<LeadGroup, LeadCount>;
  states: Record<LeadState, LeadCount>;
}

/** The number of leads of a group in a state. */
export interface LeadCell extends LeadCount {
  group: LeadGroup;
  state: LeadState;
}

/** Sums the cells for both filters, each within the selected value of the other. */
export function sumLeadCounts(
  cells: readonly LeadCell[],
  chosen: Pick<LeadFilter, 'group' | 'state'>,
): LeadCounts {
  const sum = (isMeant: (cell: LeadCell) => boolean): LeadCount => {
    const meant = cells.filter(isMeant);
    const count = meant.reduce((total, cell) => total + cell.count, 0);
    return { count, isMore: meant.some(({ isMore }) => isMore) };
  };
  const isChosen = <Choice>(choice: Choice | undefined, value: Choice) =>
    choice === undefined || choice === value;
  const inGroup = (name: LeadGroup) =>
    sum(({ group, state }) => group === name && isChosen(chosen.state, state));
  const inState = (name: LeadState) =>
    sum(({ group, state }) => state === name && isChosen(chosen.group, group));
  return {
    groups: Object.fromEntries(leadGroups.map((name) => [name, inGroup(name)])),
    states: Object.fromEntries(leadStates.map((name) => [name, inState(name)])),
  } as LeadCounts;
}

export const exportPageSize = maxPageSize * 5;
