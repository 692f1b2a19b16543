import { longestPage } from '#rules/list-page.ts';
import { optionalText, recordId, z } from '#rules/zod.ts';

/** The states of a lead, in their usual order. */
export const leadStates = ['new', 'answered', 'won', 'closed'] as const;
export type LeadState = (typeof leadStates)[number];

const state = z.enum(leadStates, 'Unknown status.');

/** How often the row had been written when it was read. */
const version = z.int('The version is missing.').min(1, 'The version is missing.');

/** In characters. */
export const longestNote = 10_000;

/** The body of `PATCH /api/leads/:id`: what is given is changed, unless the row has another version by now. */
export const leadChange = z.object({
  version,
  state: state.optional(),
  note: optionalText(longestNote)
    .nullable()
    .transform((note) => note || null)
    .optional(),
});
export type LeadChange = z.output<typeof leadChange>;

/** The most in one request: as many as a page can show. */
export const mostAtOnce = longestPage;

const tooMany = `Choose at most ${mostAtOnce} leads.`;
const id = recordId('Invalid id.');

/** The body of `POST /api/leads/deletions`. */
export const leadIds = z.object({
  ids: z.array(id).min(1, 'Choose a lead.').max(mostAtOnce, tooMany),
});

/**
 * The body of `POST /api/leads/states`: one state for all, whatever they say by now, or each the
 * state that it had before, unless it was changed since.
 */
export const leadStateChanges = z.union([
  z.object({ ...leadIds.shape, state }),
  z.object({
    back: z.array(z.object({ id, version, state })).min(1).max(mostAtOnce, tooMany),
  }),
]);
export type LeadStateChanges = z.output<typeof leadStateChanges>;

/** The result of changing several leads. */
export interface ChangedStates {
  /** With the state and the version that each has now, and the state that it had. */
  changed: { id: string; version: number; state: LeadState; previous_state: LeadState }[];
  /** Those that had the state already, or were changed since by somebody else. */
  unchanged: string[];
  /** Those that no longer exist. */
  gone: string[];
}
