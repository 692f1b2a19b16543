/** The kinds of entries in the activity log, and how they are shown. How someone signed in is a detail. */
export const accountEvents = {
  'account-created': 'Account created',
  'account-removed': 'Account removed',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in refused',
  'signed-out': 'Signed out',
  'sessions-ended': 'Other devices signed out',
  'session-ended': 'Device signed out',
  'password-changed': 'Password changed',
  'password-confirmation-failed': 'Wrong password on the account page',
  'mail-asked': 'Email requested',
  'sign-up-refused': 'Sign-up refused',
  'factor-added': 'Authenticator added',
  'factor-removed': 'Authenticator removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'recovery-codes-made': 'Recovery codes created',
  'identity-linked': 'Account linked',
  'identity-unlinked': 'Account unlinked',
  'mail-server-changed': 'Email settings changed',
  'payment-keys-changed': 'Card payments changed',
  'reset-by-shell': 'Reset on the server',
} as const;

export type AccountEventKind = keyof typeof accountEvents;

/** Used instead of an IP address for commands that run on the server. */
export const shellIpAddress = 'shell';

/** Returns the label of a kind. The kind may be unknown after a downgrade. */
export const describeAccountEvent = (kind: string): string =>
  new Map<string, string>(Object.entries(accountEvents)).get(kind) ?? 'Unknown event';
