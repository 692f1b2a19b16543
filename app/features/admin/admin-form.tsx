import { getFormProps } from '@conform-to/react';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { toast } from '#app/ui/toast.ts';
import type { z } from '#domain/zod.ts';
import { messageOf } from '../auth/query-client.ts';
import { readDraft, useDraft } from '../forms/draft.ts';
import { FormErrors } from '../forms/form-fields.tsx';
import { noAnswer, readProblem, ShownError } from '../forms/problem.ts';
import { type SentFormOptions, type SentFormProps, useSentForm } from '../forms/use-schema-form.ts';
import type { UploadQueue } from '../uploads/upload-queue.ts';
import { useUploadItems } from '../uploads/upload-queues.tsx';

interface AdminFormOptions<Schema extends z.ZodObject>
  extends Pick<SentFormOptions<Schema>, 'id' | 'schema' | 'defaultValue'> {
  table: string;
  /** `recordId` stays the same for the same words, so that trying again adds nothing twice. */
  save: (values: z.output<Schema>, recordId: string) => Promise<Response>;
  /** What is said when it is saved, and when it is not; `reason` tells why. */
  saved: string;
  failed: string | ((reason: string) => string);
  queue?: UploadQueue;
  onSaved?: (() => void) | undefined;
}

/** Returns a form of the admin, its words kept until they are saved, across reloads too. */
export function useAdminForm<Schema extends z.ZodObject>({
  table,
  save,
  saved,
  failed,
  queue,
  onSaved,
  ...options
}: AdminFormOptions<Schema>) {
  const queryClient = useQueryClient();
  const formRef = useRef<HTMLFormElement>(null);
  const draft = useDraft(options.id, formRef);
  // What is edited begins with what was written and not saved before.
  const [defaultValue] = useState(
    () => options.defaultValue && { ...options.defaultValue, ...readDraft(options.id)?.values },
  );
  const sayFailed = (reason: string) =>
    toast.error(typeof failed === 'string' ? failed : failed(reason));
  const form = useSentForm<Schema>({
    ...options,
    defaultValue,
    async send(values) {
      try {
        const response = await save(values, draft.recordId(JSON.stringify(values)));
        if (!response.ok) {
          const problem = await readProblem(response);
          sayFailed(problem.detail ?? problem.title);
          return problem;
        }
      } catch (error) {
        if (!(error instanceof ShownError)) {
          sayFailed(messageOf(error));
          return noAnswer;
        }
        toast.error(error.message);
        return { title: error.message };
      }
      toast.success(saved);
      formRef.current?.reset();
      draft.forget();
      onSaved?.();
      await queryClient.invalidateQueries({ queryKey: [table] });
    },
  });
  const isUploading = useUploadItems(queue).some(({ state }) => state !== 'done');
  const busyAction = isUploading ? 'Uploading...' : 'Saving...';
  return { ...form, formRef, busyAction, forgetDraft: draft.forget };
}

type AdminFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> & {
  title: string;
  /** A way out, next to the button. */
  secondary?: ReactNode;
  isOpen?: boolean;
};

/** The one look of all forms of the admin: a card, folded up on phones. */
export function AdminForm<Fields extends Record<string, unknown>>({
  title,
  form,
  formRef,
  isSending,
  action,
  busyAction,
  secondary,
  isOpen: isOpenAtFirst = false,
  children,
}: AdminFormProps<Fields>) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const bodyId = useId();
  return (
    <section aria-label={title} className="rounded-sm border border-hairline bg-surface">
      <h2 className="text-heading max-lg:sr-only lg:px-7 lg:pt-7">{title}</h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-14 w-full items-center justify-between gap-4 px-5 font-semibold text-gold lg:hidden"
      >
        {title}
        <ChevronDown
          className={classNames('size-5 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <form
        {...getFormProps(form)}
        ref={formRef}
        id={form.id}
        className={classNames(!isOpen && 'max-lg:hidden')}
      >
        <div id={bodyId} className="grid gap-5 px-5 pt-2 pb-6 lg:px-7 lg:pt-5 lg:pb-7">
          <FormErrors id={form.errorId} errors={form.errors} />
          {children}
          <div className="flex flex-wrap items-center gap-3">
            {/* Not `disabled`, which would take the focus away: the keyboard goes on here. */}
            <Button
              type="submit"
              aria-disabled={isSending}
              className="aria-disabled:opacity-60 aria-disabled:hover:brightness-100 max-sm:w-full"
            >
              {isSending ? busyAction : action}
            </Button>
            {secondary}
          </div>
        </div>
      </form>
    </section>
  );
}
