import {
  type DefaultValue,
  type FormMetadata,
  type Submission,
  type SubmissionResult,
  useForm,
} from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { type ReactNode, type RefObject, useState } from 'react';
import type { z } from '#rules/zod.ts';
import { type ProblemDetails, toErrors } from './problem.ts';

interface SchemaFormOptions<Schema extends z.ZodObject> {
  id: string;
  schema: Schema;
  /** The result of the last submission. */
  lastResult: SubmissionResult | null | undefined;
  defaultValue?: DefaultValue<z.input<Schema>> | undefined;
  /** Parses the form if Conform's own parser does not fit. */
  parse?: ((formData: FormData) => Submission<z.output<Schema>>) | undefined;
  onSubmit?: Parameters<typeof useForm<z.input<Schema>, z.output<Schema>>>[0]['onSubmit'];
}

/** Returns a form that the browser validates with the server's schema. */
export function useSchemaForm<Schema extends z.ZodObject>({
  schema,
  defaultValue,
  parse = (formData) => parseWithZod(formData, { schema }),
  onSubmit,
  ...options
}: SchemaFormOptions<Schema>) {
  return useForm<z.input<Schema>, z.output<Schema>>({
    ...options,
    ...(defaultValue && { defaultValue }),
    ...(onSubmit && { onSubmit }),
    constraint: getZodConstraint(schema),
    // Not on blur: an error that appears would move the button during a press.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parse(formData),
  });
}

export interface SentFormOptions<Schema extends z.ZodObject>
  extends Pick<SchemaFormOptions<Schema>, 'id' | 'schema' | 'defaultValue' | 'parse'> {
  /** The result of the page's action, for forms that were posted without JavaScript. */
  lastResult?: SubmissionResult | undefined;
  /** Sends the values. Returns the problem, if there is one. */
  send: (values: z.output<Schema>) => Promise<ProblemDetails | undefined>;
}

/** The props of a form that JavaScript submits. */
export interface SentFormProps<Fields extends Record<string, unknown>> {
  form: FormMetadata<Fields, string[]>;
  formRef: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  action: string;
  busyAction: string;
  children: ReactNode;
}

/** Returns a form that JavaScript submits, one submission at a time. The typed values stay. */
export function useSentForm<Schema extends z.ZodObject>(options: SentFormOptions<Schema>) {
  const [isSending, setIsSending] = useState(false);
  const [lastResult, setLastResult] = useState(options.lastResult);
  const [form, fields] = useSchemaForm({
    ...options,
    lastResult,
    async onSubmit(event, { submission }) {
      event.preventDefault();
      // A dialog's form may be inside another form in the React tree.
      event.stopPropagation();
      if (submission?.status !== 'success' || isSending) return;
      setIsSending(true);
      const problem = await options.send(submission.value);
      setLastResult(problem && submission.reply(toErrors(problem)));
      setIsSending(false);
    },
  });
  return { form, fields, isSending };
}
