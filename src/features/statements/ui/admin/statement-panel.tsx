import { Ban, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { CardButton, EmptyBox } from '#features/admin-ui/ui/index.ts';
import type { StatementProposal } from '#features/statements/rules/statement-booking.ts';
import { formatRand } from '#rules/money.ts';
import { Button } from '#ui/button.tsx';
import { SidePanel } from '#ui/dialog.tsx';
import { Fold, Line, LineList } from './line-list.tsx';
import { SuggestedLine } from './suggested-lines.tsx';
import { type OpenStatement, useStatement } from './use-statement.ts';

/** Imports a bank statement, next to the list. */
export function StatementPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Import a bank statement">
      {isOpen && <StatementImport />}
    </SidePanel>
  );
}

function StatementImport() {
  const statement = useStatement();
  const { proposal, isReading } = statement;
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 pb-28">
      <p className="text-muted">
        Download the statement as CSV or OFX from your bank: FNB, Standard Bank, Absa, Nedbank and
        others. The site looks for references, names and amounts. Nothing is recorded until you
        confirm.
      </p>
      <label className="grid gap-2">
        <span className="text-sm font-semibold">Statement (CSV or OFX)</span>
        <input
          type="file"
          accept=".csv,.ofx,.qfx,text/csv,application/x-ofx"
          aria-busy={isReading}
          onChange={({ target }) => statement.read(target.files?.[0])}
          className="min-h-12 w-full rounded-sm border border-hairline-strong bg-raised text-sm file:mr-4 file:min-h-12 file:border-0 file:bg-gold-wash file:px-4 file:font-semibold file:text-gold"
        />
      </label>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isReading && 'Reading...'}
        {proposal && describeLines(proposal)}
      </p>
      {proposal && <Proposal proposal={proposal} statement={statement} />}
    </div>
  );
}

function describeLines({ lines, outgoing }: StatementProposal): string {
  const read = lines === 1 ? '1 line read' : `${lines} lines read`;
  return outgoing > 0 ? `${read}, ${outgoing} of them not incoming` : read;
}

interface ProposalProps {
  proposal: StatementProposal;
  statement: OpenStatement;
}

/** The lines that brought money, each in one list, and those that could not be read. */
function Proposal({ proposal, statement }: ProposalProps) {
  const { suggested, recorded, hidden, unread } = proposal;
  const likely = suggested.filter(({ candidates, note }) => candidates.length > 0 || note);
  const others = suggested.filter((one) => !likely.includes(one));
  const keyOf = ({ line }: { line: { fingerprint: string } }) => line.fingerprint;
  return (
    <>
      <ProposedLines proposal={proposal} statement={statement} />
      {likely.length > 0 && (
        <section aria-labelledby="suggested-title" className="grid gap-1">
          <h3 id="suggested-title" className="font-text font-semibold">
            Which order is this for?
          </h3>
          <LineList items={likely} keyOf={keyOf}>
            {(suggestion) => <SuggestedLine suggestion={suggestion} statement={statement} />}
          </LineList>
        </section>
      )}
      <div>
        <Fold title="No matching order" count={others.length}>
          <CardButton
            icon={Ban}
            isBusy={statement.isHiding}
            onClick={() =>
              statement.hide(
                others.slice(0, mostHidden).map(({ line }) => line),
                true,
              )
            }
            className="-ml-2 justify-self-start"
          >
            None of these is for an order
          </CardButton>
          <LineList items={others} keyOf={keyOf}>
            {(suggestion) => <SuggestedLine suggestion={suggestion} statement={statement} />}
          </LineList>
        </Fold>
        <Fold title="Recorded before" count={recorded.length}>
          <LineList items={recorded} keyOf={keyOf}>
            {({ line, reference }) => (
              <span>
                <strong className="font-semibold">{reference}</strong>
                <Line line={line} />
              </span>
            )}
          </LineList>
        </Fold>
        <Fold title="Not for an order" count={hidden.length}>
          <LineList items={hidden} keyOf={({ fingerprint }) => fingerprint}>
            {(line) => (
              <>
                <Line line={line} />
                <CardButton
                  icon={Undo2}
                  spoken={`: ${formatRand(line.amountCents)}, ${line.description}`}
                  isBusy={statement.isHiding}
                  onClick={() => statement.hide([line], false)}
                  className="-ml-2 justify-self-start"
                >
                  Put back
                </CardButton>
              </>
            )}
          </LineList>
        </Fold>
      </div>
      {unread.length > 0 && (
        <section aria-labelledby="unread-title" className="grid gap-1">
          <h3 id="unread-title" className="font-text font-semibold">
            Lines that could not be read
          </h3>
          <LineList items={unread} keyOf={({ lineNumber }) => lineNumber}>
            {({ lineNumber, text, reason }) => (
              <span className="text-sm break-words">
                <span className="block">
                  Line {lineNumber}: {reason}
                </span>
                <span className="text-muted">{text}</span>
              </span>
            )}
          </LineList>
        </section>
      )}
    </>
  );
}

/** The most lines that one request hides. */
const mostHidden = 1_000;

/** The lines that name an order with its exact amount, with checkboxes. */
function ProposedLines({ proposal: { proposed, suggested, recorded }, statement }: ProposalProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { left, isRecording } = statement;
  const chosen = proposed.filter(({ line }) => ticked.has(line.fingerprint));
  const toggle = (fingerprint: string) => {
    const next = new Set(ticked);
    if (!next.delete(fingerprint)) next.add(fingerprint);
    setTicked(next);
  };
  const isWhole = chosen.length === proposed.length;
  // Below are the other lines, or those that were just recorded.
  if (proposed.length === 0 && suggested.length + recorded.length > 0) return null;
  if (proposed.length === 0)
    return <EmptyBox>No payment matches the reference and amount of an unpaid order.</EmptyBox>;
  return (
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
        aria-disabled={isRecording}
        onClick={() => {
          if (isRecording) return;
          statement.record(chosen);
          setTicked(new Set());
        }}
        className="mt-2 justify-self-start max-sm:w-full"
      >
        {isRecording
          ? 'Recording...'
          : chosen.length === 1
            ? 'Record 1 payment'
            : `Record ${chosen.length} payments`}
      </Button>
    </section>
  );
}
