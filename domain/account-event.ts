/** Everything that the log of an account records, in the words in which it is shown. */
export const accountEvents = {
  'account-created': 'Account created',
  'account-removed': 'Account removed',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in refused',
  'second-factor-passed': 'Code accepted',
  'second-factor-failed': 'Wrong code',
  'recovery-code-used': 'Recovery code used',
  'signed-out': 'Signed out',
  'sessions-ended': 'Other devices signed out',
  'session-ended': 'Device signed out',
  'password-changed': 'Password changed',
  'password-confirmation-failed': 'Wrong password on the account page',
  'mail-asked': 'Email requested',
  'sign-up-refused': 'Sign-up refused',
  'factor-added': 'Authenticator added',
  'factor-removed': 'Authenticator removed',
  'recovery-codes-made': 'Recovery codes created',
  'identity-linked': 'Account linked',
  'identity-unlinked': 'Account unlinked',
  'mail-server-changed': 'Email settings changed',
  'reset-by-shell': 'Reset on the server',
} as const;

export type AccountEventKind = keyof typeof accountEvents;

/** What an entry says of itself beside its kind: what is stored, and the words in which it is shown. */
const accountEventDetails = {
  'account-created': {
    shell: 'On the server',
    'set-up link': 'With the set-up link',
    'sign-up': 'By signing up',
  },
  'signed-in': {
    password: 'With the password',
    'magic link': 'With a magic link',
    'one-time code': 'With a one-time code',
    'recovery link': 'With a password reset link',
    'confirmation link': 'With a confirmation link',
    'set-up link': 'With the set-up link',
    'linked identity': 'With a linked account',
  },
  'sign-in-failed': {
    password: 'Wrong email or password',
    'one-time code': 'Wrong or expired code',
  },
  'mail-asked': {
    code: 'One-time code',
    'magic-link': 'Magic link',
    'new-password': 'Password reset link',
    'sign-up': 'Confirmation link',
  },
  'password-changed': {
    'recovery link': 'With a password reset link',
  },
  'reset-by-shell': {
    password: 'Password',
    'password and second factors': 'Password and authenticators',
  },
} as const satisfies { [Kind in AccountEventKind]?: Record<string, string> };

/** Kinds whose detail is shown as it is: the name of a factor, how many codes are left. */
const freeDetails = ['factor-added', 'factor-removed', 'recovery-code-used'] as const;

/** What may be stored beside a kind. One that has no words does not compile. */
export type AccountEventDetail<Kind extends AccountEventKind> =
  Kind extends keyof typeof accountEventDetails
    ? keyof (typeof accountEventDetails)[Kind]
    : Kind extends (typeof freeDetails)[number]
      ? string
      : never;

/** Stands for the IP address of whoever runs commands on the server itself. */
export const shellIpAddress = 'shell';

const find = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Puts an entry of the log into words. What another version has stored stays vague. */
export function describeAccountEvent(
  kind: string,
  detail: string | null,
): { what: string; detail: string | null } {
  const isFree = freeDetails.some((one) => one === kind);
  const words: Record<string, string> = find(accountEventDetails, kind) ?? {};
  return {
    what: find(accountEvents, kind) ?? 'Unknown event',
    detail: isFree || detail === null ? detail : (find(words, detail) ?? null),
  };
}
