import { describe, expect, it } from 'vitest';
import { createReference } from '#features/orders/rules/reference.ts';
import { readStatement } from './statement.ts';
import { type KnownMoney, proposeMatches, type StatementOrder } from './statement-matches.ts';
import { describeCandidate, type Evidence } from './statement-suggestions.ts';

const order = { id: 'one', reference: 'TP-7K4Q2', amountCents: 100_000, name: 'Thandi Nkosi' };
const otherReference = createReference((below) => 5 % below);
const other = { id: 'two', reference: otherReference, amountCents: 50_000 };

async function toLines(rows: [string, string][]) {
  const csv = rows.map(([words, rand]) => `2026-11-03,${words},${rand}`);
  const file = new TextEncoder().encode(['Date,Description,Amount', ...csv].join('\n'));
  const statement = await readStatement(file);
  const read = typeof statement === 'object' ? statement.lines : [];
  expect(read).toHaveLength(rows.length);
  return read;
}

interface Known extends Partial<KnownMoney> {
  orders?: StatementOrder[];
}

/** Matches rows of a description and an amount in rand. Lines are named by their place. */
async function match(rows: [string, string][], { orders = [order, other], ...known }: Known = {}) {
  const lines = await toLines(rows);
  const matches = await proposeMatches(lines, orders, { known });
  const placeOf = ({ line }: { line: { lineNumber: number } }) => line.lineNumber - 1;
  const { recorded, proposed, suggested, hidden, outgoing } = matches;
  const listed = [recorded, proposed, suggested].flat().map(placeOf);
  // Each line that came in is in one list.
  const incoming = lines.flatMap(({ amountCents }, at) => (amountCents > 0 ? [at + 1] : []));
  const hiddenPlaces = hidden.map((line) => placeOf({ line }));
  expect([...listed, ...hiddenPlaces].sort()).toEqual(incoming.sort());
  expect(outgoing + incoming.length).toBe(rows.length);
  return {
    lines,
    recorded: recorded.map((one) => [placeOf(one), one.reference]),
    proposed: proposed.map((one) => [placeOf(one), one.order.id]),
    suggested: suggested.map((one) => [
      placeOf(one),
      one.candidates.map(({ order, because }) => [order.id, because]),
      ...(one.note ? [one.note] : []),
    ]),
    more: suggested.map(({ more }) => more),
    hidden: hiddenPlaces,
  };
}

describe('a line', () => {
  it('a line is proposed with the exact reference and the exact amount', async () => {
    const { proposed, suggested } = await match([
      ['FNB APP PAYMENT FROM tp 7k4q2', '1000.00'],
      [`ACB CREDIT ${otherReference}`, '500'],
    ]);
    expect(proposed).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(suggested).toEqual([]);
  });

  const seventh = createReference((below) => 7 % below);

  it.each([
    ['TP-7K4Q2', '1000.01', [['one', 'exact']]],
    [
      'TP-7K4Q2',
      '450.01',
      [
        ['one', 'exact'],
        ['two', 'amount'],
      ],
    ],
    ['TP-7K4Q3', '1000.01', [['one', 'reference']]],
    ['THANDI NKOSI', '1000.01', [['one', 'name']]],
    ['NKOSI', '1000.01', []],
    ['J SMITH', '1000.01', []],
    ['J SMITH', '985.50', [['one', 'amount']]],
    ['J SMITH', '49.99', []],
    ['TP-X4X4X', '1000.01', [], 'unclear reference'],
    ['(Pending) TP-7K4Q2', '1000.00', [], 'pending'],
    ['(Pending) COFFEE', '12.50', [], 'pending'],
    [
      `TP-7K4Q2 ${otherReference}`,
      '1500.00',
      [
        ['one', 'exact'],
        ['two', 'exact'],
      ],
      'several references',
    ],
    [seventh, '1000.01', [], 'unknown reference'],
  ])('%s, %s is suggested to %j', async (words, rand, candidates, note?: string) => {
    expect(await match([[words, rand]])).toMatchObject({
      proposed: [],
      suggested: [[1, candidates, ...(note ? [note] : [])]],
    });
  });

  it('a line that takes money is only counted', async () => {
    const { proposed, suggested } = await match([
      ['TP-7K4Q2', '-1000.00'],
      ['TP-7K4Q2', '0.00'],
    ]);
    expect([proposed, suggested]).toEqual([[], []]);
  });

  it('a line that is not for an order stays hidden', async () => {
    const rows: [string, string][] = [
      ['Salary', '23000.00'],
      ['TP-7K4Q2', '1000.00'],
    ];
    const { lines } = await match(rows);
    const hidden = new Set(lines.map(({ fingerprint }) => fingerprint));
    expect(await match(rows, { hidden })).toMatchObject({
      proposed: [],
      suggested: [],
      hidden: [1, 2],
    });
  });
});

