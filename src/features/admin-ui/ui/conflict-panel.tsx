import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type Begun, type FormTexts, readProblem } from '#features/forms/ui/index.ts';
import { Button } from '#ui/button.tsx';

/** A field in which two versions of a record differ. */
export interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  /** Shows a value that is more than plain text. */
  show?: ((value: string) => ReactNode) | undefined;
}

interface ConflictPanelProps {
  differences: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows both versions of a record, and lets the person who saves second choose one. */
export function ConflictPanel({ differences, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const ref = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="@container grid scroll-mt-[calc(var(--header-height)+4.75rem)] gap-5 rounded-sm border border-danger bg-danger-wash p-5"
    >
      <div className="grid gap-2">
        <h3 id={titleId} className="font-text text-lg leading-snug font-semibold text-danger">
          Someone else saved changes
        </h3>
        <p>Nothing you typed is lost. Compare the two and choose which to keep.</p>
      </div>
      <dl className="grid gap-5">
        {differences.map(({ name, label, mine, theirs, show }) => (
          <div key={name} className="grid gap-2">
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="grid gap-2 @md:grid-cols-2">
              <Version title="Yours" label={label} value={mine} show={show} />
              <Version title="Theirs" label={label} value={theirs} show={show} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKeepMine} className="max-sm:w-full">
          Keep mine
        </Button>
        <Button variant="secondary" onClick={onTakeTheirs} className="max-sm:w-full">
          Take theirs
        </Button>
      </div>
    </section>
  );
}

interface VersionProps extends Pick<Difference, 'label' | 'show'> {
  title: string;
  value: string;
}

const Version = ({ title, label, value, show }: VersionProps) => (
  <div className="grid min-w-0 content-start gap-1 rounded-sm border border-hairline-strong bg-raised px-4 py-3">
    <p className="text-sm text-muted">
      {title}
      <span className="sr-only">, {label}</span>
    </p>
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll a long text
      tabIndex={0}
      className="max-h-60 overflow-y-auto rounded-sm break-words whitespace-pre-line"
    >
      {show ? show(value) : value || <span className="text-muted italic">empty</span>}
    </div>
  </div>
);

/** The label of a field, and how to show values that are more than plain text. */
interface ComparedField {
  label: string;
  show?: ((value: string) => ReactNode) | undefined;
}

/** The record to edit, and how the form shows it. */
export interface EditedRecord<Row extends { version: number }> {
  record: Row;
  /** Converts the record to the form's texts; by default, the compared columns. */
  toTexts?: ((record: Row) => FormTexts) | undefined;
  /** The fields to compare if someone else has saved changes. A string is the field's label. */
  compared: Record<string, string | ComparedField>;
  /** The name of the text with the record's file. A newly chosen file is compared by its name. */
  fileField?: string | undefined;
}

/** Returns the version and the texts that an edit starts from. */
export const toBegun = <Row extends { version: number }>(
  { toTexts, compared }: EditedRecord<Row>,
  record: Row,
): Begun => ({
  version: record.version,
  values:
    toTexts?.(record) ??
    Object.fromEntries(
      Object.keys(compared).map((name) => [name, String(record[name as keyof Row] ?? '')]),
    ),
});

/** Whether texts differ. A missing text counts as empty. */
export const isDifferent = (texts: FormTexts, others: FormTexts = {}): boolean =>
  Object.keys({ ...others, ...texts }).some((name) => (texts[name] ?? '') !== (others[name] ?? ''));

interface ConflictOptions<Row extends { version: number }> {
  edited: EditedRecord<Row> | undefined;
  /** The version that the edit started from. */
  begun: RefObject<Begun | undefined>;
  formRef: RefObject<HTMLFormElement | null>;
  /** The current texts of the form. */
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

  /**
   * What the other person saved, while the question is open. A draft can be older than its record.
   */
  const [theirs, setTheirs] = useState<Begun | undefined>(() => {
    const saved = edited && toBegun(edited, edited.record);
    return saved && isNews(saved) ? saved : undefined;
  });

  /**
   * Saves changes to the version that was read. Asks if someone else has changed these fields
   * since.
   */
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
