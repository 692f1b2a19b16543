import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encrypt, hashToken } from '#server/auth/secret.ts';
import type { Session } from '#server/auth/visitor.ts';
import { replaceRecoveryCodes } from '#server/db/queries/factors.ts';
import { beginSession, mentor, visitorWith } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

const { password } = mentor;
const noSuchFactor = { status: 404, code: 'no-such-factor' };
const wrongCode = { status: 401, code: 'wrong-code' };

let database: TestDatabase;
let api: TestApi;
let session: Session;

beforeEach(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString, admin: mentor });
  await api.startJobs();
  await api.accounts.prepareFirstAdmin();
  session = await begin('aal1');
});
afterEach(async () => {
  await api.stop();
  await database.drop();
});

async function begin(level: 'aal1' | 'aal2'): Promise<Session> {
  const { cookie } = await beginSession(api, level);
  const found = await api.accounts.findSession(visitorWith(cookie));
  if (!found) throw new Error('Nobody is signed in');
  return found;
}

/** One more authenticator, with what its first code gives out. */
async function enrol(friendlyName: string) {
  const { id, secret } = await api.accounts.enrolFactor(session, { friendlyName, password });
  const code = showCode(secret);
  const verified = await api.accounts.verifyFactor(session, { id, code });
  ({ session } = verified);
  return {
    id,
    secret,
    recoveryCodes: verified.recoveryCodes?.map((each) => each.replaceAll('-', '')),
  };
}

const pass = async (code: string) =>
  (await api.accounts.passChallenge(code, (await begin('aal1')).visitor)).level;

describe('two authenticators', () => {
  it('let in by the code of either', async () => {
    const factors = [await enrol('Phone'), await enrol('Tablet')];
    for (const { secret } of factors) expect(await pass(showNextCode(secret))).toBe('aal2');
  });

  it('have the recovery codes of the first, until the last is removed', async () => {
    const [phone, tablet] = [await enrol('Phone'), await enrol('Tablet')];
    const [first = '', second = ''] = phone.recoveryCodes ?? [];
    expect(tablet.recoveryCodes).toBeUndefined();
    await api.accounts.removeFactor(session, { id: phone.id, password });
    expect(await pass(first)).toBe('aal2');
    await api.accounts.removeFactor(session, { id: tablet.id, password });
    await expect(pass(second)).rejects.toMatchObject(wrongCode);
  });

  it('let in by the one whose secret can be read', async () => {
    const [phone, tablet] = [await enrol('Phone'), await enrol('Tablet')];
    const unreadable = await encrypt('another secret of 32 letters or more', 'x');
    await query(database.connectionString, 'update factor set secret = $1 where id = $2', [
      unreadable,
      phone.id,
    ]);
    expect(await pass(showNextCode(tablet.secret))).toBe('aal2');
    await expect(pass(showCode(phone.secret))).rejects.toMatchObject(wrongCode);
  });
});

describe('a factor that is not there', () => {
  const id = '00000000-0000-4000-8000-000000000000';

  it('can be neither verified nor removed, nor recovered from', async () => {
    const verify = api.accounts.verifyFactor(session, { id, code: '000000' });
    await expect(verify).rejects.toMatchObject(noSuchFactor);
    const remove = api.accounts.removeFactor(session, { id, password });
    await expect(remove).rejects.toMatchObject(noSuchFactor);
    const renew = api.accounts.renewRecoveryCodes(session, { password });
    await expect(renew).rejects.toMatchObject(noSuchFactor);
    await expect(pass('000000')).rejects.toMatchObject(wrongCode);
  });

  it('is one that was verified before, however its code comes', async () => {
    const phone = await enrol('Phone');
    const code = showNextCode(phone.secret);
    const again = api.accounts.verifyFactor(session, { id: phone.id, code });
    await expect(again).rejects.toMatchObject(noSuchFactor);
  });
});

it('is verified once by codes that come at the same time', async () => {
  const { id, secret } = await api.accounts.enrolFactor(session, { friendlyName: 'A', password });
  const code = showCode(secret);
  const tries = [1, 2, 3].map(() => api.accounts.verifyFactor(session, { id, code }));
  const settled = await Promise.allSettled(tries);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await query(database.connectionString, 'select from recovery_code')).toHaveLength(10);
});

describe('recovery codes', () => {
  it('are ten of twelve letters and digits, in groups that can be read out', async () => {
    const { id, secret } = await api.accounts.enrolFactor(session, { friendlyName: 'A', password });
    const { recoveryCodes = [] } = await api.accounts.verifyFactor(session, {
      ...{ id, code: showCode(secret) },
    });
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){2}[A-Z2-7]{4}$/);
  });

  it.each(['234567ABCDEF', 'ABCDEF234567', '2BCDEFGHIJK3'])(
    'are told from the codes of an app: %s',
    async (code) => {
      await enrol('Phone');
      const hashes = [hashToken(api.secret, 'recovery', code)];
      await replaceRecoveryCodes(api.db, session.userId, hashes);
      expect(await pass(code)).toBe('aal2');
    },
  );
});
