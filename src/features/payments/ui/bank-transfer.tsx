import { renderSVG } from 'uqr';
import type { PayPage } from '#features/payments/rules/pay-page.ts';
import { describeFromAbroad, toTransferText } from '#features/payments/rules/transfer-text.ts';
import { type BankDetails, listBankRows } from '#rules/bank-rows.ts';
import { formatDecimal, formatRand } from '#rules/money.ts';
import { textLink } from '#ui/link.tsx';
import { Copyable } from './copyable.tsx';
import { PayTime } from './pay-time.tsx';
import { ReportPaid } from './report-paid.tsx';

interface BankTransferProps {
  page: PayPage;
  bank: BankDetails;
  hasTickedStartNow: boolean | undefined;
}

/** The bank details and the reference. */
export function BankTransfer({ page, bank, hasTickedStartNow }: BankTransferProps) {
  const { reference, dueNowCents: amountCents } = page;
  return (
    <section
      id="bank"
      aria-labelledby="bank-title"
      className="grid scroll-mt-(--header-height) gap-5 rounded-sm border border-hairline bg-surface p-5 sm:p-8"
    >
      <h2 id="bank-title" className="text-heading">
        Bank transfer
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-sm border border-gold-soft bg-gold-wash px-4 py-3">
        <p className="min-w-0">
          <span className="block text-sm text-muted">Your payment reference</span>
          <strong translate="no" className="text-2xl font-semibold tracking-wide">
            {reference}
          </strong>
        </p>
        <Copyable text={reference} name="Reference" />
        <p className="basis-full text-sm">Use this exact reference so we can match your payment.</p>
      </div>
      {page.session?.heldUntil && (
        <p>
          Your transfer has to reach our account by{' '}
          <PayTime at={page.session.heldUntil} zone={page.session.timeZone} />. If it comes later,
          you choose another time or get your money back.
        </p>
      )}
      <table className="w-full text-left">
        <caption className="sr-only">Bank details</caption>
        <tbody className="border-t border-hairline">
          {listBankRows(bank).map(
            ({ label, value }) => value && <Detail key={label} label={label} value={value} />,
          )}
          <Detail
            label="Amount"
            value={formatRand(amountCents)}
            copied={formatDecimal(amountCents)}
          />
        </tbody>
      </table>
      <p className="text-sm text-muted">{describeFromAbroad(page, bank)}</p>
      <p aria-live="polite" data-copied="" className="sr-only" />
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold text-gold">
          Show as a QR code
        </summary>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(toTransferText(bank, { reference, amountCents })))}`}
          alt="QR code with the bank details, the amount and the reference"
          width={208}
          height={208}
          className="mt-3 rounded-sm border border-hairline bg-white"
        />
        <p className="mt-2 text-sm text-muted">Scan with another phone to copy these details.</p>
      </details>
      <ReportPaid page={page} hasTickedStartNow={hasTickedStartNow} />
    </section>
  );
}

/** Takes the place of the bank details while the tax invoice needs an address. */
export const BankTransferLater = () => (
  <section
    id="bank"
    aria-labelledby="bank-title"
    className="grid scroll-mt-(--header-height) gap-3 rounded-sm border border-hairline bg-surface p-5 sm:p-8"
  >
    <h2 id="bank-title" className="text-heading">
      Bank transfer
    </h2>
    <p>
      <a href="#invoice" className={textLink}>
        Save your address for the tax invoice
      </a>{' '}
      first. Then this page shows the bank details.
    </p>
  </section>
);

interface DetailProps {
  label: string;
  value: string;
  copied?: string;
}

const Detail = ({ label, value, copied = value }: DetailProps) => (
  <tr className="border-b border-hairline">
    <th scope="row" className="w-[36%] py-2 pr-3 align-middle text-sm font-normal text-muted">
      {label}
    </th>
    <td className="py-1">
      <span className="flex min-h-11 items-center justify-between gap-2">
        <span translate="no" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {value}
        </span>
        <Copyable text={copied} name={label} />
      </span>
    </td>
  </tr>
);
