import {
  accountMailPayload,
  accountNoticePayload,
} from '#features/accounts/server/mail-payloads.ts';
import { alertMailPayload } from '#features/alerts/server/mail-payload.ts';
import {
  bookingMailPayload,
  bookingReminderPayload,
  holdReminderPayload,
} from '#features/booking/server/mail-payloads.ts';
import { leadMailPayload } from '#features/leads/server/mail-payload.ts';
import { orderMailPayload } from '#features/orders/server/mail-payload.ts';
import { requestMailPayload } from '#features/people/server/mail-payload.ts';
import { z } from '#rules/zod.ts';

/** The payloads of all emails, as their topics declare them. */
export const mailPayload = z.discriminatedUnion('kind', [
  leadMailPayload,
  bookingMailPayload,
  bookingReminderPayload,
  holdReminderPayload,
  accountMailPayload,
  accountNoticePayload,
  requestMailPayload,
  orderMailPayload,
  alertMailPayload,
]);
