import { type FieldMetadata, getFormProps, type SubmissionResult } from '@conform-to/react';
import type { ComponentProps } from 'react';
import { type ClientActionFunctionArgs, data, Form, useNavigation } from 'react-router';
import { passwordLength } from '#features/accounts/rules/account.ts';
import { Captcha } from '#features/captcha/ui/index.ts';
import {
  FormErrors,
  noAnswer,
  readProblem,
  type SentFormOptions,
  ShownError,
  TextInput,
  useSchemaForm,
  useSentForm,
} from '#features/forms/ui/index.ts';
import type { z } from '#rules/zod.ts';
import { SubmitButton } from '#ui/button.tsx';

const email = { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' } as const;
const knownPassword = { type: 'password', autoComplete: 'current-password' } as const;
const chosenPassword = {
  type: 'password',
  autoComplete: 'new-password',
  hint: `At least ${passwordLength.minimum} characters.`,
} as const;
const oneTimeCode = { name: 'code', label: 'Code', autoComplete: 'one-time-code' } as const;

/** The fields of account forms, marked for password managers and keyboards. */
const inputs = {
  email,
  fixedEmail: { ...email, readOnly: true },
  password: { ...knownPassword, name: 'password', label: 'Password' },
  newPassword: { ...chosenPassword, name: 'password', label: 'Password' },
  currentPassword: { ...knownPassword, name: 'currentPassword', label: 'Current password' },
  changedPassword: { ...chosenPassword, name: 'newPassword', label: 'New password' },
  // Recovery codes contain letters.
  code: { ...oneTimeCode, autoCapitalize: 'characters', spellCheck: false },
  recoveryCode: {
    name: 'code',
    label: 'Recovery code',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
  digits: { ...oneTimeCode, inputMode: 'numeric' },
  passkeyName: { name: 'name', label: 'Name', autoComplete: 'off', hint: 'e.g. My phone' },
} satisfies Record<string, Omit<ComponentProps<typeof TextInput>, 'field'> & { name: string }>;

interface AccountFormProps {
  fields: readonly (keyof typeof inputs)[];
  hasCaptcha?: boolean;
  action: string;
  busyAction: string;
}

interface InputsProps {
  kinds: AccountFormProps['fields'];
  fields: Record<string, FieldMetadata<unknown> | undefined>;
}

const Inputs = ({ kinds, fields }: InputsProps) =>
  kinds.map((kind) => {
    const { name, ...input } = inputs[kind];
    const field = fields[name];
    return field && <TextInput key={kind} field={field} {...input} />;
  });

export interface ActionFormProps extends AccountFormProps {
  id: string;
  schema: z.ZodObject;
  defaultValue?: Record<string, string>;
  lastResult: SubmissionResult | undefined;
}

/** The client action of pages with an {@link ActionForm}: a form that cannot be sent keeps its values. */
export async function clientAction({
  request,
  serverAction,
}: Pick<ClientActionFunctionArgs, 'request' | 'serverAction'>) {
  const typed = await request.clone().formData();
  try {
    return await serverAction<SubmissionResult>();
  } catch (error) {
    // Redirects are thrown as responses.
    if (!(error instanceof Error)) throw error;
    const initialValue = { email: String(typed.get('email') ?? '') };
    const result: SubmissionResult = {
      status: 'error',
      initialValue,
      error: { '': [noAnswer.title] },
    };
    // With an error status, the router does not reload the page.
    return data(result, { status: 503 });
  }
}

/** A form of a sign-in page, sent to the page's action. Works without JavaScript. */
export function ActionForm({ fields: kinds, lastResult, ...props }: ActionFormProps) {
  const isSending = useNavigation().state !== 'idle';
  const [form, fields] = useSchemaForm({ ...props, lastResult });
  return (
    <Form {...getFormProps(form)} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors ?? fields.captchaToken?.errors} />
      <Inputs kinds={kinds} fields={fields} />
      {props.hasCaptcha && <Captcha renewKey={lastResult} />}
      <SubmitButton isSending={isSending} className="w-full">
        {isSending ? props.busyAction : props.action}
      </SubmitButton>
    </Form>
  );
}

interface ApiFormProps<Schema extends z.ZodObject>
  extends AccountFormProps,
    Omit<SentFormOptions<Schema>, 'send'> {
  /** The email address for password managers, if the form has no email field. */
  accountEmail?: string;
  send: (values: z.output<Schema>) => Promise<Response>;
  onDone: (response: Response) => void | Promise<void>;
}

/** A form of the account page, sent to the API. */
export function ApiForm<Schema extends z.ZodObject>(props: ApiFormProps<Schema>) {
  const { fields: kinds, action, busyAction, hasCaptcha, accountEmail, send, onDone } = props;
  const { form, fields, isSending } = useSentForm<Schema>({
    ...props,
    async send(values) {
      try {
        const response = await send(values);
        if (!response.ok) return readProblem(response);
        await onDone(response);
      } catch (error) {
        return error instanceof ShownError ? { title: error.message } : noAnswer;
      }
    },
  });
  return (
    <form {...getFormProps(form)} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors} />
      {accountEmail !== undefined && (
        <input type="email" autoComplete="username" value={accountEmail} readOnly hidden />
      )}
      <Inputs kinds={kinds} fields={fields} />
      {hasCaptcha && <Captcha renewKey={isSending} />}
      <SubmitButton isSending={isSending} className="justify-self-start max-sm:w-full">
        {isSending ? busyAction : action}
      </SubmitButton>
    </form>
  );
}
