import type { SessionLevel } from '#rules/session-level.ts';

/** The sender of a request. */
export interface Visitor {
  headers: Headers;
  /** Determined by `net/ip-address.ts`, never taken from an untrusted header. */
  ipAddress: string;
}

/** A session, with the request that used it. */
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
