import { expect, it } from 'vitest';
import { openTestSite } from '#tests/support/site.ts';
import { readEntries } from './ledger.ts';

const { api } = await openTestSite();

it('returns payments of bank statements, which have an earlier date than their recording', async () => {
  const { rows } = await api.pool.query(
    `insert into orders (reference, item, amount_cents, name) values ('TP-7K4Q2', '{}', 45001, 'Zoë O’Neill') returning id`,
  );
  for (const provider of ['bank', 'payfast']) {
    await api.pool.query(
      `insert into payments (order_id, provider, provider_payment_id, amount_cents, received_at)
       values ($1, $2, '1', 45001, '2026-10-01T10:00:00Z')`,
      [rows[0].id, provider],
    );
  }
  const { payments } = await readEntries(api.db, new Date('2026-11-28T08:00:37.265Z'));
  expect(payments).toMatchObject([{ provider: 'bank', orderReference: 'TP-7K4Q2' }]);
});
