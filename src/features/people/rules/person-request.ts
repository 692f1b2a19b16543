import { emailAddress, emptyAsNull, optionalText, z } from '#rules/zod.ts';
import { type RequestKind, requestKinds } from './request-kinds.ts';

/** The fields of every data request, without the address. */
const asked = z.object({
  kind: z.enum(requestKinds, { error: 'Choose what we should do.' }),
  message: emptyAsNull(optionalText(2_000)),
});

/** The public form. A mail proves the address. */
export const personRequestForm = asked.extend({
  email: emailAddress('Please enter a valid email.'),
});
export type PersonRequestForm = z.output<typeof personRequestForm>;

/** The form on the private page of a booking. A mail proves the address here too. */
export const bookingRequestForm = asked.extend({ booking: z.string().max(100) });
export type BookingRequestForm = z.output<typeof bookingRequestForm>;

/** A request that waits for its answer, in the admin. Instants are ISO 8601 in UTC. */
export interface PersonRequest {
  id: string;
  kind: RequestKind;
  email: string;
  message: string | null;
  confirmed_at: string;
  due_at: string;
}
