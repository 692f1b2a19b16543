import { describe, expect, it } from 'vitest';
import type { RetentionSettings } from '#features/settings/rules/legal.ts';
import { describeCancellationRule } from '#rules/cancellation.ts';
import { hasPlaceholder, splitPlaceholders, withoutOpenParagraphs } from '#rules/legal-text.ts';
import { describeRetention, keepsSince, recordYears } from '#rules/retention.ts';
import { composePrivacyPage, type PrivacyFacts } from './privacy-page.ts';
import { composeTermsPage } from './terms-page.ts';

const retention: RetentionSettings = {
  leadMonths: 13,
  bookingMonths: 17,
  mailMonths: 1,
  activityMonths: 5,
  logDays: 11,
  trashDays: 1,
  backupMonths: 7,
};

const facts: PrivacyFacts = {
  site: { name: 'Gold by the clock', email: 'me@mine.test', phone: '+27 82 123 4567' },
  reminderMinutes: [1440, 60],
  retention,
  offer: null,
  captcha: null,
  paymentMethods: [],
};

const read = (changes: Partial<PrivacyFacts> = {}) =>
  composePrivacyPage({ ...facts, ...changes })
    .flatMap(({ title, text, items = [] }) => [title, text, ...items])
    .join('\n');

describe('a retention period', () => {
  it('counts calendar months or days', () => {
    const now = new Date('2028-03-31T10:00:00Z');
    expect(keepsSince(now, { ...retention, mailMonths: 1 }, 'mailMonths')).toEqual(
      new Date('2028-02-29T10:00:00Z'),
    );
    expect(keepsSince(now, { ...retention, logDays: 30 }, 'logDays')).toEqual(
      new Date('2028-03-01T10:00:00Z'),
    );
  });

  it('a retention period is described in words', () => {
    expect(describeRetention(retention, 'leadMonths')).toBe('13 months');
    expect(describeRetention(retention, 'mailMonths')).toBe('1 month');
    expect(describeRetention(retention, 'trashDays')).toBe('1 day');
  });
});

describe('the privacy policy', () => {
  it('names every period, every field of the forms, the contact and what is kept after an erasure', () => {
    const text = read();
    for (const what of Object.keys(retention) as (keyof RetentionSettings)[])
      expect(text).toContain(describeRetention(retention, what));
    for (const words of ['stores where your visit began', 'sent along with a form'])
      expect(text).toContain(words);
    for (const words of ['your phone number', 'your message', 'your time zone', 'reminder a day'])
      expect(text).toContain(words);
    expect(text).toContain('me@mine.test');
    expect(text).toContain('in backups until they expire');
    expect(text).toContain('POPIA');
    expect(text).toContain('the Information Regulator');
    expect(text).not.toMatch(/undefined|null|\[your/);
  });

  it('the privacy policy names the company of the captcha, if there is one', () => {
    expect(read()).toContain('Nothing on these pages is loaded from other companies');
    expect(read({ captcha: { kind: 'turnstile', siteKey: 'x' } })).toContain('Cloudflare');
  });

  it('mentions reminders only if there are some', () => {
    expect(read()).toContain('stop reminders');
    expect(read({ reminderMinutes: [] })).not.toContain('reminders');
  });

  it('the privacy policy mentions the marketing checkbox only if there is one', () => {
    expect(read()).not.toContain('tick the box');
    expect(read({ offer: 'Write to me' })).toContain('unless you tick the box “Write to me”');
  });

  it('says what is kept of payments, and for how long, only if people can pay', () => {
    expect(read()).not.toMatch(/order|receipt|tax law/);
    const byBank = read({ paymentMethods: ['bank'] });
    expect(byBank).toContain(`Orders, receipts and invoices: ${recordYears} years`);
    expect(byBank).toContain('without your name and address');
    expect(byBank).not.toContain('If you pay with');
  });

  it('mentions emails about orders only if people can pay', () => {
    expect(read()).not.toContain('how to pay');
    expect(read({ paymentMethods: ['paystack'] })).toContain('we email you how to pay');
  });

  it('names the companies that take payments', () => {
    expect(read({ paymentMethods: ['bank', 'payfast'] })).toContain('If you pay with PayFast, ');
    expect(read({ paymentMethods: ['payfast', 'paystack'] })).toContain(
      'with PayFast or Paystack, ',
    );
  });

  it('links to the contact page if there is no email or phone number', () => {
    const text = read({ site: { name: 'Mine', email: null, phone: null } });
    expect(text).toContain('use the [contact page](/contact)');
  });
});

describe('the terms', () => {
  const rule = { hoursBefore: 37, inTime: 'refund', late: 'nothing' } as const;
  const readTerms = (
    changeCutOffHours: number,
    paymentMethods: PrivacyFacts['paymentMethods'] = [],
  ) =>
    composeTermsPage({
      site: facts.site,
      riskNotice: 'It is risky.',
      changeCutOffHours,
      paymentMethods,
      cancellation: rule,
    })
      .map(({ text }) => text)
      .join('\n');

  it('state the risk notice and the cut-off for changes', () => {
    expect(readTerms(12)).toContain('It is risky.');
    expect(readTerms(12)).toContain('up to 12 hours before it starts');
    expect(readTerms(0)).toContain('until it starts');
  });

  it('call a form a request while people can’t pay', () => {
    expect(readTerms(12)).toContain('Sending a form is a request and costs nothing');
    expect(readTerms(12)).not.toMatch(/\border\b|bank transfer|pay to confirm|paid for/);
  });

  it('say that a form places an order, and how to pay it', () => {
    const text = readTerms(12, ['bank', 'payfast', 'paystack']);
    expect(text).toContain('you place an order');
    expect(text).toContain('how to pay: by bank transfer, with PayFast or with Paystack.');
    expect(text).toContain('We hold a session that you pay to confirm');
    expect(text).toContain(describeCancellationRule(rule));
    expect(text).not.toContain('costs nothing');
    expect(readTerms(12, ['paystack'])).toContain('how to pay: with Paystack.');
  });
});

describe('a placeholder', () => {
  it('a placeholder is in brackets and not a link', () => {
    expect(hasPlaceholder('I am [your name].')).toBe(true);
    expect(hasPlaceholder('Ask [me](/contact).')).toBe(false);
    expect(splitPlaceholders('I am [your name], of [place]')).toEqual([
      { text: 'I am ', isOpen: false },
      { text: '[your name]', isOpen: true },
      { text: ', of ', isOpen: false },
      { text: '[place]', isOpen: true },
    ]);
  });

  it('a placeholder hides its whole paragraph', () => {
    expect(withoutOpenParagraphs('One.\n\nI am [name].\nReally.\n\nTwo.')).toBe('One.\n\nTwo.');
  });
});
