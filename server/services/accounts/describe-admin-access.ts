import type { AdminAccess } from './prepare-first-admin.ts';

/** What the operator reads at start: how to become admin, or where to sign in. */
export function describeAdminAccess(access: AdminAccess, { siteUrl }: { siteUrl: string }): string {
  switch (access.kind) {
    case 'set-up':
      return [
        'There is no admin yet. Open this link to become it; it works once, until the next start:',
        `  ${siteUrl}/login/setup?token=${access.token}`,
      ].join('\n');
    case 'created':
      return `The admin ${access.email} was created. Sign in at ${siteUrl}/login`;
    case 'existing':
      return `Sign in as admin at ${siteUrl}/login`;
  }
}
