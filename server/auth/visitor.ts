import type { SessionLevel } from '#domain/account.ts';

/** Who is asking: what their browser sent, and where it is. */
export interface Visitor {
  headers: Headers;
  /** As found by `http/ip-address.ts`; never a header that anybody could have written. */
  ipAddress: string;
}

/** Who is signed in, how much of that is proven, and the cookies that keep them so. */
export interface Session {
  id: string;
  userId: string;
  email: string;
  level: SessionLevel;
  expiresAt: Date;
  /** Who has it, as this request came. */
  visitor: Visitor;
  /** `Set-Cookie` lines that the answer must carry; often none. */
  cookies: string[];
}
