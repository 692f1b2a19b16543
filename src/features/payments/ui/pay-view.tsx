import { FileText } from 'lucide-react';
import type { InvoiceEntry } from '#features/documents/rules/index.ts';
import { InvoiceForm } from '#features/documents/ui/index.ts';
import { describeSessionsToBook, describeUnallocated } from '#features/orders/rules/index.ts';
import type { OfferedProvider, PayPage } from '#features/payments/rules/pay-page.ts';
import type { PayStage } from '#features/payments/rules/pay-stage.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { formatRand } from '#rules/money.ts';
import { formatLongDate } from '#rules/time-zone.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DocumentScript } from '#ui/document-script.tsx';
import { ExternalLink, Link, textLink } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { BankTransfer, BankTransferLater } from './bank-transfer.tsx';
import payScript from './document/pay.ts?script';
import { DocumentName } from './document-name.tsx';
import { MoneyDecision } from './money-decision.tsx';
import { OnlinePayment, Review } from './online-payment.tsx';
import { AmountAndReference, PurchaseDetails, SellerDetails, Terms } from './order-facts.tsx';
import { PayTime } from './pay-time.tsx';

interface PayViewProps {
  page: PayPage;
  stage: PayStage;
  /** `/pay/<token>`. */
  payPath: string;
  /** The message at the top, such as a confirmation. */
  greeting?: string | undefined;
  /** The chosen provider, in the review step. */
  chosen?: OfferedProvider | undefined;
  /** The provider whose confirmation is pending. */
  waitsFor: string;
  /** The error of the last form. */
  problem?: string | undefined;
  /** The invoice details in that form. */
  entered?: InvoiceEntry | undefined;
  /** The name for the receipt in that form. */
  enteredName?: string | undefined;
  /** Whether that form had “Start now” ticked. */
  hasTickedStartNow?: boolean | undefined;
}

const titles: Record<PayStage, string> = {
  awaiting: 'How to pay',
  unconfirmed: 'Almost there',
  unallocated: 'We received your money',
  returned: 'Your money was refunded',
  expired: 'This order has expired',
  paid: 'Your order is paid',
  refunded: 'Your money was refunded',
  released: 'This order was not paid in time',
  cancelled: 'This order is cancelled',
};

function toTitle(page: PayPage, stage: PayStage): string {
  const { state, obstacle, sentCents, isPayable, partText, session, paymentReportedAt } = page;
  if (stage === 'paid' && session?.isCancelled) return 'Your session is cancelled';
  if (stage === 'paid' && page.amountCents === 0) return 'There is nothing to pay';
  if (stage === 'returned' && sentCents > 0) return 'Your refund is on its way';
  if (stage === 'unconfirmed' && obstacle) return 'We are checking your payment';
  if (stage === 'awaiting' && paymentReportedAt && isPayable) return 'Waiting for your payment';
  if (stage === 'awaiting' && partText) return 'What is left to pay';
  if (stage === 'expired' && isPayable) return 'Your payment is overdue';
  return state === 'partly-refunded' ? 'Part of your money was refunded' : titles[stage];
}

/** Whether the page offers the ways to pay. */
const isOpenFor = ({ isPayable }: PayPage, stage: PayStage) =>
  isPayable && (stage === 'awaiting' || stage === 'expired');

/** The page of an order for its buyer: the purchase, the ways to pay and the receipts. */
export function PayView(props: PayViewProps) {
  const { page, stage, greeting, chosen, problem } = props;
  const isOpen = isOpenFor(page, stage);
  return (
    <>
      <PageHeader
        eyebrow="Your order"
        title={chosen ? 'Check your order' : toTitle(page, stage)}
        introduction={
          <div className="grid gap-3">
            {greeting && (
              <p
                role="status"
                className="rounded-sm border border-success px-4 py-3 text-base font-medium text-success"
              >
                {greeting}
              </p>
            )}
            {!chosen && <Introduction {...props} />}
            {isOpen && !chosen && <AmountAndReference page={page} />}
            {!chosen && <OtherMoney {...props} />}
          </div>
        }
      />
      <div className="container-site grid grid-cols-[minmax(0,1fr)] gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-10 pb-(--section) lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <PurchaseDetails page={page} isOpen={isOpen && !chosen} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 empty:hidden lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {problem && (
            <p
              role="alert"
              className="rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
            >
              {problem}
            </p>
          )}
          {chosen ? <Review {...props} provider={chosen} /> : <WhatToDo {...props} />}
        </div>
        <div className="grid content-start gap-10 lg:col-start-2">
          <SellerDetails page={page} />
          <Terms page={page} />
        </div>
      </div>
      <DocumentScript src={payScript} />
    </>
  );
}

