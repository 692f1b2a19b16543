/** Words of names and titles that many people share. */
const common = new Set(['VAN', 'DER', 'DEN', 'VON', 'MNR', 'MEV', 'MRS', 'MISS', 'DR', 'PROF']);

/** Banks write names in capitals and without accents. */
const toWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘]+/gu, '')
    .toUpperCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The most orders that one word finds: of a very common name, the newest. */
const mostOfWord = 50;

/** The least letters of a word that a bank cuts off. */
const cutLength = 4;

/** Names are near the start of a bank's text. */
const searchedLength = 300;

export interface Payer<Order> {
  order: Order;
  /** Whether more than one common word agrees. */
  isSure: boolean;
}

/**
 * Returns a function that finds the orders whose buyer's name is in a text, also as `T NKOSI` or cut off
 * at the end, as banks write it. The orders come newest first.
 */
export function indexNames<Order extends { name?: string | null | undefined }>(
  orders: readonly Order[],
): (text: string) => Payer<Order>[] {
  const byWord = new Map<string, Order[]>();
  const byStart = new Map<string, Order[]>();
  const words = new Map<Order, string[]>();
  const add = (map: Map<string, Order[]>, key: string, order: Order) => {
    const known = map.get(key);
    if (!known) map.set(key, [order]);
    else if (known.length < mostOfWord && !known.includes(order)) known.push(order);
  };
  for (const order of orders) {
    const name = toWords(order.name ?? '');
    words.set(order, name);
    for (const word of name) {
      if (word.length < 3 || common.has(word)) continue;
      add(byWord, word, order);
      for (let end = cutLength; end < word.length; end += 1) {
        add(byStart, word.slice(0, end), order);
      }
    }
  }
  return (text) => {
    const written = toWords(text.slice(0, searchedLength));
    const known = new Set(written);
    const hits = new Map<Order, number>();
    const hit = (found: readonly Order[] = []) => {
      for (const order of found) hits.set(order, (hits.get(order) ?? 0) + 1);
    };
    for (const word of known) hit(byWord.get(word));
    hit(byStart.get(written.at(-1) ?? ''));
    return [...hits].map(([order, count]) => {
      const name = words.get(order) ?? [];
      const hasInitial = known.has(name.at(0)?.charAt(0) ?? '') && known.has(name.at(-1) ?? '');
      return { order, isSure: count > 1 || hasInitial || name.length === 1 };
    });
  };
}
