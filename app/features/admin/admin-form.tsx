import { type DefaultValue, getFormProps } from '@conform-to/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '#app/ui/focus.ts';
import { toast } from '#app/ui/toast.ts';
import type { z } from '#domain/zod.ts';
import { messageOf } from '../auth/query-client.ts';
import { type FormTexts, readDraft, useDraft } from '../forms/draft.ts';
import { FormErrors } from '../forms/form-fields.tsx';
import { isOwnSuccess, noAnswer, readProblem, ShownError } from '../forms/problem.ts';
import { type SentFormOptions, type SentFormProps, useSentForm } from '../forms/use-schema-form.ts';
import type { UploadQueue } from '../uploads/upload-queue.ts';
import { useUploadItems } from '../uploads/upload-queues.tsx';
import { isDifferent } from './compare-texts.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { FormButtons } from './form-buttons.tsx';
import { type EditedRecord, toBegun, useConflict } from './use-conflict.ts';

interface AdminFormOptions<Schema extends z.ZodObject, Row extends { version: number }>
  extends Pick<SentFormOptions<Schema>, 'id' | 'schema' | 'defaultValue'> {
  table: string;
  /** What is changed, which the form begins with; nothing for what is added. */
  edited?: EditedRecord<Row> | undefined;
  /**
   * `recordId` stays the same for the same words, so that trying again adds nothing twice. `version`
   * is the one that a change was made from.
   */
  save: (values: z.output<Schema>, recordId: string, version?: number) => Promise<Response>;
  /** What is said when it is saved, and when it is not; `reason` tells why. */
  saved: string;
  failed: string | ((reason: string) => string);
  queue?: UploadQueue;
  onSaved?: (() => void) | undefined;
  /** Called when the form is left without being saved. Without it there is nowhere to go. */
  onLeft?: (() => void) | undefined;
}

/**
 * Returns a form of the admin. Its words are kept until they are saved or given up, across reloads
 * too. When somebody else has saved meanwhile, it shows both and asks.
 */
export function useAdminForm<
  Schema extends z.ZodObject,
  Row extends { version: number } = { version: number },
>({
  table,
  edited,
  defaultValue,
  save,
  saved,
  failed,
  queue,
  onSaved,
  onLeft,
  ...options
}: AdminFormOptions<Schema, Row>) {
  const queryClient = useQueryClient();
  const formRef = useRef<HTMLFormElement>(null);
  const [kept] = useState(() => readDraft(options.id));
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [opened] = useState(() => edited && toBegun(edited, edited.record));
  const [shownFirst] = useState(opened?.values ?? defaultValue);
  const begun = useRef(kept?.begun ?? opened);
  const draft = useDraft(options.id, formRef, begun);
  const toastId = `form-${options.id}`;
  const sayFailed = (reason: string) =>
    toast.error(typeof failed === 'string' ? failed : failed(reason), { id: toastId });
  const form = useSentForm<Schema>({
    ...options,
    // The server renders a new form without its draft: `useDraft` restores that later.
    defaultValue:
      shownFirst &&
      ({ ...shownFirst, ...(opened && kept?.values) } as DefaultValue<z.input<Schema>>),
    async send(values) {
      try {
        const recordId = draft.recordId(JSON.stringify(values));
        const saveFrom = (version?: number) => save(values, recordId, version);
        const response = await conflict.resolve(saveFrom);
        if (response === 'asked') return undefined;
        if (!isOwnSuccess(response)) {
          const problem = await readProblem(response);
          sayFailed(problem.detail ?? problem.title);
          return problem;
        }
      } catch (error) {
        if (!(error instanceof ShownError)) {
          sayFailed(messageOf(error));
          return noAnswer;
        }
        toast.error(error.message, { id: toastId });
        return { title: error.message };
      }
      toast.success(saved, { id: toastId });
      empty();
      onSaved?.();
      await queryClient.invalidateQueries({ queryKey: [table] });
    },
  });
  const items = useUploadItems(queue);
  const fileField = edited?.fileField;
  const withFile = (texts: FormTexts): FormTexts => {
    const former = begun.current?.values[fileField ?? ''] ?? '';
    return fileField ? { ...texts, [fileField]: queue?.items()[0]?.file.name ?? former } : texts;
  };
  const texts = withFile(toTexts(form.form.value));
  const conflict = useConflict({
    ...{ edited, begun, formRef, texts, withFile },
    onTakeTheirs: discard,
  });
  const before = begun.current?.values ?? toTexts(shownFirst ?? {});
  const isUnsaved = items.length > 0 || isDifferent(texts, before);

  function empty(): void {
    formRef.current?.reset();
    draft.forget();
    setIsRestored(false);
  }

  /** Gives up what is not saved. */
  function discard(): void {
    for (const { key } of items) queue?.remove(key);
    empty();
    onLeft?.();
  }

  return {
    ...form,
    formRef,
    busyAction: items.some(({ state }) => state !== 'done') ? 'Uploading...' : 'Saving...',
    conflict: conflict.panel,
    isUnsaved,
    /** Whether these words were written before the form was opened. */
    isRestored: isRestored && isUnsaved,
    discard,
    canLeave: onLeft !== undefined,
  };
}

/** What a form holds, as texts. */
const toTexts = (value: Record<string, unknown> | undefined): FormTexts =>
  Object.fromEntries(
    Object.entries(value ?? {}).map(([name, given]) => [name, String(given ?? '')]),
  );

type AdminFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> &
  Pick<
    ReturnType<typeof useAdminForm>,
    'conflict' | 'isUnsaved' | 'isRestored' | 'discard' | 'canLeave'
  > & {
    title: string;
  };

/** The one look of the admin's forms. A form that can be left takes the focus. */
export function AdminForm<Fields extends Record<string, unknown>>({
  title,
  form,
  formRef,
  isSending,
  action,
  busyAction,
  conflict,
  isUnsaved,
  isRestored,
  discard,
  canLeave,
  children,
}: AdminFormProps<Fields>) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // A comparison has taken the focus already.
    if (!canLeave || formRef.current?.contains(document.activeElement)) return;
    ref.current?.scrollIntoView({ block: 'start' });
    formRef.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  }, [canLeave, formRef]);
  const wasUnsaved = useRef(isUnsaved);
  useEffect(() => {
    // The button that discarded the text is gone.
    if (wasUnsaved.current && !isUnsaved && isFocusLost())
      ref.current?.focus({ preventScroll: true });
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved]);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={title}
      className="scroll-mt-[calc(var(--header-height)+4.75rem)] rounded-sm border border-hairline bg-surface p-5 lg:p-7"
    >
      <h2 className="font-text text-lg font-semibold">{title}</h2>
      <form {...getFormProps(form)} ref={formRef} id={form.id} className="mt-4 grid gap-5">
        {isRestored && !conflict && (
          <p className="text-sm text-muted">Your unsaved changes are still here.</p>
        )}
        <FormErrors id={form.errorId} errors={form.errors} />
        {conflict && <ConflictPanel {...conflict} />}
        {children}
        <FormButtons
          {...{ isSending, action, busyAction, isUnsaved, discard }}
          isSendable={conflict === undefined}
          leaving={canLeave ? 'Cancel' : undefined}
        />
      </form>
    </section>
  );
}
