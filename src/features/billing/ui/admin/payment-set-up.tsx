import { Link } from 'react-router';
import { Notice, useRead } from '#features/admin-ui/ui/index.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { textLink } from '#ui/link.tsx';
import { Mark, TestMark } from './order-words.tsx';
import type { PaymentSetUp } from './use-orders.ts';

/** How people can pay now, and what is missing. */
export function PaymentSetUpNotice() {
  const { data } = useRead(['orders', 'payment-methods'], (api, init) =>
    api.orders['payment-methods'].$get({}, init),
  );
  if (!data) return null;
  if (!data.has_bank && data.providers.length === 0)
    return (
      <p className="rounded-sm border border-gold-soft bg-surface px-4 py-3">
        Clients can’t pay on your site yet.{' '}
        <Link to="/admin/settings/payments" className={textLink}>
          Add your bank and business details
        </Link>{' '}
        to start taking payments.
      </p>
    );
  const names = [data.has_bank && 'bank transfer', ...data.providers.map(({ label }) => label)];
  return (
    <Notice
      tone="quiet"
      title={`Clients pay by ${names.filter(Boolean).join(', ')}`}
      detail={data.providers.some(({ is_test }) => is_test) && <TestMark />}
    >
      <div className="grid gap-2 pb-4 text-sm">
        {data.providers.length === 0 && (
          <p className="max-w-prose text-muted">
            To take cards, you need an account at PayFast or Paystack.{' '}
            <Link to="/admin/settings/cards" className={textLink}>
              Set up card payments
            </Link>
          </p>
        )}
        <p>
          <Link to="/admin/settings/payments" className={textLink}>
            Bank details, business details and deadlines
          </Link>
        </p>
      </div>
      <ul className="grid gap-5 border-t border-hairline pt-4 empty:hidden">
        {data.providers.map((provider) => (
          <li key={provider.name} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-2">
              <strong className="font-semibold">{provider.label}</strong>
              {provider.is_test ? <TestMark /> : <Mark look="good">LIVE</Mark>}
              {provider.is_test && (
                <span className="text-sm text-muted">
                  Its keys are test keys: no real money moves.
                </span>
              )}
            </p>
            <Hint provider={provider} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Hint({ provider: { name, notify_url } }: { provider: PaymentSetUp['providers'][number] }) {
  if (name === 'payfast')
    return (
      <p className="max-w-prose text-sm text-muted">
        You don’t need to enter a notification URL at PayFast: we send it with each payment. The
        passphrase in PayFast’s settings must match the one of this site. If payments are refused,
        check it there.
      </p>
    );
  return (
    <div className="grid gap-2">
      <p className="max-w-prose text-sm text-muted">
        On Paystack’s dashboard, open Settings, then API Keys &amp; Webhooks, and enter this webhook
        URL:
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-sm border border-hairline px-3 py-2 font-mono text-sm break-all">
          {notify_url}
        </code>
        <CopyButton text={notify_url} what="Webhook URL" />
      </div>
    </div>
  );
}
