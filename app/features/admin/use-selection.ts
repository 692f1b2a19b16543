import { useCallback, useState } from 'react';
import { mostAtOnce } from '#domain/lead-state.ts';

/**
 * Returns which rows are selected out of those that lists show: what is not on the screen any more is
 * not acted on. `report` is told what a list shows.
 */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [lists, setLists] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const shown = [...lists.values()].flat();
  const selected = shown.filter((id) => chosen.has(id));
  const atOnce = shown.slice(0, mostAtOnce);

  const report = useCallback((list: string, ids: readonly string[]) => {
    setLists((before) => new Map(before).set(list, ids));
  }, []);

  return {
    selected,
    report,
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
