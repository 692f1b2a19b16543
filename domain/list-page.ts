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

const id = recordId('This is no id.');

export const recordParam = z.object({ id });

/** Returns whether a text is the id of a record: what is none cannot be asked of the database. */
export const isRecordId = (text: string): boolean => id.safeParse(text).success;
