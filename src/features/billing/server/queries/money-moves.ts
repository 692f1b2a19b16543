import { asc, gte, lt, min, sql } from 'drizzle-orm';
import { type Executor, first } from '#platform/db/executor.ts';
import { documents, orders, payments, refunds } from '#platform/db/schema/order-schema.ts';
import type { PaymentSource } from '#rules/payment-methods.ts';

interface Span {
  from: Date;
  /** Its end is not within it. */
  to: Date;
}

/**
 * The money that came and went in a span, without test money: what the account shows of it. Marks of the
 * mentor that were undone moved no money.
 */
function moves({ from, to }: Span) {
  const span = sql`between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz - interval '1 microsecond'`;
  return sql`
    select p.id, p.received_at as at, 'payment' as kind, p.order_id, p.provider,
        p.provider_payment_id as name, p.amount_cents as paid_cents, 0 as refunded_cents,
        p.is_unplaced, p.note
      from ${payments} p
      where p.received_at ${span} and p.undone_at is null and not p.is_test
    union all
    select r.id, coalesce(r.booked_at, r.created_at), 'refund', p.order_id, p.provider,
        coalesce(r.provider_refund_id, ''), 0, r.amount_cents, p.is_unplaced, r.note
      from ${refunds} r join ${payments} p on p.id = r.payment_id
      where coalesce(r.booked_at, r.created_at) ${span} and r.state in ('done', 'by-hand') and not p.is_test`;
}

/** Sums the payments and refunds of a span by item; the title of unallocated money is null. */
export async function sumMoney(db: Executor, span: Span) {
  const { rows } = await db.execute<{
    title: string | null;
    orders: number;
    paidCents: number;
    refundedCents: number;
  }>(sql`
    select case when m.is_unplaced then null else o.item ->> 'title' end as title,
      (count(distinct o.id) filter (where m.kind = 'payment'))::int as orders,
      sum(m.paid_cents)::float8 as "paidCents", sum(m.refunded_cents)::float8 as "refundedCents"
    from (${moves(span)}) m join ${orders} o on o.id = m.order_id
    group by 1 order by 3 desc, 1`);
  return rows;
}

export interface MoneyMove {
  at: Date;
  kind: 'payment' | 'refund';
  title: string;
  reference: string;
  client: string | null;
  provider: PaymentSource;
  /** The provider's id of the payment or the refund. */
  name: string;
  paidCents: number;
  refundedCents: number;
  isUnallocated: boolean;
  /** The numbers of its receipts, or of its credit notes. */
  documents: string | null;
  note: string | null;
}

/** Lists the payments and refunds of a span, oldest first. */
export async function listMoves(db: Executor, span: Span): Promise<MoneyMove[]> {
  const { rows } = await db.execute<Omit<MoneyMove, 'at'> & { at: string }>(sql`
    select m.at, m.kind, o.item ->> 'title' as title, o.reference, o.name as client, m.provider, m.name,
      m.paid_cents as "paidCents", m.refunded_cents as "refundedCents",
      m.is_unplaced as "isUnallocated", m.note,
      case when not m.is_unplaced then
        (select string_agg(d.number, ', ' order by d.issued_at, d.number) from ${documents} d
          where d.order_id = o.id and (d.kind = 'credit note') = (m.kind = 'refund'))
      end as documents
    from (${moves(span)}) m join ${orders} o on o.id = m.order_id
    order by m.at, m.id`);
  return rows.map(({ at, ...move }) => ({ ...move, at: new Date(at) }));
}

/** Lists the receipts, invoices and credit notes that were issued in a span, oldest first. */
export const listIssued = (db: Executor, { from, to }: Span) =>
  db
    .select({
      number: documents.number,
      kind: documents.kind,
      issuedAt: documents.issuedAt,
      data: documents.data,
      reference: orders.reference,
      isTest: orders.isTest,
    })
    .from(documents)
    .innerJoin(orders, sql`${orders.id} = ${documents.orderId}`)
    .where(sql`${gte(documents.issuedAt, from)} and ${lt(documents.issuedAt, to)}`)
    .orderBy(asc(documents.issuedAt), asc(documents.number));

/** Returns when the first money came or the first document was issued. */
export async function findFirstMoney(db: Executor): Promise<Date | undefined> {
  const paid = await first(db.select({ at: min(payments.receivedAt) }).from(payments));
  const issued = await first(db.select({ at: min(documents.issuedAt) }).from(documents));
  return [paid?.at, issued?.at].flatMap((at) => at ?? []).toSorted((one, two) => +one - +two)[0];
}
