import { type RequestKind, requestKinds } from './request-kinds.ts';
import { emailAddress, emptyAsNull, optionalText, z } from './zod.ts';

/** The form on which somebody asks, but for whose data it is about. */
const asked = z.object({
  kind: z.enum(requestKinds, { error: 'Choose what we should do.' }),
  message: emptyAsNull(optionalText(2_000)),
});

/** By anybody: the address is proven by a mail. */
export const personRequestForm = asked.extend({
  email: emailAddress('Please enter a valid email.'),
});
export type PersonRequestForm = z.output<typeof personRequestForm>;

/** From the private page of a booking: its address is proven by a mail as well. */
export const bookingRequestForm = asked.extend({ booking: z.string().max(100) });
export type BookingRequestForm = z.output<typeof bookingRequestForm>;

/** A request that waits for its answer, as the admin reads it. Instants are ISO 8601 in UTC. */
export interface PersonRequest {
  id: string;
  kind: RequestKind;
  email: string;
  message: string | null;
  confirmed_at: string;
  due_at: string;
}
