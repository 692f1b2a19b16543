import { z } from 'zod';
import type { PaystackSettings } from '#platform/config/payments.ts';
import { callProvider, parseJson } from './call-provider.ts';
import { ProviderUnavailable } from './provider.ts';

/** The provider's name, for readers. */
export const label = 'Paystack';

export interface PaystackApi extends PaystackSettings {
  timeoutMs: number;
}

/** Paystack does not know the secret key, or the key may not do this. */
export class KeyRefused extends ProviderUnavailable {}

const answer = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() });

/** Calls Paystack's API. Returns `isDone: false` for a refusal. Throws `ProviderUnavailable`. */
export async function callPaystack(
  { url, secretKey, timeoutMs }: PaystackApi,
  path: string,
  body?: object,
) {
  const { status, body: text } = await callProvider(url + path, {
    label,
    timeoutMs,
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { success, data } = answer.safeParse(parseJson(text));
  if (!success) throw new ProviderUnavailable(`${label} answered ${status} without its JSON`);
  if (status === 401 || status === 403) {
    throw new KeyRefused(`${label} does not accept the secret key: ${data.message}`);
  }
  return { isDone: data.status && status < 300, status, message: data.message, data: data.data };
}
