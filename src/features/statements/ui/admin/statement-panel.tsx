import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { EmptyBox, useChange } from '#features/admin-ui/ui/index.ts';
import type { StatementLine } from '#features/statements/rules/statement.ts';
import type {
  StatementProposal,
  SuggestedOrders,
} from '#features/statements/rules/statement-booking.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { formatRand } from '#rules/money.ts';
import { Button } from '#ui/button.tsx';
import { SidePanel } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';

/** Imports a bank statement, next to the list. */
export function StatementPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Import a bank statement">
      {isOpen && <StatementImport />}
    </SidePanel>
  );
}

function StatementImport() {
  const [proposal, setProposal] = useState<StatementProposal>();
  const reading = useChange({
    keys: [],
    send: (api, file: File) =>
      parseResponse(
        api.orders.statement.$post(
          {},
          { init: { body: file, headers: { 'Content-Type': 'text/csv' } } },
        ),
      ),
    saved: setProposal,
    failed: (error) => toast.error(error.message),
  });
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 pb-28">
      <p className="text-muted">
        Download the statement as CSV from your bank: FNB, Standard Bank, Absa, Nedbank and others.
        The site looks for references, names and exact amounts. Nothing is recorded until you
        confirm.
      </p>
      <label className="grid gap-2">
        <span className="text-sm font-semibold">Statement (CSV)</span>
        <input
          type="file"
          accept=".csv,text/csv"
          aria-busy={reading.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            setProposal(undefined);
            if (file) reading.mutate(file);
          }}
          className="min-h-12 w-full rounded-sm border border-hairline-strong bg-raised text-sm file:mr-4 file:min-h-12 file:border-0 file:bg-gold-wash file:px-4 file:font-semibold file:text-gold"
        />
      </label>
      <p role="status" className="text-sm text-muted empty:hidden">
        {reading.isPending && 'Reading...'}
        {proposal && (proposal.lines === 1 ? '1 line read' : `${proposal.lines} lines read`)}
      </p>
      {proposal && <Proposal proposal={proposal} onBooked={setProposal} />}
    </div>
  );
}

interface ProposalProps {
  proposal: StatementProposal;
  onBooked: (left: StatementProposal) => void;
}