/** The state of the order, in a sentence or two. */
function Introduction({ page, stage, payPath, waitsFor }: PayViewProps) {
  const { session, expiresAt, paidCents, refundedCents, amountCents, partText } = page;
  const { timeZone } = useSettings();
  const toTime = (at: string) => <PayTime at={at} zone={session?.timeZone} />;
  const total = formatRand(page.dueNowCents);
  switch (stage) {
    case 'awaiting':
      if (!page.isPayable) return partText ? <p>{partText}.</p> : <NotNow />;
      if (page.paymentReportedAt)
        return (
          <p>
            {partText && `${partText}. `}You told us that you have paid {total}. We’ll confirm it
            here once it reaches our account
            {session?.heldUntil && <>, which has to be by {toTime(session.heldUntil)}</>}.
          </p>
        );
      if (partText) return <NextPart page={page} />;
      if (session?.heldUntil)
        return (
          <p>
            Your session is held until {toTime(session.heldUntil)}. Pay {total} by then to confirm
            it.{' '}
            <span role="timer" data-held-until={session.heldUntil} className="whitespace-nowrap" />
          </p>
        );
      return (
        <p>
          Pay {total}
          {expiresAt && <> by {toTime(expiresAt)}</>}.
          {page.dues.length > 1 && ' It is the first of the payments below.'}
        </p>
      );
    case 'unconfirmed':
      return (
        <>
          <Waiting payPath={payPath} waitsFor={waitsFor} page={page} />
          {page.isUnconfirmed && page.isPayable && session?.heldUntil && (
            <p>Your session is held for you until {toTime(session.heldUntil)}.</p>
          )}
        </>
      );
    case 'unallocated':
      return page.decision && <p>{describeUnallocated(page.decision)}</p>;
    case 'returned':
      return (
        <p>
          {page.returnedCents > 0 &&
            `We sent back ${formatRand(page.returnedCents)}. Banks can take a few days to show it. `}
          There is nothing to pay for this order.
        </p>
      );
    case 'expired':
      return (
        <p>
          Payment was due{expiresAt && <> by {toTime(expiresAt)}</>}.{' '}
          {page.isPayable ? (
            'You can still pay. If your order is no longer available, we’ll refund you in full.'
          ) : (
            <NothingToPay page={page} />
          )}
        </p>
      );
    case 'paid':
      return (
        <p>
          {session?.isCancelled ? '' : 'Thank you. '}
          {amountCents === 0 ? (
            'Your code covers the whole price.'
          ) : (
            <>
              We received {formatRand(paidCents)}
              {page.paidAt &&
                page.allocatedPayments === 1 &&
                ` on ${formatLongDate(page.paidAt, timeZone)}`}
              .
            </>
          )}
          {paidCents < amountCents &&
            ` We don’t ask for the other ${formatRand(amountCents - paidCents)}, so nothing is left to pay.`}
          {session?.isCancelled && ` Your session is cancelled. ${session.moneyText ?? ''}`}
          {page.item.isDigital &&
            page.sentCents + page.askedCents + page.failedCents === 0 &&
            (page.course
              ? page.course.opensAt === null && ' Your lessons are open.'
              : amountCents === 0
                ? ''
                : page.startNowAt
                  ? ' You asked us to start right away.'
                  : ' You did not choose “Start now”, so delivery starts when your seven days of cooling off are over.')}
          {page.sessionsToBook > 0 && ` ${describeSessionsToBook(page.sessionsToBook)}`}
          {hasLink(page) &&
            ` ${page.isLinkMailed ? 'We have emailed you the private link.' : 'We’ll send you the private link.'}`}
          {page.course?.opensAt && (
            <>
              {' '}
              Your lessons open on {formatLongDate(page.course.opensAt, timeZone)}, when your seven
              days of cooling off are over.
            </>
          )}
        </p>
      );
    case 'refunded':
      return (
        <p>
          {page.state === 'refunded'
            ? `We sent back the ${formatRand(paidCents)} that you paid.`
            : `We sent back ${formatRand(refundedCents)} of the ${formatRand(paidCents)} that you paid.`}{' '}
          Banks can take a few days to show it.
          {paidCents < amountCents && ' Nothing is left to pay.'}
        </p>
      );
    case 'released':
      return (
        <p>
          {session?.heldUntil && <>Your session was held until {toTime(session.heldUntil)}. </>}
          <NothingToPay page={page} />
        </p>
      );
    case 'cancelled':
      if (paidCents > 0)
        return (
          <p>
            {session?.isCancelled && 'Your session is cancelled. '}
            You paid {formatRand(paidCents)} of {formatRand(amountCents)}, and nothing more is to be
            paid. {session?.moneyText ?? 'We’ll contact you about your money.'}
          </p>
        );
      if (amountCents === 0) return <p>Your code covered the whole price, so nothing was paid.</p>;
      return (
        <p>
          <NothingToPay page={page} />
        </p>
      );
  }
}

