import type { LeadCount } from '#domain/lead-group.ts';
import type { LeadState } from '#domain/lead-state.ts';

/** What the states of leads are called. */
export const stateLabels: Record<LeadState, string> = {
  new: 'New',
  answered: 'Answered',
  won: 'Won',
  closed: 'Closed',
};

/** How many leads something is said of: "1 lead", "3 leads". */
export const countOfLeads = (count: number): string =>
  count === 1 ? '1 lead' : `${count.toLocaleString('en')} leads`;

/** How many leads there are of some kinds together: "1,204", or "100+" where not all were counted. */
export function describeCounts(counts: readonly LeadCount[]): string {
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return `${sum.toLocaleString('en')}${counts.some(({ isMore }) => isMore) ? '+' : ''}`;
}
