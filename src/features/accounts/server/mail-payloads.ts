import { tokenPurposes } from '#platform/db/schema/account-schema.ts';
import { z } from '#rules/zod.ts';

/** The payload of an email with a link or a code. */
export const accountMailPayload = z.object({
  kind: z.literal('account-mail'),
  purpose: z.enum(tokenPurposes),
  email: z.string(),
  /** The sign-up token to be emailed. */
  tokenId: z.uuid().optional(),
  mail: z.string(),
});
export type AccountMailPayload = z.infer<typeof accountMailPayload>;

/** The payload of the email about a change of an account. */
export const accountNoticePayload = z.object({
  kind: z.literal('account-notice'),
  /** The entry of the activity log. */
  eventId: z.uuid(),
  mail: z.string(),
});
export type AccountNoticePayload = z.infer<typeof accountNoticePayload>;
