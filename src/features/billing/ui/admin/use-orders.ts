import { parseResponse } from 'hono/client';
import { useSearchParams } from 'react-router';
import { useAdminSession, useList, useRead, useTabPath } from '#features/admin-ui/ui/index.ts';
import {
  type LinkedOrder,
  type OrderView,
  orderViews,
} from '#features/billing/rules/listed-order.ts';
import { maxPageSize } from '#rules/list-page.ts';

/** The forms of an order, each opened by the URL. */
export const orderTasks = ['paid', 'refund'] as const;
export type OrderTask = (typeof orderTasks)[number];

/** What the URL opens next to the list: an order, a form for it or for one of its payments, or the import. */
interface OpenOrder {
  order?: string;
  do?: OrderTask;
  payment?: string;
  import?: '';
}

const opened = ['order', 'do', 'payment', 'import'];

/** Returns a function that builds links within the page. */
export const useMoneyPath = (): ((open: OpenOrder) => string) => useTabPath(opened);

/** Returns the view in the URL, or undefined for all orders. */
export function useOrderView(): OrderView | undefined {
  const [params] = useSearchParams();
  return orderViews.find((name) => name === params.get('view'));
}

/** Returns the matching orders, page by page, for a record list. */
export function useOrders(query: { view?: OrderView | undefined; search: string }) {
  const { api } = useAdminSession();
  const list = useList(['orders', 'list', query], 'orders', async (cursor, signal) =>
    parseResponse(api.orders.$get({ query: { ...query, cursor } }, { init: { signal } })),
  );
  /** Orders are never deleted: the law requires their records. */
  return { label: 'Orders', ...list, remove: () => {} };
}

/** Returns an order with its details. */
export const useOrder = (id: string) =>
  useRead(['orders', 'one', id], (api, init) => api.orders[':id'].$get({ param: { id } }, init));

/** The address of an order in the admin. */
export const toOrderPath = (id: string) => `/admin/money?order=${id}`;

/** The address of the form that books a cancelled session again. */
export const toRebookPath = (bookingId: string) => `/admin/bookings?booking=${bookingId}&do=move`;

/** Returns a function that finds the order of a listed lead or booking. */
export function useLinkedOrders(ids: readonly string[]): (id: string) => LinkedOrder | undefined {
  const { data } = useRead(
    ['orders', 'linked', ids],
    (api, init) =>
      api.orders.$get({ query: { of: ids.join(','), limit: String(maxPageSize) } }, init),
    { enabled: ids.length > 0, placeholderData: (before) => before },
  );
  return (id) => data?.items.find(({ lead_id, booking_id }) => lead_id === id || booking_id === id);
}