/** The proposed lines of a statement with checkboxes, and the unmatched ones. */
function Proposal({ proposal, onBooked }: ProposalProps) {
  const { proposed, suggested, questions, unread } = proposal;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = proposed.filter(({ line }) => ticked.has(line.fingerprint));
  const [left, setLeft] = useState<Record<string, string>>({});
  const booking = useChange({
    keys: ['orders'],
    send: (api) =>
      parseResponse(
        api.orders.statement.book.$post({
          json: {
            lines: chosen.map(({ line, order }) => ({
              fingerprint: line.fingerprint,
              date: line.date,
              order_id: order.id,
              amount_cents: line.amountCents,
            })),
          },
        }),
      ),
    saved: (booked) => {
      const reasons = Object.fromEntries(
        booked.left.map(({ fingerprint, reason }) => [fingerprint, reason]),
      );
      setLeft({ ...left, ...reasons });
      setTicked(new Set());
      const isLeft = ({ line }: (typeof proposed)[number]) =>
        !ticked.has(line.fingerprint) || line.fingerprint in reasons;
      onBooked({ ...proposal, proposed: proposed.filter(isLeft) });
      if (booked.paid.length > 0) toast.success(`Paid: ${booked.paid.join(', ')}`);
      if (booked.left.length > 0) toast.error(`${booked.left.length} could not be recorded`);
    },
    failed: 'Nothing was recorded',
  });
  const toggle = (fingerprint: string) => {
    const next = new Set(ticked);
    if (!next.delete(fingerprint)) next.add(fingerprint);
    setTicked(next);
  };
  const isWhole = chosen.length === proposed.length;
  return (
    <>
      {proposed.length === 0 ? (
        <EmptyBox>No payment matches the reference and amount of an unpaid order.</EmptyBox>
      ) : (
        <section aria-labelledby="proposed-title" className="grid gap-2">
          <h3 id="proposed-title" className="font-text font-semibold">
            Reference and amount match
          </h3>
          <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
            <input
              type="checkbox"
              checked={isWhole}
              onChange={() =>
                setTicked(new Set(isWhole ? [] : proposed.map(({ line }) => line.fingerprint)))
              }
              className="size-5 accent-gold-fill-to"
            />
            Select all
          </label>
          <ul className="grid gap-2">
            {proposed.map(({ line, order }) => (
              <li key={line.fingerprint}>
                <label className="flex cursor-pointer items-start gap-3 rounded-sm border border-hairline px-4 py-3 has-checked:border-gold has-checked:bg-gold-wash">
                  <input
                    type="checkbox"
                    checked={ticked.has(line.fingerprint)}
                    onChange={() => toggle(line.fingerprint)}
                    className="mt-0.5 size-5 shrink-0 accent-gold-fill-to"
                  />
                  <span className="min-w-0 flex-1">
                    <strong className="font-semibold">{order.reference}</strong>
                    <Line line={line} />
                    {order.warning && (
                      <span className="block text-sm text-danger">{order.warning}</span>
                    )}
                    {left[line.fingerprint] && (
                      <span className="block text-sm text-danger">{left[line.fingerprint]}</span>
                    )}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <Button
            disabled={chosen.length === 0}
            aria-disabled={booking.isPending}
            onClick={() => !booking.isPending && booking.mutate()}
            className="mt-2 justify-self-start max-sm:w-full"
          >
            {booking.isPending
              ? 'Recording...'
              : chosen.length === 1
                ? 'Record 1 payment'
                : `Record ${chosen.length} payments`}
          </Button>
        </section>
      )}
      {suggested.length > 0 && (
        <section aria-labelledby="suggested-title" className="grid gap-1">
          <h3 id="suggested-title" className="font-text font-semibold">
            Which order is this for?
          </h3>
          <p className="text-sm text-muted">
            We can’t read the reference of these payments. The orders below have the same amount.
          </p>
          <ul className="divide-y divide-hairline">
            {suggested.map((suggestion) => (
              <li key={suggestion.line.fingerprint} className="grid gap-2 py-2.5">
                <Suggestion
                  suggestion={suggestion}
                  onBooked={() =>
                    onBooked({
                      ...proposal,
                      suggested: suggested.filter((other) => other !== suggestion),
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {questions.length > 0 && (
        <section aria-labelledby="questions-title" className="grid gap-1">
          <h3 id="questions-title" className="font-text font-semibold">
            Needs your attention
          </h3>
          <ul className="divide-y divide-hairline">
            {questions.map(({ line, order, reason }) => (
              <li key={line.lineNumber} className="grid gap-0.5 py-2.5">
                <span className="font-semibold">
                  {reason}
                  {order && ` ${order.reference} is ${formatRand(order.amountCents)}.`}
                </span>
                <Line line={line} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {unread.length > 0 && (
        <section aria-labelledby="unread-title" className="grid gap-1">
          <h3 id="unread-title" className="font-text font-semibold">
            Lines that could not be read
          </h3>
          <ul className="divide-y divide-hairline text-sm">
            {unread.map(({ lineNumber, text }) => (
              <li key={lineNumber} className="py-2 break-words">
                <span className="text-muted">Line {lineNumber}: </span>
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface SuggestionProps {
  suggestion: SuggestedOrders;
  onBooked: () => void;
}

/** A line whose reference can't be read, with a button for each order that it may be for. */
function Suggestion({ suggestion: { line, candidates, more }, onBooked }: SuggestionProps) {
  const [left, setLeft] = useState<string>();
  const recording = useChange({
    keys: ['orders'],
    send: (api, orderId: string) =>
      parseResponse(
        api.orders.statement.book.$post({
          json: {
            lines: [
              {
                fingerprint: line.fingerprint,
                date: line.date,
                order_id: orderId,
                amount_cents: line.amountCents,
              },
            ],
          },
        }),
      ),
    saved: (booked) => {
      setLeft(booked.left[0]?.reason);
      if (booked.paid.length === 0) return;
      toast.success(`Paid: ${booked.paid.join(', ')}`);
      onBooked();
    },
    failed: 'Nothing was recorded',
  });
  return (
    <>
      <Line line={line} />
      {left && <p className="text-sm text-danger">{left}</p>}
      <ul className="grid gap-2">
        {candidates.map(({ order, reason }) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center justify-between gap-2 rounded-sm border border-hairline px-4 py-2"
          >
            <span className="min-w-0 break-words text-sm">
              <strong className="font-semibold">{order.reference}</strong>
              {order.name && ` · ${order.name}`}
              <span className="block text-muted">{reason}</span>
              {order.warning && <span className="block text-danger">{order.warning}</span>}
            </span>
            <Button
              variant="secondary"
              aria-label={`Record for order ${order.reference}`}
              aria-disabled={recording.isPending}
              onClick={() => !recording.isPending && recording.mutate(order.id)}
            >
              Record for this order
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-sm text-muted">
          {more === 1 ? '1 other order has' : `${more} other orders have`} this amount. To choose
          another order, open it and mark it as paid.
        </p>
      )}
    </>
  );
}

/** A line of the statement. */
const Line = ({ line: { date, amountCents, description } }: { line: StatementLine }) => (
  <span className="flex flex-wrap justify-between gap-x-4 text-sm">
    <span className="min-w-0 break-words">
      {formatDay(date)} · {description}
    </span>
    <span className="ml-auto tabular-nums">{formatRand(amountCents)}</span>
  </span>
);
