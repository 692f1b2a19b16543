import { maxPageSize } from '#rules/list-page.ts';
import { optionalText, recordId, z } from '#rules/zod.ts';

/** The states of a lead, in their usual order. */
export const leadStates = ['new', 'answered', 'won', 'closed'] as const;
export type LeadState = (typeof leadStates)[number];

const state = z.enum(leadStates, 'Unknown status.');

/** The version of the row that was read. */
const version = z.int('The version is missing.').min(1, 'The version is missing.');

/** The maximum length of a note, in characters. */
export const maxNoteLength = 10_000;

/**
 * The body of `PATCH /api/leads/:id`: changes the given fields, unless the row has another version
 * by now.
 */
export const leadChange = z.object({
  version,
  state: state.optional(),
  note: optionalText(maxNoteLength)
    .nullable()
    .transform((note) => note || null)
    .optional(),
});
export type LeadChange = z.output<typeof leadChange>;

/** The maximum number of leads in one request: as many as a page can show. */
export const maxAtOnce = maxPageSize;

const tooMany = `Choose at most ${maxAtOnce} leads.`;
const id = recordId('Invalid id.');

/** The body of `POST /api/leads/deletions`. */
export const leadIds = z.object({
  ids: z.array(id).min(1, 'Choose a lead.').max(maxAtOnce, tooMany),
});

/**
 * The body of `POST /api/leads/states`: one state for all leads, whatever their current state, or a
 * previous state for each, unless it was changed since.
 */
export const leadStateChanges = z.union([
  z.object({ ...leadIds.shape, state }),
  z.object({
    back: z.array(z.object({ id, version, state })).min(1).max(maxAtOnce, tooMany),
  }),
]);
export type LeadStateChanges = z.output<typeof leadStateChanges>;

/** The result of changing several leads. */
export interface ChangedStates {
  /** Each with its new state and version, and its previous state. */
  changed: { id: string; version: number; state: LeadState; previous_state: LeadState }[];
  /** Those that already had the state, or that someone else changed since. */
  unchanged: string[];
  /** Those that no longer exist. */
  gone: string[];
}
