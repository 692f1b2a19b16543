import { data, redirect, useSearchParams } from 'react-router';
import { toInvoiceEntry } from '#features/documents/rules/index.ts';
import { inquiryThanks } from '#features/offers/ui/index.ts';
import { payAction, payStage } from '#features/payments/rules/index.ts';
import { PayView, ProviderForm } from '#features/payments/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import {
  fileContext,
  formContext,
  orUnavailable,
  pageServicesContext,
  type Refusal,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';

import type { Route } from './+types/pay';
import NotFound from './not-found.tsx';

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, {
    title: args.loaderData?.page ? 'Your order' : 'Page not found',
    isIndexed: false,
  }),
  // The URL is not sent to other sites.
  { name: 'referrer', content: 'same-origin' },
];

/** The URL is a key, so the page is neither cached nor indexed. */
const privacy = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
};

export const headers = () => privacy;

/**
 * Reads the order. When a browser returns from a provider with the reference of its payment, the site
 * asks the provider about it.
 */
export async function loader({ params: { token }, url, context }: Route.LoaderArgs) {
  const { payments } = context.get(pageServicesContext);
  const transactionReference = url.searchParams.get('reference');
  if (transactionReference) {
    const asked = { token, transactionReference };
    // After too many requests, or with the payment of another order, the page only shows the state.
    await payments.confirmReturn(asked, context.get(visitorContext)).catch(toRefusal);
  }
  const page = await orUnavailable(payments.findPayPage(token));
  return data({ page: page ?? null }, { status: page ? 200 : 404 });
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  const { payments } = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const file = context.get(fileContext);
  if (file && 'refusal' in file) return refuse(toRefusal(file.refusal));
  const { submission } = readForm(context.get(formContext), payAction);
  // Shown again, because the page has no script that keeps the typed text.
  const entered = toInvoiceEntry(submission.payload);
  if (submission.status !== 'success') {
    const messages = Object.values(submission.error ?? {}).flatMap((found) => found ?? []);
    const [message = 'Choose how to pay.'] = messages;
    const { buyerName } = submission.payload;
    return refuse(
      { message, status: 422 },
      { entered, ...(typeof buyerName === 'string' && { buyerName }) },
    );
  }
  const { value } = submission;
  try {
    if (value.intent === 'pay') {
      const { provider, startNow, company, address, vatNumber } = value;
      const choice = { token, provider, startNow, details: { company, address, vatNumber } };
      const start = await payments.startPayment(choice, visitor);
      if (start.kind === 'form') return { start, provider };
      throw redirect(start.url, 303);
    }
    if (value.intent === 'invoice' || value.intent === 'get-invoice') {
      const { intent, ...details } = value;
      const save = intent === 'invoice' ? payments.saveInvoiceDetails : payments.requestInvoice;
      await save({ token, details }, visitor);
      throw redirect(`/pay/${token}#invoice`, 303);
    }
    if (value.intent === 'name') {
      await payments.saveBuyerName({ token, buyerName: value.buyerName }, visitor);
      throw redirect(`/pay/${token}#name`, 303);
    }
    if (value.intent === 'choose') {
      await payments.chooseForMoney({ token, choice: value.choice }, visitor);
      throw redirect(`/pay/${token}#chosen`, 303);
    }
    if (value.intent === 'start-now') {
      await payments.startDelivery(token, visitor);
      throw redirect(`/pay/${token}`, 303);
    }
    if (file) await payments.takeProof({ token, file });
    if (value.intent === 'say-paid') await payments.reportPaid(token, visitor, value);
    else if (!file) return refuse({ message: 'Choose a file to send.', status: 422 });
  } catch (error) {
    if (error instanceof Response) throw error;
    const startNow = 'startNow' in value && value.startNow;
    return refuse(toRefusal(error), { startNow, entered });
  }
  throw redirect(`/pay/${token}#said`, 303);
}

interface Again {
  startNow?: boolean;
  entered?: ReturnType<typeof toInvoiceEntry>;
  buyerName?: string;
}

/** Shows the error of a form, with what was ticked and typed. */
const refuse = ({ message, status }: Pick<Refusal, 'message' | 'status'>, again: Again = {}) =>
  data({ problem: message, ...again }, { status });

export default function Pay({ loaderData, actionData, params }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { page } = loaderData;
  if (!page) return <NotFound />;
  const find = (name: string | null) => page.providers.find((provider) => provider.name === name);
  if (actionData && 'start' in actionData) {
    return (
      <ProviderForm
        start={actionData.start}
        label={find(actionData.provider)?.label ?? 'PayFast'}
      />
    );
  }
  // Paystack adds the payment's reference to the return address; PayFast does not.
  const returnedFrom = search.has('returned')
    ? find(search.has('reference') ? 'paystack' : 'payfast')
    : undefined;
  const [first, ...others] = page.providers;
  const only = others.length === 0 ? first : undefined;
  return (
    <PayView
      page={page}
      stage={payStage(page, { hasReturned: returnedFrom !== undefined })}
      payPath={`/pay/${params.token}`}
      greeting={search.has('sent') ? inquiryThanks : undefined}
      chosen={page.isPayable && !page.isUnconfirmed ? find(search.get('review')) : undefined}
      waitsFor={(returnedFrom ?? only)?.label ?? 'the payment provider'}
      problem={actionData?.problem}
      entered={actionData?.entered}
      enteredName={actionData?.buyerName}
      hasTickedStartNow={actionData?.startNow}
    />
  );
}
