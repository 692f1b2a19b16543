import type { DefaultValue, Submission, SubmissionResult } from '@conform-to/react';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { captchaField } from '#domain/captcha.ts';
import { honeypotField } from '#domain/honeypot.ts';
import type { z } from '#domain/zod.ts';
import { useDraft } from './draft.ts';
import { type ProblemDetails, toErrors } from './problem.ts';
import { type SubmitResult, submitRecord } from './submit-record.ts';
import { useSchemaForm } from './use-schema-form.ts';

interface Messages {
  stored: string;
  /** For a record that the fallback took, where that says something else. */
  delivered?: string;
  failed: string;
  /**
   * Said above the form as well, where a dialog keeps the notification from screen readers:
   * the page behind it is inert.
   */
  failedInDialog?: string;
}

interface VisitorFormOptions<Schema extends z.ZodObject> {
  /** Names the form on the page and its draft in storage. */
  id: string;
  schema: Schema;
  path: string;
  defaultValue?: DefaultValue<z.input<Schema>> | undefined;
  /** Everything the record holds besides its id. */
  toRecord: (values: z.output<Schema>) => object;
  /** Everything the mentor's notice holds besides the record's id. */
  toNotification: (values: z.output<Schema>) => object;
  messages: Messages;
  /** What the page's own action answered, for forms that were sent without JavaScript. */
  lastResult?: SubmissionResult | undefined;
  /** Called after the form was cleared. */
  onSuccess?: (result: Exclude<SubmitResult, Failure>, values: z.output<Schema>) => void;
  /** Called after the site's messages were put at their fields. */
  onRefused?: (problem: ProblemDetails) => void;
}

type Failure = { kind: 'refused' | 'failed' };

/**
 * The one way a visitor's form is sent: checked by its schema, inserted, or else
 * delivered by the fallback. Success clears the form; anything else leaves every
 * word where it was. One submission runs at a time.
 */
export function useVisitorForm<Schema extends z.ZodObject>(options: VisitorFormOptions<Schema>) {
  const { id, schema, path, messages, defaultValue } = options;
  const formRef = useRef<HTMLFormElement>(null);
  const draft = useDraft(id, formRef);
  const [isSending, setIsSending] = useState(false);
  const [lastResult, setLastResult] = useState(options.lastResult);

  const [form, fields] = useSchemaForm({
    ...{ id, schema, lastResult, defaultValue },
    onSubmit(event, { submission }) {
      event.preventDefault();
      if (submission?.status === 'success' && !isSending) void send(submission.value, submission);
    },
  });

  async function send(
    values: z.output<Schema>,
    { reply }: Pick<Submission<z.input<Schema>, string[]>, 'reply'>,
  ) {
    setIsSending(true);
    const record = options.toRecord(values);
    const added = {
      id: draft.recordId(JSON.stringify(record)),
      ...readGuards(formRef.current),
    };
    const result = await submitRecord({
      path,
      record: { ...record, ...added },
      notification: { ...options.toNotification(values), ...added },
    });
    setIsSending(false);
    switch (result.kind) {
      case 'refused':
        setLastResult(reply(toErrors(result.problem)));
        options.onRefused?.(result.problem);
        return;
      case 'failed':
        toast.error(messages.failed);
        if (messages.failedInDialog) {
          setLastResult(reply({ formErrors: [messages.failedInDialog] }));
        }
        return;
      default:
        toast.success(messages[result.kind] ?? messages.stored);
        formRef.current?.reset();
        setLastResult(undefined);
        draft.forget();
        options.onSuccess?.(result, values);
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
