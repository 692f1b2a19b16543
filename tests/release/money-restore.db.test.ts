import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { OrderDetails } from '#features/billing/ui/admin/use-orders.ts';
import {
  emptyLedger,
  type Ledger,
  readLedgerFile,
  writeLedgerFile,
} from '#features/ledger/server/index.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { openingMorning, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { buyerAddress } from '#tests/support/orders.ts';
import { bookOf, buyPackage, sellPackage } from '#tests/support/packages.ts';
import { openPaymentSite } from '#tests/support/payment-site.ts';
import { addPlanCourses } from '#tests/support/plan-courses.ts';
import { setUpBackups } from '#tests/support/set-up-backups.ts';
import { query } from '#tests/support/site-state.ts';

const site = await openPaymentSite({ now: openingMorning });
const { api, connectionString, mark, order, read } = site;
const { make, restore, target } = setUpBackups();

const readLedger = async (): Promise<Ledger> =>
  (await readLedgerFile(api.dataDirectory)) ?? emptyLedger;

const lastReceipt = ({ numbers }: Pick<Ledger, 'numbers'>) =>
  numbers.find(({ series }) => series === 'RCT')?.lastNumber ?? 0;

const numberOf = ({ documents }: Pick<OrderDetails, 'documents'>) =>
  Number(documents.at(-1)?.number.split('-').at(-1));

/** Makes a backup with two unpaid orders, and pays both, and a third that is younger than the backup. */
async function payAfterBackup() {
  const [first, second] = [await order(), await order()];
  const backup = await make({ connectionString });
  const third = await order();
  for (const { id } of [first, second, third]) await mark(id);
  const receipts = await Promise.all([first, second, third].map(({ id }) => read(id)));
  return { backup, first, second, third, receipts: receipts.map(numberOf) };
}

/** Starts the site on the restored database. */
async function openRestored(dataDirectory?: string) {
  const own = dataDirectory ? { dataDirectory } : {};
  const restored = await site.startAnother({
    connectionString: target().database.connectionString,
    ...own,
  });
  const admin = await openAdmin(restored);
  return {
    markPaid: async (id: string): Promise<OrderDetails> =>
      (await admin.call('POST', `/api/orders/${id}/paid`, { note: null })).body,
    listMissing: async (): Promise<{ id: string; order_reference: string }[]> =>
      (await admin.read('/api/orders/problems')).unrestored,
    check: (id: string) => admin.call('POST', `/api/orders/unrestored/${id}/checked`),
  };
}

it('an older backup repeats no number, and lists what was paid after it until it is checked', async () => {
  const { backup, first, second, third, receipts } = await payAfterBackup();
  const { laterPayments } = await restore(backup, { ledger: await readLedger() });
  expect(laterPayments).toBeGreaterThanOrEqual(3);
  const { markPaid, listMissing, check } = await openRestored();
  const references = async () => (await listMissing()).map((one) => one.order_reference);
  expect(await references()).toEqual(
    expect.arrayContaining([first.reference, second.reference, third.reference]),
  );
  expect(await listMissing()).toContainEqual(
    expect.objectContaining({
      order_reference: third.reference,
      order_id: null,
      amount_cents: third.amountCents,
      provider: 'manual',
    }),
  );

  expect(numberOf(await markPaid(first.id))).toBeGreaterThan(Math.max(...receipts));
  expect(await references()).not.toContain(first.reference);
  const missing = (await listMissing()).find((one) => one.order_reference === third.reference);
  expect((await check(missing?.id ?? '')).status).toBe(204);
  expect(await references()).not.toContain(third.reference);
  expect(await references()).toContain(second.reference);
  expect((await check(first.id)).status).toBe(404);
});

it('a restore continues after what the replaced database knows, without a data folder', async () => {
  const { backup, first, second, receipts } = await payAfterBackup();
  await restore(await make({ connectionString }));
  const restored = await restore(backup, { isReplacing: true, ledger: emptyLedger });
  expect(restored.laterPayments).toBe(3);
  expect(lastReceipt(restored.entries)).toBe(Math.max(...receipts));
  const { markPaid, listMissing } = await openRestored();
  expect(await listMissing()).toHaveLength(3);
  expect(numberOf(await markPaid(second.id))).toBe(Math.max(...receipts) + 1);
  expect(numberOf(await markPaid(first.id))).toBe(Math.max(...receipts) + 2);
});

