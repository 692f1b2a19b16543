import { describe, expect, it } from 'vitest';
import { createReference } from '#features/orders/rules/reference.ts';
import { readStatement } from './statement.ts';
import { proposeMatches, type StatementOrder } from './statement-matches.ts';

const order = { id: 'one', reference: 'TP-7K4Q2', amountCents: 100_000, name: 'Thandi Nkosi' };
const otherReference = createReference((below) => 5 % below);
const other = { id: 'two', reference: otherReference, amountCents: 50_000 };

/** Rows of a description and an amount in rand. */
async function match(
  lines: [string, string][],
  { orders = [order, other], imported }: { orders?: StatementOrder[]; imported?: Set<string> } = {},
) {
  const rows = lines.map(([words, rand]) => `2026-11-03,${words},${rand}`);
  const file = new TextEncoder().encode(['Date,Description,Amount', ...rows].join('\n'));
  const statement = await readStatement(file);
  const read = typeof statement === 'object' ? statement.lines : [];
  expect(read).toHaveLength(lines.length);
  const { proposed, suggested, unmatched } = await proposeMatches(read, orders, {
    ...(imported && { imported }),
  });
  return {
    lines: read,
    proposed: proposed.map(({ line, order }) => [line.lineNumber - 1, order.id]),
    suggested: suggested.map(({ line, candidates }) => [
      line.lineNumber - 1,
      candidates.map(({ order, because }) => [order.id, because]),
    ]),
    more: suggested.map(({ more }) => more),
    unmatched: unmatched.map(({ line, reason }) => [line.lineNumber - 1, reason]),
  };
}

describe('a line', () => {
  it('is proposed with the exact reference and the exact amount', async () => {
    const { proposed, unmatched } = await match([
      ['FNB APP PAYMENT FROM tp 7k4q2', '1000.00'],
      [`ACB CREDIT ${otherReference}`, '500'],
    ]);
    expect(proposed).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(unmatched).toEqual([]);
  });

  it.each([
    ['other amount', 'TP-7K4Q2', '1000.01'],
    ['other amount', 'TP-7K4Q2', '999.99'],
    ['money out', 'TP-7K4Q2', '-1000.00'],
    ['money out', 'TP-7K4Q2', '0.00'],
    ['no reference', 'J SMITH', '1000.01'],
    ['near reference', 'TP-7K4Q3', '1000.01'],
    ['unclear reference', 'TP-X4X4X', '1000.01'],
    ['known name', 'THANDI NKOSI', '999.00'],
    ['no reference', 'NKOSI', '999.00'],
    ['pending', '(Pending) TP-7K4Q2', '1000.00'],
    ['pending', '(Pending) THANDI NKOSI', '1000.00'],
    ['no reference', '(Pending) COFFEE', '12.50'],
    ['several references', `TP-7K4Q2 ${otherReference}`, '1500.00'],
    ['several references', `TP-7K4Q2 ${otherReference}`, '1000.00'],
    ['unknown reference', createReference((below) => 7 % below), '1000.00'],
  ])('is listed with the reason “%s”: %s, %s', async (reason, words, rand) => {
    expect(await match([[words, rand]])).toMatchObject({ proposed: [], unmatched: [[1, reason]] });
  });

  it('is recognised when it was imported before', async () => {
    const line: [string, string] = ['TP-7K4Q2', '1000.00'];
    const { lines } = await match([line]);
    const imported = new Set(lines.map(({ fingerprint }) => fingerprint));
    expect(await match([line], { imported })).toMatchObject({
      proposed: [],
      unmatched: [[1, 'imported']],
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
        unmatched: [],
      });
    },
  );

  it('is suggested by its amount alone, first to orders that take money', async () => {
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

  it('is not suggested by its amount to an order that another line names', async () => {
    const { proposed, suggested, unmatched } = await match([
      ['TP-7K4Q2', '1000.00'],
      ['thanks', '1000.00'],
    ]);
    expect(proposed).toEqual([[1, 'one']]);
    expect(suggested).toEqual([]);
    expect(unmatched).toEqual([[2, 'no reference']]);
  });

  it('is suggested to eight orders at most, and says how many more there are', async () => {
    const orders = Array.from({ length: 11 }, (_, at) => ({ ...same, id: String(at) }));
    const { suggested, more } = await match([['thanks', '1000.00']], { orders });
    expect(suggested[0]?.[1]).toHaveLength(8);
    expect(more).toEqual([3]);
  });
});

describe('an order', () => {
  it('is a question if two lines have its reference and amount', async () => {
    const { proposed, unmatched } = await match([
      ['TP-7K4Q2 first', '1000.00'],
      ['TP-7K4Q2 second', '1000.00'],
    ]);
    expect(proposed).toEqual([]);
    expect(unmatched).toEqual([
      [1, 'named twice'],
      [2, 'named twice'],
    ]);
  });

  it('is a question if its money went out again', async () => {
    const { proposed, unmatched } = await match([
      ['TP-7K4Q2', '1000.00'],
      ['RETURNED TP-7K4Q2', '-1000.00'],
    ]);
    expect(proposed).toEqual([]);
    expect(unmatched).toEqual([
      [1, 'named twice'],
      [2, 'money out'],
    ]);
  });

  it('is proposed even if another line has its reference and another amount', async () => {
    const { proposed, unmatched } = await match([
      ['TP-7K4Q2', '250.00'],
      ['TP-7K4Q2', '1000.00'],
    ]);
    expect(proposed).toEqual([[2, 'one']]);
    expect(unmatched).toEqual([[1, 'other amount']]);
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

  it('proposes only exact matches', async () => {
    expect(rows).toHaveLength(1000);
    const { proposed, suggested, unmatched } = await match(rows, { orders });
    const exact = orders.filter((_, at) => at % 2 === 0).map(({ id }) => id);
    expect(proposed.map(([, id]) => id)).toEqual(exact);
    // Each misspelt and each cut reference has the amount of its order, and the other lines have not.
    expect(suggested).toHaveLength(400);
    expect(unmatched).toHaveLength(400);
  });
});
