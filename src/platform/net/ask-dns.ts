import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';

/** The TXT records of a name; undefined if the name servers gave no answer. */
type LookedUp = readonly string[] | undefined;

/** The timeout for all queries together, in milliseconds. */
const deadlineMs = 8_000;

/** The error codes that mean that no record exists. */
const notFoundCodes: string[] = [NODATA, NOTFOUND];

/**
 * Lets `ask` resolve TXT records: with the system's name servers, or the given ones
 * (`address:port`). At the deadline, pending queries are cancelled.
 */
export async function askDns<Result>(
  servers: readonly string[] | undefined,
  ask: (readTexts: (name: string) => Promise<LookedUp>) => Promise<Result>,
): Promise<Result> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
  try {
    return await ask((name) =>
      resolver.resolveTxt(name).then(
        (texts) => texts.map((chunks) => chunks.join('')),
        (error: unknown) => (notFoundCodes.includes(Object(error).code) ? [] : undefined),
      ),
    );
  } finally {
    clearTimeout(deadline);
  }
}
