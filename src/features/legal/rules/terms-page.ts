import { graceMinutes } from '#features/availability/rules/index.ts';
import { type CancellationRule, describeCancellationRule } from '#rules/cancellation.ts';
import { formatMinutes } from '#rules/measures.ts';
import { type PaymentMethod, paymentMethodName } from '#rules/payment-methods.ts';
import type { LegalPart } from './legal-page.ts';
import { describeContact, type PrivacyFacts } from './privacy-page.ts';

interface TermsFacts extends Pick<PrivacyFacts, 'site' | 'paymentMethods'> {
  riskNotice: string;
  /** How many hours before its start a session can no longer be changed. */
  changeCutOffHours: number;
  /** What a client gets back who cancels a paid session. */
  cancellation: CancellationRule;
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const payingBy = (method: PaymentMethod) =>
  method === 'bank' ? 'by bank transfer' : `with ${paymentMethodName(method)}`;

/** Returns what a form leads to: an order where visitors can pay, or else a reply. */
function describeOrdering(methods: readonly PaymentMethod[]): string {
  if (methods.length === 0)
    return 'Sending a form is a request and costs nothing: we reply with the next steps.';
  const ways = listFormat.format(methods.map(payingBy));
  return `When you send a form for something that you pay for on this site, you place an order. We then show you the amount, when it is due and how to pay: ${ways}. Nothing is charged until you pay. If something can’t be paid for on this site, sending the form is only a request, and we reply with the next steps.`;
}

/** Returns the parts of the terms that are derived from the code and the settings. */
export function composeTermsPage({
  site,
  riskNotice,
  changeCutOffHours,
  cancellation,
  paymentMethods,
}: TermsFacts): LegalPart[] {
  const until =
    changeCutOffHours > 0
      ? `up to ${formatMinutes(changeCutOffHours * 60)} before it starts, and for ${graceMinutes} minutes after you book it`
      : 'until it starts';
  return [
    {
      title: 'Education, not advice',
      text: `${riskNotice}\n\n${site.name} teaches a method of reading the market. Nothing here is a recommendation to buy or sell or takes your circumstances into account, and we don’t promise results. You decide what you do with your money. Only trade with money you can afford to lose.`,
    },
    {
      title: 'What we sell, and prices',
      text: `You find courses and the blueprint on the [services page](/services) and sessions on the [mentorship page](/mentorship), with prices in rand. ${describeOrdering(paymentMethods)} Posts, videos, guides and the [community](/community) groups are free.`,
    },
    {
      title: 'Sessions',
      text: `A session is booked when you receive our confirmation by email.${paymentMethods.length > 0 ? ' We hold a session that you pay to confirm until the time that we show you, and book it when your payment arrives by then.' : ''} With the private link in it you can move or cancel the session yourself, ${until}. If we have to move or cancel it, we email you.${paymentMethods.length > 0 ? `\n\n${describeCancellationRule(cancellation)}` : ''}`,
    },
    {
      title: 'Links to other companies',
      text: 'Banners and some links lead to brokers and other companies. We may be paid when you open an account there. Their offers are between you and them.',
    },
    {
      title: 'Your data',
      text: 'The [privacy policy](/privacy) says what we keep and for how long.',
    },
    {
      title: 'Questions',
      text: `To ask us anything, ${describeContact(site)}.`,
    },
  ];
}
