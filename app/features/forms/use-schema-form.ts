import {
  type DefaultValue,
  type FormMetadata,
  type Submission,
  type SubmissionResult,
  useForm,
} from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { type ReactNode, type RefObject, useState } from 'react';
import type { z } from '#domain/zod.ts';
import { type ProblemDetails, toErrors } from './problem.ts';

interface SchemaFormOptions<Schema extends z.ZodObject> {
  id: string;
  schema: Schema;
  /** What has become of the form when it was sent last. */
  lastResult: SubmissionResult | null | undefined;
  defaultValue?: DefaultValue<z.input<Schema>> | undefined;
  /** How the texts of the form become what the schema takes, where Conform's own way does not fit. */
  parse?: ((formData: FormData) => Submission<z.output<Schema>>) | undefined;
  onSubmit?: Parameters<typeof useForm<z.input<Schema>, z.output<Schema>>>[0]['onSubmit'];
}

/** Returns a form of the site: checked in the browser by the schema that the server uses. */
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
    // Not on leaving a field: a message that appears then moves the button away from under
    // the press that left it.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parse(formData),
  });
}

export interface SentFormOptions<Schema extends z.ZodObject>
  extends Pick<SchemaFormOptions<Schema>, 'id' | 'schema' | 'defaultValue' | 'parse'> {
  /** What the page's own action answered, for forms that were sent without JavaScript. */
  lastResult?: SubmissionResult | undefined;
  /** Sends what was filled in. Returns what is wrong with it, or nothing. */
  send: (values: z.output<Schema>) => Promise<ProblemDetails | undefined>;
}

/** What is shown of a form that the page sends itself. */
export interface SentFormProps<Fields extends Record<string, unknown>> {
  form: FormMetadata<Fields, string[]>;
  formRef: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  action: string;
  busyAction: string;
  children: ReactNode;
}

/** Returns a form that the page sends itself, one submission at a time. What was typed stays. */
export function useSentForm<Schema extends z.ZodObject>(options: SentFormOptions<Schema>) {
  const [isSending, setIsSending] = useState(false);
  const [lastResult, setLastResult] = useState(options.lastResult);
  const [form, fields] = useSchemaForm({
    ...options,
    lastResult,
    async onSubmit(event, { submission }) {
      event.preventDefault();
      // A dialog's form may stand inside another form's part of the page.
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
