import type { Visitor } from '#platform/auth/visitor.ts';
import { AppError } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { enterLibrary, libraryNotFound } from './enter-library.ts';
import type { LibraryDeps } from './library-deps.ts';

/**
 * Orders another course for the customer of a link, without a form. Returns the private page of the order.
 * Throws 404, `not-for-sale` (409), 429.
 */
export async function buyCourse(
  deps: LibraryDeps,
  { token, ...asked }: { token: string; id: string; courseId: string },
  visitor: Pick<Visitor, 'headers'> & Caller,
): Promise<string> {
  await deps.limiter.count('start-payment', visitor);
  const entry = await enterLibrary(deps, token, visitor);
  if (!entry?.isOpen) throw libraryNotFound();
  const path = await deps.db.transaction((transaction) =>
    deps.customerOrders.placeForCustomer(transaction, entry.customer, asked),
  );
  if (path !== undefined) return path;
  throw new AppError(409, 'not-for-sale', 'This course can’t be bought right now.');
}
