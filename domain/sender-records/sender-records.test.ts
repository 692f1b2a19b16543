import { describe, expect, it } from 'vitest';
import { judgeDkim } from './dkim.ts';
import { dmarcNames, judgeDmarc } from './dmarc.ts';
import { judgeMx } from './mx.ts';
import { findMechanism, judgeSpf } from './spf.ts';

const domain = 'mail.example.co.za';

describe('SPF', () => {
  it.each([
    ['smtp.gmail.com', 'include:_spf.google.com'],
    ['SMTP.office365.com', 'include:spf.protection.outlook.com'],
    ['mail.example.co.za', 'a:mail.example.co.za'],
    ['out.mail.example.co.za', 'a:out.mail.example.co.za'],
    ['notmail.example.co.za', undefined],
    ['gmail.com.evil.test', undefined],
    [undefined, undefined],
  ])('knows how to name %s: %s', (host, mechanism) => {
    expect(findMechanism(host, domain)).toBe(mechanism);
  });

  const google = 'include:_spf.google.com';
  it.each<[string[], string, string | null]>([
    [[`v=spf1 ${google} ~all`], 'good', null],
    [[`V=SPF1  +${google}  -all`, 'v=spf10'], 'good', null],
    [[`v=spf1 ${google} redirect=_spf.example.com`], 'good', null],
    [[], 'missing', `v=spf1 ${google} ~all`],
    [['v=spf1 a ~all', 'v=spf1 mx ~all'], 'weak', null],
    [['v=spf1 mx +all'], 'weak', 'v=spf1 mx ~all'],
    [['v=spf1 mx all'], 'weak', 'v=spf1 mx ~all'],
    [['v=spf1 mx -all'], 'weak', `v=spf1 ${google} mx -all`],
    [[`v=spf1 ${google}`], 'weak', `v=spf1 ${google} ~all`],
    [[`v=spf1 ${'a:x.example.com '.repeat(10)}${google} ~all`], 'weak', null],
    [[`v=spf1 ${'ip4:192.0.2.1 '.repeat(12)}${google} ~all`], 'good', null],
  ])('%j is %s', (texts, state, value) => {
    const judged = judgeSpf({ domain, texts, mechanism: google });
    expect(judged.state).toBe(state);
    expect(judged.advised?.value ?? null).toBe(value);
  });

  it('is for the provider to say where its name is not known', () => {
    expect(judgeSpf({ domain, texts: [], mechanism: undefined })).toMatchObject({
      ...{ state: 'missing', advised: null },
    });
  });
});

describe('DKIM', () => {
  const key = `v=DKIM1; k=rsa; p=${'A'.repeat(216)}`;
  it.each<[(string[] | undefined)[], string | undefined, string]>([
    [[undefined, [key]], undefined, 'good'],
    [[[`k=rsa; p=${'A'.repeat(216)}`]], undefined, 'good'],
    [[['v=DKIM1; p=']], undefined, 'weak'],
    [[['anything for every name'], []], undefined, 'unsure'],
    [[[]], 's1', 'missing'],
    [[undefined], 's1', 'unsure'],
  ])('%j, asked for %s, is %s', (answers, selector, state) => {
    const keys = new Map(answers.map((texts, index) => [`s${index}`, texts] as const));
    expect(judgeDkim({ domain, keys, selector }).state).toBe(state);
  });
});

describe('DMARC', () => {
  it('may stand at the domains above', () => {
    expect(dmarcNames(domain)).toEqual([
      ...['_dmarc.mail.example.co.za', '_dmarc.example.co.za', '_dmarc.co.za'],
    ]);
  });

  it.each<[(string[] | undefined)[], string, string]>([
    [[['v=DMARC1; p=none']], 'good', 'p=none'],
    [[['v=DMARC1;p=REJECT; pct=100']], 'good', 'p=reject'],
    [[[], ['v=DMARC1; p=reject; sp=quarantine']], 'good', 'p=quarantine'],
    [[['v=DMARC1; p=reject; sp=none']], 'good', 'p=reject'],
    [[['v=DMARC1; rua=mailto:a@example.com']], 'weak', 'no policy'],
    [[['v=DMARC1; p=none', 'v=DMARC1; p=reject']], 'weak', 'more than one'],
    [[['v=spf1 -all'], []], 'missing', 'Start with'],
    [[undefined, ['v=DMARC1; p=reject']], 'unsure', 'lookup failed'],
  ])('%j is %s', (answers, state, part) => {
    const names = dmarcNames(domain);
    const policies = new Map(answers.map((texts, index) => [names[index] ?? '', texts] as const));
    const judged = judgeDmarc({ domain, policies, reportsTo: undefined });
    expect(judged.state).toBe(state);
    expect(judged.text).toContain(part);
  });
});

it.each<[string[] | undefined, string]>([
  [['mx.example.com'], 'good'],
  [[], 'missing'],
  [[''], 'missing'],
  [undefined, 'unsure'],
])('MX %j is %s', (hosts, state) => {
  expect(judgeMx(domain, hosts).state).toBe(state);
});
