import type { SessionLevel } from '#features/accounts/rules/index.ts';

/** Who sends a request. */
export interface Visitor {
  headers: Headers;
  /** As determined by `http/ip-address.ts`, never taken from an untrusted header. */
  ipAddress: string;
}

/** A session and the request that it came with. */
export interface Session {
  id: string;
  userId: string;
  email: string;
  level: SessionLevel;
  expiresAt: Date;
  visitor: Visitor;
  /** `Set-Cookie` lines for the response. */
  cookies: string[];
}
