import { ArrowLeft } from 'lucide-react';
import type { InvoiceEntry } from '#features/documents/rules/index.ts';
import { InvoiceFields } from '#features/documents/ui/index.ts';
import type { OfferedProvider, PayPage } from '#features/payments/rules/pay-page.ts';
import { formatRand } from '#rules/money.ts';
import type { PaymentStart } from '#server/page-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DocumentScript } from '#ui/document-script.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import payScript from './document/pay.ts?script';
import { StartNow } from './start-now.tsx';

/** Marks a test. */
const TestMark = () => (
  <span className="w-fit rounded-sm border border-danger px-2 py-0.5 text-xs font-bold tracking-[0.06em] text-danger">
    TEST: NO REAL MONEY
  </span>
);

interface OnlinePaymentProps {
  payPath: string;
  providers: OfferedProvider[];
}

/** The payment companies. Each leads to a review of the order. */
export const OnlinePayment = ({ payPath, providers }: OnlinePaymentProps) => (
  <section
    aria-labelledby="online-title"
    className="grid gap-4 rounded-sm border border-hairline bg-surface p-5 sm:p-8"
  >
    <h2 id="online-title" className="text-heading">
      Pay online
    </h2>
    <p className="text-muted">
      By card from any country, or another method. You check your order first, then pay on a secure
      page.
    </p>
    <ul className="flex flex-wrap gap-4">
      {providers.map(({ name, label, isTest }) => (
        <li key={name} className="grid content-start justify-items-start gap-2 max-sm:w-full">
          <ButtonLink to={`${payPath}?review=${name}`} rel="nofollow" className="max-sm:w-full">
            Pay with {label}
          </ButtonLink>
          {isTest && <TestMark />}
        </li>
      ))}
    </ul>
  </section>
);

interface ReviewProps {
  page: PayPage;
  payPath: string;
  provider: OfferedProvider;
  entered?: InvoiceEntry | undefined;
}

/** The review step before a provider. Nothing is paid yet. */
export const Review = ({
  page,
  payPath,
  provider: { name, label, isTest },
  entered,
}: ReviewProps) => (
  <section
    aria-labelledby="review-title"
    className="grid gap-5 rounded-sm border border-gold-soft bg-surface p-5 sm:p-8"
  >
    <h2 id="review-title" className="text-heading">
      Does everything look right?
    </h2>
    <p>
      You’ll pay <strong className="font-semibold">{formatRand(page.dueNowCents)}</strong> for{' '}
      <strong className="font-semibold">{page.item.title}</strong> on {label}’s website. If
      something is wrong, go back, or{' '}
      <Link to="/contact" className={textLink}>
        write to us
      </Link>{' '}
      before you pay.
    </p>
    {isTest && <TestMark />}
    <form method="post" className="grid gap-5">
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="provider" value={name} />
      {page.invoice?.needsAddress && page.invoice.address === null && (
        <InvoiceFields invoice={page.invoice} entered={entered} />
      )}
      {page.item.isDigital && <StartNow id="start-now" isChosen={page.startNowAt !== null} />}
      <div className="flex flex-wrap gap-4">
        <Button type="submit" className="max-sm:w-full">
          Pay {formatRand(page.dueNowCents)} with {label}
        </Button>
        <ButtonLink to={payPath} variant="secondary" className="max-sm:w-full">
          <ArrowLeft className="size-4" />
          Back
        </ButtonLink>
      </div>
    </form>
  </section>
);

interface HandOverProps {
  start: PaymentStart & { kind: 'form' };
  label: string;
}

/** Posts the signed form of a provider, with a script or with its button. */
export const ProviderForm = ({ start, label }: HandOverProps) => (
  <>
    <PageHeader
      eyebrow="Your order"
      title={`Continue to ${label}`}
      introduction={`You’ll pay on ${label}’s website and then come back here.`}
    />
    <form
      data-hand-over=""
      method="post"
      action={start.action}
      className="container-site pb-(--section)"
    >
      {start.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" className="max-sm:w-full">
        Continue to {label}
      </Button>
    </form>
    <DocumentScript src={payScript} />
  </>
);
