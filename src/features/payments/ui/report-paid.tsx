import type { PayPage } from '#features/payments/rules/pay-page.ts';
import {
  maxProofBytes,
  maxProofs,
  proofHint,
  proofTooLarge,
} from '#features/payments/rules/proof.ts';
import { Button } from '#ui/button.tsx';
import { PayTime } from './pay-time.tsx';
import { StartNow } from './start-now.tsx';

interface SayPaidProps {
  page: PayPage;
  /** Whether “Start now” was ticked in the rejected form. */
  hasTickedStartNow: boolean | undefined;
}

/** Reports a transfer to the mentor, with an optional file. It does not mark the order as paid. */
export function ReportPaid({ page, hasTickedStartNow }: SayPaidProps) {
  const { paymentReportedAt, item, proofs, startNowAt } = page;
  if (paymentReportedAt)
    return (
      <>
        <p
          id="said"
          role="status"
          className="scroll-mt-[calc(var(--header-height)+1.5rem)] border-l-2 border-gold-soft pl-4"
        >
          You told us on <PayTime at={paymentReportedAt} zone={page.session?.timeZone} /> that you
          have paid
          {proofs > 0 && `, and sent ${proofs === 1 ? 'a file' : `${proofs} files`}`}. Your receipt
          will be on this page as soon as the money reaches our account.
        </p>
        {proofs < maxProofs && (
          <form
            method="post"
            encType="multipart/form-data"
            className="grid justify-items-start gap-4"
          >
            <input type="hidden" name="intent" value="send-proof" />
            <ProofField label={proofs === 0 ? 'Proof of payment' : 'Another file'} isRequired />
            <Button type="submit" variant="secondary" className="max-sm:w-full">
              Send file
            </Button>
          </form>
        )}
      </>
    );
  return (
    <form
      method="post"
      encType={proofs < maxProofs ? 'multipart/form-data' : undefined}
      className="grid justify-items-start gap-4"
    >
      <input type="hidden" name="intent" value="say-paid" />
      {item.isDigital && (
        <StartNow id="start-now-bank" isChosen={hasTickedStartNow || startNowAt !== null} />
      )}
      {proofs < maxProofs && <ProofField label="Proof of payment" />}
      <Button type="submit" variant="secondary" className="max-sm:w-full">
        I have paid
      </Button>
      <p className="text-sm text-muted">
        We’ll look out for your payment. Your receipt will be on this page once it arrives, usually
        within two working days.
      </p>
    </form>
  );
}

/** A script refuses a file that is too large before it is sent (document/pay.ts). */
const ProofField = ({ label, isRequired = false }: { label: string; isRequired?: boolean }) => (
  <div className="grid w-full gap-2">
    <label htmlFor="proof" className="font-semibold">
      {label}
      {!isRequired && <span className="font-normal text-muted"> (optional)</span>}
    </label>
    <input
      id="proof"
      type="file"
      name="proof"
      accept=".pdf,image/jpeg,image/png,image/webp,image/heic,.heic"
      required={isRequired}
      aria-describedby="proof-hint"
      data-max-bytes={maxProofBytes}
      data-too-large={proofTooLarge}
      className="min-h-12 w-full rounded-sm border border-hairline-strong bg-raised text-sm file:mr-4 file:min-h-12 file:border-0 file:bg-gold-wash file:px-4 file:font-semibold file:text-gold"
    />
    <p id="proof-hint" className="text-sm text-muted">
      {proofHint}. Only we see it.
    </p>
  </div>
);
