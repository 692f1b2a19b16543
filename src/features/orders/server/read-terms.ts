import type { SiteFacts } from '#features/settings/server/index.ts';
import { findRandAmounts } from '../rules/money.ts';
import type { PaymentTerms, PricedPlan, PricedSession } from '../rules/payment-terms.ts';

/** What the settings say about selling. */
export interface SellingTerms extends PaymentTerms {
  plans: PricedPlan[];
  sessions: PricedSession[];
}

const cents = (words: string | null) => findRandAmounts(words ?? '')[0] ?? null;

/** Reads what the settings say about selling. */
export const readTerms = ({ offers }: SiteFacts): SellingTerms => ({
  seller: {
    ...{ legalName: 'Sample seller', legalStatus: 'Sole proprietor', vatNumber: null },
    address: '1 Sample Street\nSample Town\n0000',
  },
  bank: {
    ...{ bankName: 'Sample Bank', accountHolder: 'Sample account holder' },
    ...{ accountNumber: '0000000000', branchCode: '000000', accountType: 'Cheque account' },
    swift: null,
  },
  terms: { refund: 'Money back within seven days.', delivery: 'By email within one working day.' },
  daysToPay: 7,
  fspNumber: null,
  plans: offers.plans.map((plan) => ({
    ...plan,
    priceCents: cents(plan.originalPrice),
    saleCents: cents(plan.salePrice),
    isDigital: plan.leadsTo !== 'booking',
  })),
  sessions: offers.mentorshipOptions.map(({ title, price }) => ({
    ...{ title, price, priceCents: cents(price), payment: 'later' as const },
  })),
});
