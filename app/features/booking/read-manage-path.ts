import { z } from 'zod';
import '#domain/text.ts';

const bookedAnswer = z.object({ manage_path: z.string().regex(/^\/booking\/[\w-]+$/) });

/** The private link in the answer to a booking; nothing when there is none. */
export const readManagePath = (answer: unknown): string | null =>
  bookedAnswer.safeParse(answer).data?.manage_path ?? null;
