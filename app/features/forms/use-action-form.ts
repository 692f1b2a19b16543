import { type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useNavigation } from 'react-router';
import { config, type z } from 'zod';

// The security policy forbids code made of text, which zod would otherwise try to use.
config({ jitless: true });

interface ActionForm<Schema extends z.ZodObject> {
  /** Names the form on the page. */
  id: string;
  schema: Schema;
  /** What the page's action answered. */
  lastResult: SubmissionResult | undefined;
  /** What is filled in already. */
  defaultValue?: Record<string, string>;
}

/**
 * A form that goes to its page's own action, with or without JavaScript. Where there is
 * some, it is checked before it is sent, and one submission runs at a time.
 */
export function useActionForm<Schema extends z.ZodObject>({
  id,
  schema,
  lastResult,
  defaultValue,
}: ActionForm<Schema>) {
  const isSending = useNavigation().state !== 'idle';
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    id,
    lastResult,
    defaultValue: defaultValue as never,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  return { form, fields, isSending };
}
