/** How the bytes of an answer may be written down. */
export type Encoding = 'br' | 'gzip' | 'identity';

const refusesBrotli = /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/;
const refusesGzip = /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/;

/** Returns the best encoding that an `Accept-Encoding` takes: Brotli before gzip, as most browsers take both alike. */
export function chooseEncoding(accepted: string | null | undefined): Encoding {
  if (accepted?.includes('br') && !refusesBrotli.test(accepted)) return 'br';
  if (accepted?.includes('gzip') && !refusesGzip.test(accepted)) return 'gzip';
  return 'identity';
}

/** Returns whether an `If-None-Match` names a tag. Proxies that compress mark tags as weak. */
export const hasTag = (known: string, tag: string) =>
  known === '*' || known.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
