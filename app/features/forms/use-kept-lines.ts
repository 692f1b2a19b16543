import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from './draft.ts';

/**
 * Lines that were added to a form one at a time: kept in its draft under `name`, which no
 * control has, until `empty` is called because they were saved and the draft forgotten.
 */
export function useKeptLines(formId: string, name: string) {
  const [lines, show] = useState<string[]>([]);
  useEffect(() => {
    // Not at first: the server knows no drafts.
    const kept = readDraft(formId)?.values[name];
    if (kept) show(kept.split('\n'));
  }, [formId, name]);
  function setLines(changed: string[]) {
    show(changed);
    const draft = readDraft(formId);
    writeDraft(formId, { ...draft, values: { ...draft?.values, [name]: changed.join('\n') } });
  }
  return { lines, setLines, empty: () => show([]) };
}
