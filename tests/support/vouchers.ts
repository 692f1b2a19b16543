import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestSite } from './site.ts';

/** Vouchers on a site, as the mentor makes and reads them. */
export function withVouchers({ admin }: Pick<TestSite, 'admin'>) {
  const readAll = async () => (await admin.read('/api/vouchers')).items;
  return {
    readAll,
    /** Adds a voucher of 10 %. Returns its id. */
    async add(fields: Record<string, unknown> = {}): Promise<string> {
      const id = randomUUID();
      const share = fields.amount_cents === undefined ? { percent: 10 } : {};
      const voucher = { id, code: 'SPRING2030', ...share, ...fields };
      expect(await admin.call('POST', '/api/vouchers', voucher)).toMatchObject({ status: 201 });
      return id;
    },
    /** Returns the state and the uses of a voucher. */
    async see(id: string) {
      const { state, uses, discount_cents, order_cents } = (await readAll()).find(
        (one: { id: string }) => one.id === id,
      );
      return { state, uses, discount_cents, order_cents };
    },
  };
}