/** What is paid, and what is to be paid next. */
function NextPart({ page: { partText, dueNowCents, dues } }: { page: PayPage }) {
  const next = dues.find(({ openCents }) => openCents > 0);
  return (
    <p>
      {partText}.{' '}
      {next?.dueOn
        ? `The next payment of ${formatRand(dueNowCents)} ${next.isLate ? 'was' : 'is'} due on ${formatDay(next.dueOn)}.`
        : `Please pay the other ${formatRand(dueNowCents)}.`}
    </p>
  );
}

/** An order that takes no money. A transfer may still arrive, so the text never says that paying was wrong. */
function NothingToPay({ page: { paymentReportedAt, session } }: { page: PayPage }) {
  return (
    <>
      {paymentReportedAt
        ? 'You told us that you have paid. When your money arrives, this page shows it, and you choose '
        : 'There is nothing left to pay. If you have already paid, this page shows your money when it arrives, and you choose '}
      {session ? 'another time or a refund' : 'what happens to it'}.{' '}
      <Link to="/contact" className={textLink}>
        Write to us
      </Link>{' '}
      if you have a question.
    </>
  );
}

/** Money of the order beside what its stage is about. */
const OtherMoney = ({ page, stage }: PayViewProps) => (
  <>
    {page.testText && <p>{page.testText}</p>}
    {page.decision && stage !== 'unallocated' && <p>{describeUnallocated(page.decision)}</p>}
    {page.returnedCents > 0 && stage !== 'returned' && (
      <p>
        We sent back {formatRand(page.returnedCents)} that this order did not take. Banks can take a
        few days to show it.
      </p>
    )}
    {page.sentCents > 0 && (
      <p>
        {formatRand(page.sentCents)} is on its way back to you. Banks can take up to ten working
        days to show it.
      </p>
    )}
    {page.failedCents > 0 && (
      <p>
        Your refund of {formatRand(page.failedCents)} could not be sent, so we still have this
        money. We’ll contact you about it.
      </p>
    )}
    {page.askedCents > 0 && (
      <p>
        We are refunding {formatRand(page.askedCents)}. The payment provider has not confirmed it
        yet.
      </p>
    )}
  </>
);

const NotNow = () => (
  <p>
    You can’t pay here right now.{' '}
    <Link to="/contact" className={textLink}>
      Write to us
    </Link>
    .
  </p>
);

