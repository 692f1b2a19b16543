import { payfastKeyFields, paystackKeyFields } from '#features/payments/rules/payment-keys.ts';
import { decrypt } from '#platform/auth/secret.ts';
import { allowsKeys, type EnteredKeys, type PaymentSettings } from '#platform/config/payments.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { Database } from '#platform/db/executor.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { ProviderName } from '#rules/payment-methods.ts';
import { pauseSilent } from './providers/pause-silent.ts';
import { createPayfast } from './providers/payfast.ts';
import { createPaystack } from './providers/paystack.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { listPaymentKeys } from './queries/payment-keys.ts';

interface PaymentKeysOptions {
  db: Database;
  secret: string;
  log: Logger;
  changes: Pick<Changes, 'listen'>;
  config: PaymentConfig;
}

/** The part of the configuration that payments depend on. */
export interface PaymentConfig {
  siteUrl: string;
  /** With the keys of the environment. */
  payments: PaymentSettings;
  paymentsWith: (entered: EnteredKeys) => PaymentSettings;
}

/** The entered keys of a provider. */
interface Entered {
  savedAt: Date;
  problem: 'unreadable' | 'test-keys' | null;
  merchantId: string | null;
}

export type PaymentKeys = ReturnType<typeof createPaymentKeys>;

/** Returns the providers that have keys. */
export const createProviders = ({
  payfast,
  paystack,
}: Pick<PaymentSettings, 'payfast' | 'paystack'>): PaymentProvider[] => [
  ...(payfast ? [pauseSilent(createPayfast(payfast))] : []),
  ...(paystack ? [pauseSilent(createPaystack(paystack))] : []),
];

/**
 * Keeps the providers that can take payments, by the keys of the environment and those that the mentor has
 * entered. Every process reads the latter when any process changes them. Sends no query yet.
 */
export function createPaymentKeys({ db, secret, log, changes, config }: PaymentKeysOptions) {
  const { siteUrl, payments: settings, paymentsWith } = config;
  const providers = createProviders(settings);
  const fixed = new Set<ProviderName>(providers.map(({ name }) => name));
  let entered = new Map<ProviderName, Entered>();
  let known = '[]';
  let reading = Promise.resolve();

  async function load(): Promise<void> {
    const rows = await listPaymentKeys(db);
    const stored = JSON.stringify(rows);
    // The same providers remember whether they answer.
    if (stored === known) return;
    const keys: EnteredKeys = {};
    const found = new Map<ProviderName, Entered>();
    for (const { provider, encrypted, savedAt } of rows) {
      const read = readKeys(provider, await decrypt(secret, encrypted));
      const one = read && paymentsWith(read)[provider];
      const isAllowed = one && allowsKeys(settings, one, siteUrl);
      if (isAllowed) Object.assign(keys, read);
      const merchantId = read?.payfast?.merchantId ?? null;
      const problem = one ? (isAllowed ? null : 'test-keys') : 'unreadable';
      found.set(provider, { savedAt, problem, merchantId });
    }
    // In place: all use cases hold this list.
    providers.splice(0, providers.length, ...createProviders(paymentsWith(keys)));
    entered = found;
    known = stored;
  }

  /** Reads the entered keys, one call after the other. */
  function read(): Promise<void> {
    const done = reading.then(load);
    reading = done.catch(() => {});
    return done;
  }

  changes.listen((change) => {
    if (change !== 'resync' && change.table !== 'payment_keys') return;
    read().catch((reason: unknown) => log.warn({ reason }, 'The payment keys could not be read'));
  });

  return {
    /** The providers with keys. This list itself changes when keys do. */
    providers: providers as readonly PaymentProvider[],
    /** Whether the environment has keys of a provider. */
    isFixed: (name: ProviderName) => fixed.has(name),
    findEntered: (name: ProviderName) => entered.get(name),
    read,
  };
}

/** Returns the keys of a row; undefined if they were encrypted with another secret. */
function readKeys(provider: ProviderName, json: string | undefined): EnteredKeys | undefined {
  if (json === undefined) return undefined;
  const stored: unknown = JSON.parse(json);
  if (provider === 'payfast') {
    const { data: payfast } = payfastKeyFields.safeParse(stored);
    return payfast && { payfast };
  }
  const { data: paystack } = paystackKeyFields.safeParse(stored);
  return paystack && { paystack };
}
