import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { v4 as createId } from 'uuid';
import type { z } from 'zod';
import { captchaField } from '#domain/captcha.ts';
import { honeypotField } from '#domain/honeypot.ts';
import { type Problem, toErrors } from './problem.ts';
import { type SubmissionOutcome, submitRecord } from './submit-record.ts';
import { useDraft } from './use-draft.ts';

interface Messages {
  stored: string;
  /** For a record that the fallback took. */
  delivered: string;
  failed: string;
  /**
   * Said above the form as well, where a dialog keeps the notification from screen readers:
   * the page behind it is inert.
   */
  failedInDialog?: string;
}

interface SubmissionForm<Schema extends z.ZodObject> {
  /** Names the form on the page and its draft in storage. */
  id: string;
  schema: Schema;
  path: string;
  /** What stands in the fields at first, and again once the form is cleared. */
  defaultValue?: DefaultValue<z.input<Schema>>;
  /** Everything the record holds besides its id. */
  toRecord: (values: z.output<Schema>) => object;
  /** Everything the mentor's notice holds besides the record's id. */
  toNotification: (values: z.output<Schema>) => object;
  messages: Messages;
  /** What the page's own action answered, for forms that were sent without JavaScript. */
  lastResult?: SubmissionResult | undefined;
  /** Called after the form was cleared. */
  onSuccess?: (outcome: SuccessfulOutcome, values: z.output<Schema>) => void;
  /** Called after the site's messages were put at their fields. */
  onRefused?: (problem: Problem) => void;
}

type SuccessfulOutcome = Extract<SubmissionOutcome, { kind: 'stored' | 'delivered' }>;

/**
 * The one way a visitor's form is sent: checked by its schema, inserted, or else
 * delivered by the fallback. Success clears the form; anything else leaves every
 * word where it was. One submission runs at a time.
 */
export function useSubmission<Schema extends z.ZodObject>(options: SubmissionForm<Schema>) {
  const { id, schema, path, messages } = options;
  const formRef = useRef<HTMLFormElement>(null);
  const draft = useDraft(id, formRef);
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState(options.lastResult);

  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    id,
    lastResult: result,
    ...(options.defaultValue && { defaultValue: options.defaultValue }),
    constraint: getZodConstraint(schema),
    // Not on leaving a field: a message that appears then moves the button away from under
    // the press that left it.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    onSubmit(event, { submission }) {
      event.preventDefault();
      if (submission?.status !== 'success' || isSending) return;
      void send(submission.value, submission.reply);
    },
  });

  async function send(
    values: z.output<Schema>,
    reply: (options: {
      fieldErrors?: Record<string, string[]>;
      formErrors?: string[];
    }) => SubmissionResult,
  ) {
    setIsSending(true);
    const record = options.toRecord(values);
    const added = {
      id: draft.submissionId(JSON.stringify(record), createId),
      ...readGuards(formRef.current),
    };
    const outcome = await submitRecord({
      path,
      record: { ...record, ...added },
      notification: { ...options.toNotification(values), ...added },
    });
    setIsSending(false);
    finish(outcome, values, reply);
  }

  function finish(
    outcome: SubmissionOutcome,
    values: z.output<Schema>,
    reply: Parameters<typeof send>[1],
  ) {
    switch (outcome.kind) {
      case 'stored':
      case 'delivered':
        toast.success(messages[outcome.kind]);
        formRef.current?.reset();
        setResult(undefined);
        draft.forget();
        options.onSuccess?.(outcome, values);
        return;
      case 'refused':
        setResult(reply(toErrors(outcome.problem)));
        options.onRefused?.(outcome.problem);
        return;
      case 'failed':
        toast.error(messages.failed);
        if (messages.failedInDialog) setResult(reply({ formErrors: [messages.failedInDialog] }));
        return;
    }
  }

  return { form, fields, formRef, isSending };
}

/** What a bot has put into the field that people do not see, and a puzzle's answer. */
function readGuards(form: HTMLFormElement | null): Record<string, string> {
  const given = [honeypotField, captchaField].map((name) => {
    const control = form?.elements.namedItem(name);
    return [name, control instanceof HTMLInputElement ? control.value : ''];
  });
  return Object.fromEntries(given.filter(([, value]) => value));
}
