import { createSignedIds, readUnprovenId } from '#platform/auth/signed-ids.ts';
import type { Executor } from '#platform/db/executor.ts';
import { type Customer, findCustomer } from './queries/customers.ts';

export type LibraryLinks = ReturnType<typeof createLibraryLinks>;

/** Creates and reads the private links of customers to their library. A renewed link ends the earlier ones. */
export function createLibraryLinks(secret: string) {
  const signedFor = (linkVersion: number) => createSignedIds(secret, `library-link:${linkVersion}`);
  return {
    /** Returns `/library/<token>`, the private page of a customer. */
    toPath: ({ id, linkVersion }: Pick<Customer, 'id' | 'linkVersion'>): string =>
      `/library/${signedFor(linkVersion).toToken(id)}`,
    /** Returns the customer of a token, or undefined if it is not ours or no longer valid. */
    async findCustomer(db: Executor, token: string): Promise<Customer | undefined> {
      const id = readUnprovenId(token);
      const customer = id && (await findCustomer(db, id));
      if (!customer) return undefined;
      return signedFor(customer.linkVersion).readToken(token) ? customer : undefined;
    },
  };
}