it('a restored site has the access that was given before the backup, and gives the rest with the mark', async () => {
  await addPlanCourses(api);
  const [before, after] = [await order(), await order({ email: 'zoe.oneill@example.com' })];
  await mark(before.id);
  const backup = await make({ connectionString });
  await mark(after.id);
  await restore(backup, { ledger: await readLedger() });
  const restored = target().database.connectionString;
  const listAccess = () =>
    query(
      restored,
      `select source_id, email from entitlements join customers on customers.id = customer_id
       where source_id in ($1, $2) order by entitlements.created_at`,
      [before.id, after.id],
    );
  const opened = { source_id: before.id, email: buyerAddress };
  expect(await listAccess()).toEqual([opened]);
  const { markPaid } = await openRestored();
  await markPaid(after.id);
  const later = { source_id: after.id, email: 'zoe.oneill@example.com' };
  expect(await listAccess()).toEqual([opened, later]);
  await markPaid(before.id);
  expect(await listAccess()).toEqual([opened, later]);
});

it('a restored package has the sessions that were left when the backup was made', async () => {
  await sellPackage(site.admin, { sessions: 3 });
  const bought = await buyPackage(site);
  const backup = await make({ connectionString });
  await bookOf(api, bought, tuesdaySlots[1]);
  await restore(backup, { ledger: await readLedger() });
  const { connectionString: restoredDatabase } = target().database;
  const restored = await site.startAnother({ connectionString: restoredDatabase });
  for (const slot of tuesdaySlots.slice(2, 4)) await bookOf(restored, bought, slot);
  await expect(bookOf(restored, bought, tuesdaySlots[4])).rejects.toMatchObject({
    code: 'package-closed',
  });
  const [use] = await query(
    restoredDatabase,
    'select granted, (select count(*)::int from bookings where entitlement_id = entitlements.id) as used from entitlements where id = $1',
    [bought.found.id],
  );
  expect(use).toEqual({ granted: 3, used: 3 });
});

it('a restored database continues after what the data folder of another process knows', async () => {
  const { backup, first, second } = await payAfterBackup();
  await restore(backup, { ledger: emptyLedger });
  const folder = await mkdtemp(path.join(tmpdir(), 'folder-'));
  const known = await readLedger();
  await writeLedgerFile(folder, known);
  const { markPaid, listMissing } = await openRestored(folder);
  expect(numberOf(await markPaid(first.id))).toBe(lastReceipt(known) + 1);
  expect(await listMissing()).toContainEqual(
    expect.objectContaining({ order_reference: second.reference, order_id: second.id }),
  );
});

it('a start without a restore leaves no gap after a transaction that did not commit', async () => {
  const { id } = await order();
  await mark(id);
  const given = numberOf(await read(id));
  const folder = await mkdtemp(path.join(tmpdir(), 'folder-'));
  const [number] = (await readLedger()).numbers.filter(({ series }) => series === 'RCT');
  if (!number) throw new Error('There is no number');
  await writeLedgerFile(folder, {
    ...emptyLedger,
    numbers: [{ ...number, lastNumber: given + 1 }],
  });
  const other = await site.startAnother({ dataDirectory: folder });
  const admin = await openAdmin(other);
  const { id: next } = await order();
  expect(
    numberOf((await admin.call('POST', `/api/orders/${next}/paid`, { note: null })).body),
  ).toBe(given + 1);
});

it('every process keeps what another one was paid', async () => {
  const other = await site.startAnother();
  const { id, reference } = await order();
  await mark(id);
  const read = async () => (await readLedgerFile(other.dataDirectory)) ?? emptyLedger;
  await expect
    .poll(async () => (await read()).payments.map((one) => one.orderReference))
    .toEqual([reference]);
  expect(lastReceipt(await read())).toBe(numberOf(await site.read(id)));
});
