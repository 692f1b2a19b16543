import { mailAsked } from '#domain/account.ts';

/** The views that ask for a mail, by their paths: what each says, and what its mail is for. */
export const mailRequests = {
  '/login/forgot-password': {
    purpose: 'new-password',
    title: 'Forgot your password?',
    introduction:
      'Enter your address. If it has an account, a link to choose a new password is on its way.',
    action: 'Send Reset Link',
  },
  '/login/magic-link': {
    purpose: 'magic-link',
    title: 'Sign in by mail',
    introduction:
      'Enter your address. If it has an account, a link that signs you in is on its way.',
    action: 'Send Magic Link',
  },
  '/login/code': {
    purpose: 'code',
    title: 'Sign in by code',
    introduction: 'Enter your address. If it has an account, a one-time code is on its way.',
    action: 'Send Code',
  },
} as const;

/** The view at a path. Throws at any other. */
export function findMailRequest(pathname: string) {
  const found = Object.entries(mailRequests).find(([path]) => pathname.startsWith(path));
  if (!found) throw new Error(`Nothing is mailed at ${pathname}`);
  const [path, request] = found;
  return { path, sent: mailAsked[request.purpose], ...request };
}