describe('a payment that was recorded before', () => {
  const paidReference = createReference((below) => 9 % below);
  const payment = { reference: paidReference, amountCents: 45_001 };
  const paid = new Set([paidReference]);

  it('a payment that was recorded before is recognised by its line, with any words', async () => {
    const rows: [string, string][] = [['THANKS', '450.01']];
    const [{ fingerprint } = expect.fail('No line was read.')] = await toLines(rows);
    const payments = [{ ...payment, fingerprint }];
    expect(await match(rows, { payments })).toMatchObject({ recorded: [[1, paidReference]] });
  });

  it('a payment that was recorded before is recognised by its reference and amount, if it is from another file or was marked by hand', async () => {
    const payments = [{ ...payment, fingerprint: 'f'.repeat(32) }];
    expect(await match([[paidReference, '450.01']], { payments, paid })).toMatchObject({
      recorded: [[1, paidReference]],
      suggested: [],
    });
  });

  it('a payment that was recorded before is not confused with another of the same order', async () => {
    const rows: [string, string][] = [
      [paidReference, '450.01'],
      [`${paidReference} again`, '450.01'],
      [paidReference, '450.00'],
    ];
    expect(await match(rows, { payments: [payment], paid })).toMatchObject({
      recorded: [[1, paidReference]],
      suggested: [
        [
          2,
          [
            ['two', 'amount'],
            ['one', 'amount'],
          ],
          'paid before',
        ],
        [
          3,
          [
            ['two', 'amount'],
            ['one', 'amount'],
          ],
          'paid before',
        ],
      ],
    });
  });
});

describe('a line whose reference cannot be read', () => {
  const same = { id: 'same', reference: 'TP-9WXRM', amountCents: 100_000, name: 'Zoë O’Neill' };
  const orders = [same, other, order];

  it.each([
    ['TP-7K4 Q3', 'reference'],
    ['CAPITECTP-7K4Q2', 'reference'],
    ['FNB APP PAYMENT FROM THANDI NKOSI', 'name'],
    ['NKOSI', 'name'],
  ])(
    '%j is suggested to the order that it seems to name, before others of its amount',
    async (words, because) => {
      expect(await match([[words, '1000.00']], { orders })).toMatchObject({
        proposed: [],
        suggested: [
          [
            1,
            [
              ['one', because],
              ['same', 'amount'],
            ],
          ],
        ],
      });
    },
  );

  it('a line whose reference cannot be read is suggested by its amount alone, first to orders that take money', async () => {
    const gone = { ...same, id: 'gone', warning: 'This order was cancelled.' };
    const { suggested } = await match([['thanks', '1000.00']], { orders: [gone, order] });
    expect(suggested).toEqual([
      [
        1,
        [
          ['one', 'amount'],
          ['gone', 'amount'],
        ],
      ],
    ]);
  });

  it('a line whose reference cannot be read is suggested first to orders of its amount, then to those that it may be a part of', async () => {
    const dearer = [300_000, 150_000, 200_000, 250_000].map((amountCents) => {
      return { id: String(amountCents), reference: 'TP-9WXRM', amountCents };
    });
    const { suggested, more } = await match([['thanks', '1000.00']], {
      orders: [...dearer, order],
    });
    const [[, candidates] = []] = suggested;
    expect(candidates).toEqual([
      ['one', 'amount'],
      ['150000', 'amount'],
      ['200000', 'amount'],
      ['250000', 'amount'],
    ]);
    expect(more).toEqual([0]);
  });

  it('a line whose reference cannot be read is not suggested by its amount to an order that another line names', async () => {
    const { proposed, suggested } = await match([
      ['TP-7K4Q2', '1000.00'],
      ['thanks', '1000.00'],
    ]);
    expect(proposed).toEqual([[1, 'one']]);
    expect(suggested).toEqual([[2, []]]);
  });

  it('a line whose reference cannot be read is suggested to eight orders at most, and says how many more there are', async () => {
    const orders = Array.from({ length: 11 }, (_, at) => ({ ...same, id: String(at) }));
    const { suggested, more } = await match([['thanks', '1000.00']], { orders });
    expect(suggested[0]?.[1]).toHaveLength(8);
    expect(more).toEqual([3]);
  });
});

