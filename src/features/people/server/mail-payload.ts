import { z } from '#rules/zod.ts';

/**
 * The payload of the email that asks a person to confirm a request, and of the mentor's notice of it.
 * The address is in the request, not in its job.
 */
export const requestMailPayload = z.object({
  kind: z.literal(['person-request-mail', 'person-request-notice']),
  requestId: z.uuid(),
  mail: z.string(),
});
export type RequestMailPayload = z.infer<typeof requestMailPayload>;
