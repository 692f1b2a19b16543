import { emailAddress, emptyAsNull, optionalText, z } from '#rules/zod.ts';
import { requestKinds } from './request-kinds.ts';

/** The fields of every data request, without the address. */
const asked = z.object({
  kind: z.enum(requestKinds, { error: 'Choose what we should do.' }),
  message: emptyAsNull(optionalText(2_000)),
});

/** The public form. An emailed link proves the address. */
export const personRequestForm = asked.extend({
  email: emailAddress('Please enter a valid email.'),
});
export type PersonRequestForm = z.output<typeof personRequestForm>;

/** The form on the private page of a booking. An emailed link proves the address here too. */
export const bookingRequestForm = asked.extend({ booking: z.string().max(100) });
export type BookingRequestForm = z.output<typeof bookingRequestForm>;