describe('the reason of a suggestion', () => {
  const words = (because: Evidence, amountCents: number) =>
    describeCandidate({ amountCents }, { order, because }).replaceAll('\u00A0', ' ');

  it.each([
    ['exact', 98_550, 'It has the reference, and the amount is a part of R1 000.00.'],
    ['exact', 100_001, 'It has the reference, and the amount is more than R1 000.00.'],
    ['reference', 100_000, 'The reference is similar, and the amount is the same.'],
    ['name', 45_001, 'The name is the same, and the amount is a part of R1 000.00.'],
    ['amount', 100_000, 'The amount is the same.'],
    ['amount', 45_001, 'It may be a part of R1 000.00.'],
  ] as const)(
    'the reason of a suggestion by %s, of %d cents, is a true sentence',
    (because, cents, sentence) => {
      expect(words(because, cents)).toBe(sentence);
    },
  );
});

describe('an order', () => {
  it('an order is suggested if two lines have its reference and amount', async () => {
    const { proposed, suggested } = await match([
      ['TP-7K4Q2 first', '1000.00'],
      ['TP-7K4Q2 second', '1000.00'],
    ]);
    expect(proposed).toEqual([]);
    expect(suggested).toEqual([
      [1, [['one', 'exact']], 'named twice'],
      [2, [['one', 'exact']], 'named twice'],
    ]);
  });

  it('an order is suggested if its money went out again', async () => {
    const { proposed, suggested } = await match([
      ['TP-7K4Q2', '1000.00'],
      ['RETURNED TP-7K4Q2', '-1000.00'],
    ]);
    expect(proposed).toEqual([]);
    expect(suggested).toEqual([[1, [['one', 'exact']], 'named twice']]);
  });

  it('an order is suggested if it has unallocated money', async () => {
    const orders = [{ ...order, hasUnallocated: true }];
    expect((await match([['TP-7K4Q2', '1000.00']], { orders })).suggested).toEqual([
      [1, [['one', 'exact']], 'unallocated'],
    ]);
  });

  it('an order is proposed even if another line has its reference and another amount', async () => {
    const { proposed, suggested } = await match([
      ['TP-7K4Q2', '1250.00'],
      ['TP-7K4Q2', '1000.00'],
    ]);
    expect(proposed).toEqual([[2, 'one']]);
    expect(suggested).toEqual([[1, [['one', 'exact']]]]);
  });
});

describe('a statement of 1,000 lines with near misses', () => {
  const characters = '23456789CDFGHJKMNPQRTWX';

  /** References that differ from each other, as many as there are. */
  const references = Array.from({ length: 400 }, (_, at) => {
    const digits = [at % 23, Math.floor(at / 23) % 23, (at * 7) % 23, 3];
    return createReference(() => digits.shift() ?? 0);
  });
  const orders = references.map((reference, at) => {
    return { id: String(at), reference, amountCents: 10_000 + at };
  });

  /** One character is another one. */
  const misspell = (reference: string, at: number) => {
    const place = 3 + (at % 5);
    const next = characters.indexOf(reference.charAt(place)) + 1 + (at % 21);
    return reference.slice(0, place) + characters.charAt(next % 23) + reference.slice(place + 1);
  };

  const rand = (cents: number) => (cents / 100).toFixed(2);
  const rows = orders.flatMap(({ reference, amountCents }, at): [string, string][] => {
    if (at % 2 === 0) return [[`PAYMENT FROM ${reference.toLowerCase()}`, rand(amountCents)]];
    return [
      [`PAYMENT FROM ${misspell(reference, at)}`, rand(amountCents)],
      [`PAYMENT FROM ${reference.slice(0, -1)} ${at}`, rand(amountCents)],
      [`PAYMENT FROM ${reference}`, rand(amountCents + (at % 4 === 1 ? 1 : -1))],
      [`POS PURCHASE ${at}`, rand(-amountCents)],
    ];
  });

  it('a statement of 1,000 lines with near misses proposes only exact matches', async () => {
    expect(rows).toHaveLength(1000);
    const { proposed, suggested } = await match(rows, { orders });
    const exact = orders.filter((_, at) => at % 2 === 0).map(({ id }) => id);
    expect(proposed.map(([, id]) => id)).toEqual(exact);
    // A misspelt, a cut and a right reference with a wrong amount for every second order.
    expect(suggested).toHaveLength(600);
  });
});
