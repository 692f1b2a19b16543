import { z } from '#rules/zod.ts';

const answer = z.object({ pay_path: z.string().regex(/^\/pay\/[\w-]+$/) });

/** Returns the private page of an order that the answer to a form names, if there is something to pay. */
export const readPayPath = (given: unknown): string | null =>
  answer.safeParse(given).data?.pay_path ?? null;
