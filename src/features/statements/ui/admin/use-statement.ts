import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useChange } from '#features/admin-ui/ui/index.ts';
import type {
  BookedStatement,
  StatementProposal,
} from '#features/statements/rules/statement-booking.ts';
import type { StatementLine } from '#features/statements/rules/statement-line.ts';
import { toast } from '#ui/toast.ts';

/** A line, and the order that it is recorded for. */
export interface ChosenOrder {
  line: StatementLine;
  order: { id: string; reference: string; amountCents: number };
  /** Whether the mentor has seen that the order has another amount. */
  allowsOtherAmount?: boolean;
}

const toWire = ({ fingerprint, date, amountCents }: StatementLine) => ({
  fingerprint,
  date,
  amount_cents: amountCents,
});

/** Moves the lines that were recorded to their list. */
function moveRecorded(
  proposal: StatementProposal,
  chosen: readonly ChosenOrder[],
  { left }: BookedStatement,
): StatementProposal {
  const isLeft = new Set(left.map(({ fingerprint }) => fingerprint));
  const recorded = chosen.filter(({ line }) => !isLeft.has(line.fingerprint));
  const gone = new Set(recorded.map(({ line }) => line.fingerprint));
  const stays = ({ line }: { line: StatementLine }) => !gone.has(line.fingerprint);
  return {
    ...proposal,
    proposed: proposal.proposed.filter(stays),
    suggested: proposal.suggested.filter(stays),
    recorded: [
      ...recorded.map(({ line, order: { reference } }) => ({ line, reference })),
      ...proposal.recorded,
    ],
  };
}

/** Moves lines to or from the list of those that are not for an order. */
function moveHidden(
  proposal: StatementProposal,
  { lines, isHidden }: { lines: readonly StatementLine[]; isHidden: boolean },
): StatementProposal {
  const moved = new Set(lines.map(({ fingerprint }) => fingerprint));
  const stays = ({ fingerprint }: StatementLine) => !moved.has(fingerprint);
  return {
    ...proposal,
    suggested: isHidden
      ? proposal.suggested.filter(({ line }) => stays(line))
      : [...lines.map((line) => ({ line, candidates: [], more: 0 })), ...proposal.suggested],
    hidden: isHidden ? [...lines, ...proposal.hidden] : proposal.hidden.filter(stays),
  };
}

export type OpenStatement = ReturnType<typeof useStatement>;

/** Returns the statement that was read, and what the mentor can do with its lines. */
export function useStatement() {
  const [proposal, setProposal] = useState<StatementProposal>();
  /** Why lines were not recorded. */
  const [left, setLeft] = useState<Record<string, string>>({});
  const reading = useChange({
    keys: [],
    send: (api, file: File) =>
      parseResponse(
        api.orders.statement.$post(
          {},
          { init: { body: file, headers: { 'Content-Type': 'application/octet-stream' } } },
        ),
      ),
    saved: setProposal,
    failed: (error) => toast.error(error.message),
  });
  const recording = useChange({
    keys: ['orders'],
    send: (api, chosen: readonly ChosenOrder[]) =>
      parseResponse(
        api.orders.statement.book.$post({
          json: {
            lines: chosen.map(({ line, order, allowsOtherAmount = false }) => ({
              ...toWire(line),
              order_id: order.id,
              allows_other_amount: allowsOtherAmount,
            })),
          },
        }),
      ),
    saved: (booked, chosen) => {
      setLeft((before) => ({
        ...before,
        ...Object.fromEntries(booked.left.map(({ fingerprint, reason }) => [fingerprint, reason])),
      }));
      setProposal((before) => before && moveRecorded(before, chosen, booked));
      if (booked.paid.length > 0) toast.success(`Recorded: ${booked.paid.join(', ')}`);
      if (booked.unallocated.length > 0)
        toast.success(`Recorded as unallocated: ${booked.unallocated.join(', ')}`);
      if (booked.left.length > 0) toast.error(`${booked.left.length} could not be recorded`);
    },
    failed: 'Nothing was recorded',
  });
  const hiding = useChange({
    keys: [],
    send: (api, { lines, isHidden }: { lines: readonly StatementLine[]; isHidden: boolean }) =>
      parseResponse(
        api.orders.statement.hidden.$post({
          json: { lines: lines.map(toWire), is_hidden: isHidden },
        }),
      ),
    saved: (_, moved) => setProposal((before) => before && moveHidden(before, moved)),
    failed: 'This could not be saved',
  });
  return {
    proposal,
    left,
    isReading: reading.isPending,
    isRecording: recording.isPending,
    isHiding: hiding.isPending,
    read(file: File | undefined) {
      setProposal(undefined);
      setLeft({});
      if (file) reading.mutate(file);
    },
    record: (chosen: readonly ChosenOrder[]) => recording.mutate(chosen),
    /** Marks lines as not for an order, or takes that back. */
    hide: (lines: readonly StatementLine[], isHidden: boolean) =>
      hiding.mutate({ lines, isHidden }),
  };
}
