import type { BuyerInvoice, InvoiceEntry } from '#features/documents/rules/invoice-details.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/field.tsx';

interface InvoiceProps {
  invoice: BuyerInvoice;
  entered?: InvoiceEntry | undefined;
}

/** The buyer's details on an invoice, apart from the name. */
export const InvoiceFields = ({ invoice, entered = {} }: InvoiceProps) => (
  <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <legend className="sr-only">Your details on the invoice</legend>
    <TextAreaField
      id="invoice-address"
      name="address"
      label="Address"
      hint={invoice.needsAddress ? 'Required by law on tax invoices over R5 000.' : undefined}
      isOptional={!invoice.needsAddress}
      required={invoice.needsAddress}
      defaultValue={entered.address ?? invoice.address ?? ''}
      maxLength={400}
      rows={3}
      autoComplete="street-address"
      className="min-h-24"
    />
    <TextField
      id="invoice-company"
      name="company"
      label="Company"
      isOptional
      defaultValue={entered.company ?? invoice.company ?? ''}
      maxLength={120}
      autoComplete="organization"
    />
    <TextField
      id="invoice-vat-number"
      name="vatNumber"
      label="VAT number"
      isOptional
      defaultValue={entered.vatNumber ?? invoice.vatNumber ?? ''}
      maxLength={40}
      autoComplete="off"
    />
  </fieldset>
);

/** Lets a buyer enter what they want on their invoice, whichever way they pay, and get it before they pay. */
export function InvoiceForm({ invoice, entered }: InvoiceProps) {
  const { address, company, vatNumber, needsAddress, isTaxInvoice, number } = invoice;
  const saved = [company, address, vatNumber && `VAT number ${vatNumber}`].filter(Boolean);
  return (
    <section
      id="invoice"
      aria-labelledby="invoice-title"
      className="grid scroll-mt-(--header-height) gap-4 rounded-sm border border-hairline bg-surface p-5 sm:p-8"
    >
      <h2 id="invoice-title" className="text-heading">
        {isTaxInvoice ? 'Your tax invoice' : 'Invoice for your company'}
      </h2>
      {number && (
        <p role="status">
          Your invoice <span translate="no">{number}</span> is below, under “Receipts and invoices”.
          If you change the details, you get a new one.
        </p>
      )}
      {saved.length > 0 && <p className="break-words whitespace-pre-line">{saved.join('\n')}</p>}
      <details open={entered !== undefined || (needsAddress && address === null)}>
        <summary className="min-h-11 cursor-pointer content-center font-semibold text-gold">
          {saved.length > 0
            ? 'Change these details'
            : isTaxInvoice
              ? 'Add your address or company'
              : 'Get an invoice before you pay'}
        </summary>
        <form method="post" className="mt-3 grid justify-items-start gap-4">
          <div className="w-full">
            <InvoiceFields invoice={invoice} entered={entered} />
          </div>
          <div className="flex flex-wrap gap-4 max-sm:w-full">
            {isTaxInvoice && (
              <Button
                type="submit"
                name="intent"
                value="invoice"
                variant="secondary"
                className="max-sm:w-full"
              >
                Save for the invoice
              </Button>
            )}
            <Button
              type="submit"
              name="intent"
              value="get-invoice"
              variant="secondary"
              className="max-sm:w-full"
            >
              Get the invoice now
            </Button>
          </div>
        </form>
      </details>
    </section>
  );
}
