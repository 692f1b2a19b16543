import { describe, expect, it } from 'vitest';
import { runAccountSite } from '#tests/support/account-site.ts';
import {
  beginSession,
  callWith,
  enrolAuthenticator,
  mentor,
  toCookie,
  visitorWith,
} from '#tests/support/accounts.ts';
import { startApi } from '#tests/support/api.ts';
import { createSoftPasskey } from './passkey.ts';

const { password } = mentor;

const api = runAccountSite();

type SoftPasskey = ReturnType<typeof createSoftPasskey>;

async function add(cookie: string, passkey: SoftPasskey, name = 'Phone') {
  const begun = await callWith(api, cookie)('POST', '/api/account/passkeys/options', { password });
  const { challenge } = await begun.json();
  const cookies = `${cookie}; ${toCookie(begun.headers.getSetCookie())}`;
  const response = passkey.register(challenge);
  return callWith(api, cookies)('POST', '/api/account/passkeys', { name, response });
}

/** Adds the first passkey to an account. */
async function addFirst() {
  const { cookie } = await beginSession(api, 'aal1');
  const passkey = createSoftPasskey();
  const added = await add(cookie, passkey);
  expect(added.status).toBe(201);
  const { recoveryCodes } = await added.json();
  return { passkey, recoveryCodes, cookie: toCookie(added.headers.getSetCookie()) };
}

async function begin(cookie = '') {
  const begun = await callWith(api, cookie)('POST', '/api/auth/passkey/options');
  const { challenge } = await begun.json();
  const cookies = `${cookie}; ${toCookie(begun.headers.getSetCookie())}`;
  return { challenge: challenge as string, call: callWith(api, cookies) };
}

async function signIn(passkey: SoftPasskey, cookie = '') {
  const { challenge, call } = await begin(cookie);
  return call('POST', '/api/auth/passkey', { response: passkey.authenticate(challenge) });
}

const signInByPassword = async () => {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  return toCookie(cookies);
};

const enter = async (cookie: string) => {
  const area = await api.accounts.enterAdmin(visitorWith(cookie));
  return typeof area === 'string' ? area : 'let in';
};

it('adds a passkey that signs in at the raised level', async () => {
  const { passkey, cookie } = await addFirst();
  const account = await (await callWith(api, cookie)('GET', '/api/account')).json();
  expect(account.passkeys).toMatchObject([{ name: 'Phone' }]);
  const response = await signIn(passkey);
  expect(await response.json()).toEqual({ user: { email: mentor.email }, level: 'aal2' });
  expect(await enter(toCookie(response.headers.getSetCookie()))).toBe('let in');
  const levels = await api.query('select distinct level from session');
  expect(levels).toEqual([{ level: 'aal2' }]);
});

it('stores a passkey as earlier versions did', async () => {
  const { passkey } = await addFirst();
  await signIn(passkey);
  const rows = await api.query('select * from passkey');
  expect(rows).toMatchObject([
    {
      credential_id: passkey.id,
      // COSE in CBOR, in base64 with padding.
      public_key: expect.stringMatching(/^pQECAyYgASFYI[\w+/]+=$/),
      counter: 2,
      device_type: 'singleDevice',
      backed_up: false,
      transports: '',
      aaguid: '00000000-0000-0000-0000-000000000000',
    },
  ]);
});

it('lets a challenge expire after five minutes', async () => {
  const { passkey } = await addFirst();
  const { challenge, call } = await begin();
  await api.query(`update verification set expires_at = expires_at - interval '5 minutes'`);
  const response = passkey.authenticate(challenge);
  expect((await call('POST', '/api/auth/passkey', { response })).status).toBe(401);
});

it('requires a second factor from then on, and accepts recovery codes instead', async () => {
  const elsewhere = await signInByPassword();
  const { passkey, recoveryCodes, cookie } = await addFirst();
  expect(await enter(cookie)).toBe('let in');
  expect(await enter(elsewhere)).toBe('signed-out');
  const half = await signInByPassword();
  expect(await enter(half)).toBe('second-factor');
  expect((await callWith(api, half)('GET', '/api/leads')).status).toBe(403);
  const raised = await signIn(passkey, half);
  expect(await enter(toCookie(raised.headers.getSetCookie()))).toBe('let in');
  expect(await enter(half)).toBe('signed-out');

  const other = await signInByPassword();
  const [code] = recoveryCodes;
  expect((await callWith(api, other)('POST', '/api/auth/challenge', { code })).status).toBe(200);
});

it('tells a session which second factors its account has, and a stranger only whether any passkey exists', async () => {
  const readFactors = async (cookie: string) =>
    (await (await callWith(api, cookie)('GET', '/api/auth/get-session')).json()).factors;
  expect(await api.accounts.hasPasskeys()).toBe(false);
  const { cookie } = await addFirst();
  const half = await signInByPassword();
  expect(await readFactors(half)).toEqual({ hasAuthenticator: false, hasPasskey: true });
  expect(await api.accounts.hasPasskeys()).toBe(true);
  const call = callWith(api, cookie);
  const { passkeys } = await (await call('GET', '/api/account')).json();
  await call('DELETE', `/api/account/passkeys/${passkeys[0].id}`, { password });
  const { cookie: withApp } = await enrolAuthenticator(api);
  expect(await readFactors(withApp)).toEqual({ hasAuthenticator: true, hasPasskey: false });
});

