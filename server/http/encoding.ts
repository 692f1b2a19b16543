import { parseAccept } from 'hono/utils/accept';

/** How the bytes of an answer may be written down. */
export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Returns the encoding that an `Accept-Encoding` prefers (RFC 9110, 12.5.3): the best weight wins, and
 * Brotli comes before gzip where both weigh the same, as they do in most browsers.
 */
export function chooseEncoding(accepted: string | null | undefined): Encoding {
  const named = parseAccept(accepted ?? '').map(({ type, q }) => [type.toLowerCase(), q] as const);
  const weights = new Map(named);
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weigh('br'), weigh('gzip')];
  // What is not compressed is as good as anything else unless the header says more.
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}

/** Returns whether an `If-None-Match` names a tag. Proxies that compress mark tags as weak. */
export const hasTag = (known: string, tag: string) =>
  known === '*' || known.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
