import type { DefaultValue, SubmissionResult } from '@conform-to/react';
import { useState } from 'react';
import type { z } from '#domain/zod.ts';
import { readProblem, ShownError, toErrors } from './problem.ts';
import { useSchemaForm } from './use-schema-form.ts';

export interface ApiFormOptions<Schema extends z.ZodObject> {
  /** Names the form on the page. */
  id: string;
  schema: Schema;
  /** Sends what was filled in to the API. */
  send: (values: z.output<Schema>) => Promise<Response>;
  /** What follows an answer that is no refusal. */
  onDone: (response: Response, values: z.output<Schema>) => void | Promise<void>;
  defaultValue?: DefaultValue<z.input<Schema>> | undefined;
}

const noAnswer = 'The site cannot be reached just now. Please try again.';

/**
 * A form of the admin: sent to the API, with the server's messages at their fields. Whatever
 * goes wrong, what was typed stays.
 */
export function useApiForm<Schema extends z.ZodObject>({
  send,
  onDone,
  ...options
}: ApiFormOptions<Schema>) {
  const [isSending, setIsSending] = useState(false);
  const [lastResult, setLastResult] = useState<SubmissionResult>();

  const [form, fields] = useSchemaForm({
    ...options,
    lastResult: lastResult ?? null,
    async onSubmit(event, { submission }) {
      event.preventDefault();
      // A dialog's form may stand inside another form's part of the page.
      event.stopPropagation();
      if (submission?.status !== 'success' || isSending) return;
      setIsSending(true);
      try {
        const response = await send(submission.value);
        if (response.ok) await onDone(response, submission.value);
        else setLastResult(submission.reply(toErrors(await readProblem(response))));
      } catch (error) {
        const title = error instanceof ShownError ? error.message : noAnswer;
        setLastResult(submission.reply(toErrors({ title })));
      } finally {
        setIsSending(false);
      }
    },
  });
  return { form, fields, isSending };
}
