import { type ReactNode, type RefObject, useState } from 'react';
import type { Begun, FormTexts } from '../forms/draft.ts';
import { readProblem } from '../forms/problem.ts';
import type { Difference } from './conflict-panel.tsx';

/** The label of a field, and how its values are shown where they are more than text. */
interface ComparedField {
  label: string;
  show?: ((value: string) => ReactNode) | undefined;
}

/** An edited record: as it was read, and as the form shows it. */
export interface EditedRecord<Row extends { version: number }> {
  record: Row;
  toTexts: (record: Row) => FormTexts;
  /** The fields to compare when someone else has saved changes. A string is the field's label. */
  compared: Record<string, string | ComparedField>;
  /** The name of the text with the record's file; a newly chosen file is compared by its name. */
  fileField?: string | undefined;
}

/** Returns what an edit starts from. */
export const toBegun = <Row extends { version: number }>(
  { toTexts }: EditedRecord<Row>,
  record: Row,
): Begun => ({ version: record.version, values: toTexts(record) });

/** Returns whether texts differ. A missing text counts as empty. */
export const isDifferent = (texts: FormTexts, others: FormTexts = {}): boolean =>
  Object.keys({ ...others, ...texts }).some((name) => (texts[name] ?? '') !== (others[name] ?? ''));

interface ConflictOptions<Row extends { version: number }> {
  edited: EditedRecord<Row> | undefined;
  /** What the edit started from. */
  begun: RefObject<Begun | undefined>;
  formRef: RefObject<HTMLFormElement | null>;
  /** What the form holds now. */
  texts: FormTexts;
  onTakeTheirs: () => void;
}

/** Asks which version to keep when someone else has saved changes to the same record. */
export function useConflict<Row extends { version: number }>({
  edited,
  begun,
  formRef,
  texts,
  onTakeTheirs,
}: ConflictOptions<Row>) {
  /** Whether a saved version differs in the fields of this form. */
  const isNews = (saved: Begun) =>
    saved.version !== begun.current?.version && isDifferent(saved.values, begun.current?.values);

  /** What the other person saved, while the question is open. A draft can be older than its record. */
  const [theirs, setTheirs] = useState<Begun | undefined>(() => {
    const saved = edited && toBegun(edited, edited.record);
    return saved && isNews(saved) ? saved : undefined;
  });

  /** Saves on top of the version that was read. Asks if someone else has changed these fields since. */
  async function resolve(
    save: (version: number | undefined) => Promise<Response>,
  ): Promise<Response | 'asked'> {
    const response = await save(begun.current?.version);
    const problem = response.status === 409 ? await readProblem(response.clone()) : undefined;
    if (problem?.code !== 'edited-elsewhere' || !problem.current || !edited) return response;
    const saved = toBegun(edited, problem.current as Row);
    if (isNews(saved)) {
      setTheirs(saved);
      return 'asked';
    }
    begun.current = saved;
    return resolve(save);
  }

  const differences = Object.entries(theirs ? (edited?.compared ?? {}) : {})
    .map(([name, field]): Difference => {
      const described = typeof field === 'string' ? { label: field } : field;
      return { ...described, name, mine: texts[name] ?? '', theirs: theirs?.values[name] ?? '' };
    })
    .filter((one) => one.mine !== one.theirs);

  return {
    resolve,
    panel: differences.length > 0 && {
      differences,
      onKeepMine() {
        begun.current = theirs;
        setTheirs(undefined);
        formRef.current?.requestSubmit();
      },
      onTakeTheirs() {
        setTheirs(undefined);
        onTakeTheirs();
      },
    },
  };
}
