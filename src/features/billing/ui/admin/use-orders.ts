import { type InferResponseType, parseResponse } from 'hono/client';
import { useSearchParams } from 'react-router';
import {
  type AdminApi,
  useAdminSession,
  useList,
  useRead,
  useTabPath,
} from '#features/admin-ui/ui/index.ts';
import { type OrderView, orderViews } from '#features/billing/rules/order-query.ts';
import { maxPageSize } from '#rules/list-page.ts';

type OrdersApi = AdminApi['orders'];

/** An order in the list, with what it opened. */
export type OrderWithAccess = InferResponseType<OrdersApi['$get'], 200>['items'][number];

/** An order in any list. */
export type ListedOrder = Omit<OrderWithAccess, 'access' | 'package_access'>;

/** An order with everything about it. */
export type OrderDetails = InferResponseType<OrdersApi[':id']['$get'], 200>;

export type OrderCounts = InferResponseType<OrdersApi['counts']['$get'], 200>;

/** What needs the mentor's attention. */
export type OrderProblems = InferResponseType<OrdersApi['problems']['$get'], 200>;

/** How people can pay now. */
export type PaymentSetUp = InferResponseType<OrdersApi['payment-methods']['$get'], 200>;

/** The money of a period. */
export type OrderSums = InferResponseType<OrdersApi['sums']['$get'], 200>;

/** The forms of an order, each opened by the URL. */
export const orderTasks = ['paid', 'part', 'refund'] as const;
export type OrderTask = (typeof orderTasks)[number];

/** What the URL opens next to the list: an order, a form for it or for one of its payments, the import, the codes, or the form of a new order. */
interface OpenOrder {
  order?: string;
  do?: OrderTask;
  payment?: string;
  import?: '';
  codes?: '';
  new?: '';
}

const opened = ['order', 'do', 'payment', 'import', 'codes', 'new'];

/** Returns a function that builds links within Money. */
export function useMoneyPath(): (open: OpenOrder) => string {
  const toQuery = useTabPath(opened);
  return (open) => `/admin/money${toQuery(open)}`;
}

/** Returns what needs the mentor's attention. */
export const useOrderProblems = () =>
  useRead(['orders', 'problems'], (api, init) => api.orders.problems.$get({}, init));

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

/** Returns the money of an order, for the rules. */
export const moneyOf = ({
  state,
  amount_cents,
  paid_cents,
}: Pick<ListedOrder, 'state' | 'amount_cents' | 'paid_cents'>) => ({
  state,
  amountCents: amount_cents,
  paidCents: paid_cents,
});

/** The address of an order in the admin. */
export const toOrderPath = (id: string) => `/admin/money?order=${id}`;

/** The address of the form that books a cancelled session again. */
export const toRebookPath = (bookingId: string) => `/admin/bookings?booking=${bookingId}&do=move`;

/** Returns a function that finds the order of a listed lead or booking. */
export function useLinkedOrders(ids: readonly string[]): (id: string) => ListedOrder | undefined {
  const { data } = useRead(
    ['orders', 'linked', ids],
    (api, init) =>
      api.orders.$get({ query: { of: ids.join(','), limit: String(maxPageSize) } }, init),
    { enabled: ids.length > 0, placeholderData: (before) => before },
  );
  return (id) => data?.items.find(({ lead_id, booking_id }) => lead_id === id || booking_id === id);
}
