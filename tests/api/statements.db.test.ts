import { describe, expect, it } from 'vitest';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { withOrders } from '#tests/support/orders.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';
import { toBooking, toSentLine, withStatements } from '#tests/support/statements.ts';

offerSampleBank();
const site = await openTestSite({ now: openingMorning });
const { api, admin, takeMails } = site;
const { order, read, mark } = withOrders(site);
const { propose, bookLines, hide } = withStatements(site);

describe('a bank statement', () => {
  it('a bank statement proposes what names an order with its exact amount, and books what the mentor confirms, once', async () => {
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
      recorded: [],
      suggested: [],
      unread: [],
      lines: 2,
      outgoing: 1,
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
      suggested: [],
      recorded: [{ line: { amountCents: 200_000 }, reference }],
    });
  });

  it('a bank statement suggests an order for a line without a readable reference, and books it when the mentor confirms', async () => {
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
        { line: { amountCents: 199_999 }, candidates: [{ order: { id } }, {}] },
      ],
    });
    expect((await read(id)).state).toBe('awaiting');
    const [{ line } = expect.fail('There is no suggestion.')] = proposal.suggested;
    const body = { lines: [{ ...toSentLine(line), order_id: id }] };
    expect(await bookLines(body)).toEqual({ paid: [reference], unallocated: [], left: [] });
    expect((await read(id)).state).toBe('paid');
    expect((await propose(file)).recorded).toMatchObject([{ reference }]);
  });

  it('a bank statement of another format recognises what was recorded or marked by hand, each payment once', async () => {
    const [imported, marked] = [await order(), await order()];
    await bookLines(toBooking(await propose([['2000.00', imported.reference]])));
    await mark(marked.id);
    const ofx = ['IB PAYMENT', 'IB PAYMENT AGAIN'].map(
      (name) =>
        `<STMTTRN><DTPOSTED>20300103<TRNAMT>2000.00<NAME>${name}<MEMO>${imported.reference}</STMTTRN>`,
    );
    const file = `OFXHEADER:100\n<OFX><BANKTRANLIST>${ofx.join('')}
      <STMTTRN><DTPOSTED>20300104<TRNAMT>2000.00<NAME>${marked.reference}</STMTTRN></BANKTRANLIST></OFX>`;
    expect(await propose(file)).toMatchObject({
      proposed: [],
      recorded: [{ reference: imported.reference }, { reference: marked.reference }],
      suggested: [{ candidates: [], note: 'The order with this reference is already paid.' }],
    });
  });

  it('a bank statement keeps a line hidden that is not for an order, until it is put back', async () => {
    const { reference } = await order();
    const file: [string, string][] = [
      ['23000.00', 'SALARY'],
      ['2000.00', reference],
    ];
    const before = await propose(file);
    expect(before.suggested).toMatchObject([{ line: { amountCents: 2_300_000 }, candidates: [] }]);
    await hide(before.suggested.map(({ line }) => line));
    const hidden = await propose(file);
    expect(hidden).toMatchObject({
      suggested: [],
      hidden: [{ amountCents: 2_300_000 }],
      proposed: [{ order: { reference } }],
    });
    // A line that was recorded is not hidden by a late request.
    const booking = toBooking(hidden);
    await bookLines(booking);
    await hide(hidden.proposed.map(({ line }) => line));
    await hide(
      hidden.proposed.map(({ line }) => line),
      false,
    );
    expect(await propose(file)).toMatchObject({ recorded: [{ reference }], hidden: [{}] });
    await hide(hidden.hidden, false);
    expect(await propose(file)).toEqual({ ...before, proposed: [], recorded: [expect.anything()] });
  });

  it('a bank statement with another amount than the order’s is recorded only with the mentor’s consent, as a part', async () => {
    const { id, reference } = await order();
    const [{ line, candidates } = expect.fail('There is no suggestion.')] = (
      await propose([['1550.01', reference]])
    ).suggested;
    expect(candidates[0]?.order.warning?.replaceAll('\u00A0', ' ')).toBe(
      'R2 000.00 is left to pay for this order. The payment will be recorded as a part of it.',
    );
    const sent = { ...toSentLine(line), order_id: id };
    expect(await bookLines({ lines: [sent] })).toMatchObject({
      left: [{ reason: 'The amount differs from the order’s.' }],
    });
    const allowed = { lines: [{ ...sent, allows_other_amount: true }] };
    expect(await bookLines(allowed)).toEqual({ paid: [reference], unallocated: [], left: [] });
    expect(await read(id)).toMatchObject({
      state: 'awaiting',
      paid_cents: 155_001,
      has_unallocated: false,
      payments: [{ amount_cents: 155_001 }],
    });
    expect((await propose([['1550.01', reference]])).recorded).toMatchObject([{ reference }]);
  });

  it('dates the payment everywhere, also in the sums', async () => {
    const { id, reference } = await order();
    const file = `Date,Amount,Description\n2029-12-31,2000.00,${reference}`;
    await bookLines(toBooking(await propose(file)));
    // Noon in the mentor’s zone.
    const at = '2029-12-31T10:00:00.000Z';
    expect(await read(id)).toMatchObject({ paid_at: at, payments: [{ received_at: at }] });
    const { rows } = await api.pool.query(
      `select data ->> 'issuedAt' as issued, data -> 'payment' ->> 'paidAt' as paid from papers`,
    );
    expect(rows).toEqual([{ issued: openingMorning.toISOString(), paid: at }]);
    expect(await admin.read('/api/orders/sums?period=2029-12')).toMatchObject({
      paid_cents: 200_000,
    });
    expect(await admin.read('/api/orders/sums?period=2030-01')).toMatchObject({ paid_cents: 0 });
  });

  it('a bank statement never dates a payment after it was recorded', async () => {
    const { id, reference } = await order();
    await bookLines(
      toBooking(await propose(`Date,Amount,Description\n2099-12-31,2000.00,${reference}`)),
    );
    expect((await read(id)).paid_at).toBe(openingMorning.toISOString());
  });

  it('a bank statement of more lines than a year has is refused', async () => {
    const response = await api.app.request('/api/orders/statement', {
      method: 'POST',
      body: `Date,Description,Amount\n${'2030/01/01,a,1\n'.repeat(50_000)}`,
      headers: { Cookie: admin.cookie, 'Content-Type': 'text/csv' },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'statement-too-long' });
  });

  it('a bank statement whose booking was taken back can be booked again', async () => {
    const { id, reference } = await order();
    const file: [string, string][] = [['2000.00', reference]];
    await bookLines(toBooking(await propose(file)));
    await admin.call('POST', `/api/orders/${id}/undo`);
    expect((await bookLines(toBooking(await propose(file)))).paid).toEqual([reference]);
    expect((await read(id)).state).toBe('paid');
  });

  it('a bank statement is not believed where the order has changed since', async () => {
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

  it('a bank statement that cannot be read is refused', async () => {
    const response = await api.app.request('/api/orders/statement', {
      method: 'POST',
      body: 'Dear Sir, ...',
      headers: { Cookie: admin.cookie, 'Content-Type': 'text/csv' },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'unreadable-statement' });
  });
});
