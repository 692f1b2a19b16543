import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import type { LookedUp } from '#features/mail/rules/index.ts';

/** All questions together may take so long, in milliseconds. */
const deadlineMs = 8_000;

/** Answers that say: there is no such record. */
const nothingThere: string[] = [NODATA, NOTFOUND];

/**
 * Lets `ask` read texts (TXT) of the DNS: from this machine's name servers, or those that are given
 * (`address:port`). At the deadline it gives up what is still under way.
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
        (error: unknown) => (nothingThere.includes(Object(error).code) ? [] : undefined),
      ),
    );
  } finally {
    clearTimeout(deadline);
  }
}
