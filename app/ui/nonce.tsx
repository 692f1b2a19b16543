import { createContext, type ReactNode, use } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

/** Hands the nonce of this answer's Content-Security-Policy to inline scripts. Server only. */
export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

/** The nonce while rendering on the server; undefined in the browser, which hides nonces. */
export function useNonce(): string | undefined {
  return use(NonceContext);
}
