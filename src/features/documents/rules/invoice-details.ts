import { cleanVatNumber, isVatNumber } from '#rules/vat.ts';
import { emptyAsNull, optionalText, z } from '#rules/zod.ts';

const vatNumberInvalid =
  'A South African VAT number has ten digits and starts with 4. Enter a number of another country with its letters.';

/** With line breaks, as on an envelope. */
export const addressText = optionalText(400).overwrite((text) => text.replaceAll('\r\n', '\n'));

/** What a buyer wants on their invoice besides their name. A field that is left empty is null. */
export const invoiceDetails = z.object({
  company: emptyAsNull(optionalText(120)),
  address: emptyAsNull(addressText),
  vatNumber: emptyAsNull(
    optionalText(40)
      .overwrite(cleanVatNumber)
      .refine((text) => text === '' || isVatNumber(text), vatNumberInvalid),
  ),
});
export type InvoiceDetails = z.output<typeof invoiceDetails>;

/** The invoice of an order that is not paid. */
export interface BuyerInvoice extends InvoiceDetails {
  needsAddress: boolean;
  /** Whether the seller has a VAT number. */
  isTaxInvoice: boolean;
  /** Null if the buyer has not asked for it. */
  number: string | null;
}

/** The same as it was entered, to show the form again. */
export type InvoiceEntry = Partial<Record<keyof InvoiceDetails, string>>;

const names = Object.keys(invoiceDetails.shape) as (keyof InvoiceDetails)[];

/** Returns the details that a form was sent with, or undefined if it has no such fields. */
export function toInvoiceEntry(form: Record<string, unknown>): InvoiceEntry | undefined {
  const entered = names.flatMap((name) => {
    const text = form[name];
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
  return entered.length > 0 ? Object.fromEntries(entered) : undefined;
}

/** The highest total of a tax invoice without the buyer's address (VAT Act, section 20(4) and (5)). */
const highestShortCents = 500_000;

/** Whether the law asks for the buyer's address on the invoice: only a seller with a VAT number. */
export const needsBuyerAddress = (
  totalCents: number,
  seller: { vatNumber: string | null },
): boolean => seller.vatNumber !== null && totalCents > highestShortCents;

/** Whether the address that the law asks for is missing. Until it is there, the order takes no money. */
export const lacksBuyerAddress = (
  { amountCents, buyerAddress: address }: { amountCents: number; buyerAddress: string | null },
  seller: { vatNumber: string | null },
): boolean => address === null && needsBuyerAddress(amountCents, seller);
