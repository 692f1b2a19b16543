import { describe, expect, it } from 'vitest';
import { checkDkim, checkDmarc, checkSpf, dmarcNames, findMechanism } from './sender-records.ts';

const domain = 'mail.example.co.za';

describe('SPF', () => {
  it.each([
    ['smtp.gmail.com', 'include:_spf.google.com'],
    ['SMTP.office365.com', 'include:spf.protection.outlook.com'],
    ['out.mail.example.co.za', 'a:out.mail.example.co.za'],
    ['notmail.example.co.za', undefined],
    ['gmail.com.evil.test', undefined],
    [undefined, undefined],
  ])('SPF names %s as %s', (host, mechanism) => {
    expect(findMechanism(host, domain)).toBe(mechanism);
  });

  const google = 'include:_spf.google.com';
  it.each<[string[] | undefined, boolean | null, string | null]>([
    [[`v=spf1 ${google} ~all`], true, null],
    [[`V=SPF1  +${google}  -all`, 'v=spf10'], true, null],
    [[], false, `v=spf1 ${google} ~all`],
    [['v=spf1 mx -all'], false, `v=spf1 ${google} mx -all`],
    [['v=spf1 a ~all', 'v=spf1 mx ~all'], false, null],
    [undefined, null, null],
  ])('%j: present %s, to add: %s', (texts, isPresent, value) => {
    const found = checkSpf(domain, texts, google);
    expect([found.is_present, found.add?.value ?? null]).toEqual([isPresent, value]);
  });

  it('SPF leaves the record to the email service if its name is unknown', () => {
    expect(checkSpf(domain, [])).toMatchObject({ is_present: false, add: null });
    expect(checkSpf(domain, ['v=spf1 ~all'])).toMatchObject({ is_present: true });
  });
});

const key = `v=DKIM1; k=rsa; p=${'A'.repeat(216)}`;
it.each<[(string[] | undefined)[], boolean | null]>([
  [[undefined, [key]], true],
  [[['v=DKIM1; p=']], false],
  [[['a wildcard record'], []], false],
  [[undefined], null],
])('DKIM %j: present %s', (keys, isPresent) => {
  expect(checkDkim(keys).is_present).toBe(isPresent);
});

it.each<[(string[] | undefined)[], boolean | null]>([
  [[[], ['v=DMARC1; p=reject']], true],
  [[['v=spf1 -all'], []], false],
  [[undefined, []], null],
])('DMARC %j: present %s', (policies, isPresent) => {
  expect(checkDmarc(domain, policies).is_present).toBe(isPresent);
  expect(dmarcNames(domain)).toEqual([
    '_dmarc.mail.example.co.za',
    '_dmarc.example.co.za',
    '_dmarc.co.za',
  ]);
});
