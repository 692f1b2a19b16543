import { type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useState } from 'react';
import type { z } from 'zod';
import { readProblem, toErrors } from './problem.ts';
import { ShownError } from './shown-error.ts';

interface ApiForm<Schema extends z.ZodObject> {
  /** Names the form on the page. */
  id: string;
  schema: Schema;
  /** Sends what was filled in to the API. */
  send: (values: z.output<Schema>) => Promise<Response>;
  /** What follows an answer that is no refusal. */
  onDone: (response: Response, values: z.output<Schema>) => void | Promise<void>;
  defaultValue?: Record<string, string>;
}

/** What is said when nothing has answered. */
const noAnswer = { title: 'The site cannot be reached just now. Please try again.' };

/**
 * A form of the admin: checked by the schema that the server uses, sent to the API, with the
 * server's messages at their fields. Whatever goes wrong, what was typed stays.
 */
export function useApiForm<Schema extends z.ZodObject>({
  id,
  schema,
  send,
  onDone,
  defaultValue,
}: ApiForm<Schema>) {
  const [isSending, setIsSending] = useState(false);
  const [lastResult, setLastResult] = useState<SubmissionResult>();

  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    id,
    lastResult: lastResult ?? null,
    defaultValue: defaultValue as never,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
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
        const problem = error instanceof ShownError ? { title: error.message } : noAnswer;
        setLastResult(submission.reply(toErrors(problem)));
      } finally {
        setIsSending(false);
      }
    },
  });
  return { form, fields, isSending };
}
