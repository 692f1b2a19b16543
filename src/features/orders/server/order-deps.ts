import type { ManageLinks } from '#features/booking/server/index.ts';
import type { MailDeps } from '#features/mail/server/index.ts';
import { createSignedIds } from '#platform/auth/signed-ids.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { ProviderName } from '../rules/order.ts';
import type { PaymentProvider } from './providers/provider.ts';

/** The private links by which buyers reach their orders. */
export type PayLinks = ReturnType<typeof createPayLinks>;

/** Makes and reads these links. */
export function createPayLinks(secret: string) {
  const { toToken, readToken } = createSignedIds(secret, 'order-link');
  const toPath = (orderId: string): string => `/pay/${toToken(orderId)}`;
  return {
    /** Returns `/pay/<token>`, where an order is looked at and paid for. */
    toPath,
    /** Returns the id of the order that a token leads to; nothing when the token is not ours. */
    readToken,
  };
}

/** What the use cases of orders work on. Each names what it needs of it. */
export interface OrderDeps extends MailDeps, Pick<Jobs, 'verifyPayment'> {
  payLinks: PayLinks;
  manageLinks: Pick<ManageLinks, 'toPath'>;
  /** Those that have keys. */
  providers: readonly PaymentProvider[];
  /** Whether only this machine reaches the site: samples count as real then. */
  isLocal: boolean;
}

/** Returns the provider with this name, if the site has its keys. */
export const findProvider = ({ providers }: Pick<OrderDeps, 'providers'>, name: ProviderName) =>
  providers.find((provider) => provider.name === name);
