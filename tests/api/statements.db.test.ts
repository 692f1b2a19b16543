import { describe, expect, it } from 'vitest';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { withOrders } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';
import { toBooking, withStatements } from '#tests/support/statements.ts';

offerSampleBank();
const site = await openTestSite({ now: openingMorning });
const { api, admin, takeMails } = site;
const { order, read, mark } = withOrders(site);
const { propose, bookLines } = withStatements(site);

describe('a bank statement', () => {
  it('proposes what names an order with its exact amount, and books what the mentor confirms, once', async () => {
    const { id, reference } = await order();
    await takeMails();
    const spoken = reference.replace('-', ' ').toLowerCase();
    const file: [string, string][] = [
      ['2000.00', `EFT FROM T MBEKI ${spoken}`],
      ['-89.00', 'MONTHLY FEE'],
    ];
    const proposal = await propose(file);
    expect(proposal).toMatchObject({
      proposed: [{ line: { amountCents: 200_000 }, order: { id, reference } }],
      questions: [],
      unread: [],
      lines: 2,
    });
    expect((await read(id)).state).toBe('awaiting');
    const body = toBooking(proposal);
    const answers = await Promise.all([1, 2, 3].map(() => bookLines(body)));
    expect(answers.flatMap((answer) => answer.paid)).toEqual([reference]);
    expect(await read(id)).toMatchObject({
      state: 'paid',
      payments: [{ provider: 'bank' }],
      documents: [{ kind: 'receipt' }],
    });
    expect((await takeMails()).all).toHaveLength(1);
    expect(await propose(file)).toMatchObject({
      proposed: [],
      questions: [{ reason: 'This line was imported before.' }],
    });
  });

  it('suggests an order for a line without a readable reference, and books it when the mentor confirms', async () => {
    const { id, reference } = await order();
    await order();
    const file: [string, string][] = [
      ['2000.00', `CAPITEC${reference.slice(0, -1)}`],
      ['1999.99', `NEARLY ${reference.replace('TP-', 'TP--- ')}`],
    ];
    const proposal = await propose(file);
    expect(proposal).toMatchObject({
      proposed: [],
      suggested: [
        {
          line: { amountCents: 200_000 },
          candidates: [
            { order: { id }, reason: 'The reference is similar, and the amount is the same.' },
            { reason: expect.stringContaining('the same.') },
          ],
          more: 0,
        },
      ],
    });
    expect((await read(id)).state).toBe('awaiting');
    const [{ line } = expect.fail('There is no suggestion.')] = proposal.suggested;
    const { fingerprint, amountCents, date } = line;
    const body = { lines: [{ fingerprint, date, order_id: id, amount_cents: amountCents }] };
    expect(await bookLines(body)).toEqual({ paid: [reference], left: [] });
    expect((await read(id)).state).toBe('paid');
    expect((await propose(file)).suggested).toEqual([]);
  });

  it('of more lines than a year has is refused', async () => {
    const response = await api.app.request('/api/orders/statement', {
      method: 'POST',
      body: `Date,Description,Amount\n${'2030/01/01,a,1\n'.repeat(50_000)}`,
      headers: { Cookie: admin.cookie, 'Content-Type': 'text/csv' },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'statement-too-long' });
  });

  it('whose booking was taken back can be booked again', async () => {
    const { id, reference } = await order();
    const file: [string, string][] = [['2000.00', reference]];
    await bookLines(toBooking(await propose(file)));
    await admin.call('POST', `/api/orders/${id}/undo`);
    expect((await bookLines(toBooking(await propose(file)))).paid).toEqual([reference]);
    expect((await read(id)).state).toBe('paid');
  });

  it('is not believed where the order has changed since', async () => {
    const [one, other] = [await order(), await order()];
    const body = toBooking(
      await propose([
        ['2000.00', one.reference],
        ['2000.00', other.reference],
      ]),
    );
    await mark(one.id);
    const [, second] = body.lines;
    const wrong = { lines: body.lines.map((line) => ({ ...line, amount_cents: 1 })) };
    expect(await bookLines(wrong)).toMatchObject({ paid: [], left: [{}, {}] });
    const { paid, left } = await bookLines(body);
    expect(paid).toHaveLength(1);
    expect(left).toHaveLength(1);
    expect(second).toBeDefined();
    expect((await read(one.id)).payments).toHaveLength(1);
  });

  it('proposes only exact matches among a thousand lines', async () => {
    const placed = [];
    for (let index = 0; index < 20; index += 1) placed.push(await order());
    const [real, near] = [placed.slice(0, 10), placed.slice(10)];
    const swap = (reference: string) => reference.replace(/(.)(.)$/, '$2$1');
    const lines: [string, string][] = [
      ...real.map(({ reference }): [string, string] => ['2000.00', `INT PMT ${reference}`]),
      ...near.flatMap(({ reference }): [string, string][] => [
        ['2000.00', `PMT X${reference}`],
        ['2000.00', `PMT ${reference}5`],
        ['1999.99', `PMT ${reference}`],
        ['-2000.00', 'REVERSAL'],
      ]),
      ...near
        .filter(({ reference }) => swap(reference) !== reference)
        .map(({ reference }): [string, string] => ['2000.00', `PMT ${swap(reference)}`]),
    ];
    while (lines.length < 1_000) lines.push(['2000.00', `CARD PURCHASE ${lines.length}`]);
    const { proposed, lines: count } = await propose(lines);
    expect(count).toBe(1_000);
    expect(proposed.map((match) => match.order.reference).sort()).toEqual(
      real.map(({ reference }) => reference).sort(),
    );
  });

  it('that cannot be read is refused', async () => {
    const response = await api.app.request('/api/orders/statement', {
      method: 'POST',
      body: 'Dear Sir, ...',
      headers: { Cookie: admin.cookie, 'Content-Type': 'text/csv' },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'unreadable-statement' });
  });
});
