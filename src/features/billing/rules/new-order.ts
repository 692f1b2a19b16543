import { formatRand, parseAmount } from '#rules/money.ts';
import { findPhoneNumber, phoneNumberInvalid, toStoredPhone } from '#rules/phone-number.ts';
import { fromWire } from '#rules/wire.ts';
import { emailAddress, emptyAsNull, phoneText, recordId, requiredText, z } from '#rules/zod.ts';

/** The largest amount of an order that the mentor creates, in cents. */
const maxCents = 100_000_000;

const client = {
  name: requiredText('Name is required.', 2, 200),
  email: emptyAsNull(emailAddress('A valid email is required.')),
  phone: emptyAsNull(
    phoneText
      .refine((text) => findPhoneNumber(text) !== undefined, phoneNumberInvalid)
      .overwrite(toStoredPhone),
  ),
  title: requiredText('Say what the order is for.', 1, 120),
};

const amountCents = z
  .int('Enter an amount.')
  .min(1, 'Enter an amount.')
  .max(maxCents, `At most ${formatRand(maxCents)}.`);

/** The form of an order that the mentor creates. `amount`: in rand, as it is typed. */
export const newOrderForm = z.object({
  ...client,
  amount: z
    .string('Enter an amount.')
    .transform((text) => parseAmount(text))
    .pipe(amountCents),
});

/** The body of `POST /api/orders`. */
export const newOrder = z
  .object({
    /** Created once by the browser, so that pressing twice creates one order. */
    id: recordId('A valid id is required.'),
    ...client,
    amount_cents: amountCents,
  })
  .transform(fromWire);
export type NewOrder = z.output<typeof newOrder>;
