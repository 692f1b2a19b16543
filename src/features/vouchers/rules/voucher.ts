import { formatDay } from '#rules/calendar-day.ts';
import { recordParam } from '#rules/list-page.ts';
import { formatBriefRand, parseAmount } from '#rules/money.ts';
import type { Discount } from '#rules/price.ts';
import { fromWire } from '#rules/wire.ts';
import { calendarDay, emptyAsNull, z } from '#rules/zod.ts';
import { longestCode, toVoucherCode } from './voucher-code.ts';

/** The fields of a voucher that decide whether it can be used. */
export interface VoucherTerms {
  switchedOffAt: Date | null;
  /** Days of the mentor’s calendar, both included. */
  startsOn: string | null;
  endsOn: string | null;
  maxUses: number | null;
}

/** Whether a code can be used, and otherwise why not. */
export type VoucherState = 'usable' | 'off' | 'ended' | 'not-yet' | 'used-up';

/** Returns whether a code can be used on a day, after a number of uses. */
export function toVoucherState(
  { switchedOffAt, startsOn, endsOn, maxUses }: VoucherTerms,
  { today, uses }: { today: string; uses: number },
): VoucherState {
  if (switchedOffAt) return 'off';
  if (endsOn !== null && endsOn < today) return 'ended';
  if (startsOn !== null && startsOn > today) return 'not-yet';
  return maxUses !== null && uses >= maxUses ? 'used-up' : 'usable';
}

/** Says between which days a code can be used; null if always. */
export function describeDays({ startsOn, endsOn }: Pick<VoucherTerms, 'startsOn' | 'endsOn'>) {
  const [from, until] = [startsOn && formatDay(startsOn), endsOn && formatDay(endsOn)];
  if (from && until) return `From ${from} until ${until}`;
  return (from && `From ${from}`) ?? (until && `Until ${until}`);
}

/** The columns of a voucher that say what it takes off a price. */
interface DiscountColumns {
  percent: number | null;
  amountCents: number | null;
}

/** Returns what a voucher takes off a price. */
export const toDiscount = ({ percent, amountCents }: DiscountColumns): Discount =>
  percent === null ? { cents: amountCents ?? 0 } : { percent };

/** Writes what a voucher takes off, as the form reads it: `10%`, `R450.01`. */
export const writeDiscount = ({ percent, amountCents }: DiscountColumns): string =>
  percent === null ? formatBriefRand(amountCents ?? 0) : `${percent}%`;

/** The largest amount that a voucher takes off, in cents. */
const maxCents = 100_000_000;

const enterDiscount = 'Enter a percentage from 1% to 100%, or an amount such as R450.';

const code = z
  .string('Enter a code.')
  .overwrite(toVoucherCode)
  .regex(/^[A-Z0-9]*$/, 'Use only letters from A to Z and digits.')
  .min(4, 'Use at least 4 letters and digits.')
  .max(longestCode, `Use at most ${longestCode} letters and digits.`);

const day = emptyAsNull(calendarDay('Enter a day.').or(z.literal('')));

const maxUses = z
  .int('Enter a whole number.')
  .min(1, 'Enter at least 1.')
  .max(1_000_000, 'Enter at most 1,000,000.')
  .nullable();

const terms = z
  .object({
    code,
    percent: z.int().min(1, enterDiscount).max(100, enterDiscount).nullable().default(null),
    amount_cents: z
      .int()
      .min(1, enterDiscount)
      .max(maxCents, enterDiscount)
      .nullable()
      .default(null),
    /** Null for all offers. */
    offer_ids: z.array(z.string().max(120)).min(1).max(200).nullable().default(null),
    starts_on: day,
    ends_on: day,
    max_uses: maxUses.default(null),
    max_uses_each: maxUses.default(null),
  })
  .refine((voucher) => (voucher.percent === null) !== (voucher.amount_cents === null), {
    error: enterDiscount,
    path: ['discount'],
  })
  .refine(({ starts_on, ends_on }) => !starts_on || !ends_on || ends_on >= starts_on, {
    error: 'Choose a last day that is not before the first.',
    path: ['ends_on'],
  });

/** The body of `POST /api/vouchers`: the id makes a repeat add nothing. */
export const newVoucher = terms.and(recordParam).transform(fromWire);
export type NewVoucher = z.output<typeof newVoucher>;

const version = z.object({ version: z.int().min(1) });

/** The body of `PUT /api/vouchers/:id`, with the version that it is based on. */
export const voucherChange = terms.and(version).transform(fromWire);
export type VoucherChange = z.output<typeof voucherChange>;

/** The body of `PUT /api/vouchers/:id/switch`. */
export const voucherSwitch = version.extend({ is_off: z.boolean() }).transform(fromWire);
export type VoucherSwitch = z.output<typeof voucherSwitch>;

/** Reads `10%` or `R450.01`. */
function readDiscount(text: string) {
  const share = /^(\d{1,3}) ?%$/.exec(text.trim())?.[1];
  return share === undefined
    ? { percent: null, amount_cents: parseAmount(text) ?? null }
    : { percent: Number(share), amount_cents: null };
}

const usesText = z
  .string()
  .default('')
  .transform((text) => (text.trim() ? Number(text) : null))
  .pipe(maxUses);

/** The form of a voucher, which holds the ids of its offers with commas between them. */
export const voucherForm = z.object({
  code,
  discount: z.string(enterDiscount).refine((text) => {
    const { percent, amount_cents } = readDiscount(text);
    return percent === null ? (amount_cents ?? 0) > 0 : percent >= 1 && percent <= 100;
  }, enterDiscount),
  offer_ids: z.string().default(''),
  starts_on: day,
  ends_on: day,
  max_uses: usesText,
  max_uses_each: usesText,
});

/** Returns what the form sends. */
export function toVoucherTerms({ discount, offer_ids, ...form }: z.output<typeof voucherForm>) {
  const ids = offer_ids.split(',').filter(Boolean);
  return { ...form, ...readDiscount(discount), offer_ids: ids.length > 0 ? ids : null };
}
