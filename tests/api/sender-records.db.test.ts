import { afterAll, beforeEach, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import type { SenderCheck } from '#features/mail/rules/sender-records.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import type { ApiOptions } from '#tests/support/api.ts';
import { openTestSite } from '#tests/support/site.ts';
import { startNameServer, type Zone } from './name-server.ts';

const domain = 'timevsprice.test';
const zone: Zone = {};
const nameServer = await startNameServer(zone);
const shared = {
  smtpUrl: `smtp://user:secret@mail.${domain}:587`,
  nameServers: [nameServer.address],
};
const { admin, startAnother } = await openTestSite(shared);

afterAll(() => nameServer.close());
beforeEach(async () => {
  nameServer.behave('answer');
  nameServer.asked.splice(0);
  for (const name of Object.keys(zone)) delete zone[name];
  for (const known of [domain, 'mentor.test']) zone[`A ${known}`] = [];
});

async function check(search = '', caller = admin): Promise<SenderCheck> {
  return caller.read(`/api/sender_records${search}`);
}

const presentOf = ({ records }: SenderCheck) =>
  Object.fromEntries(records.map(({ kind, is_present }) => [kind, is_present]));

/** Checks the records of a site with other options. */
const checkAs = async (options: Partial<ApiOptions>) =>
  check('', await openAdmin(await startAnother(options)));

it('finds existing records, even if they are split into several strings', async () => {
  const key = `v=DKIM1; k=rsa; p=${'MIIB'.repeat(90)}`;
  Object.assign(zone, {
    [`TXT ${domain}`]: ['another=text', `v=spf1 a:mail.${domain} -all`],
    [`TXT s1._domainkey.${domain}`]: [key],
    [`TXT _dmarc.${domain}`]: ['v=DMARC1; p=reject'],
  });
  const found = await check();
  expect(found).toMatchObject({ sender: `no-reply@${domain}`, domain });
  expect(presentOf(found)).toEqual({ SPF: true, DKIM: true, DMARC: true });
});

it('shows the record to add for a missing one, where it is known', async () => {
  const found = await check();
  expect(presentOf(found)).toEqual({ SPF: false, DKIM: false, DMARC: false });
  expect(found.records.map(({ add }) => add)).toEqual([
    { name: domain, value: `v=spf1 a:mail.${domain} ~all` },
    null,
    { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  ]);
  await check('?selector=own');
  expect(nameServer.asked).toContain(`TXT own._domainkey.${domain}`);
});

it("looks up only the sender's domain, which the caller cannot choose", async () => {
  for (const selector of ['a b', 'a/b', '..', '-a', 'a.', 'ü', 'x'.repeat(64)]) {
    const refused = await admin.asMentor(
      'GET',
      `/api/sender_records?selector=${encodeURIComponent(selector)}`,
    );
    expect(refused.status).toBe(422);
  }
  expect(nameServer.asked).toEqual([]);
  await check('?selector=other.example&domain=other.example');
  expect(nameServer.asked.length).toBeGreaterThan(2);
  for (const asked of nameServer.asked) expect(asked).toMatch(/[ .]timevsprice\.test$/);
});

it('reports unknown when the name server fails, does not answer or is missing', async () => {
  const unknown = { SPF: null, DKIM: null, DMARC: null };
  nameServer.behave('fail');
  expect(presentOf(await check())).toEqual(unknown);
  nameServer.behave('silent');
  expect(presentOf(await check())).toEqual(unknown);
  expect(presentOf(await checkAs({ nameServers: ['127.0.0.1:1'] }))).toEqual(unknown);
});

it('looks up nothing for a local or a sample address', async () => {
  const local = { mailFrom: undefined, siteUrl: 'http://localhost:3000' };
  expect(await checkAs(local)).toMatchObject({ domain: null, records: [] });
  expect(nameServer.asked).toEqual([]);
  const own = { ...defaults.site, email: 'me@mentor.test' };
  const saved = await admin.asMentor('PUT', '/api/settings/site', { version: 0, value: own });
  expect(saved.status).toBe(200);
  const found = await checkAs(local);
  expect(found).toMatchObject({ sender: 'no-reply@mentor.test', domain: 'mentor.test' });
});

it('requires a session, and is rate limited', async () => {
  expect((await admin.asStranger('GET', '/api/sender_records')).status).toBe(401);
  const limited = await openAdmin(await startAnother({ isLimited: true }));
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => limited.asMentor('GET', '/api/sender_records')),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});
