/** What the accounts of tests rest on where nothing else is said. */
export const testSecret = 'a secret for tests only, of 32 letters or more';
