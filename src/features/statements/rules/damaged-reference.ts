import { referencePrefix } from '#features/orders/rules/index.ts';

/** Letters that no reference has, as the digits that people take them for. */
const lookAlikes: Record<string, string> = { B: '8', S: '5', Z: '2' };

/** Returns the letters and digits of a text in capitals, without anything between them. */
const toCompact = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '')
    .replace(/[BSZ]/g, (letter) => lookAlikes[letter] ?? letter);

/** Returns a code and everything that is left of it without one character. */
const toVariants = (code: string): string[] => [
  code,
  ...Array.from(code, (_, at) => code.slice(0, at) + code.slice(at + 1)),
];

const codeLength = 5;

/** References are near the start of a bank's text, and no text has many. */
const searched = { length: 300, prefixes: 5 };

export interface DamagedIndex<Order> {
  byCode: Map<string, Order>;
  /** Two codes that differ by one character, or by two that are swapped, have a variant in common. */
  byVariant: Map<string, Set<Order>>;
}

/** Prepares `findDamaged` for these orders. */
export function indexDamaged<Order extends { reference: string }>(
  orders: readonly Order[],
): DamagedIndex<Order> {
  const index: DamagedIndex<Order> = { byCode: new Map(), byVariant: new Map() };
  for (const order of orders) {
    const code = order.reference.slice(referencePrefix.length);
    index.byCode.set(code, order);
    for (const variant of toVariants(code)) {
      index.byVariant.set(variant, (index.byVariant.get(variant) ?? new Set()).add(order));
    }
  }
  return index;
}

/**
 * Returns the orders whose reference a text may have in a damaged form: with something between its
 * characters or glued to them, without its prefix, or with one character that is wrong, missing, too many
 * or swapped. Never enough to book money.
 */
export function findDamaged<Order>(text: string, index: DamagedIndex<Order>): Set<Order> {
  const compact = toCompact(text.slice(0, searched.length));
  const found = new Set<Order>();
  let prefixes = 0;
  for (let at = 0; at < compact.length; at += 1) {
    const order = index.byCode.get(compact.slice(at, at + codeLength));
    if (order) found.add(order);
    if (prefixes === searched.prefixes || !compact.startsWith('TP', at)) continue;
    prefixes += 1;
    for (const length of [codeLength - 1, codeLength, codeLength + 1]) {
      const typed = compact.slice(at + 2, at + 2 + length);
      if (typed.length < length) continue;
      for (const variant of toVariants(typed)) {
        for (const near of index.byVariant.get(variant) ?? []) found.add(near);
      }
    }
  }
  return found;
}

/** Something that looks like a reference: the prefix, and about as many characters with a digit. */
const likeReference =
  /(?<![\p{L}\p{N}])TP[\s\p{Pd}_./:]{0,3}(?=[A-Z]{0,6}\d)[A-Z\d]{4,7}(?![\p{L}\p{N}])/iu;

/** Whether a text has something that looks like a reference. */
export const looksReferenced = (text: string): boolean => likeReference.test(text);
