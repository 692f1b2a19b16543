import { accountMailPayload, accountNoticePayload } from '#features/accounts/server/index.ts';
import { alertMailPayload } from '#features/alerts/server/index.ts';
import {
  bookingMailPayload,
  bookingReminderPayload,
  holdReminderPayload,
} from '#features/booking/server/index.ts';
import { accessMailPayload } from '#features/customers/server/index.ts';
import { leadMailPayload } from '#features/leads/server/index.ts';
import { libraryMailPayload, packageMailPayload } from '#features/library/server/index.ts';
import { orderMailPayload } from '#features/orders/server/index.ts';
import { requestMailPayload } from '#features/people/server/index.ts';
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
  libraryMailPayload,
  packageMailPayload,
  alertMailPayload,
  accessMailPayload,
]);
