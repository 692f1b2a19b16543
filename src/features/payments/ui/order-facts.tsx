import type { ReactNode } from 'react';
import { listVoucherLines } from '#features/orders/rules/index.ts';
import type { PageDue, PayPage } from '#features/payments/rules/pay-page.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { formatRand } from '#rules/money.ts';
import { formatDate } from '#rules/time-zone.ts';
import { ExternalLink, Link, textLink } from '#ui/link.tsx';
import { Copyable } from './copyable.tsx';
import { PayTime } from './pay-time.tsx';

type Row = readonly [label: string, value: ReactNode];

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="break-words">{value}</dd>
      </div>
    ))}
  </dl>
);

/** The amount and the reference of an open order, at the top of its page. */
export const AmountAndReference = ({ page }: { page: PayPage }) => (
  <dl className="flex max-w-xl flex-wrap gap-x-10 gap-y-2 rounded-sm border border-gold-soft bg-gold-wash px-4 py-3 text-base text-ink">
    <div>
      <dt className="text-sm text-muted">{toAmountLabel(page)}</dt>
      <dd translate="no" className="text-2xl font-semibold">
        {formatRand(page.dueNowCents)}
      </dd>
    </div>
    <div>
      <dt className="text-sm text-muted">Your reference</dt>
      <dd className="flex flex-wrap items-center gap-x-2 text-2xl font-semibold tracking-wide">
        <span translate="no">{page.reference}</span>
        <Copyable text={page.reference} name="Your reference" />
      </dd>
    </div>
  </dl>
);

function toAmountLabel({ amountCents, dueNowCents, dues }: PayPage): string {
  if (dueNowCents === amountCents) return 'To pay';
  const next = dues.find(({ openCents }) => openCents > 0);
  return next?.dueOn && !next.isLate ? 'To pay next' : 'To pay now';
}

const itemLabels = { plan: 'Product', session: 'Session', other: 'Item' };

/** What is bought, and for how much. */
export function PurchaseDetails({ page, isOpen }: { page: PayPage; isOpen: boolean }) {
  const { item, amountCents, partText, refundedCents, session, reference, name } = page;
  return (
    <section aria-labelledby="item-title" className="grid gap-4">
      <h2 id="item-title" className="text-heading">
        Your order
      </h2>
      <Rows
        rows={[
          [
            itemLabels[item.kind],
            <strong key="item" className="font-semibold">
              {item.title}
            </strong>,
          ],
          ...(session
            ? [
                [
                  'When',
                  <Link key="session" to={session.path} className={textLink}>
                    <PayTime at={session.startsAt} zone={session.timeZone} />
                    {session.isCancelled && ' (cancelled)'}
                  </Link>,
                ] as const,
              ]
            : []),
          ...(name ? [['For', name] as const] : []),
          // The page of an open order has it at the top.
          ...(isOpen
            ? []
            : [
                [
                  'Order',
                  <span key="order" translate="no">
                    {reference}
                  </span>,
                ] as const,
              ]),
        ]}
      />
      {listVoucherLines(item.voucher, amountCents).map(({ label, value }) => (
        <p key={label} className="flex flex-wrap justify-between gap-x-4 break-words">
          <span>{label}</span>
          <span translate="no">{value}</span>
        </p>
      ))}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-hairline pt-4">
        <span className="font-semibold">Total</span>
        <strong translate="no" className="font-display text-3xl tracking-tight">
          {formatRand(amountCents)}
        </strong>
        {partText && <span className="basis-full text-right font-semibold">{partText}</span>}
        {page.abroad && (
          <span className="basis-full text-right text-sm text-muted">
            {page.abroad.words}
            {page.abroad.ratesOn &&
              `, at rates of ${formatDate(page.abroad.ratesOn, 'UTC', 'short')}. You pay in rand.`}
          </span>
        )}
        {refundedCents > 0 && (
          <span className="basis-full text-right text-sm text-muted">
            {formatRand(refundedCents)} refunded
          </span>
        )}
      </p>
      {page.dues.length > 1 && <Dues page={page} />}
    </section>
  );
}

/** The parts that an order is paid in. */
const Dues = ({ page: { dues } }: { page: PayPage }) => (
  <ol aria-label="Payments" className="divide-y divide-hairline border-y border-hairline">
    {dues.map((due) => (
      <li key={due.number} className="flex flex-wrap justify-between gap-x-4 py-2">
        <span>{formatRand(due.amountCents)}</span>
        <span className="text-muted">{describeDueState(due)}</span>
      </li>
    ))}
  </ol>
);

function describeDueState({ state, amountCents, openCents, dueOn, isLate }: PageDue): string {
  if (state !== 'open') return dueWords[state];
  const left = openCents < amountCents ? `${formatRand(openCents)} left, ` : '';
  if (!dueOn) return `${left}due now`;
  return `${left}${isLate ? 'was due' : 'due'} ${formatDay(dueOn)}`;
}

const dueWords = { paid: 'Paid', waived: 'No longer asked for', closed: 'Not paid' };

/** The seller's details, which the law requires before a payment. */
export function SellerDetails({ page }: { page: PayPage }) {
  const { seller, fspNumber } = page;
  return (
    <section aria-labelledby="seller-title" className="grid gap-4">
      <h2 id="seller-title" className="text-heading">
        Sold by
      </h2>
      <Rows
        rows={(
          [
            ['Full name', seller.legalName],
            ['Legal status', seller.legalStatus],
            [
              'Address',
              <span key="address" className="whitespace-pre-line">
                {seller.address}
              </span>,
            ],
            seller.phone && [
              'Phone',
              <a key="phone" href={`tel:${seller.phone.replaceAll(' ', '')}`} className={textLink}>
                {seller.phone}
              </a>,
            ],
            seller.email && [
              'Email',
              <a key="email" href={`mailto:${seller.email}`} className={textLink}>
                {seller.email}
              </a>,
            ],
            seller.vatNumber && ['VAT number', seller.vatNumber],
            fspNumber && ['FSP number', fspNumber],
          ] as (Row | '' | null)[]
        ).filter((row) => row !== '' && row !== null)}
      />
    </section>
  );
}

/** The terms of the sale. */
export const Terms = ({ page: { item, terms, amountCents, startNowAt } }: { page: PayPage }) => (
  <section aria-labelledby="terms-title" className="grid gap-4">
    <h2 id="terms-title" className="text-heading">
      Terms
    </h2>
    <Rows
      rows={[
        [
          'Delivery',
          item.isDigital && amountCents > 0 && !startNowAt
            ? `${item.deliveryText} Delivery starts when your seven days of cooling off are over, unless you choose “Start now”.`
            : item.deliveryText,
        ],
        ['Cancelling and refunds', terms.refund],
        [
          'Full terms',
          <ExternalLink key="terms" href="/terms" className={textLink}>
            Terms of Service
          </ExternalLink>,
        ],
      ]}
    />
  </section>
);
