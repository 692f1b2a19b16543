/** `aal1`: one factor, such as a password or a mailbox. `aal2`: also a second factor, or a passkey. */
export const sessionLevels = ['aal1', 'aal2'] as const;
export type SessionLevel = (typeof sessionLevels)[number];
