import { type InferResponseType, parseResponse } from 'hono/client';
import { type AdminApi, useAdminSession, useList, useRead } from '#features/admin-ui/ui/index.ts';
import type { OffersSettings } from '#features/settings/rules/index.ts';
import { useSectionState } from '#features/settings/ui/admin/index.ts';
import { maxPageSize } from '#rules/list-page.ts';

/** A voucher with its state and its uses. */
export type Voucher = InferResponseType<AdminApi['vouchers']['$get'], 200>['items'][number];

/** Returns the vouchers, page by page, for a record list. */
export function useVouchers() {
  const { api } = useAdminSession();
  const list = useList(['vouchers', 'list'], 'codes', async (cursor, signal) =>
    parseResponse(api.vouchers.$get({ query: { cursor } }, { init: { signal } })),
  );
  /** Vouchers are switched off and not deleted: orders name them. */
  return { label: 'Codes', ...list, remove: () => {} };
}

/** Returns what a code can be for: courses, with those of the plan cards, and session types that cost something. */
export function useOffers() {
  const courses = useRead(['courses', 'for-codes'], (api, init) =>
    api.courses.$get({ query: { drafts: 'true', limit: String(maxPageSize) } }, init),
  );
  const sessions = useSectionState<OffersSettings>('offers');
  const types = sessions.data?.value.mentorshipOptions.filter(({ payment }) => payment !== 'free');
  return {
    offers: courses.data && types && [...courses.data.items, ...types],
    isFailed: courses.isError || sessions.isError,
    retry: {
      isFetching: courses.isFetching || sessions.isFetching,
      refetch: () => Promise.all([courses.refetch(), sessions.refetch()]),
    },
  };
}

/** Returns the names of the offers of a voucher. */
export const nameOffers = (
  ids: readonly string[],
  offers: readonly { id: string; title: string }[] = [],
): string =>
  ids
    .map((id) => offers.find((offer) => offer.id === id)?.title ?? 'An offer that is gone')
    .join(', ');
