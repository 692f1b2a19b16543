import { z } from '#rules/zod.ts';

const answer = z.object({ pay_path: z.string().regex(/^\/pay\/[\w-]+$/) });

/** Returns the private page of the order in the answer to a form, or undefined if there is nothing to pay. */
export const readPayPath = (given: unknown): string | null =>
  answer.safeParse(given).data?.pay_path ?? null;