/** The page refreshes automatically (document/pay.ts), or with its link. */
const Waiting = ({
  payPath,
  waitsFor,
  page,
}: Pick<PayViewProps, 'payPath' | 'waitsFor' | 'page'>) => (
  <div data-unconfirmed="" className="grid justify-items-start gap-3">
    <p role="status">
      We’re waiting for {waitsFor} to confirm your payment. This page updates automatically. Please
      don’t pay again.
    </p>
    {page.obstacle && (
      <p>
        Your order is closed. Once the payment is confirmed, you choose{' '}
        {page.session ? 'another time or a refund' : 'what happens to your money'}.
      </p>
    )}
    <noscript>
      <meta httpEquiv="refresh" content="15" />
    </noscript>
    <p className="text-base">
      {page.isUnconfirmed ? (
        <Link to={payPath} className={textLink}>
          Check again
        </Link>
      ) : (
        <>
          Didn’t pay?{' '}
          <Link to={payPath} className={textLink}>
            {page.isPayable ? 'Go back to the ways to pay' : 'Go back to your order'}
          </Link>
        </>
      )}
    </p>
  </div>
);

/** The ways to pay, or the result of a payment. */
function WhatToDo(props: PayViewProps) {
  const { page, stage, payPath, entered, enteredName, hasTickedStartNow } = props;
  const { timeZone } = useSettings();
  const { bank, providers, documents, session, invoice, documentName } = page;
  const isOpen = isOpenFor(page, stage);
  const lacksAddress = invoice?.needsAddress && invoice.address === null;
  const isDone = stage === 'paid' || stage === 'refunded';
  return (
    <>
      <MoneyDecision page={page} />
      {isOpen && documentName && <DocumentName saved={documentName.value} entered={enteredName} />}
      {isOpen && invoice?.needsAddress && <InvoiceForm invoice={invoice} entered={entered} />}
      {isOpen && providers.length > 0 && <OnlinePayment payPath={payPath} providers={providers} />}
      {isOpen && bank && lacksAddress && <BankTransferLater />}
      {isOpen && bank && !lacksAddress && (
        <BankTransfer page={page} bank={bank} hasTickedStartNow={hasTickedStartNow} />
      )}
      {isOpen && invoice && !invoice.needsAddress && (
        <InvoiceForm invoice={invoice} entered={entered} />
      )}
      {hasLink(page) && page.isLinkMailed && (
        <ButtonLink to="/library" variant="secondary" className="justify-self-start">
          Get the link again
        </ButtonLink>
      )}
      {page.course?.opensAt && <StartNow />}
      {documents.length > 0 && <Documents documents={documents} timeZone={timeZone} />}
      {session && (isDone || session.isCancelled) && (
        <ButtonLink to={session.path} variant="secondary" className="justify-self-start">
          See your booking
        </ButtonLink>
      )}
    </>
  );
}

/** Whether there is something to open or to book now. */
const hasLink = ({ course, sessionsToBook }: PayPage): boolean =>
  course?.opensAt === null || sessionsToBook > 0;

/** Lets the buyer start before the cooling-off period is over. */
const StartNow = () => (
  <form method="post" className="grid justify-items-start gap-3">
    <input type="hidden" name="intent" value="start-now" />
    <p id="start-early-hint">
      You can start before that. This ends your seven-day cooling-off period.
    </p>
    <Button type="submit" variant="secondary" aria-describedby="start-early-hint">
      Start now
    </Button>
  </form>
);

const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Receipts and credit notes as PDF. */
const Documents = ({ documents, timeZone }: Pick<PayPage, 'documents'> & { timeZone: string }) => (
  <section
    aria-labelledby="documents-title"
    className="grid gap-3 rounded-sm border border-hairline bg-surface p-5 sm:p-8"
  >
    <h2 id="documents-title" className="text-heading">
      Receipts and invoices
    </h2>
    <ul className="grid">
      {documents.map(({ number, kind, issuedAt, href }) => (
        <li key={number} className="border-t border-hairline first:border-t-0">
          <ExternalLink
            href={href}
            className="flex min-h-12 flex-wrap items-center gap-x-3 py-2 font-semibold text-gold underline-offset-4 hover:underline"
          >
            <FileText className="size-4.5 shrink-0" />
            <span className="mr-auto">
              {capitalise(kind)} <span translate="no">{number}</span>
            </span>
            <span className="text-sm font-normal text-muted">
              PDF, {formatLongDate(issuedAt, timeZone)}
            </span>
          </ExternalLink>
        </li>
      ))}
    </ul>
  </section>
);
