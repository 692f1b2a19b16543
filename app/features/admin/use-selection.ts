import { useState } from 'react';
import { mostAtOnce } from '#domain/lead-state.ts';

/** Returns which of the rows that are shown are selected: what is off the screen is not acted on. */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = shown.filter((id) => chosen.has(id));
  const atOnce = shown.slice(0, mostAtOnce);
  return {
    selected,
    isEmpty: shown.length === 0,
    /** Whether all are selected that can be at once. */
    isWhole: selected.length > 0 && selected.length >= atOnce.length,
    has: (id: string) => chosen.has(id),
    toggle(id: string): void {
      setChosen(new Set(chosen.has(id) ? selected.filter((one) => one !== id) : [...selected, id]));
    },
    selectAll: () => setChosen(new Set(atOnce)),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
