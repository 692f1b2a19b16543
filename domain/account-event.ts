/** Everything that the log of an account records, in the words in which it is shown. */
export const accountEvents = {
  'account-created': 'Account created',
  'account-removed': 'Account removed',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in refused',
  'second-factor-passed': 'Second factor accepted',
  'second-factor-failed': 'Second factor refused',
  'recovery-code-used': 'Recovery code used',
  'signed-out': 'Signed out',
  'sessions-ended': 'Other devices signed out',
  'session-ended': 'A device was signed out',
  'password-changed': 'Password changed',
  'password-confirmation-failed': 'Wrong password in the account area',
  'mail-asked': 'Mail asked for',
  'sign-up-refused': 'Sign-up refused',
  'factor-added': 'Second factor added',
  'factor-removed': 'Second factor removed',
  'recovery-codes-made': 'Recovery codes made',
  'identity-linked': 'Identity linked',
  'identity-unlinked': 'Identity unlinked',
  'reset-by-shell': 'Reset from the shell',
} as const;

export type AccountEventKind = keyof typeof accountEvents;
