import mdn from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SupportStatement } from '@mdn/browser-compat-data';
import { supportedBrowsers } from './supported-browsers.ts';

type Entry = [name: string, feature: Identifier];

function isIn(statement: SupportStatement | undefined, version: number): boolean {
  return [statement ?? []].flat().some((entry) => {
    const isPlain = !entry.flags && !entry.prefix && !entry.alternative_name;
    const added = String(entry.version_added).replace('≤', '');
    const removed = Number.parseFloat(String(entry.version_removed ?? Number.POSITIVE_INFINITY));
    return isPlain && Number.parseFloat(added) <= version && version < removed;
  });
}

const isSupported = ([, { __compat: compat }]: Entry) =>
  Object.entries(supportedBrowsers).every(([browser, version]) =>
    isIn(compat?.support[browser as keyof typeof supportedBrowsers], version),
  );

/** Experimental and abandoned features have names that often mean something else. */
const isStandard = ([, { __compat: compat }]: Entry) =>
  Boolean(compat?.status?.standard_track && !compat.status.experimental) &&
  !compat?.status?.deprecated;

/** Returns the members of a feature in MDN's data, such as the methods of an interface. */
const listMembers = (owner: Identifier | undefined): Entry[] =>
  Object.entries(owner ?? {})
    .filter(([name]) => name !== '__compat')
    .map(([name, member]) => [name.replace(/_static$/, ''), member as Identifier]);

/** Names that objects of packages also have. */
const common = new Set(['check', 's']);

function listTooNew(entries: Entry[], others: Entry[] = []): Set<string> {
  const supported = new Set([...entries, ...others].filter(isSupported).map(([name]) => name));
  const names = entries.filter(isStandard).map(([name]) => name);
  return new Set(names.filter((name) => !supported.has(name) && !common.has(name)));
}

const interfaces = listMembers(mdn.api as Identifier);
const builtins = listMembers(mdn.javascript.builtins as Identifier);
const known = interfaces.filter(isSupported);

/** Interfaces and global functions that a supported browser lacks. */
export const tooNewGlobals = listTooNew([...interfaces, ...listMembers(mdn.api['Window'])]);

/** Static methods that a supported browser lacks, such as `URL.canParse`. */
export const tooNewStatics = listTooNew(
  known.flatMap(([owner, feature]) =>
    listMembers(feature).map(([name, member]): Entry => [`${owner}.${name}`, member]),
  ),
);

/** Other methods that a supported browser lacks, except names that other objects have too. */
export const tooNewMethods = listTooNew(
  known.flatMap(([, feature]) => listMembers(feature)),
  builtins.flatMap(([, feature]) => listMembers(feature)),
);
