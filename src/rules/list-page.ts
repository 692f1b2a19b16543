import { recordId, z } from './zod.ts';

export interface ListPage<Item> {
  items: Item[];
  /** Requests the next page; `null` on the last one. Opaque to clients. */
  next_cursor: string | null;
}

export const maxPageSize = 200;

export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(30),
});
export type PageQuery = z.output<typeof pageQuery>;

/** `drafts=true` includes records that visitors do not see yet. Only for the admin. */
export const draftQuery = z.object({
  drafts: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

/** The query of a content list. */
export const recordQuery = pageQuery.extend(draftQuery.shape);
export type RecordQuery = z.output<typeof recordQuery>;

/** The version that a change is based on. Without it, the change overwrites any version. */
export const readVersion = z.object({ version: z.int().min(1).optional() });

const id = recordId('Invalid id.');

/** All records of a list in their new order, each once. */
export const recordOrder = z.object({
  ids: z
    .array(id)
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, 'Each id can appear once.'),
});

export const recordParam = z.object({ id });

/** Returns whether a text can be the id of a record. */
export const isRecordId = (text: string): boolean => id.safeParse(text).success;
