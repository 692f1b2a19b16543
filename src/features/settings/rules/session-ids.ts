const toId = (title: string) =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'session';

interface Identified {
  id?: unknown;
  title?: unknown;
}

/** Returns offers, possibly stored by an older version, whose session types all have an id. */
export function withSessionIds<Offers>(offers: Offers): Offers {
  const { mentorshipOptions } = Object(offers);
  if (!Array.isArray(mentorshipOptions)) return offers;
  return { ...offers, mentorshipOptions: addSessionIds(mentorshipOptions.map(Object)) };
}

/**
 * Gives each session type without an id a unique one, made from its title. An id that two of them have stays
 * with the first.
 */
export function addSessionIds<Type extends Identified>(types: readonly Type[]) {
  const taken = new Set<string>();
  const hasOwn = types.map(({ id }) => {
    const isOwn = typeof id === 'string' && id !== '' && !taken.has(id);
    if (isOwn) taken.add(id);
    return isOwn;
  });
  return types.map((type, index) => {
    if (hasOwn[index]) return type;
    const base = toId(String(type.title ?? ''));
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    return { ...type, id };
  });
}
