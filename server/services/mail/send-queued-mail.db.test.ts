import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { claimDelivery } from '#server/db/queries/mail-claims.ts';
import { findDelivery, queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import { leads } from '#server/db/schema.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { query } from '#tests/support/site-state.ts';
import { sendQueuedMail } from './send-queued-mail.ts';

let database: TestDatabase;
let api: TestApi;
let leadId: string;
let mail: string;

/** The jobs are called by hand here: no queue takes them. */
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});
beforeEach(async () => {
  leadId = randomUUID();
  mail = `lead:${leadId}:abc:notice`;
  await queueDelivery(api.db, { key: mail, recipient: 'mentor@timevsprice.test', subject: 'A' });
});

const addLead = () => {
  const { id: _, ...body } = contactBody({ name: `Jane ${leadId}` });
  return api.db.insert(leads).values({ ...body, id: leadId });
};
const run = () => api.services.jobHandlers.sendMail({ kind: 'lead-notice', leadId, mail });
const readDelivery = () => findDelivery(api.db, mail);
const countMails = async () =>
  (await readMailbox(api.directories.mailbox)).filter(({ text }) => text?.includes(leadId)).length;

it('sends what is queued once, however often its job comes', async () => {
  await addLead();
  await run();
  await run();
  expect(await readDelivery()).toMatchObject({ status: 'sent', attempts: 1 });
  expect(await countMails()).toBe(1);
});

it.each(['failed', 'cancelled'])('leaves a mail alone that is %s', async (status) => {
  await addLead();
  await query(database.connectionString, 'update mail_deliveries set status = $1 where key = $2', [
    status,
    mail,
  ]);
  await run();
  expect(await readDelivery()).toMatchObject({ status, attempts: 0 });
  expect(await countMails()).toBe(0);
});

it('gives up what there is nothing to say of any more', async () => {
  await run();
  expect(await readDelivery()).toMatchObject({ status: 'cancelled', attempts: 0 });
});

it('does nothing for a mail that nobody has queued', async () => {
  await addLead();
  await query(database.connectionString, 'delete from mail_deliveries where key = $1', [mail]);
  await run();
  expect(await readDelivery()).toBeUndefined();
  expect(await countMails()).toBe(0);
});

it.each([
  [
    'was called off since it was claimed',
    `update mail_deliveries set status = 'cancelled' where key = $1`,
  ],
  ['has nothing to say any more', 'select $1::text'],
])('leaves a mail to any process when it %s', async (_, change) => {
  const db: typeof api.db = Object.create(api.db, {
    transaction: {
      value: async (...args: Parameters<typeof api.db.transaction>) => {
        await query(database.connectionString, change, [mail]);
        return api.db.transaction(...args);
      },
    },
  });
  const deps = {
    db,
    processId: 'one',
    noteSent: () => {},
    deliverOnce: async () => 'sent' as const,
  };
  await sendQueuedMail(deps, { key: mail, compose: async () => undefined });
  expect(await readDelivery()).toMatchObject({ status: 'cancelled' });
  await query(
    database.connectionString,
    `update mail_deliveries set status = 'queued' where key = $1`,
    [mail],
  );
  expect(await claimDelivery(api.db, mail, 'another')).toBe(true);
});
