import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import type { LookedUp } from '#domain/sender-records/sender-record.ts';

/** All that is asked at once has so long, in milliseconds; a name server that is slow makes nobody wait for more. */
const deadlineMs = 8_000;

/** What can be asked of a name server. */
export interface Dns {
  /** Returns false where the name server knows nothing at all under a name: it may not know of the internet. */
  isKnown: (name: string) => Promise<boolean>;
  /** Returns the texts (TXT) of a name. */
  readTexts: (name: string) => Promise<LookedUp>;
  /** Returns the hosts that take a domain's mail (MX), the first choice first. */
  readMailServers: (name: string) => Promise<LookedUp>;
}

/** Answers that say: there is no such record. */
const nothingThere: string[] = [NODATA, NOTFOUND];

/** Waits for an answer. Whatever else goes wrong is no answer: from here nobody can tell why. */
async function toLookedUp(answer: Promise<string[]>): Promise<LookedUp> {
  try {
    return await answer;
  } catch (error) {
    return nothingThere.includes(Object(error).code) ? [] : undefined;
  }
}

/**
 * Asks the name server of this machine, or those that are given (`address:port`), and gives up all that
 * is under way at the deadline. No thread of the process waits meanwhile.
 */
export async function askDns<Result>(
  servers: readonly string[] | undefined,
  ask: (dns: Dns) => Promise<Result>,
): Promise<Result> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), deadlineMs);
  try {
    return await ask({
      isKnown: (name) =>
        resolver.resolveSoa(name).then(
          () => true,
          (error: unknown) => Object(error).code !== NOTFOUND,
        ),
      readTexts: (name) =>
        toLookedUp(
          resolver.resolveTxt(name).then((texts) => texts.map((chunks) => chunks.join(''))),
        ),
      readMailServers: (name) =>
        toLookedUp(
          resolver
            .resolveMx(name)
            .then((hosts) =>
              hosts
                .toSorted((one, other) => one.priority - other.priority)
                .map(({ exchange }) => exchange),
            ),
        ),
    });
  } finally {
    clearTimeout(deadline);
  }
}
