import { expect } from 'vitest';
import type {
  BookedStatement,
  StatementProposal,
} from '#features/statements/rules/statement-booking.ts';
import type { StatementLine } from '#features/statements/rules/statement-line.ts';
import type { TestSite } from './site.ts';

type Line = [amount: string, text: string];

/** Writes a statement as FNB exports it: newest line first, amounts with a sign. */
export const writeStatement = (lines: Line[]) =>
  ['Date, Amount, Balance, Description', ...lines.map(toRow)].join('\r\n');

const toRow = ([amount, text]: Line, index: number) =>
  `2030/01/0${(index % 7) + 1}, ${amount}, ${10_000 + index}.00, ${text}`;

/** Returns the request that books the proposed lines. */
export const toBooking = ({ proposed }: StatementProposal) => ({
  lines: proposed.map(({ line, order: { id } }) => ({ ...toSentLine(line), order_id: id })),
});

/** Returns a line as the browser sends it back. */
export const toSentLine = ({ fingerprint, amountCents, date }: StatementLine) => ({
  fingerprint,
  amount_cents: amountCents,
  date,
});

/** How the mentor imports bank statements. */
export const withStatements = ({ api, admin }: Pick<TestSite, 'api' | 'admin'>) => ({
  /** Returns the proposals for these lines, or for a file. */
  async propose(lines: Line[] | string): Promise<StatementProposal> {
    const response = await api.app.request('/api/orders/statement', {
      method: 'POST',
      body: typeof lines === 'string' ? lines : writeStatement(lines),
      headers: { Cookie: admin.cookie, 'Content-Type': 'text/csv' },
    });
    expect(response.status).toBe(200);
    return response.json();
  },
  async hide(lines: StatementLine[], isHidden = true): Promise<void> {
    const body = { lines: lines.map(toSentLine), is_hidden: isHidden };
    expect((await admin.call('POST', '/api/orders/statement/hidden', body)).status).toBe(204);
  },
  async bookLines(booking: unknown): Promise<BookedStatement> {
    const { status, body } = await admin.call('POST', '/api/orders/statement/book', booking);
    expect(status).toBe(200);
    return body;
  },
});
