import type { RouterContextProvider } from 'react-router';
import { pageServicesContext } from '#server/page-context.ts';

/** Returns whether forms ask for a code. A page is shown even if this cannot be read. */
export const findCodes = (context: Readonly<RouterContextProvider>): Promise<boolean> =>
  context
    .get(pageServicesContext)
    .vouchers.hasUsableVoucher()
    .catch(() => false);
