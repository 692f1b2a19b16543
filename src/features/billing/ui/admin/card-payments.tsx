import { getFormProps } from '@conform-to/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import { type ReactNode, useState } from 'react';
import {
  type AdminApi,
  FailedNotice,
  messageOf,
  useAdminSession,
  useMentorClock,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import {
  FormErrors,
  noAnswer,
  readProblem,
  TextInput,
  useSentForm,
} from '#features/forms/ui/index.ts';
import { payfastKeyForm, paystackKeyForm } from '#features/payments/rules/index.ts';
import type { ProviderName } from '#rules/payment-methods.ts';
import { Button, SubmitButton } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { CheckboxField } from '#ui/field.tsx';
import { textLink } from '#ui/link.tsx';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { Mark, TestMark } from './order-words.tsx';

const table = 'payment_keys';

type Provider = InferResponseType<AdminApi['payment_keys']['$get'], 200>['items'][number];

/** The companies that take card payments: their keys, whether they work, and what they cost. */
export function CardPayments() {
  const queryClient = useQueryClient();
  const keys = useRead([table], (api, init) => api.payment_keys.$get({}, init));
  // New forms after each save, without the keys.
  const [saves, setSaves] = useState(0);
  async function refresh(): Promise<void> {
    const changed = [[table], ['orders', 'payment-methods']];
    await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    setSaves((count) => count + 1);
  }
  if (keys.isError && !keys.data)
    return <FailedNotice text="The payment keys could not be loaded." query={keys} />;
  if (!keys.data) return <Skeleton className="h-96" />;
  return (
    <div className="grid max-w-3xl gap-6">
      <section aria-label="Card payments" className="grid gap-3">
        <h2 className="text-heading">Card payments</h2>
        <p>
          With an account at PayFast or Paystack, clients pay by card on that company’s own page,
          and the site records the payment. You need one of the two. Bank transfer works without
          them.
        </p>
        <p className="text-muted">
          What it costs: the company keeps a fee from each payment, and sends you the rest. It sets
          its fees itself and can change them, so read its price list before you open an account.
        </p>
      </section>
      {keys.data.items.map((provider) => (
        <ProviderPart key={`${provider.name} ${saves}`} provider={provider} onChanged={refresh} />
      ))}
    </div>
  );
}

interface ProviderProps {
  provider: Provider;
}

interface PartProps extends ProviderProps {
  onChanged: () => Promise<void>;
}

function ProviderPart({ provider, onChanged }: PartProps) {
  const { name, label, source, isTest, problem } = provider;
  const isSet = source !== 'none' && problem === null;
  return (
    <section
      aria-label={label}
      className="grid gap-4 rounded-sm border border-hairline bg-surface p-4 sm:p-6"
    >
      <h3 className="flex flex-wrap items-center gap-3 text-lg font-semibold">
        {label}
        {isSet && (isTest ? <TestMark /> : <Mark look="good">LIVE</Mark>)}
      </h3>
      <Status provider={provider} />
      {isSet && <TestButton name={name} />}
      {source === 'entered' && <RemoveButton provider={provider} onRemoved={onChanged} />}
      {source !== 'environment' && (
        <details open={!isSet}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {isSet ? 'Enter other keys' : `Set up ${label}`}
          </summary>
          <div className="grid gap-5 pt-2">
            <ol className="grid list-decimal gap-1 pl-5 text-muted">{steps[name]}</ol>
            {name === 'paystack' && <WebhookAddress provider={provider} />}
            {name === 'payfast' ? (
              <PayfastForm provider={provider} onChanged={onChanged} />
            ) : (
              <PaystackForm provider={provider} onChanged={onChanged} />
            )}
          </div>
        </details>
      )}
    </section>
  );
}

const problemWords = {
  unreadable: 'The saved keys can’t be read because this site has a new secret. Enter them again.',
  'test-keys':
    'The saved keys are test keys, so visitors can’t pay with them. Enter your live keys.',
};

function Status({
  provider: { label, source, isTest, problem, merchantId, savedAt },
}: ProviderProps) {
  const { toTime } = useMentorClock();
  if (problem) return <p className="font-semibold text-danger">{problemWords[problem]}</p>;
  if (source === 'none') return <p className="text-muted">Not set up.</p>;
  return (
    <div className="grid gap-1 text-muted">
      {source === 'environment' ? (
        <p>{`The keys of ${label} are set on the server. They take precedence, so they can’t be changed here.`}</p>
      ) : (
        <p>
          {merchantId && `Merchant ID ${merchantId}. `}
          {savedAt && `Accepted by ${label} and saved ${toTime(savedAt)}.`}
        </p>
      )}
      {isTest && <p>These are test keys: no real money moves.</p>}
    </div>
  );
}

const outside = (href: string, words: string) => (
  <a href={href} target="_blank" rel="noopener" className={textLink}>
    {words}
  </a>
);

/** How to get the keys of each provider. */
const steps: Record<ProviderName, ReactNode> = {
  payfast: (
    <>
      <li>Open an account at {outside('https://www.payfast.co.za', 'payfast.co.za')}.</li>
      <li>In PayFast’s settings, choose a passphrase. It signs each payment.</li>
      <li>Copy the merchant ID, the merchant key and the passphrase to here.</li>
    </>
  ),
  paystack: (
    <>
      <li>Open an account at {outside('https://paystack.com', 'paystack.com')}.</li>
      <li>On Paystack’s dashboard, open Settings, then API Keys &amp; Webhooks.</li>
      <li>Enter the webhook URL below there, and copy the secret key to here.</li>
    </>
  ),
};

const WebhookAddress = ({ provider: { notifyUrl } }: ProviderProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <code className="min-w-0 rounded-sm border border-hairline px-3 py-2 font-mono text-sm break-all">
      {notifyUrl}
    </code>
    <CopyButton text={notifyUrl} what="Webhook URL" />
  </div>
);

const secret = {
  type: 'password',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

function PayfastForm({ provider, onChanged }: PartProps) {
  const { api } = useAdminSession();
  const { form, fields, isSending } = useSentForm({
    id: 'payfast-keys',
    schema: payfastKeyForm,
    defaultValue: { merchantId: provider.merchantId ?? '' },
    async send(json) {
      try {
        const response = await api.payment_keys.payfast.$put({ json });
        if (!response.ok) return readProblem(response);
        toast.success('PayFast accepts the keys. Clients can pay by card now.');
        await onChanged();
      } catch {
        return noAnswer;
      }
    },
  });
  return (
    <form {...getFormProps(form)} method="put" className="grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextInput
        field={fields.merchantId}
        label="Merchant ID"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput {...secret} field={fields.merchantKey} label="Merchant key" />
      <TextInput {...secret} field={fields.passphrase} label="Passphrase" />
      <CheckboxField
        id={fields.isSandbox.id}
        name={fields.isSandbox.name}
        label="These keys are from PayFast’s sandbox"
        hint="For trying it out with play money."
        errors={fields.isSandbox.errors}
      />
      <OwnPassword field={fields.currentPassword} />
      <SaveButton isSending={isSending} />
    </form>
  );
}

function PaystackForm({ onChanged }: PartProps) {
  const { api } = useAdminSession();
  const { form, fields, isSending } = useSentForm({
    id: 'paystack-keys',
    schema: paystackKeyForm,
    async send(json) {
      try {
        const response = await api.payment_keys.paystack.$put({ json });
        if (!response.ok) return readProblem(response);
        toast.success('Paystack accepts the key. Clients can pay by card now.');
        await onChanged();
      } catch {
        return noAnswer;
      }
    },
  });
  return (
    <form {...getFormProps(form)} method="put" className="grid gap-5">
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextInput
        {...secret}
        field={fields.secretKey}
        label="Secret key"
        hint="It begins with sk_live_, or with sk_test_ for play money."
      />
      <OwnPassword field={fields.currentPassword} />
      <SaveButton isSending={isSending} />
    </form>
  );
}

const OwnPassword = ({ field }: Pick<Parameters<typeof TextInput>[0], 'field'>) => (
  <TextInput
    field={field}
    type="password"
    label="Your password for this site"
    autoComplete="current-password"
  />
);

const SaveButton = ({ isSending }: { isSending: boolean }) => (
  <SubmitButton isSending={isSending} className="justify-self-start max-sm:w-full">
    {isSending ? 'Testing...' : 'Test and save'}
  </SubmitButton>
);

/** Asks the provider whether it still accepts the keys, and shows its answer. */
function TestButton({ name }: { name: ProviderName }) {
  const { api } = useAdminSession();
  const test = useMutation({
    mutationFn: () =>
      parseResponse(api.payment_keys[':provider'].test.$post({ param: { provider: name } })),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="secondary"
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {test.isPending ? 'Testing...' : 'Test the keys'}
      </Button>
      {test.data?.isAccepted && (
        <p role="status" className="text-sm font-medium text-success">
          {test.data.answer}
        </p>
      )}
      {(test.isError || test.data?.isAccepted === false) && (
        <p role="alert" className="text-sm font-medium text-danger">
          {test.data?.answer ?? messageOf(test.error)}
        </p>
      )}
    </div>
  );
}

function RemoveButton({
  provider: { name, label },
  onRemoved,
}: ProviderProps & { onRemoved: () => Promise<void> }) {
  const { api } = useAdminSession();
  const [question, ask] = useState<Question>();
  const remove = useMutation({
    mutationFn: () =>
      parseResponse(api.payment_keys[':provider'].$delete({ param: { provider: name } })),
    async onSuccess() {
      toast.success(`The keys of ${label} were removed`);
      await onRemoved();
    },
    onError: (error) => toast.error(`Not removed: ${messageOf(error)}`),
  });
  return (
    <>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() =>
          ask({
            title: `Remove the keys of ${label}?`,
            text: `Clients can no longer pay with ${label}. Payments that are under way are not recorded, and earlier ones can’t be refunded from here.`,
            action: 'Remove',
            isDanger: true,
            onYes: () => remove.mutate(),
          })
        }
      >
        Remove the keys
      </Button>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  );
}
