import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { v4 as createId } from 'uuid';
import type { z } from 'zod';
import { readDraft } from '../../forms/draft.ts';
import { readProblem } from '../../forms/problem.ts';
import { ShownError } from '../../forms/shown-error.ts';
import { useApiForm } from '../../forms/use-api-form.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { messageOf } from '../admin-api.ts';

interface AdminFormOptions<Schema extends z.ZodObject> {
  /** Names the form on the page and its unsaved words in storage. */
  id: string;
  table: string;
  schema: Schema;
  /**
   * Sends what was filled in. `recordId` stays the same for the same words, so that trying
   * again adds nothing twice.
   */
  save: (values: z.output<Schema>, recordId: string) => Promise<Response>;
  /** What is said when it is saved, and when it is not; `reason` tells why. */
  saved: string;
  failed: string | ((reason: string) => string);
  defaultValue?: Record<string, string>;
  onSaved?: () => void;
}

/**
 * The one way a form of the admin is sent: checked by the schema that the server uses, with
 * its words kept until they are saved, across reloads too.
 */
export function useAdminForm<Schema extends z.ZodObject>(options: AdminFormOptions<Schema>) {
  const queryClient = useQueryClient();
  const formRef = useRef<HTMLFormElement>(null);
  const draft = useDraft(options.id, formRef);
  // What is edited begins with what was written and not saved before.
  const [defaultValue] = useState(
    () => options.defaultValue && { ...options.defaultValue, ...readDraft(options.id)?.values },
  );
  const sayFailed = (reason: string) =>
    toast.error(typeof options.failed === 'string' ? options.failed : options.failed(reason));
  const apiForm = useApiForm({
    id: options.id,
    schema: options.schema,
    ...(defaultValue && { defaultValue }),
    async send(values) {
      try {
        const recordId = draft.submissionId(JSON.stringify(values), createId);
        const response = await options.save(values, recordId);
        if (!response.ok) {
          const { detail, title } = await readProblem(response.clone());
          sayFailed(detail ?? title);
        }
        return response;
      } catch (error) {
        if (error instanceof ShownError) toast.error(error.message);
        else sayFailed(messageOf(error));
        throw error;
      }
    },
    async onDone() {
      toast.success(options.saved);
      formRef.current?.reset();
      draft.forget();
      options.onSaved?.();
      await queryClient.invalidateQueries({ queryKey: [options.table] });
    },
  });
  return { ...apiForm, formRef, forgetDraft: draft.forget };
}
