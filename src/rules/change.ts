import { z } from './zod.ts';

/** A change that the database announces: the table and the kind, without content. */
export const change = z.object({
  table: z.string(),
  kind: z.enum(['insert', 'update', 'delete']),
});
export type Change = z.output<typeof change>;
