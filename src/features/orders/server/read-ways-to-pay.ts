import type { SiteFacts } from '#features/settings/server/index.ts';
import { type WayToPay, waysToPay } from '../rules/ways-to-pay.ts';
import type { OrderDeps } from './order-deps.ts';

/** Returns the ways to pay by the current settings. Without any, the site takes no orders. */
export const readWaysToPay = (
  { providers, isLocal }: Pick<OrderDeps, 'providers' | 'isLocal'>,
  { payments }: Pick<SiteFacts, 'payments'>,
): WayToPay[] =>
  waysToPay(
    payments,
    providers.map(({ name }) => name),
    isLocal,
  );
