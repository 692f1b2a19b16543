import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { FormErrors, noAnswer, readProblem, ShownError } from '#features/forms/ui/index.ts';
import { Button } from '#ui/button.tsx';

/** Creates a passkey on this device from the server's options. Throws ShownError. */
export async function createPasskey(begun: Response) {
  const optionsJSON = await begun.json();
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new ShownError(
      isKnown
        ? 'This device already has a passkey for your account.'
        : 'No passkey was created. Try again.',
    );
  });
}

export const postJson = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Signs in with a passkey of this browser. Throws ShownError. */
async function signInByPasskey(): Promise<void> {
  const begun = await postJson('/api/auth/passkey/options', {});
  if (!begun.ok) throw new ShownError(describe(await readProblem(begun)));
  const optionsJSON = await begun.json();
  const response = await startAuthentication({ optionsJSON }).catch(() => {
    throw new ShownError('No passkey was used. Try again, or sign in another way.');
  });
  const answer = await postJson('/api/auth/passkey', { response });
  if (!answer.ok) throw new ShownError(describe(await readProblem(answer)));
}

const describe = ({ title, detail }: { title: string; detail?: string }) => detail ?? title;

interface PasskeyButtonProps extends Pick<ComponentProps<typeof Button>, 'variant'> {
  onDone: () => void | Promise<void>;
}

/** Offers to sign in with a passkey. */
export function PasskeyButton({ onDone, variant = 'secondary' }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function signIn() {
    setIsBusy(true);
    setError(undefined);
    try {
      await signInByPasskey();
      await onDone();
    } catch (thrown) {
      setError(thrown instanceof ShownError ? thrown.message : noAnswer.title);
    }
    setIsBusy(false);
  }

  return (
    <div className="grid gap-4">
      <FormErrors id="passkey-error" errors={error ? [error] : undefined} />
      <Button variant={variant} disabled={isBusy} onClick={signIn} className="w-full">
        <KeyRound className="size-4" />
        <span>Sign in with a passkey</span>
      </Button>
    </div>
  );
}
