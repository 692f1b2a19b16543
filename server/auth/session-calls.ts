import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { sessionLevels } from '#domain/account.ts';

/**
 * Two calls that Better Auth lacks: a session of a level for an account that has proven
 * itself to us, and forgetting the cookie of one that has ended. They have no path: no
 * request can reach them.
 */
export const sessionCalls = () =>
  ({
    id: 'session-calls',
    endpoints: {
      beginSession: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          requireHeaders: true,
          body: z.object({ userId: z.string(), level: z.enum(sessionLevels) }),
        },
        async (ctx) => {
          const { userId, level } = ctx.body;
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(userId);
          if (!user) return undefined;
          const session = await internalAdapter.createSession(userId, false, { level }, true);
          await setSessionCookie(ctx, { session, user });
          return { id: session.id, userId, email: user.email, expiresAt: session.expiresAt };
        },
      ),
      forgetCookies: createAuthEndpoint.serverOnly({ method: 'POST' }, async (ctx) => {
        deleteSessionCookie(ctx);
      }),
    },
  }) satisfies BetterAuthPlugin;
