import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { query } from '#tests/support/site-state.ts';
import { findDelivery, queueDelivery } from './queries/mail-deliveries.ts';

let database: TestDatabase;
let api: TestApi;
let leadId: string;
let mail: string;

/** No queue runs here; the tests call the jobs themselves. */
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

it('sends a queued mail once, however often its job runs', async () => {
  await addLead();
  await run();
  await run();
  expect(await readDelivery()).toMatchObject({ status: 'sent', attempts: 1 });
  expect(await countMails()).toBe(1);
});

it.each(['failed', 'cancelled'])('sends no email that is %s', async (status) => {
  await addLead();
  await query(database.connectionString, 'update mail_deliveries set status = $1 where key = $2', [
    status,
    mail,
  ]);
  await run();
  expect(await readDelivery()).toMatchObject({ status, attempts: 0 });
  expect(await countMails()).toBe(0);
});

it('cancels an email whose record no longer exists', async () => {
  await run();
  expect(await readDelivery()).toMatchObject({ status: 'cancelled', attempts: 0 });
});

it('does nothing for an email that was not queued', async () => {
  await addLead();
  await query(database.connectionString, 'delete from mail_deliveries where key = $1', [mail]);
  await run();
  expect(await readDelivery()).toBeUndefined();
  expect(await countMails()).toBe(0);
});
