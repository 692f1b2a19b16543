import { z } from './zod.ts';

/** What the database says of a change: in which table, never what. */
export const change = z.object({
  table: z.string(),
  kind: z.enum(['insert', 'update', 'delete']),
});
export type Change = z.output<typeof change>;
