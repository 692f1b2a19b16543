import { recordId, z } from './zod.ts';

export interface ListPage<Item> {
  items: Item[];
  /** Asks for the next page; `null` at the end. Means nothing but to the server that gave it. */
  next_cursor: string | null;
}

export const longestPage = 200;

export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(longestPage).default(30),
});
export type PageQuery = z.output<typeof pageQuery>;

/** `drafts=true` asks for what visitors do not see yet as well; the admin alone may. */
export const draftQuery = z.object({
  drafts: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

/** How a table of content is listed. */
export const recordQuery = pageQuery.extend(draftQuery.shape);
export type RecordQuery = z.output<typeof recordQuery>;

/** Which version of a record somebody had read who changes it. Left out, the change stands in any case. */
export const readVersion = z.object({ version: z.int().min(1).optional() });

const id = recordId('Invalid id.');

/** All records of a list, in the order that is to be: each once. */
export const recordOrder = z.object({
  ids: z
    .array(id)
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, 'Each id can appear once.'),
});

export const recordParam = z.object({ id });

/** Returns whether a text is the id of a record: what is none cannot be asked of the database. */
export const isRecordId = (text: string): boolean => id.safeParse(text).success;
