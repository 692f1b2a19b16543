import { parseAccept } from 'hono/utils/accept';

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Returns the encoding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3). Brotli wins a
 * tie.
 */
export function chooseEncoding(accepted: string | null | undefined): Encoding {
  const named = parseAccept(accepted ?? '').map(({ type, q }) => [type.toLowerCase(), q] as const);
  const weights = new Map(named);
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weigh('br'), weigh('gzip')];
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}

/**
 * Returns whether an `If-None-Match` header contains a tag. Compressing proxies mark tags as weak.
 */
export const hasTag = (known: string, tag: string) =>
  known === '*' || known.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
