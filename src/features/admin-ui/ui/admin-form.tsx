import { type DefaultValue, getFormProps } from '@conform-to/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  FormErrors,
  type FormTexts,
  isOwnSuccess,
  noAnswer,
  readDraft,
  readProblem,
  type SentFormOptions,
  type SentFormProps,
  ShownError,
  useDraft,
  useSentForm,
} from '#features/forms/ui/index.ts';
import { type UploadQueue, useUploadItems } from '#features/uploads/ui/admin/index.ts';
import type { z } from '#rules/zod.ts';
import { Button, SubmitButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { isFocusLost } from '#ui/focus.ts';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import { toast } from '#ui/toast.ts';
import {
  ConflictPanel,
  type EditedRecord,
  isDifferent,
  toBegun,
  useConflict,
} from './conflict-panel.tsx';
import { messageOf } from './query-client.ts';

interface AdminFormOptions<Schema extends z.ZodObject, Row extends { version: number }>
  extends Pick<SentFormOptions<Schema>, 'id' | 'schema' | 'defaultValue'> {
  table: string;
  /** The record to edit; undefined for a new one. */
  edited?: EditedRecord<Row> | undefined;
  /**
   * Sends the values. `recordId` stays the same for the same values, so that a retry does not add a
   * record twice. `version` is the version that the change is based on.
   */
  save: (values: z.output<Schema>, recordId: string, version?: number) => Promise<Response>;
  /** The text of the toast, or what reads it from the answer. */
  saved: string | ((response: Response) => Promise<string>);
  failed: string | ((reason: string) => string);
  queue?: UploadQueue | undefined;
  onSaved?: (() => void) | undefined;
  /** Called when the form is closed without saving. Without it, the form is always open. */
  onLeft?: (() => void) | undefined;
}

/**
 * Returns a form of the admin. Its draft is kept until it is saved or discarded, even across
 * reloads. If someone else saves in the meantime, the form shows both versions and asks.
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
  const form = useSentForm<Schema>({
    ...options,
    // The server renders a new form without its draft, which `useDraft` restores later.
    defaultValue:
      shownFirst &&
      ({ ...shownFirst, ...(opened && kept?.values) } as DefaultValue<z.input<Schema>>),
    async send(values) {
      const recordId = draft.recordId(JSON.stringify(values));
      const showFailure = (reason: string) =>
        toast.error(typeof failed === 'string' ? failed : failed(reason), { id: toastId });
      let text: string;
      try {
        const response = await conflict.resolve((version) => save(values, recordId, version));
        if (response === 'asked') return undefined;
        if (!isOwnSuccess(response)) {
          const problem = await readProblem(response);
          showFailure(problem.detail ?? problem.title);
          return problem;
        }
        text = typeof saved === 'string' ? saved : await saved(response);
      } catch (error) {
        if (!(error instanceof ShownError)) {
          showFailure(messageOf(error));
          return noAnswer;
        }
        toast.error(error.message, { id: toastId });
        return { title: error.message };
      }
      toast.success(text, { id: toastId });
      empty();
      onSaved?.();
      await queryClient.invalidateQueries({ queryKey: [table] });
    },
  });
  const items = useUploadItems(queue);
  const former = begun.current?.values ?? toTexts(shownFirst);
  const { fileField } = edited ?? {};
  const texts = {
    ...toTexts(form.form.value),
    ...(fileField && { [fileField]: items[0]?.file.name ?? former[fileField] ?? '' }),
  };
  const conflict = useConflict({ edited, begun, formRef, texts, onTakeTheirs: discard });
  const isUnsaved = items.length > 0 || isDifferent(texts, former);

  function empty(): void {
    formRef.current?.reset();
    draft.forget();
    setIsRestored(false);
  }

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
    /** Whether the form shows a draft from an earlier visit. */
    isRestored: isRestored && isUnsaved,
    discard,
    canLeave: onLeft !== undefined,
  };
}

const toTexts = (value: Record<string, unknown> | null | undefined): FormTexts =>
  Object.fromEntries(
    Object.entries(value ?? {}).map(([name, given]) => [name, String(given ?? '')]),
  );

type AdminFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> &
  Omit<ReturnType<typeof useAdminForm>, keyof SentFormProps<Fields> | 'fields'> & {
    /** The heading of a form that is part of the page. */
    title?: string;
    /** The accessible name of a form that opens in place. A dialog has its own title. */
    label?: string;
    variant?: 'primary' | 'danger';
    /** The label of the button that closes the unchanged form. */
    leaving?: string;
  };

const firstField =
  'input:not([type=hidden], [tabindex="-1"]), select:not(:disabled), textarea, button[aria-haspopup]';

/** A form with its errors, conflict panel and buttons. It asks before it discards changes. */
export function AdminForm<Fields extends Record<string, unknown>>(props: AdminFormProps<Fields>) {
  const { title, label, form, formRef, conflict, isUnsaved, isSending, canLeave } = props;
  const { leaving = 'Cancel' } = props;
  const [question, ask] = useState<Question>();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // The conflict panel may already have the focus.
    if (!canLeave || formRef.current?.contains(document.activeElement)) return;
    formRef.current?.querySelector<HTMLElement>(firstField)?.focus({ preventScroll: true });
    if (ref.current) ref.current.scrollIntoView({ block: 'start' });
    else formRef.current?.scrollIntoView({ block: 'nearest' });
  }, [canLeave, formRef]);
  const wasUnsaved = useRef(isUnsaved);
  useEffect(() => {
    // The button that discarded the changes is gone.
    if (wasUnsaved.current && !isUnsaved && isFocusLost())
      ref.current?.focus({ preventScroll: true });
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved]);
  const askFirst = () =>
    ask({
      title: 'Discard your changes?',
      text: 'Your changes will be lost.',
      action: 'Discard',
      isDanger: true,
      onYes: props.discard,
    });
  const body = (
    <form
      {...getFormProps(form)}
      ref={formRef}
      aria-label={label}
      className={classNames(
        'grid gap-5',
        label ? 'scroll-my-20 rounded-sm border border-hairline bg-surface p-4 sm:p-5' : 'mt-4',
      )}
    >
      {props.isRestored && !conflict && (
        <p className="text-sm text-muted">Your unsaved changes are still here.</p>
      )}
      <FormErrors id={form.errorId} errors={form.errors} />
      {conflict && <ConflictPanel {...conflict} />}
      {props.children}
      <div className="flex flex-wrap items-center gap-3">
        {!conflict && (
          <SubmitButton
            variant={props.variant ?? 'primary'}
            isSending={isSending}
            className="max-sm:w-full"
          >
            {isSending ? props.busyAction : props.action}
          </SubmitButton>
        )}
        {(canLeave || isUnsaved) && (
          <Button
            variant="secondary"
            onClick={isUnsaved ? askFirst : props.discard}
            className="max-sm:w-full"
          >
            {isUnsaved ? (canLeave ? 'Discard changes' : 'Discard') : leaving}
          </Button>
        )}
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </form>
  );
  if (!title) return body;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={title}
      className="scroll-mt-[calc(var(--header-height)+4.75rem)] rounded-sm border border-hairline bg-surface p-5 lg:p-7"
    >
      <h2 className="font-text text-lg font-semibold">{title}</h2>
      {body}
    </section>
  );
}
