/** The secret of the accounts in tests, unless a test sets another one. */
export const testSecret = 'a secret for tests only, of 32 letters or more';
