import { cancellationOutcomes } from '#rules/cancellation.ts';
import { cleanVatNumber, vatNumberPattern } from '#rules/vat.ts';
import { calendarDay, emptyAsNull, optionalText, requiredText, z } from '#rules/zod.ts';
import { amount } from './amounts.ts';
import { paragraph, wholeNumber, words } from './parts.ts';

/** Who sells, as the law and the documents name them. The phone number is the site's. */
const seller = z.object({
  legalName: words(120).meta({
    label: 'Full name',
    help: 'Yours, or your company’s as it is registered.',
  }),
  legalStatus: words(120).meta({
    label: 'Legal status',
    placeholder: 'Sole proprietor',
    help: 'For a company, add its registration number.',
  }),
  address: requiredText('Fill this in.', 1, 400).meta({
    label: 'Address',
    help: 'Your street address, as required by law.',
    isLong: true,
  }),
  vatNumber: emptyAsNull(
    words(40)
      .overwrite(cleanVatNumber)
      .regex(vatNumberPattern, 'Enter the ten digits of your VAT number. It starts with 4.'),
  ).meta({
    label: 'VAT number',
    help: 'Only if you are registered for VAT. Your receipts and invoices are then tax invoices, and your prices include VAT.',
    keyboard: 'numeric',
  }),
});

/** Digits, however they are grouped. Empty where there are none. */
const digits = (pattern: RegExp, message: string) =>
  optionalText(40)
    .overwrite((text) => text.replaceAll(/[\s-]/g, ''))
    .refine((text) => text === '' || pattern.test(text), message);

/** What a transfer cannot do without. */
const required = [
  ...(['bankName', 'accountHolder', 'accountNumber', 'branchCode', 'accountType'] as const),
] as const;

/** The account that clients pay into: all of it, or nothing. */
const bank = z
  .object({
    bankName: optionalText(60).meta({ label: 'Bank', placeholder: 'FNB' }),
    accountHolder: optionalText(120).meta({ label: 'Account holder' }),
    accountNumber: digits(/^\d{6,16}$/, 'Enter the digits of the account number.').meta({
      label: 'Account number',
      keyboard: 'numeric',
    }),
    branchCode: digits(/^\d{6}$/, 'Enter the six digits of the branch code.').meta({
      label: 'Branch code',
      placeholder: '250655',
      keyboard: 'numeric',
    }),
    accountType: optionalText(40).meta({
      label: 'Account type',
      placeholder: 'Cheque account',
    }),
    swift: emptyAsNull(
      words(20)
        .overwrite((text) => text.replaceAll(' ', '').toUpperCase())
        .regex(/^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/, 'A SWIFT code has 8 or 11 characters.'),
    ).meta({
      label: 'SWIFT code',
      placeholder: 'FIRNZAJJ',
      help: 'For clients who pay from another country.',
    }),
  })
  .superRefine((account, context) => {
    if (required.every((part) => account[part] === '')) return;
    for (const part of required) {
      if (account[part] !== '') continue;
      const message = 'Fill this in, or leave all bank details empty.';
      context.addIssue({ code: 'custom', path: [part], message });
    }
  });

const deadlines = 'Deadlines';

const whenCancelled = (label: string) =>
  z.enum(cancellationOutcomes, 'Choose what the client gets back.').meta({
    label,
    choices: { refund: 'A refund', credit: 'A credit for another session', nothing: 'Nothing' },
  });

const rate = (label: string, unit: string) =>
  amount(label, `The rand that ${unit} costs. Leave empty to show no ${label.toLowerCase()}.`).meta(
    {
      control: 'rate',
    },
  );

/** The mentor's own rates, for a guide beside prices. */
const abroad = z
  .object({
    poundCents: rate('Pounds', '£1'),
    dollarCents: rate('Dollars', '$1'),
    euroCents: rate('Euros', '€1'),
    ratesOn: emptyAsNull(calendarDay('Enter a date.')).meta({
      label: 'Day of the rates',
      control: 'date',
    }),
  })
  .superRefine(({ ratesOn, ...rates }, context) => {
    if (ratesOn !== null || Object.values(rates).every((cents) => cents === null)) return;
    const message = 'Enter the day of these rates. Clients see it.';
    context.addIssue({ code: 'custom', path: ['ratesOn'], message });
  });

/** How clients pay, and who sells to them. */
export const paymentsSettings = z
  .object({
    bank: bank.meta({
      label: 'Bank details',
      help: 'Shown to clients who pay by bank transfer. Leave all fields empty to switch off bank transfers.',
    }),
    seller: seller.meta({
      label: 'Business details',
      help: 'Required by law wherever people pay. Also printed on receipts and invoices.',
    }),
    terms: z
      .object({
        refund: paragraph.meta({ label: 'Refunds' }),
        delivery: paragraph.meta({ label: 'Delivery' }),
      })
      .meta({ label: 'Refunds and delivery', help: 'Shown before clients pay.' }),
    abroad: abroad
      .default({ poundCents: null, dollarCents: null, euroCents: null, ratesOn: null })
      .meta({
        label: 'Prices for clients abroad',
        help: 'Shown next to prices, such as “about £130 / $170”. Clients always pay in rand.',
      }),
    daysToPay: wholeNumber(1, 60).meta({
      label: 'Days to pay',
      help: 'Unpaid orders expire after this many days.',
      group: deadlines,
    }),
    holdMinutes: wholeNumber(10, 1_440).meta({
      label: 'Hold a slot while the client pays by card (minutes)',
      help: 'For “Pay to confirm” sessions.',
      group: deadlines,
    }),
    bankHoldHours: wholeNumber(1, 336).meta({
      label: 'Bank transfers must arrive (hours before the session)',
      help: 'We hold the slot until then, for up to two days.',
      group: deadlines,
    }),
    cancellation: z
      .object({
        hoursBefore: wholeNumber(0, 336).meta({
          label: 'Deadline (hours before the session)',
          help: 'Set how late clients can cancel at all under Booking.',
        }),
        inTime: whenCancelled('Cancelled before the deadline'),
        late: whenCancelled('Cancelled after the deadline'),
      })
      .meta({
        label: 'When a client cancels a paid session',
        help: 'What they get back. They read it before they cancel, in the email and in your terms. If you cancel, they get a refund or another time.',
      }),
    fspNumber: emptyAsNull(
      words(20).regex(/^\d{1,6}$/, 'Enter the digits of your FSP number, or leave this empty.'),
    ).meta({
      label: 'FSP number',
      help: 'Only if you are a licensed financial services provider. Shown next to the risk notice.',
      keyboard: 'numeric',
    }),
  })
  .meta({
    label: 'Payments',
    help: 'Your bank details, business details, refunds and deadlines',
    groups: {
      [deadlines]: 'How long clients have to pay, and how long we hold a slot for them.',
    },
  });
export type PaymentsSettings = z.output<typeof paymentsSettings>;
