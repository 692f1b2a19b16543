import { z } from '#rules/zod.ts';

/** The payload of the notice to the mentor, and of the automatic answer to the visitor. */
export const leadMailPayload = z.object({
  kind: z.literal(['lead-notice', 'lead-answer']),
  leadId: z.uuid(),
  mail: z.string(),
});
export type LeadMailPayload = z.infer<typeof leadMailPayload>;
