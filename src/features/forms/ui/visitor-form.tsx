import { getFormProps } from '@conform-to/react';
import { type ReactNode, useRef } from 'react';
import { Captcha } from '#features/captcha/ui/index.ts';
import { captchaField, honeypotField } from '#rules/captcha.ts';
import type { z } from '#rules/zod.ts';
import { SubmitButton } from '#ui/button.tsx';
import { Contained } from '#ui/contained.tsx';
import { type Toast, toast } from '#ui/toast.ts';
import { useDraft } from './draft.ts';
import { FormErrors } from './form-fields.tsx';
import { Honeypot } from './honeypot.tsx';
import type { ProblemDetails } from './problem.ts';
import { type FallbackErrors, type SubmitResult, submitRecord } from './submit-record.ts';
import { type SentFormOptions, type SentFormProps, useSentForm } from './use-schema-form.ts';

interface Messages {
  stored: string;
  /** The message for a record that the fallback accepted, if that differs. */
  delivered?: string;
  failed: string;
  /** In a dialog, also shown above the form. */
  failedInDialog?: string;
}

interface VisitorFormOptions<Schema extends z.ZodObject>
  extends Omit<SentFormOptions<Schema>, 'send'> {
  path: string;
  toRecord: (values: z.output<Schema>) => object;
  toNotification: (values: z.output<Schema>) => object;
  messages: Messages;
  fallbackErrors: FallbackErrors;
  /** The name of the choice that the address of the page has made, if it has. */
  linked?: string | undefined;
  /** Returns what replaces `messages.stored` for an answer, if anything does. */
  describeStored?: (answer: unknown) => string | undefined;
  /** What the notification offers once the record is stored. */
  toAction?: (answer: unknown) => Toast['action'];
  onSuccess?: (result: Exclude<SubmitResult, Failure>, values: z.output<Schema>) => void;
  onRefused?: (problem: ProblemDetails) => void;
}

type Failure = { kind: 'refused' | 'failed' };

/** Returns a visitor's form. Its record is inserted, or delivered by the fallback. */
export function useVisitorForm<Schema extends z.ZodObject>(options: VisitorFormOptions<Schema>) {
  const { id, path, messages } = options;
  const formRef = useRef<HTMLFormElement>(null);
  const draft = useDraft(id, formRef, undefined, options.linked);
  const { form, fields, isSending } = useSentForm<Schema>({
    ...options,
    async send(values) {
      const record = options.toRecord(values);
      const added = {
        id: draft.recordId(JSON.stringify(record)),
        ...readGuards(formRef.current),
        ...readOrigin(),
      };
      const result = await submitRecord({
        path,
        record: { ...record, ...added },
        notification: { ...options.toNotification(values), ...added },
        errors: options.fallbackErrors,
      });
      // Each result replaces the previous one.
      const toastId = `form-${id}`;
      switch (result.kind) {
        case 'refused':
          toast.dismiss(toastId);
          options.onRefused?.(result.problem);
          return result.problem;
        case 'failed':
          toast.error(messages.failed, { id: toastId });
          return messages.failedInDialog === undefined
            ? undefined
            : { title: messages.failedInDialog };
        default: {
          const action = result.kind === 'stored' ? options.toAction?.(result.answer) : undefined;
          const described =
            result.kind === 'stored' ? options.describeStored?.(result.answer) : undefined;
          toast.success(described ?? messages[result.kind] ?? messages.stored, {
            id: toastId,
            ...(action && { action }),
          });
          formRef.current?.reset();
          draft.forget();
          options.onSuccess?.(result, values);
        }
      }
    },
  });
  return { form, fields, formRef, isSending };
}

/** The values of the honeypot and of the captcha. */
function readGuards(form: HTMLFormElement | null): Record<string, string> {
  const given = [honeypotField, captchaField].map((name) => {
    const control = form?.elements.namedItem(name);
    return [name, control instanceof HTMLInputElement ? control.value : ''];
  });
  return Object.fromEntries(given.filter(([, value]) => value));
}

/** Returns the origin of the visit, if this tab has stored it (document/count-visit.ts). */
function readOrigin(): { origin?: unknown } {
  try {
    const kept = sessionStorage.getItem('origin');
    return kept ? { origin: JSON.parse(kept) } : {};
  } catch {
    // Storage is blocked.
    return {};
  }
}

type VisitorFormProps<Fields extends Record<string, unknown>> = SentFormProps<Fields> & {
  className?: string;
  buttonClass?: string;
  /** What else can be done if the server refuses the form. Shown below its errors. */
  otherWay?: ReactNode;
};

/** What all visitors' forms have in common: errors, bot protection and the button. */
export function VisitorForm<Fields extends Record<string, unknown>>({
  form,
  formRef,
  isSending,
  action,
  busyAction,
  className = 'grid gap-6',
  buttonClass = 'justify-self-start max-sm:w-full',
  otherWay,
  children,
}: VisitorFormProps<Fields>) {
  return (
    <form {...getFormProps(form)} ref={formRef} method="post" className={className}>
      <FormErrors id={form.errorId} errors={form.errors} />
      {form.errors && form.errors.length > 0 && otherWay}
      {children}
      <Honeypot />
      <Contained>
        <Captcha renewKey={isSending} />
      </Contained>
      <SubmitButton isSending={isSending} className={buttonClass}>
        {isSending ? busyAction : action}
      </SubmitButton>
    </form>
  );
}
