import fc from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import { describe, expect, it } from 'vitest';
import { hasAddress, mailName, mailNameLength, shortName, unlinked } from './mail-text.ts';

/** Finds links as eagerly as any mail program. */
const eager = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true })
  .tlds(['com', 'app', 'xyz', 'shop', 'рф', 'online', 'co'], true)
  .add('ftp:', null)
  .add('//', null);
const hairSpace = '\u200a';
const becomesLink = (text: string) => eager.test(text);

/** Words, and parts of addresses, in every order. */
const piece = fc.oneof(
  fc.constantFrom(
    'evil',
    'com',
    'co',
    'рф',
    '1',
    '10',
    'a',
    'Jane',
    'O’Neil',
    'www',
    'http',
    'mailto',
  ),
  fc.constantFrom('.', '。', '．', '@', '＠', ':', '://', '//', '/', '\\', '-', '?', '#'),
  fc.constantFrom(' ', '\n', '\u200b', '\u200c', '\u00ad', '\u202e', '\0', '\u0301'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('a name in an email to someone else', () => {
  it.each([
    'Jane Doe',
    'O’Neil; "Zoë", \\ ñ 张',
    'J.R.R. Tolkien',
    'Dr. Maria de la Cruz-Óh, Ph.D.',
    'Thandi 3rd',
    'محمد الأمين',
    'नरेन्द्र',
    'and/or',
    'ශ්‍රියානි සිල්වා',
    'می‌نا رضایی',
    'क्‍षमा',
    'Lerato 👨‍👩‍👧',
    'Zanele ❤️',
  ])('a name in an email to someone else is unchanged: %s', (name) => {
    expect(mailName(name)).toBe(name);
  });

  it.each([
    ['Dr.Nkosi', 'Dr. Nkosi'],
    ['prof.Dlamini', 'prof. Dlamini'],
    ['MRS.NKOSI', 'MRS. NKOSI'],
    ['J.P.van Wyk', 'J. P. van Wyk'],
    ['Thandi.Nkosi', 'Thandi. Nkosi'],
    ['د.أحمد', 'د. أحمد'],
    ['डॉ.शर्मा', 'डॉ. शर्मा'],
  ])('gets the missing space after a dot: %s', (name, shown) => {
    expect(mailName(name)).toBe(shown);
  });

  it.each([
    'Win gold at evil.com now',
    'evil.com/path',
    'https://evil.example',
    'HTTPS:\\\\evil',
    'www.evil',
    'me@evil',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'evil.\u200bcom',
    'evil\u200d.\u200ccom',
    'ev\u00adil.c\u0301om',
    'пример.рф',
    'e\u20d2vil.c\u20d2om',
    'tel∶one',
    'evil∕∕com',
    '1.2.3.4',
    'tel:123',
    'call +27 82 000 0000',
    '08-00 (123)',
    '//evil',
  ])('a name in an email to someone else is left out if it contains an address: %s', (name) => {
    expect(hasAddress(name.replaceAll(/\p{Cf}/gu, ''))).toBe(true);
    expect(mailName(name)).toBeUndefined();
  });

  it('a name in an email to someone else is one line of at most 60 characters, and an emoji counts as one', () => {
    expect(mailName('x'.repeat(60))).toBe('x'.repeat(60));
    expect(mailName('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
    expect(mailName('🙂'.repeat(200))).toBe(`${'🙂'.repeat(59)}…`);
    expect(mailName(`${'x'.repeat(58)} yy`)).toBe(`${'x'.repeat(58)}…`);
    expect(mailName(' Jane\r\nBcc:\t Doe\u202e ')).toBe('Jane Bcc: Doe');
    expect(mailName(`${'x'.repeat(58)}👩‍💻x`)).toBe(`${'x'.repeat(58)}…`);
    for (const nothing of ['\u200b\n', '\u200d', '\u2800', '\u3164'])
      expect(mailName(nothing)).toBeUndefined();
  });

  it('a name in an email to someone else never contains a link', () => {
    fc.assert(
      fc.property(text, (name) => {
        for (const shown of [mailName(name) ?? '', shortName(name)]) {
          expect(Array.from(shown.replaceAll(hairSpace, '')).length).toBeLessThanOrEqual(
            mailNameLength,
          );
          expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          expect(becomesLink(shown)).toBe(false);
        }
        expect(mailName(name) ?? '').not.toMatch(/(?![\u200c\u200d])\p{Cf}|@|\/\//u);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a stranger’s text to the mentor', () => {
  it('a stranger’s text to the mentor is complete, without a link', () => {
    fc.assert(
      fc.property(text, (words) => {
        const shown = unlinked(words);
        expect(shown.replaceAll(hairSpace, '')).toBe(words.replaceAll(hairSpace, ''));
        expect(becomesLink(shown)).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it('a stranger’s text to the mentor is unchanged if nothing could be a link', () => {
    const words = 'Goals: patience. At 10:30, and/or later...\nTopics: gold (XAU) – 50/50';
    expect(unlinked(words).replaceAll('...', '')).toContain(
      'Goals: patience. At 10:30, and/or later',
    );
    expect(unlinked('I would like to learn more.\nWhere do I begin?')).toBe(
      'I would like to learn more.\nWhere do I begin?',
    );
  });
});
