import { type InferResponseType, parseResponse } from 'hono/client';
import {
  type AdminApi,
  useAdminSession,
  useChange,
  useList,
  useRead,
} from '#features/admin-ui/ui/index.ts';

type CustomersApi = AdminApi['customers'];

/** A customer with what they were given. */
export type Customer = InferResponseType<CustomersApi[':id']['$get'], 200>;

/** An access to a course, as the mentor reads it. */
export type Access = Customer['access'][number];

/** Returns a customer with what they were given. */
export const useCustomer = (id: string) =>
  useRead(['customers', 'one', id], (api, init) =>
    api.customers[':id'].$get({ param: { id } }, init),
  );

/** Returns the customers who were given a course, page by page, for a record list. */
export function useCourseCustomers(course: string, search: string) {
  const { api } = useAdminSession();
  const list = useList(['customers', 'list', course, search], 'customers', (cursor, signal) =>
    parseResponse(
      api.customers.list.$post({ json: { course, search, cursor } }, { init: { signal } }),
    ),
  );
  return { label: 'Customers', ...list, remove: () => {} };
}

/** Returns how many customers were given each course, and can open it. */
export const useCourseCounts = () =>
  useRead(['customers', 'courses'], (api, init) => api.customers.courses.$get({}, init));

/** Replaces the private link of a customer. */
export const useLinkRenewal = ({ id, version }: Pick<Customer, 'id' | 'version'>) =>
  useChange({
    keys: ['customers'],
    send: (api) =>
      parseResponse(api.customers[':id'].link.$put({ param: { id }, json: { version } })),
    saved: 'The link is replaced. Send them the new one.',
    failed: 'The link could not be replaced',
  });