it('creates recovery codes with the first second factor only', async () => {
  const { cookie } = await enrolAuthenticator(api);
  const added = await add(cookie, createSoftPasskey());
  expect(await added.json()).toEqual({ recoveryCodes: null });
});

it('removes a passkey with the password, and recovery codes with the last second factor', async () => {
  const { passkey, cookie } = await addFirst();
  const call = callWith(api, cookie);
  const { passkeys } = await (await call('GET', '/api/account')).json();
  const path = `/api/account/passkeys/${passkeys[0].id}`;
  expect((await call('DELETE', path, { password: 'wrong' })).status).toBe(422);
  expect((await call('DELETE', path, { password })).status).toBe(204);
  expect((await call('DELETE', path, { password })).status).toBe(404);
  expect((await signIn(passkey)).status).toBe(401);
  expect(await api.query('select from recovery_code')).toEqual([]);
  expect(await enter(await signInByPassword())).toBe('let in');
});

describe('refuses', () => {
  const add1 = async (passkey: SoftPasskey) =>
    add((await beginSession(api, 'aal1')).cookie, passkey);

  it.each([
    ['that does not verify its user', { isVerified: false }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another site', { rpId: 'evil.example' }],
  ])('a passkey %s', async (_, options) => {
    const refused = await add1(createSoftPasskey(options));
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: 'passkey-refused' });
    expect(await api.query('select from passkey')).toEqual([]);
  });

  it('a used challenge, and a challenge for another browser', async () => {
    const { passkey } = await addFirst();
    const { challenge, call } = await begin();
    const response = passkey.authenticate(challenge);
    expect((await call('POST', '/api/auth/passkey', { response })).status).toBe(200);
    expect((await call('POST', '/api/auth/passkey', { response })).status).toBe(401);
    const stolen = passkey.authenticate((await begin()).challenge);
    const other = await begin();
    expect((await other.call('POST', '/api/auth/passkey', { response: stolen })).status).toBe(401);
  });

  it('an unknown passkey, a foreign signature and a challenge for a new passkey', async () => {
    const { passkey, cookie } = await addFirst();
    expect((await signIn(createSoftPasskey())).status).toBe(401);

    const { challenge, call } = await begin();
    const forged = { ...createSoftPasskey().authenticate(challenge), id: passkey.id };
    const answer = await call('POST', '/api/auth/passkey', { response: forged });
    expect(answer.status).toBe(401);

    const begun = await callWith(api, cookie)('POST', '/api/account/passkeys/options', {
      password,
    });
    const { challenge: wrong } = await begun.json();
    const mixed = callWith(api, toCookie(begun.headers.getSetCookie()));
    const response = passkey.authenticate(wrong);
    expect((await mixed('POST', '/api/auth/passkey', { response })).status).toBe(401);
  });

  it('adding a passkey without the password or for someone else', async () => {
    const { cookie } = await beginSession(api, 'aal1');
    const call = callWith(api, cookie);
    const path = '/api/account/passkeys/options';
    expect((await call('POST', path, { password: 'wrong' })).status).toBe(422);
    // A sign-in challenge cannot add a passkey.
    const { challenge, call: withChallenge } = await begin(cookie);
    const response = createSoftPasskey().register(challenge);
    const added = await withChallenge('POST', '/api/account/passkeys', { name: 'X', response });
    expect(added.status).toBe(401);
  });
});

it('notifies the owner of passkeys that are added and removed', async () => {
  const { cookie } = await addFirst();
  const call = callWith(api, cookie);
  const { passkeys } = await (await call('GET', '/api/account')).json();
  await call('DELETE', `/api/account/passkeys/${passkeys[0].id}`, { password });
  const kinds = await api.query(
    `select kind, detail from account_event where kind like 'passkey%' order by at`,
  );
  expect(kinds).toEqual([
    { kind: 'passkey-added', detail: 'Phone' },
    { kind: 'passkey-removed', detail: 'Phone' },
  ]);
  const subjects = await api.query('select subject from mail_deliveries');
  expect(subjects.map(({ subject }) => String(subject).split(':')[0]).toSorted()).toEqual([
    'Passkey added',
    'Passkey removed',
  ]);
});

it('limits how many challenges a network gets', async () => {
  const { connectionString } = api;
  const limited = await startApi({ connectionString, isLimited: true });
  const statuses: number[] = [];
  for (let index = 0; index < 32; index += 1) {
    const response = await callWith(limited)('POST', '/api/auth/passkey/options');
    statuses.push(response.status);
  }
  await limited.stop();
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});
