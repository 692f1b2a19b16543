import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { OrderDetails } from '#features/billing/ui/admin/use-orders.ts';
import type { TestSite } from './site.ts';

/** Who buys, unless a test says otherwise. */
export const buyerAddress = 'thandi@example.com';

/** A body of `POST /api/leads` that asks for the course, at its full price. */
export const inquiryBody = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Thandi Mbeki',
  email: buyerAddress,
  phone: '082 555 1234',
  source: 'Course Purchase Inquiry',
  ...changes,
});

/** An order that a test has made. */
export interface PlacedOrder {
  id: string;
  reference: string;
  amountCents: number;
  token: string;
  path: string;
}

/** Orders on a site: how visitors make them, and how the mentor reads them. */
export function withOrders({ api, admin }: Pick<TestSite, 'api' | 'admin'>) {
  const read = (id: string): Promise<OrderDetails> => admin.read(`/api/orders/${id}`);

  /** Returns the order that a private link leads to. */
  async function follow(path: string): Promise<PlacedOrder> {
    const token = path.split('/').at(-1) ?? '';
    const { items } = await admin.read('/api/orders');
    const order = items.find((one: OrderDetails) => one.pay_path === path);
    expect(order).toBeDefined();
    const { id, reference, amount_cents: amountCents } = order;
    return { id, reference, amountCents, token, path };
  }

  return {
    read,
    follow,
    /** Asks for the course as a visitor. Returns its order. */
    async order(changes: Record<string, unknown> = {}): Promise<PlacedOrder> {
      const response = await api.post('/api/leads', inquiryBody(changes));
      expect(response.status).toBe(201);
      const { pay_path: path }: { pay_path: string } = await response.json();
      return follow(path);
    },
    /** Returns what the buyer's page shows. */
    async see({ token }: Pick<PlacedOrder, 'token'>) {
      const page = await api.services.payments.findPayPage(token);
      if (!page) throw new Error('There is no such page');
      return page;
    },
    mark: (id: string, note: string | null = null) =>
      admin.call('POST', `/api/orders/${id}/paid`, { note }),
  };
}
