import { Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { type LeadState, leadStates, mostAtOnce } from '#domain/lead-state.ts';
import { countOfLeads, stateLabels } from './lead-states.ts';
import { CardButton } from './record-card.tsx';

/** Returns which of the listed rows are selected. Rows that leave the list are no longer selected. */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = shown.filter((id) => chosen.has(id));
  const all = shown.slice(0, mostAtOnce);
  return {
    selected,
    isEmpty: shown.length === 0,
    isWhole: selected.length > 0 && selected.length >= all.length,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) =>
      setChosen(new Set(chosen.has(id) ? selected.filter((one) => one !== id) : [...selected, id])),
    selectAll: () => setChosen(new Set(all)),
    clear: () => setChosen(new Set()),
  };
}

interface SelectionBarProps {
  selection: ReturnType<typeof useSelection>;
  onMark: (state: LeadState) => void;
  onDelete: () => void;
  /** Shown at the end of the row. */
  children: ReactNode;
}

/** Selects all listed leads, and marks or deletes the selected ones. */
export function SelectionBar({ selection, onMark, onDelete, children }: SelectionBarProps) {
  const { selected, isWhole, isEmpty } = selection;
  const count = selected.length;
  const isTooMany = count > mostAtOnce;
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-6">
      {!isEmpty && (
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm font-semibold">
          <input
            type="checkbox"
            data-select-all
            checked={isWhole}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isWhole;
            }}
            onChange={isWhole ? selection.clear : selection.selectAll}
            className="size-4.5 accent-gold-fill-to"
          />
          Select all
        </label>
      )}
      <span className="ml-auto">{children}</span>
      <p role="status" className="sr-only">
        {count > 0 && `${countOfLeads(count)} selected`}
      </p>
      {count > 0 && (
        <section
          data-selection-bar
          aria-label="Selected leads"
          className="fixed inset-x-0 bottom-(--bottom-bar) z-40 border-t border-hairline-strong bg-raised shadow-lift"
        >
          <div className="container-site flex flex-wrap items-center gap-x-2 gap-y-1 py-2">
            <p className="mr-auto text-sm font-semibold">
              {countOfLeads(count)}
              {isTooMany && <span className="text-danger"> (at most {mostAtOnce} at a time)</span>}
            </p>
            <div className="flex items-center max-sm:order-last max-sm:w-full max-sm:justify-between sm:gap-2">
              <span aria-hidden className="mr-1 text-sm text-muted max-sm:hidden">
                Mark as
              </span>
              {leadStates.map((state) => (
                <Button
                  key={state}
                  variant="secondary"
                  disabled={isTooMany}
                  onClick={() => onMark(state)}
                  className="min-h-11! px-3.5! py-1!"
                >
                  <span className="sr-only">Mark as </span>
                  {stateLabels[state]}
                </Button>
              ))}
            </div>
            <CardButton
              icon={Trash2}
              spoken=" the selected leads"
              disabled={isTooMany}
              onClick={onDelete}
              className="text-muted hover:text-danger disabled:opacity-60"
            >
              Delete
            </CardButton>
            <CardButton
              icon={X}
              spoken=" the selection"
              onClick={selection.clear}
              className="text-muted"
            >
              Clear
            </CardButton>
          </div>
        </section>
      )}
    </div>
  );
}
