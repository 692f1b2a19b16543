import { z } from 'zod';
import type { PayfastSettings } from '#platform/config/payments.ts';
import { callProvider, type ProviderAnswer, parseJson } from './call-provider.ts';
import { signApiCall, toFieldText } from './payfast-signature.ts';
import type { RefundRequest, RefundResult } from './provider.ts';

const refundAnswer = z.object({
  status: z.string(),
  data: z.object({
    response: z.union([z.string(), z.object({ id: z.coerce.string() })]).catch(''),
    message: z.string().catch(''),
  }),
});

/**
 * Asks PayFast's API to send money back. Never throws. Must not be retried automatically: PayFast would
 * refund twice.
 */
export async function sendPayfastRefund(
  { apiUrl, merchantId, passphrase }: PayfastSettings & { apiUrl: string },
  { providerPaymentId, amountCents, reason }: RefundRequest,
  { timeoutMs, now }: { timeoutMs: number; now: () => Date },
): Promise<RefundResult> {
  const timestamp = `${now().toISOString().slice(0, 19)}+0000`;
  const headers = { 'merchant-id': merchantId, version: 'v1', timestamp };
  const body = { amount: amountCents, reason: toFieldText(reason, 255), notify_buyer: 1 };
  const signature = signApiCall({ ...headers, ...body }, passphrase);
  const answer = await callProvider(`${apiUrl}/refunds/${encodeURIComponent(providerPaymentId)}`, {
    label: 'PayFast',
    timeoutMs,
    method: 'POST',
    headers: { ...headers, signature, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return answer ? readRefund(answer) : unknownRefund;
}

const unknownRefund: RefundResult = {
  outcome: 'unknown',
  message:
    'PayFast did not answer. Check its dashboard before you try again: the money may have been sent.',
};

function readRefund({ status, body }: ProviderAnswer): RefundResult {
  const { data: answer } = refundAnswer.safeParse(parseJson(body));
  // An unreadable 200 may mean that the money was sent.
  if (status === 200 && !answer) return unknownRefund;
  const response = answer?.data.response ?? '';
  if (status === 200 && answer?.status === 'success') {
    return {
      outcome: 'refunded',
      refundId: typeof response === 'object' ? response.id : undefined,
    };
  }
  const words = (typeof response === 'string' && response) || answer?.data.message || status;
  const message = `PayFast did not refund the payment (${words}). Refund it on PayFast’s dashboard.`;
  return { outcome: 'refused', message };
}
