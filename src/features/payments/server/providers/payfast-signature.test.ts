import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { urlencode } from '#tests/support/payfast-double.ts';
import {
  encodeLikePhp,
  isSignedByPayfast,
  signApiCall,
  signForm,
  toFieldText,
} from './payfast-signature.ts';

// The digests in this file come from Python's hashlib and urllib.parse.quote_plus.
const passphrase = 'jt7NOE43FZPn';

const form = (firstName: string, lastName: string, itemName: string) =>
  (
    [
      ['merchant_id', '10000100'],
      ['merchant_key', '46f0cd694581a'],
      ['return_url', 'https://www.example.com/pay/return?a=1&b=2'],
      ['cancel_url', 'https://www.example.com/pay'],
      ['notify_url', 'https://www.example.com/api/payments/payfast'],
      ['name_first', firstName],
      ['name_last', lastName],
      ['email_address', 'thandi+gold@example.com'],
      ['m_payment_id', 'TP-7K4Q2'],
      ['amount', '1000.00'],
      ['item_name', itemName],
    ] as const
  ).filter(([, value]) => value !== '');

describe('the encoding', () => {
  it('the encoding is that of PHP’s urlencode', () => {
    expect(encodeLikePhp("aA0-_. ~*'()!@:/?&=+%\n é😀")).toBe(
      'aA0-_.+%7E%2A%27%28%29%21%40%3A%2F%3F%26%3D%2B%25%0A+%C3%A9%F0%9F%98%80',
    );
    expect(encodeLikePhp('')).toBe('');
  });

  it('agrees with a bytewise encoding of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encodeLikePhp(text)).toBe(urlencode(text));
      }),
    );
  });
});

describe('the signature of a form', () => {
  it.each([
    ['Thandi', 'Nkosi', 'Gold course', '1c55238889b18bd7dabe5a914c65c9a9'],
    ['Thandi', '', 'Gold course', 'fa6535a48cfa5339542e00ea5528efb4'],
    [
      'Zoë',
      'N’Wamitwa-Šlàpelo',
      'Kursus: *Goud* ~ prys (R1 000)',
      'be09c0ebf27582bc39641ae20247dfb6',
    ],
    ['ቴዎድሮስ 😀', 'ⵣⴰⴽⵉ', 'x', 'd107a806432e314d8e422506a7d6011c'],
  ])(
    'the signature of a form of %s %s for %s is %s',
    (firstName, lastName, itemName, signature) => {
      expect(signForm(form(firstName, lastName, itemName), passphrase)).toBe(signature);
    },
  );

  it('the signature of a form encodes the passphrase too', () => {
    const fields = form('Thandi', 'Nkosi', 'Gold course');
    expect(signForm(fields, 'Goud & prys *~ é')).toBe('7e60208c6782a7d3d454d537b0770c83');
  });

  it('depends on the order of the fields', () => {
    const fields = form('Thandi', 'Nkosi', 'Gold course');
    expect(signForm(fields.toReversed(), passphrase)).not.toBe(signForm(fields, passphrase));
  });
});

describe('the text of a field', () => {
  it.each([
    ['  Thandi\t', 'Thandi'],
    ['Thandi\r\nNkosi', 'Thandi Nkosi'],
    ['one\u00a0two\u2028three\0', 'one two three'],
    ['back\\slash', 'back slash'],
    ['half \ud83d pair', 'half \ufffd pair'],
    ['\n', ''],
  ])('the text of a field of %j is %j', (text, expected) => {
    expect(toFieldText(text, 100)).toBe(expected);
  });

  it('the text of a field is unchanged by browsers and by PHP’s trim', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, longest) => {
        const kept = toFieldText(text, longest);
        expect(kept).not.toMatch(/^\s|\s$|[\p{Cc}\\]/u);
        expect(toFieldText(kept, longest)).toBe(kept);
      }),
    );
  });

  it('the text of a field is never cut within a character', () => {
    expect(toFieldText('😀'.repeat(101), 100)).toBe('😀'.repeat(100));
    expect(toFieldText('ab cd', 3)).toBe('ab');
  });
});

describe('the signature of a notification', () => {
  const notification =
    'm_payment_id=TP-7K4Q2&pf_payment_id=1089250&payment_status=COMPLETE&item_name=Gold+course' +
    '&item_description=&amount_gross=1000.00&amount_fee=-35.00&amount_net=965.00&custom_str1=' +
    '&custom_int1=&name_first=Zo%C3%AB+%2A&name_last=&email_address=a%40example.com' +
    '&merchant_id=10000100';
  const signature = '7d2530296f177d3ad29e1e94ea1fa41d';
  const isSigned = (body: string) => isSignedByPayfast(body, passphrase);

  it('the signature of a notification covers blank fields and everything before it', () => {
    expect(isSigned(`${notification}&signature=${signature}`)).toBe(true);
    expect(isSigned(`${notification}&signature=${signature}&later=1`)).toBe(true);
  });

  it('the signature of a notification is right for any encoding of the fields', () => {
    const written = notification.replace('Zo%C3%AB+%2A', 'Zo%c3%ab%20*').replace('%40', '@');
    expect(isSigned(`${written}&signature=${signature}`)).toBe(true);
  });

  it('the signature of a notification is right when PayFast cuts a name within a character', () => {
    const cut = notification.replace('Zo%C3%AB+%2A', 'Zo%C3');
    expect(isSigned(`${cut}&signature=f787653a522407b5fb1d7eeb91a72471`)).toBe(true);
  });

  it.each([
    ['another amount', `${notification.replace('1000.00', '1000.01')}&signature=${signature}`],
    ['a blank left out', `${notification.replace('&name_last=', '')}&signature=${signature}`],
    ['another order', `merchant_id=10000100&${notification}&signature=${signature}`],
    ['half of it', `${notification}&signature=${signature.slice(0, 16)}`],
    ['an empty one', `${notification}&signature=`],
    ['none', notification],
    ['nothing at all', ''],
    ['only a signature', `signature=${signature}`],
  ])('the signature of a notification is wrong with %s', (_, body) => {
    expect(isSigned(body)).toBe(false);
  });

  it('the signature of a notification is wrong with another passphrase', () => {
    expect(isSignedByPayfast(`${notification}&signature=${signature}`, 'other')).toBe(false);
  });
});

it('signs a call of the API over names in alphabetical order', () => {
  const values = {
    'merchant-id': '10012345',
    version: 'v1',
    timestamp: '2026-11-27T08:30:00+0000',
    amount: 5000,
    reason: 'Two lessons less',
    notify_buyer: 1,
  };
  expect(signApiCall(values, 'Prys_en-Tyd/26')).toBe('f5e67e5f74a72d17f1118a90b114dc4d');
});
