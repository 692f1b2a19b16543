import { type RefObject, useState } from 'react';
import { type Begun, type FormTexts, readTexts, writeText } from '../forms/draft.ts';
import { readProblem } from '../forms/problem.ts';
import {
  type ComparedFields,
  compareTexts,
  type Difference,
  isDifferent,
} from './compare-texts.ts';

/** An edited record: as it was read, and as the form shows it. */
export interface EditedRecord<Row extends { version: number }> {
  record: Row;
  toTexts: (record: Row) => FormTexts;
  /** The fields that are compared when someone else has saved changes. */
  compared: ComparedFields;
  /** The name of the text with the record's file; a newly chosen file is compared by its name. */
  fileField?: string;
}

/** Returns what an edit begins with, and from which version. */
export const toBegun = <Row extends { version: number }>(
  { toTexts }: EditedRecord<Row>,
  record: Row,
): Begun => ({ version: record.version, values: toTexts(record) });

interface ConflictOptions<Row extends { version: number }> {
  edited: EditedRecord<Row> | undefined;
  begun: RefObject<Begun | undefined>;
  formRef: RefObject<HTMLFormElement | null>;
  /** What the form holds now. */
  texts: FormTexts;
  /** Adds the file to a form's texts, which is in none of its fields. */
  withFile: (texts: FormTexts) => FormTexts;
  onTakeTheirs: () => void;
}

/** Whether a version differs in the form's own fields. */
const isNews = (saved: Begun, begun: Begun): boolean =>
  saved.version !== begun.version && isDifferent(saved.values, begun.values);

/** Asks which version to keep when someone else has saved changes to the same record. */
export function useConflict<Row extends { version: number }>({
  edited,
  begun,
  formRef,
  texts,
  withFile,
  onTakeTheirs,
}: ConflictOptions<Row>) {
  /** What the other person saved, while the question is open. A kept draft may be older than the record, too. */
  const [theirs, setTheirs] = useState<Begun | undefined>(() => {
    const saved = edited && toBegun(edited, edited.record);
    return saved && begun.current && isNews(saved, begun.current) ? saved : undefined;
  });

  const compare = (mine: FormTexts, saved: Begun) =>
    compareTexts(edited?.compared ?? {}, {
      ...{ begun: begun.current?.values, mine, theirs: saved.values },
    });

  /**
   * Saves from the version that was read. When that is outdated, it asks; unless the form's fields are
   * the same in both: then it saves from the newer version.
   */
  async function resolve(
    save: (version: number | undefined) => Promise<Response>,
  ): Promise<Response | 'asked'> {
    for (;;) {
      const response = await save(begun.current?.version);
      const problem = response.status === 409 ? await readProblem(response.clone()) : undefined;
      const form = formRef.current;
      if (problem?.code !== 'edited-elsewhere' || !problem.current || !edited || !form) {
        return response;
      }
      const saved = toBegun(edited, problem.current as Row);
      const isAsked = !begun.current || isNews(saved, begun.current);
      if (isAsked && compare(withFile(readTexts(form)), saved).length > 0) {
        setTheirs(saved);
        return 'asked';
      }
      begun.current = saved;
    }
  }

  function keepMine(saved: Begun, differences: Difference[]): void {
    const form = formRef.current;
    if (!form) return;
    begun.current = saved;
    for (const { name, isMine, theirs: text } of differences) {
      if (!isMine) writeText(form, name, text);
    }
    setTheirs(undefined);
    form.requestSubmit();
  }

  const differences = theirs ? compare(texts, theirs) : [];
  return {
    resolve,
    panel:
      theirs && differences.length > 0
        ? {
            differences,
            onKeepMine: () => keepMine(theirs, differences),
            onTakeTheirs() {
              setTheirs(undefined);
              onTakeTheirs();
            },
          }
        : undefined,
  };
}
