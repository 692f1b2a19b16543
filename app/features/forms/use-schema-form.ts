import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import type { z } from '#domain/zod.ts';

interface SchemaFormOptions<Schema extends z.ZodObject> {
  /** Names the form on the page. */
  id: string;
  schema: Schema;
  /** What has become of the form when it was sent last. */
  lastResult: SubmissionResult | null | undefined;
  /** What is filled in already, and again once the form is cleared. */
  defaultValue?: DefaultValue<z.input<Schema>> | undefined;
  onSubmit?: Parameters<typeof useForm<z.input<Schema>, z.output<Schema>>>[0]['onSubmit'];
}

/** A form of the site: checked in the browser by the schema that the server uses. */
export function useSchemaForm<Schema extends z.ZodObject>({
  schema,
  defaultValue,
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
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}
