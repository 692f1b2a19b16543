import { expect, it } from 'vitest';
import { describeSecondStep } from './account.ts';

it.each([
  [
    true,
    true,
    'Enter the code from your authenticator app or a recovery code, or use your passkey.',
  ],
  [true, false, 'Enter the code from your authenticator app or a recovery code.'],
  [false, true, 'Use your passkey, or enter a recovery code.'],
])(
  'asks only for second factors that the account has: app %j, passkey %j',
  (hasAuthenticator, hasPasskey, text) => {
    expect(describeSecondStep({ hasAuthenticator, hasPasskey })).toBe(text);
  },
);
