import { wholeNumber, wholeNumberOrNull } from '#features/settings/rules/index.ts';
import { pageQuery } from '#rules/list-page.ts';
import { toStoredPhone } from '#rules/phone-number.ts';
import { fromWire } from '#rules/wire.ts';
import {
  calendarDay,
  emailAddress,
  emptyAsNull,
  optionalText,
  phoneText,
  recordId,
  requiredText,
  z,
} from '#rules/zod.ts';

const id = recordId('Invalid id.');
const version = z.int().min(1);
const reason = requiredText('Enter a reason.', 1, 300);

/** The last day of an access; none without an end. */
const lastDay = emptyAsNull(calendarDay('Enter a day.').or(z.literal('')));

/** Who is given access: by name, and by an email address or a phone number. */
export const personForm = {
  name: requiredText('Name is required.', 2, 200),
  email: emptyAsNull(emailAddress('A valid email is required.').or(z.literal(''))),
  phone: emptyAsNull(phoneText.overwrite(toStoredPhone)),
};

/** The form that gives access. Without `has_own_end`, the course says how long. */
export const giveForm = z.object({
  course_id: recordId('Choose a course.'),
  has_own_end: z.boolean().default(false),
  ends_on: lastDay,
});

/** How many sessions a package has. */
const granted = wholeNumber(1, 1000);

/** The form that gives sessions. */
export const giveSessionsForm = z.object({
  session_type_id: requiredText('Choose a session.', 1, 200),
  granted,
  /** None without an end. */
  valid_months: wholeNumberOrNull(1, 60),
  reason,
});

const gift = {
  /** Created once by the browser, so that pressing twice gives access once. */
  id,
  /** A customer, a lead, or a person. */
  to: z.union([
    z.object({ customer_id: id }),
    z.object({ lead_id: id }),
    z.object(personForm).refine(({ email, phone }) => email ?? phone, {
      error: 'Enter an email address or a phone number.',
      path: ['email'],
    }),
  ]),
};

/** The body of `POST /api/customers/access`. */
export const accessGift = z.object({ ...gift, ...giveForm.shape }).transform(fromWire);
export type AccessGift = z.output<typeof accessGift>;

/** The body of `POST /api/customers/sessions`. */
export const sessionGift = z.object({ ...gift, ...giveSessionsForm.shape }).transform(fromWire);
export type SessionGift = z.output<typeof sessionGift>;

/** The form that extends or shortens an access, and changes how many sessions it has. */
export const endForm = z.object({ ends_on: lastDay, granted: granted.optional(), reason });

/** The form that takes an access away. */
export const takeForm = z.object({ reason, sends_mail: z.boolean().default(false) });

/** The bodies of these forms, with the version that they are based on. */
export const endChange = endForm.extend({ version }).transform(fromWire);
export type EndChange = z.output<typeof endChange>;
export const accessTaking = takeForm.extend({ version }).transform(fromWire);
export type AccessTaking = z.output<typeof accessTaking>;

/** The path of an access: of a customer, by id. */
export const accessParam = z.object({ id, access: id });
export type AccessParam = z.output<typeof accessParam>;

/** The body of `PUT /api/customers/:id/link`. */
export const linkRenewal = z.object({ version });

/** The body of `POST /api/customers/list`. */
export const customerQuery = z.object({
  search: optionalText(200).default(''),
  course: id.optional(),
  cursor: pageQuery.shape.cursor,
  limit: pageQuery.shape.limit,
});
export type CustomerQuery = z.output<typeof customerQuery>;
