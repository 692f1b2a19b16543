import type { KeyTest } from '#features/payments/rules/payment-keys.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import { encrypt } from '#platform/auth/secret.ts';
import type { Session } from '#platform/auth/visitor.ts';
import { allowsKeys, type EnteredKeys } from '#platform/config/payments.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { AppError, invalidBody, recordNotFound } from '#platform/errors/errors.ts';
import { type ProviderName, paymentMethodName, providerNames } from '#rules/payment-methods.ts';
import { createProviders, type PaymentConfig, type PaymentKeys } from './payment-keys.ts';
import { type KeyFault, type PaymentProvider, ProviderUnavailable } from './providers/provider.ts';
import { deletePaymentKeys, putPaymentKeys } from './queries/payment-keys.ts';

/** The dependencies of setting up the payment providers. */
export type SetUpPaymentsDeps = Pick<SiteDeps, 'db' | 'secret' | 'limiter'> & {
  paymentKeys: PaymentKeys;
  /** Throws 422 for `field` if this is not the password of the session’s account. */
  confirmPassword: (session: Session, password: string, field: string) => Promise<void>;
  /** Records that the account changed the keys, and tells its owner by email. */
  notePaymentKeyChange: (transaction: Transaction, session: Session) => Promise<void>;
  config: PaymentConfig;
};

/** Lists both providers and where their keys come from, without the keys. */
export async function readPaymentKeys({ paymentKeys, config }: SetUpPaymentsDeps) {
  await paymentKeys.read();
  const items = providerNames.map((name) => {
    const provider = paymentKeys.providers.find((one) => one.name === name);
    const isFixed = paymentKeys.isFixed(name);
    const entered = isFixed ? undefined : paymentKeys.findEntered(name);
    return {
      name,
      label: paymentMethodName(name),
      source: isFixed ? 'environment' : entered ? 'entered' : 'none',
      isTest: provider?.isTest ?? null,
      problem: entered?.problem ?? null,
      merchantId: entered?.merchantId ?? null,
      savedAt: entered?.savedAt ?? null,
      notifyUrl: new URL(`/api/payments/${name}`, config.siteUrl).href,
    };
  });
  return { items };
}

/**
 * Asks the provider whether it accepts the entered keys, and saves them if it does. Throws 409 while the
 * environment has keys of this provider, 422 with advice, 429.
 */
export async function savePaymentKeys(
  deps: SetUpPaymentsDeps,
  session: Session,
  { currentPassword, ...keys }: EnteredKeys & { currentPassword: string },
): Promise<void> {
  const { db, paymentKeys, limiter, config } = deps;
  const name = keys.payfast ? 'payfast' : 'paystack';
  requireOwnKeys(paymentKeys, name);
  await limiter.count('test-payment-keys', session.visitor);
  await deps.confirmPassword(session, currentPassword, 'currentPassword');
  const [provider] = createProviders({
    payfast: undefined,
    paystack: undefined,
    [name]: config.paymentsWith(keys)[name],
  });
  if (!provider) throw new Error('Complete keys made no provider');
  const keyField = name === 'payfast' ? 'merchantId' : 'secretKey';
  if (!allowsKeys(config.payments, provider, config.siteUrl))
    throw invalidBody([{ field: keyField, message: publicTestKeys }]);
  const fault = await check(provider, config.siteUrl);
  if (fault) throw invalidBody([fault]);
  const encrypted = await encrypt(deps.secret, JSON.stringify(keys[name]));
  await db.transaction(async (transaction) => {
    await putPaymentKeys(transaction, name, encrypted);
    await deps.notePaymentKeyChange(transaction, session);
  });
  await paymentKeys.read();
}

const publicTestKeys =
  'These are test keys: orders would be paid with play money. Enter your live keys.';

function requireOwnKeys(paymentKeys: PaymentKeys, name: ProviderName): void {
  if (!paymentKeys.isFixed(name)) return;
  const words = `The keys of ${paymentMethodName(name)} are set on the server and take precedence.`;
  throw new AppError(409, 'payment-keys-fixed', words);
}

/** Asks a provider about its keys. Returns what is wrong, also if it does not answer. */
async function check(provider: PaymentProvider, siteUrl: string): Promise<KeyFault | undefined> {
  try {
    return await provider.check(siteUrl);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { field: '', message: `${error.message}. Nothing was saved. Try again in a minute.` };
  }
}

/** Asks the provider again about the keys that the site uses. Throws 404 without keys, 429. */
export async function testPaymentKeys(
  { paymentKeys, limiter, config }: SetUpPaymentsDeps,
  session: Session,
  { provider: name }: { provider: ProviderName },
): Promise<KeyTest> {
  await limiter.count('test-payment-keys', session.visitor);
  await paymentKeys.read();
  const provider = paymentKeys.providers.find((one) => one.name === name);
  if (!provider) throw recordNotFound();
  const { label, isTest } = provider;
  const fault = await provider.check(config.siteUrl).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { message: `${error.message}. Try again in a minute.` };
  });
  const mark = isTest ? ' These are test keys: no real money moves.' : '';
  return fault
    ? { isAccepted: false, answer: fault.message }
    : { isAccepted: true, answer: `${label} accepts the keys.${mark}` };
}

/** Removes the keys of a provider, so that it takes no more payments. Throws 409 for keys of the environment. */
export async function removePaymentKeys(
  { db, paymentKeys, notePaymentKeyChange }: SetUpPaymentsDeps,
  session: Session,
  { provider }: { provider: ProviderName },
): Promise<void> {
  requireOwnKeys(paymentKeys, provider);
  await db.transaction(async (transaction) => {
    await deletePaymentKeys(transaction, provider);
    await notePaymentKeyChange(transaction, session);
  });
  await paymentKeys.read();
}
